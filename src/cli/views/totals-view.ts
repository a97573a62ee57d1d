/** Totals as a table for people, JSON and CSV. What all groups of a currency come to is added up here, as exactly as the server does. */
import { textSum } from '../../contract/decimal.js';
import type { Sums, Totals, TotalsItem } from '../../contract/totals.js';
import type { TotalsDimension } from '../../contract/totals-dimensions.js';
import type { Run } from '../flags/run.js';
import { escapeControls } from '../terminal/display-text.js';
import type { Output } from '../terminal/output.js';
import { csvLine } from '../terminal/table.js';
import type { WorkbookCell } from '../terminal/workbook-file.js';
import { amountText } from './amount-cells.js';
import { csvCell } from './export-view.js';
import { inNoSumText } from './in-no-sum.js';
import { type ItemColumn, showTable } from './table-view.js';

type TotalsFormat = 'json' | 'csv' | 'table';
type ShownBy = Pick<Run, 'host' | 'output'>;
type Parts = Pick<TotalsItem, 'imported' | 'duplicates' | 'notImported'>;

const keys: Record<TotalsDimension, 'day' | 'brandId' | 'terminalId' | 'currency'> = {
  day: 'day',
  brand: 'brandId',
  terminal: 'terminalId',
  currency: 'currency',
};

/** On a terminal, control characters in CSV are shown escaped. */
export function showTotals(totals: Totals, by: readonly TotalsDimension[], format: TotalsFormat, run: ShownBy): void {
  const { items } = totals;
  const { host, output } = run;
  if (format === 'json') output.document({ schema: 'sales.totals/1', by, ...totals, total: totalOf(items) });
  else if (format === 'csv') showCsv(items, by, output, host.stdout.isTTY === true);
  else if (items.length > 0) showTotalsTable(items, by, run);
  else output.note('No transactions match.');
}

/** All groups of a currency together, in the order in which the currencies come. */
function totalOf(items: readonly TotalsItem[]): TotalsItem[] {
  const byCurrency = new Map<string | null, Parts>();
  for (const { currency, imported, duplicates, notImported } of items) {
    const before = byCurrency.get(currency);
    byCurrency.set(currency, {
      imported: together(before?.imported, imported),
      duplicates: together(before?.duplicates, duplicates),
      notImported: together(before?.notImported, notImported),
    });
  }
  return [...byCurrency].map(([currency, parts]) => ({ currency, ...parts }));
}

function together(one: Sums | undefined, other: Sums): Sums {
  if (!one) return other;
  const side = (name: 'sales' | 'refunds') => ({
    transactions: one[name].transactions + other[name].transactions,
    amount: textSum(one[name].amount, other[name].amount),
  });
  return {
    transactions: one.transactions + other.transactions,
    sales: side('sales'),
    refunds: side('refunds'),
    net: textSum(one.net, other.net),
    withoutAmount: one.withoutAmount + other.withoutAmount,
  };
}

const numbers = { align: 'right', point: '.' } as const;

function showTotalsTable(items: readonly TotalsItem[], by: readonly TotalsDimension[], run: ShownBy): void {
  const sum = (part: keyof Parts) => items.reduce((rows, item) => rows + item[part].transactions, 0);
  const duplicates = sum('duplicates');
  const notImported = sum('notImported');
  // By currency alone, each line is its total.
  const totals = by.length > 1 ? totalOf(items) : [];
  const isTotal = (item: TotalsItem) => totals.includes(item);
  const nameIn = (item: TotalsItem, dimension: TotalsDimension) => {
    if (dimension === 'currency' || !isTotal(item)) return item[keys[dimension]] ?? '-';
    return dimension === by[0] ? 'total' : '';
  };
  const columns: ItemColumn<TotalsItem>[] = [
    ...by.map((title) => ({ title, cell: (item: TotalsItem) => nameIn(item, title) })),
    { title: 'transactions', ...numbers, dropped: 1, cell: ({ imported }) => String(imported.transactions) },
    { title: 'sales', ...numbers, dropped: 2, cell: ({ imported, currency }) => amountText(imported.sales.amount, currency) },
    { title: 'refunds', ...numbers, dropped: 3, cell: ({ imported, currency }) => amountText(imported.refunds.amount, currency) },
    { title: 'net', ...numbers, cell: ({ imported, currency }) => amountText(imported.net, currency) },
  ];
  if (duplicates > 0) columns.push({ title: 'duplicates', ...numbers, dropped: 5, cell: (item) => String(item.duplicates.transactions) });
  if (notImported > 0)
    columns.push(
      { title: 'not imported', ...numbers, dropped: 4, cell: (item) => String(item.notImported.transactions) },
      { title: 'their net', ...numbers, dropped: 6, cell: (item) => amountText(item.notImported.net, item.currency) },
    );
  showTable(columns, [...items, ...totals], run, (item) => (isTotal(item) ? 'bold' : undefined));
  if (duplicates + notImported > 0) run.output.note(inNoSumText({ duplicates, notImported }));
  const without = items.reduce((rows, { imported }) => rows + imported.withoutAmount, 0);
  if (without > 0) run.output.note(`${without.toLocaleString('en')} imported without an amount: counted, and in no sum`);
}

const csvColumns = ['transactions', 'sales', 'refunds', 'net', 'withoutAmount'];

/** One line for each group: what was imported, then the same of duplicates and of what was not imported. */
function showCsv(items: readonly TotalsItem[], by: readonly TotalsDimension[], output: Output, onTerminal: boolean): void {
  output.data(csvLine(totalsColumns(by)));
  for (const item of items) {
    const named = by
      .map((dimension) => csvCell(dimension, item[keys[dimension]]))
      .map((cell) => (onTerminal ? escapeControls(cell) : cell));
    output.data(csvLine([...named, ...totalsCells(item)]));
  }
}

const WORKBOOK_DIGITS = 15;

/** A table of totals by currency, with its head, as the cells of a workbook: sums are numbers where it keeps all their digits. */
export function totalsRows(items: readonly TotalsItem[]): WorkbookCell[][] {
  const cell = (text: string): WorkbookCell => (text.replace(/\D/g, '').length <= WORKBOOK_DIGITS ? Number(text) : text);
  return [totalsColumns(['currency']), ...items.map((item) => [item.currency, ...totalsCells(item).map(cell)])];
}

/** The columns of a table of totals. */
function totalsColumns(by: readonly TotalsDimension[]): string[] {
  const titled = (part: string) => csvColumns.map((title) => `${part}${title[0]?.toUpperCase()}${title.slice(1)}`);
  return [...by.map((dimension) => keys[dimension]), ...csvColumns, ...titled('duplicates'), ...titled('notImported')];
}

/** What stands in them, after the dimensions. */
function totalsCells({ imported, duplicates, notImported }: TotalsItem): string[] {
  return [imported, duplicates, notImported].flatMap(({ transactions, sales, refunds, net, withoutAmount }) =>
    [transactions, sales.amount, refunds.amount, net, withoutAmount].map(String),
  );
}
