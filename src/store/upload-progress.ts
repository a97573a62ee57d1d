/** What import made of an upload: adds up the decisions about its rows to counts, sums and messages. */
import { type CurrencySum, currencySums } from '../contract/currency-sums.js';
import { uploadStateErrorsMax } from '../contract/limits.js';
import { SalesError } from '../contract/problem.js';
import type { UploadKind } from '../contract/states.js';
import type { UploadStatus } from '../contract/upload.js';
import { matchStateCodes, type StateCodes, stateCodes } from './codes.js';
import { isWarning, thereAtOtherTimes, thereOtherwise, thereThatDay, thereWithOtherAmount, thereWithOtherCosts } from './comments.js';
import type { RowDecision, UploadedFields } from './import-decisions.js';
import type { Upload } from './uploads.js';

/** The counters of an upload; `errors` and `amounts` as JSON text. */
export interface UploadProgress
  extends Pick<Upload, 'kind' | 'rows' | 'decided' | 'processed' | 'duplicates' | 'rejected' | 'warnings' | 'errorCount' | 'status'> {
  errors: string;
  amounts: string;
}

/**
 * The progress of a new upload after `decisions` about all its rows. The sums of settlement records are those of payments: fees and payouts, which
 * are the same money again, are not in them.
 */
export function progressOf(kind: UploadKind, rows: readonly UploadedFields[], decisions: readonly RowDecision[]): UploadProgress {
  if (decisions.length !== rows.length) throw new SalesError('internal', 'Import has not decided about each row.');
  let [processed, duplicates, warnings] = [0, 0, 0];
  const messages: string[] = [];
  const sums = currencySums();
  for (let index = 0; index < decisions.length; index++) {
    const decision = decisions[index] as RowDecision;
    for (const message of decision.errors) messages.push(message);
    if (decision.isWarned) warnings++;
    if (decision.transactionState !== 'Processed') continue;
    processed++;
    if (decision.transactionMatchState === 'Skip') duplicates++;
    else if (kind === 'Sales' || decision.transactionMatchState !== 'NotApplicable') sums.add(rows[index] ?? {});
  }
  const rejected = rows.length - processed;
  return {
    ...{ kind, rows: rows.length, decided: rows.length, processed, duplicates, rejected, warnings },
    amounts: textOf(sums.all()),
    errors: JSON.stringify(messages.slice(0, uploadStateErrorsMax)),
    errorCount: messages.length,
    status: finalStatus(processed, rejected),
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
function finalStatus(processed: number, rejected: number): UploadStatus {
  if (rejected === 0) return 'Processed';
  return processed === 0 ? 'Failed' : 'ProcessedWithErrors';
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

/** Messages about several rows together, each with the count that is 0 once it is over. One that is said again goes. */
const ofSeveral = [
  { end: thereWithOtherCosts, count: 'duplicates' },
  { end: thereThatDay, count: 'warnings' },
  { end: thereOtherwise, count: 'warnings' },
  { end: thereWithOtherAmount, count: 'warnings' },
  { end: thereAtOtherTimes, count: 'warnings' },
] as const;

/** The progress of an upload about some of whose rows was decided again; `rows` are all of them, as they are now. */
export function progressAgain(
  upload: UploadProgress,
  rows: readonly CountedRow[],
  decisions: readonly RowDecision[],
  { isWhole }: { /** All of its rows without a state were decided about: its messages begin anew. */ isWhole: boolean },
): UploadProgress {
  const counts = countsOf(upload.kind, rows);
  const added = decisions.flatMap((decision) => decision.errors);
  const isOver = ({ end, count }: (typeof ofSeveral)[number]) => counts[count] === 0 || added.some((message) => message.endsWith(end));
  // An import of an earlier version may have been given up.
  const decided = isWhole ? upload.rows : upload.decided;
  const rejected = decided - counts.processed;
  const before = isWhole ? [] : (JSON.parse(upload.errors) as string[]);
  const kept = before.filter((message) => !ofSeveral.some((said) => message.endsWith(said.end) && isOver(said)));
  return {
    ...counts,
    kind: upload.kind,
    rows: upload.rows,
    decided,
    rejected,
    errors: JSON.stringify([...kept, ...added].slice(0, uploadStateErrorsMax)),
    errorCount: (isWhole ? 0 : upload.errorCount) + added.length - (before.length - kept.length),
    status: decided < upload.rows ? upload.status : finalStatus(counts.processed, rejected),
  };
}
