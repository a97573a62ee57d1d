/**
 * Rows after reading: what watches over those of a table (which of them are no sales, whether the columns are still those of the header, which
 * are lines of totals), and the record that the input had, for the few that are looked at again.
 */
import { cellsIn } from '../formats/csv-cells.js';
import { jsonCells } from '../formats/json-records.js';
import type { InputRow, KeptSource, ReadFault, Source } from '../input/row.js';
import { ofNoColumn, type RowFaultCode, rowFault } from '../input/row-faults.js';

/** The record itself; split from text, it has no more cells than the header has columns. */
export function sourceOf(kept: KeptSource): Source {
  return 'table' in kept ? cellsIn(kept.text, kept.table.delimiter).slice(0, kept.table.width) : kept;
}

/** The cells of a row of a table with this header, JSON or not. */
export function cellsOfRow(kept: KeptSource, header: readonly string[]): readonly string[] {
  const source = sourceOf(kept);
  return 'json' in source ? jsonCells(source.json, header) : source;
}

/** The row as one that breaks a rule as a whole. */
export function refusedFor(row: InputRow, code: RowFaultCode, rule: string): InputRow {
  return refused(row, [rowFault(code, rule, null, null)]);
}

/** The row as one that is not sent, with all of its record. */
export function refused({ leftOut: _, ...row }: InputRow, faults: ReadFault[]): InputRow {
  const source = sourceOf(row.source);
  return { ...row, sale: null, faults: 'json' in source ? faults.map(ofNoColumn) : faults, source };
}

/** Takes a row and its cells, one for each column; none where the cells are not in their columns. */
export type RowReceiver = (row: InputRow, cells: readonly string[]) => void;

export interface RowGuard {
  /** Takes the next row, and hands on those whose outcome is known by now, each as it came, as left out, or as a fault. */
  pass(row: InputRow, cells: readonly string[], next: RowReceiver): void;
  /** Whether a plain sale may go by: it then passes, and nothing is held back that it would have to come behind. Absent: always. */
  isOpen?(): boolean;
  /** A plain sale has gone by. */
  wentBy?(amount: number, currency: string): void;
  /** Some have, of which the last had these cells. */
  allWentBy?(cells: () => readonly string[]): void;
  /** Hands on what is still held back, when no more rows come. */
  end?(next: RowReceiver): void;
}
