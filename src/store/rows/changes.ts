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
  mayChange,
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
import { port } from '../port.js';
import { counters, notIndexed } from '../sql/dialect.js';
import { arrays, run, type Sql, sql, text, type Work } from '../sql/work.js';
import type { Upload } from '../uploads.js';
import { type AgainContext, decideAboutRows, decideAnew, rowsLikeThose, rowsOf, selectOfUpload, settle } from './decided-again.js';
import { matchesWithKeys } from './decided-matches.js';
import { appendChanges } from './history.js';
import { endMatchesOfUpload } from './match-outcome.js';
import { noteChanged, noteDays, noteDaysOf, rowsInUpload } from './match-progress.js';
import { type Ending, endAnyMatches } from './matches.js';
import { rowTables } from './row-tables.js';
import { findUpload, placeOfRows, toldUpload, type UploadRow } from './uploads.js';
import { bringBack, keepWaiting } from './waiting-matches.js';

/** In the scope of some units, only the user's own uploads are found; what is decided about their rows is the tenant's matter. */
export interface ChangeContext extends AgainContext, Reach {
  from: RequestOrigin;
}

/** The upload as it is then, null where there is none; and what is to be noted in the audit trail, null where nothing was to be done. */
export type ChangedUpload = [Upload | null, AuditEntry | null];

/** `work` returns whether there was anything to do. Fails with `validation` while the upload is still being imported. */
function* change(
  context: ChangeContext,
  action: string,
  uploadId: string,
  work: (upload: UploadRow) => Work<boolean>,
): Work<ChangedUpload> {
  const { by, from } = context;
  const upload = yield* findUpload(context, uploadId);
  if (!upload) return [null, null];
  mayChange(upload);
  const isChanged = yield* work(upload);
  const after = yield* findUpload(context, uploadId);
  const entry: AuditEntry = { actor: by, ...from, action, object: `upload:${upload.id}`, outcome: 'done', details: {} };
  return [after ? yield* toldUpload(context, after) : null, isChanged ? entry : null];
}

/** Decides again about the rows that are Unprocessed. Fails with `validation` where the upload is withdrawn or still being imported. */
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
 * like them. Fails with `validation` where it is still being imported, where another system matched some of its rows, and where people decided about
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
    const decided = yield* heldIn(tenantKey, upload, isDecided);
    if (withDecisions === 'none') mayWithdrawDecided(upload, decided);
    else if (decided.rows > 0) yield* endDecidedOf(ending, upload, withDecisions);
    mayWithdraw(upload, (yield* heldIn(tenantKey, upload, isMatched)).ids);
    const like = yield* rowsLikeThose(tenantKey, upload);
    yield* moveRows(tenantKey, upload, 'withdrawn');
    yield* run(
      sql`UPDATE upload SET withdrawn_at = ${at}, withdrawn_by = ${by}, idempotency_key = NULL, fingerprint = NULL
        WHERE tenant_key = ${tenantKey} AND upload_key = ${upload.uploadKey}`,
    );
    yield* noteOnUpload(context, upload, 'Withdrawn');
    yield* decideAnew(context, upload.kind, like, reason);
    return true;
  });
}

/**
 * Brings a withdrawn upload back, decides again about its rows and those like them, and brings back what people decided about them. Fails with `validation` where it was withdrawn too long
 * ago or is still being imported. Does nothing to one that is not withdrawn.
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
    yield* decideAnew(context, upload.kind, yield* rowsLikeThose(tenantKey, upload), ending.reason);
    yield* bringBack(ending, context.at, upload);
    yield* noteDays(tenantKey, upload.kind, rowsInUpload(upload), true);
    return true;
  });
}

function noteOnUpload({ tenantKey, at, by }: ChangeContext, { uploadKey }: UploadRow, reason: string): Work<void> {
  return appendChanges(tenantKey, [{ uploadKey, at: at.toISOString(), reason, by, row: null }]);
}

function* checkInside(reach: Reach, upload: UploadRow): Work<void> {
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

/** How many rows these are, and the ids of the first ones: one more than is shown. */
function* heldIn(tenantKey: number, upload: UploadRow, which: Sql): Work<HeldRows> {
  const found = yield* selectOfUpload<[number]>(tenantKey, upload, text('seq'), which, text('ORDER BY seq'));
  const ids = found.slice(0, matchedShownMax + 1).map(([seq]) => transactionId(upload.firstTransactionId, seq - upload.firstSeq));
  return { rows: found.length, ids };
}

/** Ends what people made or approved of the upload's rows, until it is restored. The rows that are left are to be matched again. */
function* endDecidedOf(ending: Ending, upload: UploadRow, withDecisions: WithDecisions): Work<void> {
  const { tenantKey } = ending;
  const found = yield* selectOfUpload<[number]>(tenantKey, upload, text('DISTINCT match_key'), isDecided);
  const matches = yield* matchesWithKeys(tenantKey, found.flat());
  mayEndDecisions(withDecisions === 'own' && matches.some(({ decidedBy }) => decidedBy !== ending.by));
  yield* keepWaiting(tenantKey, matches);
  yield* endAnyMatches(
    ending,
    matches.map(({ matchKey }) => matchKey),
  );
  yield* noteDaysOf(
    tenantKey,
    matches.flatMap(({ numbers }) => numbers),
  );
}

function* moveRows(tenantKey: number, upload: UploadRow, to: 'withdrawn' | 'back'): Work<void> {
  const { moveRows: move } = yield* port();
  const moved = yield* move(tenantKey, upload, to);
  if (moved !== upload.rows) throw new SalesError('internal', 'An upload lacks rows that it was staged with.');
  const counter = text(rowTables[upload.kind].counter);
  yield* run(sql`UPDATE ${counters} SET ${counter} = ${counter} + ${to === 'back' ? moved : -moved} WHERE tenant_key = ${tenantKey}`);
}
