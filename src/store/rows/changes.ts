/**
 * Changes to uploads after their import: deciding again, withdrawing, restoring. Each is one transaction, so that after a crash it is
 * either done or not, and each ends by recomputing the uploads' counts and sums from the rows.
 */

import { SalesError } from '../../contract/problem.js';
import { andWithin, type Reach } from '../access/scope.js';
import type { AuditEntry, RequestOrigin } from '../audit.js';
import {
  type HeldRows,
  matchedShownMax,
  mayEndDecisions,
  mayMove,
  mayReprocess,
  mayRestore,
  mayWithdraw,
  mayWithdrawDecided,
  type WithDecisions,
} from '../changes.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { transactionId } from '../ids.js';
import { rowNumber, rowOfNumber, seqsOf } from '../matching.js';
import { port } from '../port.js';
import { counters, notIndexed } from '../sql/dialect.js';
import { arrays, run, type Sql, sql, text, type Work } from '../sql/work.js';
import type { StoredUpload } from '../stored-upload.js';
import type { Upload } from '../uploads.js';
import { type AgainContext, decideAboutRows, decideAnew, rowsLikeThose, rowsOf, selectOfUpload, settle } from './decided-again.js';
import { matchesWithKeys } from './decided-matches.js';
import { appendChanges } from './history.js';
import { endMatchesOfUpload } from './match-outcome.js';
import { noteChanged, noteDays, noteDaysOf, rowsInUpload } from './match-progress.js';
import { type Ending, endAnyMatches } from './matches.js';
import { rowTables } from './row-tables.js';
import { bringSaid } from './said-rows.js';
import { findUpload, placeOfRows, toldUpload } from './uploads.js';
import { allWaiting, bringBack, keepWaiting, numbersIn, type SaidOf, saidOf } from './waiting-matches.js';

/** In the scope of some units, only the user's own uploads are found; what is decided about their rows is the tenant's matter. */
export interface ChangeContext extends AgainContext, Reach {
  from: RequestOrigin;
}

/** The upload as it is then, null where there is none; and what is to be noted in the audit trail, null where nothing was to be done. */
export type ChangedUpload = [Upload | null, AuditEntry | null];

/** `work` returns whether there was anything to do. */
function* change(
  context: ChangeContext,
  action: string,
  uploadId: string,
  work: (upload: StoredUpload) => Work<boolean>,
): Work<ChangedUpload> {
  const { by, from } = context;
  const upload = yield* findUpload(context, uploadId);
  if (!upload) return [null, null];
  const before = yield* waitingFor(context.tenantKey, upload);
  const isChanged = yield* work(upload);
  const after = yield* findUpload(context, uploadId);
  const waiting = yield* waitingFor(context.tenantKey, upload);
  const back = [...before].filter((key) => !waiting.has(key)).length;
  const decisions = waiting.size + back > 0 ? { decisions: { waiting: waiting.size, back } } : {};
  const entry: AuditEntry = { actor: by, ...from, action, object: `upload:${upload.id}`, outcome: 'done', details: decisions };
  return [after ? { ...(yield* toldUpload(context, after)), ...decisions } : null, isChanged ? entry : null];
}

/** Decides again about the rows that are Unprocessed. Fails with `validation` where the upload is withdrawn. */
export function reprocess(context: ChangeContext, uploadId: string): Work<ChangedUpload> {
  const { tenantKey } = context;
  return change(context, 'upload.reprocess', uploadId, function* (upload) {
    mayReprocess(upload);
    const rows = yield* rowsOf(context, upload, text(`state = ${stateCodes.Unprocessed}`));
    if (rows.length === 0) return false;
    yield* noteChanged(tenantKey);
    const unsettled = yield* decideAboutRows(context, upload, rows, { reason: 'Reprocessed', isWhole: true });
    yield* settle(context, upload.kind, unsettled, `Upload ${upload.id} was reprocessed`);
    yield* noteDays(tenantKey, upload.kind, rowsInUpload(upload), true);
    return true;
  });
}

/**
 * Takes an upload back: ends the matches of its rows, moves them out of the tenant, frees its idempotency key, and decides again about rows
 * like them. Fails with `validation` where another system matched some of its rows, and where people decided about
 * some, unless `withDecisions`: then those matches end, too, and it fails with `forbidden` where only the own may. Does nothing to one that is withdrawn.
 */
export function withdraw(context: ChangeContext, uploadId: string, withDecisions: WithDecisions): Work<ChangedUpload> {
  const { tenantKey, by } = context;
  return change(context, 'upload.withdraw', uploadId, function* (upload) {
    if (upload.withdrawnAt !== null) return false;
    yield* checkInside(context, upload);
    const at = context.at.toISOString();
    const reason = `Upload ${upload.id} was withdrawn`;
    yield* noteChanged(tenantKey);
    yield* noteDays(tenantKey, upload.kind, rowsInUpload(upload), false);
    const ending = { tenantKey, at, reason, by };
    yield* endMatchesOfUpload(ending, upload);
    const said = yield* saidOf(tenantKey, isRowOf(upload));
    const decided = [...(yield* seqsWhere(tenantKey, upload, isDecided)), ...said.flatMap(({ numbers }) => seqsOf(upload.kind, numbers))];
    if (withDecisions === 'none') mayWithdrawDecided(upload, heldRows(upload, decided));
    else if (decided.length > 0) yield* endDecidedOf(ending, upload, { withDecisions, said });
    mayWithdraw(upload, heldRows(upload, yield* seqsWhere(tenantKey, upload, isMatched)).ids);
    const like = yield* rowsLikeThose(tenantKey, upload);
    yield* moveRows(tenantKey, upload, 'withdrawn');
    yield* run(
      sql`UPDATE upload SET withdrawn_at = ${at}, withdrawn_by = ${by}, idempotency_key = NULL, fingerprint = NULL
        WHERE tenant_key = ${tenantKey} AND upload_key = ${upload.uploadKey}`,
    );
    yield* noteOnUpload(context, upload, 'Withdrawn');
    yield* decideAnew(context, upload.kind, like, reason);
    yield* bringSaid(tenantKey, context.at);
    return true;
  });
}

/**
 * Brings a withdrawn upload back, decides again about its rows and those like them, and brings back what people decided about them. Fails with `validation` where it was withdrawn too long
 * ago. Does nothing to one that is not withdrawn.
 */
export function restore(context: ChangeContext, uploadId: string): Work<ChangedUpload> {
  const { tenantKey } = context;
  return change(context, 'upload.restore', uploadId, function* (upload) {
    if (upload.withdrawnAt === null) return false;
    yield* checkInside(context, upload);
    mayRestore(upload.withdrawnAt, context.at);
    yield* noteChanged(tenantKey);
    yield* moveRows(tenantKey, upload, 'back');
    yield* run(
      sql`UPDATE upload SET withdrawn_at = NULL, withdrawn_by = NULL WHERE tenant_key = ${tenantKey} AND upload_key = ${upload.uploadKey}`,
    );
    yield* noteOnUpload(context, upload, 'Restored');
    const ending = { tenantKey, at: context.at.toISOString(), reason: `Upload ${upload.id} was restored`, by: context.by };
    const like = yield* rowsLikeThose(tenantKey, upload);
    yield* decideAnew(context, upload.kind, like, ending.reason);
    yield* bringBack(ending, context.at, upload);
    // What was said of the rows in their place, too.
    const isLike = new Set(like.map((seq) => rowNumber(upload.kind, seq)));
    yield* keepWaiting(tenantKey, [], yield* saidOf(tenantKey, (number) => isLike.has(number)));
    yield* bringSaid(tenantKey, context.at);
    yield* noteDays(tenantKey, upload.kind, rowsInUpload(upload), true);
    return true;
  });
}

/** By the number of a row. */
function isRowOf({ kind, firstSeq, rows }: StoredUpload): (number: number) => boolean {
  return (number) => {
    const row = rowOfNumber(number);
    return row.kind === kind && row.seq >= firstSeq && row.seq < firstSeq + rows;
  };
}

/** Keys of decisions of which something waits for rows of the upload. */
function* waitingFor(tenantKey: number, upload: StoredUpload): Work<Set<number>> {
  const isRow = isRowOf(upload);
  const waiting = [...(yield* allWaiting(tenantKey))];
  return new Set(waiting.flatMap(([key, some]) => (some.some((one) => numbersIn(one).some(isRow)) ? [key] : [])));
}

function noteOnUpload({ tenantKey, at, by }: ChangeContext, { uploadKey }: StoredUpload, reason: string): Work<void> {
  return appendChanges(tenantKey, [{ uploadKey, at: at.toISOString(), reason, by, row: null }]);
}

function* checkInside(reach: Reach, upload: StoredUpload): Work<void> {
  if (!reach.limit) return;
  const { table, tenant } = placeOfRows(reach.tenantKey, upload);
  const [inside] = yield* arrays<[number]>(
    sql`SELECT count(*) FROM ${table} AS sale ${notIndexed}
      WHERE sale.tenant_key = ${tenant} AND sale.seq >= ${upload.firstSeq} AND sale.seq < ${upload.firstSeq + upload.rows}${andWithin(reach)}`,
  );
  mayMove(upload, inside?.[0] ?? 0);
}

/** Once the matches by rules have ended: in what people made or approved; and matched by whomever. */
const isDecided = text('match_key IS NOT NULL');
const isMatched = text(`match_state = ${matchStateCodes.Match}`);

function* seqsWhere(tenantKey: number, upload: StoredUpload, which: Sql): Work<number[]> {
  return (yield* selectOfUpload<[number]>(tenantKey, upload, text('seq'), which)).flat();
}

/** How many rows these are, each of which may be there twice, and the ids of the first ones: one more than is shown. */
function heldRows({ firstTransactionId, firstSeq }: StoredUpload, seqs: readonly number[]): HeldRows {
  const held = [...new Set(seqs)].sort((one, other) => one - other);
  return { rows: held.length, ids: held.slice(0, matchedShownMax + 1).map((seq) => transactionId(firstTransactionId, seq - firstSeq)) };
}

/** Ends what people made or approved of the upload's rows, and has it wait with what they noted and claimed. The rows that are left are to be matched again. */
function* endDecidedOf(
  ending: Ending,
  upload: StoredUpload,
  { withDecisions, said }: { withDecisions: WithDecisions; said: readonly SaidOf[] },
): Work<void> {
  const { tenantKey, by } = ending;
  const found = yield* selectOfUpload<[number]>(tenantKey, upload, text('DISTINCT match_key'), isDecided);
  const matches = yield* matchesWithKeys(tenantKey, found.flat());
  const isOfOthers = matches.some(({ decidedBy }) => decidedBy !== by) || said.some((one) => one.by !== by);
  mayEndDecisions(withDecisions === 'own' && isOfOthers);
  yield* keepWaiting(tenantKey, matches, said);
  yield* endAnyMatches(
    ending,
    matches.map(({ matchKey }) => matchKey),
  );
  yield* noteDaysOf(
    tenantKey,
    matches.flatMap(({ numbers }) => numbers),
  );
}

function* moveRows(tenantKey: number, upload: StoredUpload, to: 'withdrawn' | 'back'): Work<void> {
  const { moveRows: move } = yield* port();
  const moved = yield* move(tenantKey, upload, to);
  if (moved !== upload.rows) throw new SalesError('internal', 'An upload lacks rows that it was staged with.');
  const counter = text(rowTables[upload.kind].counter);
  yield* run(sql`UPDATE ${counters} SET ${counter} = ${counter} + ${to === 'back' ? moved : -moved} WHERE tenant_key = ${tenantKey}`);
}
