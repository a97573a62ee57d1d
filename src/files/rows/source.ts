/** A record as the input had it, kept for the few records that are looked at again after reading. */
import { cellsIn } from '../csv/csv-cells.js';

/** The cells of a table row, or the JSON value of a record (its text, where that is not JSON). */
export type Source = readonly string[] | { json: unknown };

/** What is needed to split a record of a table into its cells. */
export interface CellTable {
  delimiter: string;
  /** How many cells count; those beyond are blank. */
  width: number;
}

/** A source as it is kept: for most good rows not the cells, which are many, but the text that they are split from. */
export type KeptSource = Source | { text: string; table: CellTable };

/** The record itself; split from text, it has no more cells than the header has columns. */
export function sourceOf(kept: KeptSource): Source {
  return 'table' in kept ? cellsIn(kept.text, kept.table.delimiter).slice(0, kept.table.width) : kept;
}
