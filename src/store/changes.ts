/**
 * What may be done to an upload after its import, and in which order rows are decided about again. Pure: a store brings the rows and stores
 * what comes of it.
 */
import { SalesError } from '../contract/problem.js';
import type { Upload } from './uploads.js';

/** For how many days a withdrawn upload can be restored. */
const RESTORE_DAYS_MAX = 30;
/** How many of the matched rows are named where they stand in the way. */
export const matchedShownMax = 10;
const MS_PER_DAY = 86_400_000;

/** Fails with `validation` where it is withdrawn. */
export function mayReprocess({ withdrawnAt }: WithdrawnAt): void {
  if (withdrawnAt !== null) throw refusal('is withdrawn: restore it first');
}

/** Whose decisions about its rows end with an upload. */
export type WithDecisions = 'none' | 'own' | 'any';

export interface HeldRows {
  rows: number;
  /** The ids of the first ones: one more than are shown. */
  ids: readonly string[];
}

/** Fails with `validation` where people decided about some of its rows, and the user did not say that this ends. */
export function mayWithdrawDecided({ kind }: Pick<Upload, 'kind'>, { rows, ids }: HeldRows): void {
  if (rows === 0) return;
  const what = kind === 'Sales' ? 'transaction' : 'record';
  const about = rows === 1 ? `1 ${what}` : `${rows} ${what}s`;
  const messages = [`is needed: people decided about ${about} of the upload`, ...shown(ids)];
  throw new SalesError('validation', undefined, { errors: { withDecisions: messages } });
}

/** Fails with `forbidden`, where only the own decisions may end. */
export function mayEndDecisions(isOfOthers: boolean): void {
  if (isOfOthers)
    throw new SalesError('forbidden', 'Others decided about some of its rows: this needs the role Admin on the whole tenant, or Clerk.', {
      roles: ['Admin', 'Clerk'],
    });
}

const shown = (ids: readonly string[]) => [...ids.slice(0, matchedShownMax), ...(ids.length > matchedShownMax ? ['and more'] : [])];

/** Fails with `validation` where some of its rows are matched by another system; `ids` are the first of these, one more than are shown. */
export function mayWithdraw({ kind }: Pick<Upload, 'kind'>, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const what = kind === 'Sales' ? 'transactions that are matched with a settlement' : 'records that are matched with sales';
  throw refusal(`holds ${what}, and cannot be withdrawn`, ...shown(ids));
}

/**
 * Fails with `forbidden` for a user of some units unless all rows of the upload are inside of these: they may have been another's since, and
 * nobody changes what they may not see.
 */
export function mayMove({ kind, rows }: Pick<Upload, 'kind' | 'rows'>, rowsInside: number): void {
  if (rowsInside === rows) return;
  throw new SalesError(
    'forbidden',
    `The upload has ${kind === 'Sales' ? 'transactions' : 'records'} outside of the units that the user may access: this needs the role Admin on the whole tenant.`,
  );
}

/** Fails with `validation` where it was withdrawn too long ago. */
export function mayRestore(withdrawnAt: string, at: Date): void {
  if (at.getTime() - Date.parse(withdrawnAt) <= RESTORE_DAYS_MAX * MS_PER_DAY) return;
  throw refusal(`was withdrawn more than ${RESTORE_DAYS_MAX} days ago: upload the file again instead`);
}

/** Null for an upload that counts. */
interface WithdrawnAt {
  withdrawnAt: string | null;
}

function refusal(...messages: string[]): SalesError {
  return new SalesError('validation', undefined, { errors: { uploadId: messages } });
}

/**
 * Rows that are like others, by the upload in which they are decided about again: in their order of arrival, as if they had come for the
 * first time, because which of them stand for a sale must not depend on what was withdrawn in between.
 */
export function inOrderOfArrival(rows: readonly { seq: number; uploadKey: number }[]): Map<number, number[]> {
  const byUpload = new Map<number, number[]>();
  for (const { seq, uploadKey } of [...rows].sort((a, b) => a.seq - b.seq)) {
    const seqs = byUpload.get(uploadKey);
    if (seqs) seqs.push(seq);
    else byUpload.set(uploadKey, [seq]);
  }
  return byUpload;
}
