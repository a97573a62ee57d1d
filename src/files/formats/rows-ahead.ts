/**
 * The rows of a table that are looked at before any is read, cut into cells once and shown to all who decide something about the table as a
 * whole. They stay to be read.
 */
import { groupRowsMax } from '../input/row.js';
import { aheadBytesMax } from '../input/unusable.js';
import { cellsOf } from './csv-cells.js';
import type { RecordReader } from './csv-record-reader.js';
import type { RawRecord } from './csv-records.js';

/** A row whose quotes are sound. */
export interface AheadRow {
  cells: string[];
  line: number;
  /** The indexes of the cells that are numbers by type; none in a text, whose rows have all their cells. */
  numbers: ReadonlySet<number> | null;
  /** No line end follows, as behind the last row of some files. */
  isUnended?: boolean;
}

/** How many rows a watch is shown that says nothing else. */
export const watchedRowsMax = 5_000;

/** Looks at rows, one after the other. */
export interface RowWatch {
  /** How many rows it is shown at most; absent: {@link watchedRowsMax}. */
  rowsMax?: number;
  /** Returns true where it has seen enough. */
  look(row: AheadRow): boolean;
}

export type RowsAhead = Awaited<ReturnType<typeof rowsAhead>>;

/** Cuts the first rows; the others are cut when they are shown. */
export async function rowsAhead(records: RecordReader, delimiter: string) {
  const first: (AheadRow | null)[] = [];
  const rowOf = (record: RawRecord): AheadRow | null => {
    if (record.broken !== null) return null;
    const { line, isUnended = false } = record;
    const numbers = record.cells ? (record.numbers ?? new Set<number>()) : null;
    return { cells: cellsOf(record, delimiter), line, numbers, ...(isUnended && { isUnended }) };
  };
  await records.ahead((record) => first.push(rowOf(record)) === groupRowsMax, aheadBytesMax);
  return {
    first: first.filter((row) => row !== null),
    /** Shows all rows ahead, from the first on, until each watch has seen enough. */
    async show(watches: readonly RowWatch[]): Promise<void> {
      let left = watches;
      let passed = 0;
      const show = (row: AheadRow | null) => {
        passed += 1;
        left = left.filter((watch) => !(row && watch.look(row)) && passed < (watch.rowsMax ?? watchedRowsMax));
        return left.length === 0;
      };
      if (left.length === 0) return;
      await records.ahead((record) => show(passed < first.length ? (first[passed] ?? null) : rowOf(record)), aheadBytesMax);
    },
  };
}
