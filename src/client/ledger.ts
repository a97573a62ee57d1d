/**
 * What became of every row: each row that was read is in exactly one of accepted, rejected, in doubt and unsent.
 * It counts, sums and keeps summaries of batches; it forgets the rows themselves, so that memory stays flat whatever the file.
 */
import type { RowFault } from '../files/row.js';
import { type CurrencySum, currencySums } from './currency-sums.js';
import type { LineRuns } from './line-runs.js';
import type { LineRange, PartFacts, RejectedRow } from './part.js';

export interface RowCounts {
  read: number;
  accepted: number;
  rejected: number;
  inDoubt: number;
  unsent: number;
}

/** A batch that the server took. */
export interface AcceptedUpload extends LineRange {
  uploadId: string;
  /** As the server last said it; null before it was asked. */
  status: string | null;
  summary: string | null;
  errors: string[];
  /** Whether the server lists as many rows of it as were sent; null before that was asked. */
  countsMatch: boolean | null;
  lines: LineRuns;
}

export interface BatchInDoubt extends LineRange {
  /** `17`, or `17.1` for a part of it. */
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

export interface Ledger {
  readonly rows: RowCounts;
  readonly currencies: CurrencySum[];
  readonly uploads: AcceptedUpload[];
  readonly inDoubt: BatchInDoubt[];
  /** One range over all rows that were not sent; null when there is none. */
  readonly unsent: LineRange | null;
  /** The first {@link rowErrorsMax}. */
  readonly errors: RowError[];
  read(rows: number): void;
  accept(part: PartFacts, uploadId: string): AcceptedUpload;
  reject(row: RejectedRow): void;
  doubt(part: PartFacts, reason: string): void;
  leaveUnsent(range: LineRange): void;
}

export function openLedger(): Ledger {
  const rows: RowCounts = { read: 0, accepted: 0, rejected: 0, inDoubt: 0, unsent: 0 };
  const sums = currencySums();
  const uploads: AcceptedUpload[] = [];
  const inDoubt: Ledger['inDoubt'] = [];
  const errors: RowError[] = [];
  let unsent: LineRange | null = null;
  return {
    rows,
    uploads,
    inDoubt,
    errors,
    get unsent() {
      return unsent;
    },
    get currencies() {
      return sums.all().sort((a, b) => b.rows - a.rows);
    },
    read: (count) => {
      rows.read += count;
    },
    accept: (part, uploadId) => {
      rows.accepted += part.rows;
      sums.addAll(part.sums);
      const upload = { ...rangeOf(part), uploadId, status: null, summary: null, errors: [], countsMatch: null, lines: part.lines };
      uploads.push(upload);
      return upload;
    },
    reject: ({ line, record, faults }) => {
      rows.rejected += 1;
      for (const fault of faults) if (errors.length < rowErrorsMax) errors.push({ line, record, ...fault });
    },
    doubt: (part, reason) => {
      rows.inDoubt += part.rows;
      const { id: batch, firstRecord, lastRecord } = part;
      inDoubt.push({ batch, ...rangeOf(part), firstRecord, lastRecord, reason });
    },
    leaveUnsent: (range) => {
      rows.unsent += range.rows;
      unsent = { rows: rows.unsent, firstLine: unsent?.firstLine ?? range.firstLine, lastLine: range.lastLine };
    },
  };
}

function rangeOf({ rows, firstLine, lastLine }: LineRange): LineRange {
  return { rows, firstLine, lastLine };
}
