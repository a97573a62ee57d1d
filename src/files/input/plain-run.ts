/**
 * Rows of a table that go from their bytes straight to the bytes of their JSON. They are pulled one by one, so that each is written where
 * it will be sent from, and nothing is made of a row but what is read here. Types only.
 */
import type { InputRow, KeptSource } from './row.js';

/** Bytes of a table, from the beginning of a record on. */
export interface Stretch {
  bytes: Buffer;
  /** A row that ends before this index has another one behind it. */
  limit: number;
  /** The physical line that begins here. */
  line: number;
}

/** What JSON is written into. */
export interface JsonSpace {
  /** Its bytes, with room for so many more from `at` on. What was written before `at` stays. */
  room(at: number, bytes: number): Uint8Array;
}

/** Plain rows that follow each other. Its values are those of the row that was written last. */
export interface PlainRun {
  /**
   * Writes the JSON of the next row from `at` on, in ASCII and byte for byte as the long way has it. Returns the index behind it; -1 where
   * no plain row follows: then the run is over.
   */
  write(space: JsonSpace, at: number): number;
  readonly line: number;
  readonly record: number;
  /** In units of 10⁻⁴. */
  readonly units: number;
  readonly currency: string;
  /** What the clock showed at its transactionDate, as the number yyyyMMddHHmmss. */
  readonly clock: number;
  /** Its transactionDate. */
  date(): string;
  source(): KeptSource;
}

/** Rows that follow each other, read or still to be written. */
export type RowGroup = readonly InputRow[] | PlainRun;

/** Told of the rows of a run, in their order, what watches over a table's rows needs to know. */
export type PlainSold = (amount: number, currency: string) => void;

/** Reads the plain rows of one table. */
export interface Transcoder {
  /** The plain rows at the beginning of `stretch`, of which the first is record `record`. */
  run(stretch: Stretch, record: number, sold: PlainSold): PlainRun;
  /** What the last run has taken of its stretch; `cells` are those of its last row, where there was one. */
  taken(): { bytes: number; rows: number; cells(): string[] };
}
