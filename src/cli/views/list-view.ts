/** Pages of transactions, or settlement records, as they come, in one of four formats. It keeps a page at most, however long the list. */

import { decimalText } from '../../contract/amount.js';
import { maskCardField } from '../../contract/card-number.js';
import { type CurrencySum, currencySums } from '../../contract/currency-sums.js';
import { named, own } from '../../contract/own-names.js';
import { listedFields } from '../../contract/plain-list.js';
import type { SettlementRecord } from '../../contract/records.js';
import { listedRecordFields, rowMembers, type UploadKind } from '../../contract/states.js';
import type { Transaction } from '../../contract/transaction.js';
import type { Run } from '../flags/run.js';
import { kindWords } from '../terminal/kind-words.js';
import type { Output } from '../terminal/output.js';
import { amountText, groupedAmount } from './amount-cells.js';
import { csvCell, withoutCard } from './export-view.js';
import { inNoSumText } from './in-no-sum.js';
import { openPagesView, type Pages, type PagesFormat, type PagesView } from './pages-view.js';
import type { ItemColumn } from './table-view.js';

const columnNames: Record<UploadKind, string[]> = { Sales: [...listedFields], Settlement: [...listedRecordFields] };

const tableColumns: Record<UploadKind, string[]> = {
  Sales: [
    ...['transactionDate', 'amount', 'currency', 'terminalId', 'brandId', 'transactionReference'],
    ...['transactionState', 'transactionMatchState', 'transactionId'],
  ],
  Settlement: [
    ...['settlementDate', 'transactionDate', 'type', 'amount', 'currency', 'fee', 'payoutId', 'payoutDate'],
    ...['terminalId', 'brandId'],
    ...['transactionReference', 'state', 'matchState', 'recordId'],
  ],
};

/** Where there is no room, those with the highest number are left out first; never one that was asked for. */
const dropped: Record<string, number> = {
  transactionReference: 1,
  transactionState: 2,
  terminalId: 3,
  brandId: 4,
  transactionMatchState: 5,
};
const droppedOfRecords: Record<string, number> = {
  payoutId: 1,
  fee: 2,
  state: 3,
  transactionDate: 4,
  terminalId: 5,
  transactionReference: 6,
  matchState: 7,
  brandId: 8,
  payoutDate: 9,
};

const shortTitles: Record<string, string> = named({
  transactionDate: 'date',
  terminalId: 'terminal',
  brandId: 'brand',
  transactionReference: 'reference',
  transactionState: 'state',
  transactionMatchState: 'match',
  transactionId: 'id',
  settlementDate: 'booked',
  payoutId: 'payout',
  payoutDate: 'paid out',
  matchState: 'match',
  recordId: 'id',
});

type ListedRow = Transaction | SettlementRecord;

/** `columns` alone, in their order; undefined: those of the format. `isOfMoney`: the rows are sales that the table of money counts, with those that cancel each other. */
export function openListView(
  format: PagesFormat,
  kind: UploadKind,
  columns: string[] | undefined,
  isOfMoney: boolean,
  run: Run,
): PagesView<ListedRow> {
  const view = openPagesView(format, rowPages(kind, columns, isOfMoney, run.output), run);
  return format === 'csv' ? { ...view, end: () => {} } : view;
}

function jsonOf(item: ListedRow, columns: readonly string[] | undefined): object {
  const shown = withoutCard(item);
  return columns ? Object.fromEntries(columns.map((name) => [name, shown[name as keyof ListedRow]])) : shown;
}

function rowPages(kind: UploadKind, asked: string[] | undefined, isOfMoney: boolean, output: Output): Pages<ListedRow> {
  const { one } = kindWords[kind];
  const { state, matchState } = rowMembers[kind];
  const columns = asked ?? tableColumns[kind];
  const csvColumns = asked ?? columnNames[kind];
  const sums = currencySums();
  const apart = { noPayments: 0, duplicates: 0, notImported: 0 };
  const see = (item: ListedRow) => {
    if (item[state as keyof ListedRow] !== 'Processed') apart.notImported++;
    else if (item[matchState as keyof ListedRow] === 'Skip' && !isOfMoney) apart.duplicates++;
    // A sale that needs no match, such as one in cash, is a payment all the same.
    else if (kind === 'Settlement' && item[matchState as keyof ListedRow] === 'NotApplicable') apart.noPayments++;
    else sums.add(item);
  };
  return {
    document: { schema: 'sales.list/1', ...(kind !== 'Sales' && { kind }) },
    jsonOf: (item) => jsonOf(item, asked),
    columns: columns.map((name) => columnOf(name, asked === undefined ? (kind === 'Sales' ? dropped : droppedOfRecords) : {})),
    see,
    csvColumns,
    csvCells: (item) => {
      const row = withType(item);
      return csvColumns.map((name) => csvCell(name, row[name as keyof ListedRow]));
    },
    below: (rows) => {
      const shown = `${rows.toLocaleString('en')} ${rows === 1 ? one : `${one}s`} shown`;
      output.note([shown, ...sums.all().map(sumText)].join('   '));
      if (apart.noPayments + apart.duplicates + apart.notImported > 0) output.note(inNoSumText(apart));
    },
    texts: {
      none: `No ${one}s match.`,
      pastEnd: (page) => `Page ${page} is past the end of the list.`,
      more: (page) => `There are more: use --page ${page} or --all`,
    },
  };
}

const isAmount = (name: string) => name === 'amount' || name === 'fee' || name === 'paidAmount';

function columnOf(name: string, goes: Readonly<Record<string, number>>): ItemColumn<ListedRow> {
  const order = own(goes, name);
  return {
    title: shortTitles[name] ?? name,
    align: isAmount(name) ? 'right' : 'left',
    id: name === 'transactionId' || name === 'recordId',
    instant: /date/i.test(name),
    cell: (item) => cellOf(withType(item), name),
    ...(name === 'amount' && { point: '.' }),
    ...(order !== undefined && { dropped: order }),
  };
}

/** People read what a record counts as; JSON has what was sent. */
function withType(item: ListedRow): ListedRow {
  if (!('type' in item) || item.type !== null) return item;
  return { ...item, type: item.amount !== null && item.amount < 0 ? 'Refund' : 'Sale' };
}

function sumText({ currency, rows, units, rowsWithoutAmount, rowsFiner }: CurrencySum): string {
  const apart = rowsWithoutAmount + rowsFiner;
  const left = apart > 0 ? `, ${apart.toLocaleString('en')} not in the sum` : '';
  return `${currency ?? 'no currency'} ${groupedAmount(decimalText(units), currency)} (${rows.toLocaleString('en')}${left})`;
}

function cellOf(item: ListedRow, name: string): string {
  const value: unknown = item[name as keyof ListedRow];
  if (isAmount(name)) return amountText(value as number | null, item.currency);
  if (name === 'cardNumberMasked' && typeof value === 'string') return maskCardField(value);
  return value === null || value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value);
}
