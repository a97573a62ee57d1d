/** Totals as a table for people, JSON and CSV. What all groups of a currency come to is added up here, as exactly as the server does. */
import { type Decimal, decimalFrom, plus, textOfDecimal } from '../../contract/decimal.js';
import type { Sums, Totals, TotalsItem } from '../../contract/totals.js';
import type { TotalsDimension } from '../../contract/totals-dimensions.js';
import { escapeControls } from '../terminal/display-text.js';
import type { Output } from '../terminal/output.js';
import { csvLine, type TableColumn, tableLines } from '../terminal/table.js';
import { csvCell } from './export-view.js';

type TotalsFormat = 'json' | 'csv' | 'table';
type Parts = Pick<TotalsItem, 'imported' | 'duplicates' | 'notImported'>;

const keys: Record<TotalsDimension, 'day' | 'brandId' | 'terminalId' | 'currency'> = {
  day: 'day',
  brand: 'brandId',
  terminal: 'terminalId',
  currency: 'currency',
};

/** `onTerminal`: control characters in CSV are shown escaped. */
export function showTotals(
  totals: Totals,
  by: readonly TotalsDimension[],
  format: TotalsFormat,
  output: Output,
  onTerminal: boolean,
): void {
  const { items } = totals;
  if (format === 'json') output.document({ schema: 'sales.totals/1', by, ...totals, total: totalOf(items) });
  else if (format === 'csv') showCsv(items, by, output, onTerminal);
  else if (items.length > 0) showTable(items, by, output);
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

function showTable(items: readonly TotalsItem[], by: readonly TotalsDimension[], output: Output): void {
  const hasDuplicates = items.some(({ duplicates }) => duplicates.transactions > 0);
  const hasNotImported = items.some(({ notImported }) => notImported.transactions > 0);
  const number = (title: string): TableColumn => ({ title, align: 'right' });
  const columns = [
    ...by.map((title): TableColumn => ({ title, align: 'left' })),
    ...['transactions', 'sales', 'refunds', 'net'].map(number),
    ...(hasDuplicates ? [number('duplicates')] : []),
    ...(hasNotImported ? [number('not imported'), number('their net')] : []),
  ];
  const cells = ({ imported, duplicates, notImported }: Parts) => [
    String(imported.transactions),
    imported.sales.amount,
    imported.refunds.amount,
    imported.net,
    ...(hasDuplicates ? [String(duplicates.transactions)] : []),
    ...(hasNotImported ? [String(notImported.transactions), notImported.net] : []),
  ];
  const rows = items.map((item) => [...by.map((dimension) => item[keys[dimension]] ?? '-'), ...cells(item)]);
  // By currency alone, each line is its total.
  const total = by.length > 1 ? totalOf(items) : [];
  const totalRows = total.map((parts) => [
    ...by.map((dimension, index) => (dimension === 'currency' ? (parts.currency ?? '-') : index === 0 ? 'total' : '')),
    ...cells(parts),
  ]);
  const [head = '', ...lines] = tableLines(columns, [...rows, ...totalRows]);
  output.text(head, 'bold');
  for (const [index, line] of lines.entries()) output.text(line, index >= rows.length ? 'bold' : undefined);
  const without = items.reduce((sum, { imported }) => sum + imported.withoutAmount, 0);
  if (without > 0) output.note(`${without.toLocaleString('en')} imported without an amount: counted, and in no sum`);
}

const csvColumns = ['transactions', 'sales', 'refunds', 'net', 'withoutAmount'];

/** One line for each group: what was imported, then the same of duplicates and of what was not imported. */
function showCsv(items: readonly TotalsItem[], by: readonly TotalsDimension[], output: Output, onTerminal: boolean): void {
  const titled = (part: string) => csvColumns.map((title) => `${part}${title[0]?.toUpperCase()}${title.slice(1)}`);
  output.data(csvLine([...by.map((dimension) => keys[dimension]), ...csvColumns, ...titled('duplicates'), ...titled('notImported')]));
  const sums = ({ transactions, sales, refunds, net, withoutAmount }: Sums) =>
    [transactions, sales.amount, refunds.amount, net, withoutAmount].map(String);
  for (const item of items) {
    const named = by
      .map((dimension) => csvCell(dimension, item[keys[dimension]]))
      .map((cell) => (onTerminal ? escapeControls(cell) : cell));
    output.data(csvLine([...named, ...sums(item.imported), ...sums(item.duplicates), ...sums(item.notImported)]));
  }
}
