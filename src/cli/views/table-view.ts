/** A table on standard output: a header and rows, as wide as the terminal. */
import type { Run } from '../flags/run.js';
import type { Style } from '../terminal/output.js';
import { type FittedColumn, fittedLines } from '../terminal/table.js';

/** Prints nothing where there are no rows. `styleOf` gives the style of a row by its index. */
export function showTable(
  columns: readonly FittedColumn[],
  rows: readonly (readonly string[])[],
  { host, output }: Pick<Run, 'host' | 'output'>,
  styleOf: (row: number) => Style | undefined = () => undefined,
): void {
  if (rows.length === 0) return;
  const [head = '', ...lines] = fittedLines(columns, rows, tableWidth(host));
  output.text(head, 'bold');
  for (const [at, line] of lines.entries()) output.text(line, styleOf(at));
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
