/**
 * What watches over the rows of a table once they are read: which of them are no sales, whether the columns are still those of the header,
 * which are lines of totals. Each takes the rows in their order from the one before it, and hands them on.
 */
import type { InputRow } from '../input/row.js';

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
