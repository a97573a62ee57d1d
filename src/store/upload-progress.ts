/** How far the import of an upload has come: adds up the decisions about its rows to counts, sums and messages. */
import { type CurrencySum, currencySums } from '../contract/currency-sums.js';
import { uploadStateErrorsMax } from '../contract/limits.js';
import { SalesError } from '../contract/problem.js';
import type { UploadStatus } from '../contract/upload.js';
import { matchStateCodes, type StateCodes, stateCodes } from './codes.js';
import { isWarning } from './comments.js';
import type { RowDecision, UploadedFields } from './import-decisions.js';
import type { Upload } from './uploads.js';

/** The counters of an upload; `errors` and `amounts` as JSON text. */
export interface UploadProgress
  extends Pick<Upload, 'kind' | 'rows' | 'decided' | 'processed' | 'duplicates' | 'rejected' | 'warnings' | 'errorCount' | 'status'> {
  errors: string;
  amounts: string;
}

/** Progress of an upload without rows. */
export const nothingDecided: Omit<UploadProgress, 'kind'> = {
  rows: 0,
  decided: 0,
  processed: 0,
  duplicates: 0,
  rejected: 0,
  warnings: 0,
  amounts: '[]',
  errors: '[]',
  errorCount: 0,
  status: 'Processing',
};

/**
 * The progress of an upload after `decisions` about its next rows, which are `rows`. The sums of settlement records are those of payments:
 * fees and payouts, which are the same money again, are not in them.
 */
export function progressOf(
  upload: Omit<UploadProgress, 'status'>,
  rows: readonly UploadedFields[],
  decisions: readonly RowDecision[],
): UploadProgress {
  const decided = upload.decided + decisions.length;
  if (decided > upload.rows) throw new SalesError('internal', 'An import step has more decisions than rows.');
  let { processed, duplicates, warnings } = upload;
  const messages: string[] = [];
  const sums = currencySums();
  sums.addAll(amountsFrom(upload.amounts));
  for (let index = 0; index < decisions.length; index++) {
    const decision = decisions[index] as RowDecision;
    for (const message of decision.errors) messages.push(message);
    if (decision.isWarned) warnings++;
    if (decision.transactionState !== 'Processed') continue;
    processed++;
    if (decision.transactionMatchState === 'Skip') duplicates++;
    else if (upload.kind === 'Sales' || decision.transactionMatchState !== 'NotApplicable') sums.add(rows[index] ?? {});
  }
  const rejected = decided - processed;
  return {
    kind: upload.kind,
    rows: upload.rows,
    decided,
    processed,
    duplicates,
    rejected,
    warnings,
    amounts: textOf(sums.all()),
    errors: JSON.stringify([...(JSON.parse(upload.errors) as string[]), ...messages].slice(0, uploadStateErrorsMax)),
    errorCount: upload.errorCount + messages.length,
    status: decided < upload.rows ? 'Processing' : finalStatus(processed, rejected),
  };
}

/** A row with its current states. */
export interface CountedRow extends StateCodes {
  currency: string | null;
  amount: number | null;
  comment: string | null;
}

/** The counts and sums of all rows of an upload, in their order: the same that {@link progressOf} arrives at step by step. */
export function countsOf(
  kind: UploadProgress['kind'],
  rows: readonly CountedRow[],
): Pick<UploadProgress, 'processed' | 'duplicates' | 'warnings' | 'amounts'> {
  const processed = rows.filter(({ transactionState }) => transactionState === stateCodes.Processed);
  const imported = processed.filter(({ transactionMatchState }) => transactionMatchState !== matchStateCodes.Skip);
  const sums = currencySums();
  for (const row of imported) if (kind === 'Sales' || row.transactionMatchState !== matchStateCodes.NotApplicable) sums.add(row);
  return {
    processed: processed.length,
    duplicates: processed.length - imported.length,
    warnings: processed.filter(({ comment }) => isWarning(comment)).length,
    amounts: textOf(sums.all()),
  };
}

/** The status of an upload whose rows are all decided about. */
export function finalStatus(processed: number, rejected: number): UploadStatus {
  if (rejected === 0) return 'Processed';
  return processed === 0 ? 'Failed' : 'ProcessedWithErrors';
}

/** Adds a message to `errors`; it is kept even where the list is full. */
export function withLast(errors: string, last: string): string {
  return JSON.stringify([...(JSON.parse(errors) as string[]).slice(0, uploadStateErrorsMax - 1), last]);
}

/** The sums as JSON. Their units are written as text, because JSON numbers would lose digits. */
export function textOf(sums: readonly CurrencySum[]): string {
  return JSON.stringify(sums.map((sum) => ({ ...sum, units: String(sum.units) })));
}

/** The sums from the JSON that {@link textOf} writes. */
export function amountsFrom(text: string): CurrencySum[] {
  const sums = JSON.parse(text) as (Omit<CurrencySum, 'units'> & { units: string })[];
  return sums.map((sum) => ({ ...sum, units: BigInt(sum.units) }));
}

/** The progress of an upload about some of whose rows was decided again; `rows` are all of them, as they are now. */
export function progressAgain(
  upload: UploadProgress,
  rows: readonly CountedRow[],
  decisions: readonly RowDecision[],
  { isWhole }: { /** All of its rows without a state were decided about: its messages begin anew. */ isWhole: boolean },
): UploadProgress {
  const counts = countsOf(upload.kind, rows);
  const added = decisions.flatMap((decision) => decision.errors);
  // An upload that is only affected through its like rows may still be imported, or have been given up.
  const decided = isWhole ? upload.rows : upload.decided;
  const rejected = decided - counts.processed;
  const before = isWhole ? [] : (JSON.parse(upload.errors) as string[]);
  return {
    ...counts,
    kind: upload.kind,
    rows: upload.rows,
    decided,
    rejected,
    errors: JSON.stringify([...before, ...added].slice(0, uploadStateErrorsMax)),
    errorCount: (isWhole ? 0 : upload.errorCount) + added.length,
    status: decided < upload.rows ? upload.status : finalStatus(counts.processed, rejected),
  };
}
