/** A record as the input had it, for the few of which that is asked once they are read. */
import { cellsIn } from '../csv/csv-cells.js';

/** The cells of a table, or the JSON value (or its text, where it is no JSON). */
export type Source = readonly string[] | { json: unknown };

/** How the records of a table are cut. */
export interface CellTable {
  delimiter: string;
  /** Cells beyond, which are blank, do not count. */
  width: number;
}

/** A source as a good row keeps it: not the cells, which are many, but the text that they are cut from. */
export type KeptSource = Source | { text: string; table: CellTable };

/** The record itself, its cells no more than the header has columns. */
export function sourceOf(kept: KeptSource): Source {
  return 'table' in kept ? cellsIn(kept.text, kept.table.delimiter).slice(0, kept.table.width) : kept;
}
