/**
 * A batch of an upload, or a piece of one that the server refused rows of or found too large, as everyone but its source sees it: no rows,
 * only what follows from them.
 * Types only.
 */

import type { CurrencySum } from '../../contract/currency-sums.js';
import type { Hint } from '../../contract/remedy.js';
import type { InputRow, ReadFault, RowFault, Source } from '../../files/input/row.js';
import type { LineRuns } from './line-runs.js';
import type { Repeats } from './repeats.js';
import type { RowNotes } from './row-notes.js';

export interface LineRange {
  rows: number;
  firstLine: number;
  lastLine: number;
}

/** What stays of a batch once its body is gone. */
export interface BatchFacts extends LineRange {
  /** `17`, or `17.1` for a piece of it. */
  id: string;
  firstRecord: number;
  lastRecord: number;
  lines: LineRuns;
  sums: CurrencySum[];
  /** SHA-256 of the body, in hexadecimal digits. */
  sha: string;
}

export interface Batch extends BatchFacts {
  /** The request as JSON in UTF-8. */
  body: Uint8Array;
}

/** A row as the input had it. */
export interface SourceRow extends Pick<InputRow, 'line' | 'record'> {
  source: Source;
}

export interface RejectedRow<Fault = ReadFault> extends SourceRow {
  faults: Fault[];
}

/** The row in words for its reader. */
export function toldRow(row: RejectedRow, reasonOf: (message: Hint) => string): RejectedRow<RowFault> {
  return { ...row, faults: row.faults.map((fault) => ({ ...fault, message: reasonOf(fault.message) })) };
}

/** Rows that are no sales, by the reason, since the last time; and of the whole input so far, what its owner should know. */
export interface Noted {
  leftOut: Readonly<Record<string, number>>;
  repeats: Pick<Repeats, 'rows' | 'isWhole'>;
  notes: RowNotes;
}

/** What became of rows: of a batch as a whole, or of single ones; `noted` is what else was seen on the way to the next outcome. */
export type RowsOutcome =
  | { t: 'accepted'; batch: BatchFacts; uploadId: string }
  | { t: 'rejected'; rows: readonly RejectedRow[] }
  | ({ t: 'noted' } & Noted)
  | { t: 'inDoubt'; batch: BatchFacts; reason: string }
  | { t: 'unsent'; batch: BatchFacts };
