/**
 * What became of every row: each row that was read is in exactly one of accepted, rejected, in doubt and unsent.
 * It counts, sums and keeps summaries of batches; it forgets the rows themselves, so that memory stays flat whatever the file.
 */

import { type CurrencySum, currencySums } from '../../contract/currency-sums.js';
import type { RowFault } from '../../files/input/row.js';
import type { BatchFacts, LineRange, Noted, RejectedRow } from '../batches/batch.js';
import type { LineRuns } from '../batches/line-runs.js';
import { noRowNotes, type RowNotes } from '../batches/row-notes.js';
import type { RowCounts } from '../journal/journal-state.js';

/** A batch that the server took. */
export interface AcceptedUpload extends LineRange {
  uploadId: string;
  /** As the server last said it; null before it was asked. */
  status: string | null;
  summary: string | null;
  errors: string[];
  /** Whether the server lists as many rows of it as were sent; null before that was asked. */
  countsMatch: boolean | null;
  /** Rows that the server says it has from other uploads, 0 also where it says nothing of them; null before the import has ended. */
  duplicates: number | null;
  lines: LineRuns;
}

export interface BatchInDoubt extends LineRange {
  /** `17`, or `17.1` for a piece of it. */
  batch: string;
  firstRecord: number;
  lastRecord: number;
  reason: string;
}

export interface RowError extends RowFault {
  line: number;
  record: number;
}

/** More errors than this are counted and left to the rejects file. */
export const rowErrorsMax = 1_000;

/** What became of every row of an input. */
export interface RowTally {
  readonly rows: RowCounts;
  readonly currencies: CurrencySum[];
  readonly uploads: AcceptedUpload[];
  readonly inDoubt: BatchInDoubt[];
  /** One range over all rows that were not sent; null when there is none. */
  readonly unsent: LineRange | null;
  /** Rows that are no sales, by the reason; they count nowhere else. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** Rows that say the same as an earlier one. */
  readonly repeats: Noted['repeats'];
  readonly notes: RowNotes;
  /** The first {@link rowErrorsMax}. */
  readonly errors: RowError[];
}

/** A tally that is being kept. */
export interface OpenTally extends RowTally {
  read(rows: number): void;
  accept(batch: BatchFacts, uploadId: string): AcceptedUpload;
  reject(row: RejectedRow<RowFault>): void;
  doubt(batch: BatchFacts, reason: string): void;
  leaveUnsent(range: LineRange): void;
  note(noted: Noted): void;
}

/** A tally without rows. */
export function openTally(): OpenTally {
  const rows: RowCounts = { read: 0, accepted: 0, rejected: 0, inDoubt: 0, unsent: 0 };
  const sums = currencySums();
  const uploads: AcceptedUpload[] = [];
  const inDoubt: BatchInDoubt[] = [];
  const errors: RowError[] = [];
  const leftOut = new Map<string, number>();
  let repeats: Noted['repeats'] = { rows: 0, isWhole: true };
  let notes = noRowNotes;
  let unsent: LineRange | null = null;
  return {
    rows,
    uploads,
    inDoubt,
    errors,
    leftOut,
    get repeats() {
      return repeats;
    },
    get notes() {
      return notes;
    },
    get unsent() {
      return unsent;
    },
    get currencies() {
      return sums.all().sort((a, b) => b.rows - a.rows);
    },
    read: (count) => {
      rows.read += count;
    },
    accept: (batch, uploadId) => {
      rows.accepted += batch.rows;
      sums.addAll(batch.sums);
      const { rows: sent, firstLine, lastLine, lines } = batch;
      const unasked = { status: null, summary: null, errors: [], countsMatch: null, duplicates: null };
      const upload = { uploadId, rows: sent, ...unasked, firstLine, lastLine, lines };
      uploads.push(upload);
      return upload;
    },
    reject: ({ line, record, faults }) => {
      rows.rejected += 1;
      for (const fault of faults) if (errors.length < rowErrorsMax) errors.push({ line, record, ...fault });
    },
    doubt: (batch, reason) => {
      rows.inDoubt += batch.rows;
      const { id, firstRecord, lastRecord } = batch;
      inDoubt.push({ batch: id, ...rangeOf(batch), firstRecord, lastRecord, reason });
    },
    leaveUnsent: (range) => {
      rows.unsent += range.rows;
      unsent = { rows: rows.unsent, firstLine: unsent?.firstLine ?? range.firstLine, lastLine: range.lastLine };
    },
    note: (noted) => {
      for (const [reason, count] of Object.entries(noted.leftOut)) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
      repeats = noted.repeats;
      notes = noted.notes;
    },
  };
}

/** How many rows of the uploads the server counts as duplicates of rows from earlier uploads. */
export function duplicatesIn(uploads: RowTally['uploads']): number {
  return uploads.reduce((sum, { duplicates }) => sum + (duplicates ?? 0), 0);
}

/** As it stands now, and nothing that would change it. */
export function closed({ rows, currencies, uploads, inDoubt, unsent, leftOut, repeats, notes, errors }: RowTally): RowTally {
  return { rows, currencies, uploads, inDoubt, unsent, leftOut, repeats, notes, errors };
}

function rangeOf({ rows, firstLine, lastLine }: LineRange): LineRange {
  return { rows, firstLine, lastLine };
}
