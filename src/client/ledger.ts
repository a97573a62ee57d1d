/**
 * What became of every row: each row that was read is in exactly one of accepted, rejected, in doubt and unsent.
 * It counts, sums and keeps summaries of batches; it forgets the rows themselves, so that memory stays flat whatever the file.
 */
import { tenThousandths } from '../contract/amount.js';
import type { InputRow, RowFault } from '../files/row.js';
import type { BatchRow } from './batches.js';
import { type LineRuns, lineRuns } from './line-runs.js';

export interface RowCounts {
  read: number;
  accepted: number;
  rejected: number;
  inDoubt: number;
  unsent: number;
}

/** Accepted rows of one currency; the sum leaves out amounts that are missing or finer than 10⁻⁴. */
export interface CurrencySum {
  currency: string | null;
  rows: number;
  /** In units of 10⁻⁴. */
  units: bigint;
  rowsWithoutAmount: number;
  rowsFiner: number;
}

export interface LineRange {
  rows: number;
  firstLine: number;
  lastLine: number;
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

export interface RejectedRow extends Pick<InputRow, 'line' | 'record' | 'source'> {
  faults: RowFault[];
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
  read(): void;
  /** Takes back rows that were read and not looked at. */
  unread(rows: number): void;
  accept(batch: readonly BatchRow[], uploadId: string): AcceptedUpload;
  reject(row: RejectedRow): void;
  doubt(batch: readonly BatchRow[], id: string, reason: string): void;
  leaveUnsent(row: Pick<BatchRow, 'line'>): void;
}

export function openLedger(): Ledger {
  const rows: RowCounts = { read: 0, accepted: 0, rejected: 0, inDoubt: 0, unsent: 0 };
  const sums = new Map<string | null, CurrencySum>();
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
      return [...sums.values()].sort((a, b) => b.rows - a.rows);
    },
    read: () => {
      rows.read += 1;
    },
    unread: (count) => {
      rows.read -= count;
    },
    accept: (batch, uploadId) => {
      rows.accepted += batch.length;
      for (const row of batch) addToSum(sums, row);
      const lines = lineRuns(batch.map((row) => row.line));
      const upload = { ...rangeOf(batch), uploadId, status: null, summary: null, errors: [], countsMatch: null, lines };
      uploads.push(upload);
      return upload;
    },
    reject: ({ line, record, faults }) => {
      rows.rejected += 1;
      for (const fault of faults) if (errors.length < rowErrorsMax) errors.push({ line, record, ...fault });
    },
    doubt: (batch, id, reason) => {
      rows.inDoubt += batch.length;
      const records = { firstRecord: batch[0]?.record ?? 0, lastRecord: batch.at(-1)?.record ?? 0 };
      inDoubt.push({ batch: id, ...rangeOf(batch), ...records, reason });
    },
    leaveUnsent: ({ line }) => {
      rows.unsent += 1;
      unsent = { rows: rows.unsent, firstLine: unsent?.firstLine ?? line, lastLine: line };
    },
  };
}

function rangeOf(batch: readonly BatchRow[]): LineRange {
  return { rows: batch.length, firstLine: batch[0]?.line ?? 0, lastLine: batch.at(-1)?.line ?? 0 };
}

function addToSum(sums: Map<string | null, CurrencySum>, row: BatchRow): void {
  const sum = sums.get(row.currency) ?? { currency: row.currency, rows: 0, units: 0n, rowsWithoutAmount: 0, rowsFiner: 0 };
  sum.rows += 1;
  const units = row.amount === null ? null : tenThousandths(row.amount);
  if (units !== null) sum.units += units;
  else if (row.amount === null) sum.rowsWithoutAmount += 1;
  else sum.rowsFiner += 1;
  sums.set(row.currency, sum);
}
