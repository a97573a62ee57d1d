/** A table on standard output: a header and a row for each item, as wide as the terminal. */
import type { Run } from '../flags/run.js';
import type { Style } from '../terminal/output.js';
import { type FittedColumn, fittedLines } from '../terminal/table.js';
import { onPoint } from './amount-cells.js';

export interface ItemColumn<Item> extends FittedColumn {
  cell(item: Item): string;
  /** The decimal point of its amounts, which stand one below the other by it. */
  point?: string;
}

/** Columns by their titles. */
export function columnsOf<Item>(cells: Record<string, (item: Item) => string>): ItemColumn<Item>[] {
  return Object.entries(cells).map(([title, cell]) => ({ title, cell }));
}

/** Prints nothing where there are no items. */
export function showTable<Item>(
  columns: readonly ItemColumn<Item>[],
  items: readonly Item[],
  { host, output }: Pick<Run, 'host' | 'output'>,
  styleOf: (item: Item) => Style | undefined = () => undefined,
): void {
  if (items.length === 0) return;
  const [head = '', ...lines] = tableLines(columns, items, tableWidth(host));
  output.text(head, 'bold');
  for (const [at, line] of lines.entries()) output.text(line, styleOf(items[at] as Item));
}

/** Lines of the table, header first, as {@link fittedLines} makes them. */
export function tableLines<Item>(
  columns: readonly ItemColumn<Item>[],
  items: readonly Item[],
  ...fitted: [number | null, number?]
): string[] {
  const byColumn = columns.map(({ cell, point }) => (point === undefined ? items.map(cell) : onPoint(items.map(cell), point)));
  const rows = items.map((_, at) => byColumn.map((column) => column[at] ?? ''));
  return fittedLines(columns, rows, ...fitted);
}

/** Columns of the terminal; none where standard output is none, and a table is as wide as it is. */
export function tableWidth({ stdout }: Run['host']): number | null {
  return stdout.isTTY === true && stdout.columns ? Math.max(stdout.columns, TABLE_COLUMNS_MIN) : null;
}

/** Columns of the terminal on standard error; null where it is none. */
export function messageWidth({ stderr }: Run['host']): number | null {
  return stderr.isTTY === true && stderr.columns ? Math.max(stderr.columns, TABLE_COLUMNS_MIN) : null;
}

const TABLE_COLUMNS_MIN = 60;
