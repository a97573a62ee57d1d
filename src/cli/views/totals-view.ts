/** Totals as a table for people, JSON and CSV. What all groups of a currency come to is added up here, as exactly as the server does. */
import { type Decimal, decimalFrom, plus, textOfDecimal } from '../../contract/decimal.js';
import type { Sums, Totals, TotalsItem } from '../../contract/totals.js';
import type { TotalsDimension } from '../../contract/totals-dimensions.js';
import type { Run } from '../flags/run.js';
import { escapeControls } from '../terminal/display-text.js';
import type { Output } from '../terminal/output.js';
import { csvLine, type FittedColumn } from '../terminal/table.js';
import type { WorkbookCell } from '../terminal/workbook-file.js';
import { amountText, onPoint } from './amount-cells.js';
import { csvCell } from './export-view.js';
import { inNoSumText } from './in-no-sum.js';
import { showTable } from './table-view.js';

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
function totalOf(items: readonly TotalsItem[]): (Parts & { currency: string | null })[] {
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
  const sum = (a: string, b: string) => textOfDecimal(plus(exact(a), exact(b)));
  const side = (name: 'sales' | 'refunds') => ({
    transactions: one[name].transactions + other[name].transactions,
    amount: sum(one[name].amount, other[name].amount),
  });
  return {
    transactions: one.transactions + other.transactions,
    sales: side('sales'),
    refunds: side('refunds'),
    net: sum(one.net, other.net),
    withoutAmount: one.withoutAmount + other.withoutAmount,
  };
}

/** The schema of the answer lets nothing but decimals through. */
function exact(text: string): Decimal {
  return decimalFrom(text) ?? { digits: 0n, scale: 0 };
}

/** Where there is no room, those with the highest number are left out first; the net amount never. */
const amountColumns = { transactions: 1, sales: 2, refunds: 3, net: undefined };
const apartColumns = { notImported: 4, duplicates: 5, theirNet: 6 };

function showTotalsTable(items: readonly TotalsItem[], by: readonly TotalsDimension[], run: ShownBy): void {
  const sum = (part: keyof Parts) => items.reduce((rows, item) => rows + item[part].transactions, 0);
  const duplicates = sum('duplicates');
  const notImported = sum('notImported');
  const columns = [
    ...by.map((title): FittedColumn => ({ title })),
    ...Object.entries(amountColumns).map(([title, dropped]) => numbers(title, dropped)),
    ...(duplicates > 0 ? [numbers('duplicates', apartColumns.duplicates)] : []),
    ...(notImported > 0 ? [numbers('not imported', apartColumns.notImported), numbers('their net', apartColumns.theirNet)] : []),
  ];
  const cells = ({ currency, imported, ...parts }: Parts & { currency: string | null }) => [
    String(imported.transactions),
    ...[imported.sales.amount, imported.refunds.amount, imported.net].map((amount) => amountText(amount, currency)),
    ...(duplicates > 0 ? [String(parts.duplicates.transactions)] : []),
    ...(notImported > 0 ? [String(parts.notImported.transactions), amountText(parts.notImported.net, currency)] : []),
  ];
  const rows = items.map((item) => [...by.map((dimension) => item[keys[dimension]] ?? '-'), ...cells(item)]);
  // By currency alone, each line is its total.
  const total = by.length > 1 ? totalOf(items) : [];
  const totalRows = total.map((parts) => [
    ...by.map((dimension, index) => (dimension === 'currency' ? (parts.currency ?? '-') : index === 0 ? 'total' : '')),
    ...cells(parts),
  ]);
  showTable(columns, onPoints([...rows, ...totalRows], by.length), run, (row) => (row >= rows.length ? 'bold' : undefined));
  if (duplicates + notImported > 0) run.output.note(inNoSumText({ duplicates, notImported }));
  const without = items.reduce((rows, { imported }) => rows + imported.withoutAmount, 0);
  if (without > 0) run.output.note(`${without.toLocaleString('en')} imported without an amount: counted, and in no sum`);
}

function numbers(title: string, dropped: number | undefined): FittedColumn {
  return { title, align: 'right', ...(dropped !== undefined && { dropped }) };
}

/** The cells from column `first` on, with the points of a column one below the other. */
function onPoints(rows: readonly (readonly string[])[], first: number): string[][] {
  const columns = (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? ''));
  const aligned = columns.map((cells, at) => (at < first ? cells : onPoint(cells)));
  return rows.map((_, row) => aligned.map((cells) => cells[row] ?? ''));
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
