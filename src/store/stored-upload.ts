/** An upload as both stores keep it: what its row has, what others are told of it, and what each step of its import leaves in it. */
import type { UploadKind } from '../contract/states.js';
import { transactionId } from './ids.js';
import type { UploadedFields } from './import-decisions.js';
import { amountsFrom, type UploadProgress } from './upload-progress.js';
import type { StagedRows, Upload } from './uploads.js';

/** `errors` and `amounts` are JSON text. */
export interface StoredUpload extends Omit<Upload, 'errors' | 'amounts' | 'withdrawn'> {
  uploadKey: number;
  importConfigurationKey: number;
  createdAt: string;
  firstSeq: number;
  firstTransactionId: Buffer | string;
  /** Null for the first upload of its group. */
  groupKey: number | null;
  /** The idempotency key that the upload came with, kept even when the key is free again. */
  batchKey: string | null;
  errors: string;
  amounts: string;
  withdrawnAt: string | null;
  withdrawnBy: string | null;
}

/** Which upload, group and batch a row belongs to. */
export interface Belonging {
  kind: UploadKind;
  /** Null for an upload that is being staged. */
  uploadKey: number | null;
  /** Null for an upload that is being staged as the first of its group. */
  groupKey: number | null;
  /**
   * The idempotency key that the upload came with. Another upload of the group with the same key is the same batch, sent again after the
   * key had become free.
   */
  batchKey: string | null;
}

/** Rows that are decided about. */
export interface RowsToDecide extends Belonging {
  /** The numbers in their table, by their index. */
  seqOf(index: number): number;
  /** Where they have ids. */
  idOf(index: number): string | null;
}

/** The upload, group and batch that the rows of a stored upload belong to. */
export function belongingOf({ kind, uploadKey, groupKey, batchKey }: StoredUpload): Belonging & { groupKey: number } {
  return { kind, uploadKey, groupKey: groupKey ?? uploadKey, batchKey };
}

/** The rows of a stored upload, by their numbers in their table. */
export function rowsToDecide(upload: StoredUpload, seqOf: (index: number) => number): RowsToDecide {
  const { firstSeq, firstTransactionId } = upload;
  return { ...belongingOf(upload), seqOf, idOf: (index) => transactionId(firstTransactionId, seqOf(index) - firstSeq) };
}

/** The rows of a request to stage, and of which kind they are. */
export function stagedRows(request: StagedRows): { kind: UploadKind; rows: readonly UploadedFields[] } {
  return 'records' in request ? { kind: 'Settlement', rows: request.records } : { kind: 'Sales', rows: request.transactions };
}

/** The upload as others are told of it. */
export function uploadOf(row: StoredUpload): Upload {
  const { id, kind, userId, status, statusAt, rows, decided, processed, duplicates, rejected, warnings, errorCount } = row;
  return {
    ...{ id, kind, userId, status, statusAt, rows, decided, processed, duplicates, rejected, warnings, errorCount },
    amounts: amountsFrom(row.amounts),
    errors: JSON.parse(row.errors) as string[],
    withdrawn: row.withdrawnAt === null ? null : { at: row.withdrawnAt, by: row.withdrawnBy ?? '' },
  };
}

/** The columns of {@link progressValues}, in snake case. */
export const progressColumns = [
  ...['decided', 'processed', 'duplicates', 'rejected', 'warnings', 'amounts', 'errors', 'error_count', 'status'],
] as const;

/** What the row of an upload has of its progress, in the order of {@link progressColumns}. */
export function progressValues({ decided, processed, duplicates, rejected, warnings, ...rest }: UploadProgress): (string | number)[] {
  return [decided, processed, duplicates, rejected, warnings, rest.amounts, rest.errors, rest.errorCount, rest.status];
}
