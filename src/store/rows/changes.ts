/**
 * Changes to uploads after their import: deciding again, withdrawing, restoring. Each is one transaction, so that after a crash it is
 * either done or not, and each ends by recomputing the uploads' counts and sums from the rows.
 */
import { SalesError } from '../../contract/problem.js';
import type { UploadKind } from '../../contract/states.js';
import { configurationOf, knownPlaces } from '../access/import-configurations.js';
import { andRowsWithin, type Reach } from '../access/scope.js';
import type { AuditEntry, RequestOrigin } from '../audit.js';
import { inOrderOfArrival, matchedShownMax, mayChange, mayMove, mayReprocess, mayRestore, mayWithdraw } from '../changes.js';
import { codesOf, matchStateCodes, type StateCodes, stateCodes } from '../codes.js';
import type { Decide, DecideAgain, RowDecision } from '../decisions.js';
import { transactionId } from '../ids.js';
import { port } from '../port.js';
import { all, arrays, nothing, run, type Sql, sql, text, type Work } from '../sql/work.js';
import { belongingOf, uploadOf } from '../stored-upload.js';
import { type CountedRow, progressAgain } from '../upload-progress.js';
import type { UploadedFields } from '../uploaded-fields.js';
import type { Upload } from '../uploads.js';
import { appendChanges, type NotedChange } from './history.js';
import { endMatchesOfLike, endMatchesOfUpload, forgetReasons, rowsLike } from './match-outcome.js';
import { noteChanged, noteDays, rowsInUpload } from './match-progress.js';
import { importedAs, rowTables } from './row-tables.js';
import { findUpload, recordDecisions, storeProgress, type UploadRow, uploadByKey } from './uploads.js';

/** In the scope of some units, only the user's own uploads are found; what is decided about their rows is the tenant's matter. */
export interface ChangeContext extends Reach {
  at: Date;
  by: string;
  from: RequestOrigin;
  decide: DecideAgain;
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
  return [after ? uploadOf(after) : null, isChanged ? entry : null];
}

/** Decides again about the rows that are Unprocessed. Fails with `validation` where the upload is withdrawn or still being imported. */
export function reprocess(context: ChangeContext, uploadId: string): Work<ChangedUpload> {
  const { tenantKey } = context;
  return change(context, 'upload.reprocess', uploadId, function* (upload) {
    mayReprocess(upload);
    const rows = yield* rowsOf(context, upload, text(`state = ${stateCodes.Unprocessed}`));
    if (rows.length === 0) return false;
    yield* noteChanged(tenantKey);
    yield* decideAboutRows(context, upload, rows, { reason: 'Reprocessed', isWhole: true });
    yield* noteDays(tenantKey, upload.kind, rowsInUpload(upload), true);
    return true;
  });
}

/**
 * Takes an upload back: ends the matches of its rows, moves them out of the tenant, frees its idempotency key, and decides again about rows
 * like them. Fails with `validation` where people matched some of its rows or it is still being imported. Does nothing to one that is withdrawn.
 */
export function withdraw(context: ChangeContext, uploadId: string): Work<ChangedUpload> {
  const { tenantKey, by } = context;
  return change(context, 'upload.withdraw', uploadId, function* (upload) {
    if (upload.withdrawnAt !== null) return false;
    yield* checkInside(context, upload);
    const at = context.at.toISOString();
    const reason = `Upload ${upload.id} was withdrawn`;
    yield* noteChanged(tenantKey);
    yield* noteDays(tenantKey, upload.kind, rowsInUpload(upload), false);
    yield* endMatchesOfUpload({ tenantKey, at, reason, by }, upload);
    mayWithdraw(upload, yield* matchedIn(tenantKey, upload));
    const hashes = yield* hashesOf(tenantKey, upload);
    yield* moveRows(tenantKey, upload, 'withdrawn');
    yield* run(
      sql`UPDATE upload SET withdrawn_at = ${at}, withdrawn_by = ${by}, idempotency_key = NULL, fingerprint = NULL
        WHERE tenant_key = ${tenantKey} AND upload_key = ${upload.uploadKey}`,
    );
    yield* noteOnUpload(context, upload, 'Withdrawn');
    yield* decideAboutLike(context, upload.kind, hashes, reason);
    return true;
  });
}

/**
 * Brings a withdrawn upload back and decides again about its rows and those like them. Fails with `validation` where it was withdrawn too long
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
    yield* decideAboutLike(context, upload.kind, yield* hashesOf(tenantKey, upload), `Upload ${upload.id} was restored`);
    yield* noteDays(tenantKey, upload.kind, rowsInUpload(upload), true);
    return true;
  });
}

function noteOnUpload({ tenantKey, at, by }: ChangeContext, { uploadKey }: UploadRow, reason: string): Work<void> {
  return appendChanges(tenantKey, [{ uploadKey, at: at.toISOString(), reason, by, row: null }]);
}

function* checkInside(reach: Reach, upload: UploadRow): Work<void> {
  if (!reach.limit) return;
  const { anyTenant, notIndexed, withdrawn } = yield* port();
  const { tenantKey } = reach;
  const own = { table: rowTables[upload.kind].table, key: tenantKey };
  const { table, key } = upload.withdrawnAt === null ? own : withdrawn(upload.kind, tenantKey);
  const [inside] = yield* arrays<[number]>(
    sql`SELECT count(*) FROM ${table} AS sale ${notIndexed}
      WHERE sale.tenant_key = ${anyTenant(key)} AND sale.seq >= ${upload.firstSeq} AND sale.seq < ${upload.firstSeq + upload.rows}${yield* andRowsWithin(reach)}`,
  );
  mayMove(upload, inside?.[0] ?? 0);
}

/** Some of the upload's rows, while they are the tenant's. */
function* selectOfUpload<Row extends readonly unknown[]>(
  tenantKey: number,
  { kind, firstSeq, rows }: UploadRow,
  columns: Sql,
  condition: Sql,
  end: Sql = nothing,
): Work<Row[]> {
  const { anyTenant, notIndexed } = yield* port();
  return yield* arrays<Row>(
    sql`SELECT ${columns} FROM ${rowTables[kind].table} ${notIndexed}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND seq >= ${firstSeq} AND seq < ${firstSeq + rows} AND ${condition} ${end}`,
  );
}

/** The ids of the first rows that are still matched, which is by people; one more than is shown. */
function* matchedIn(tenantKey: number, upload: UploadRow): Work<string[]> {
  const isMatched = sql`match_state = ${matchStateCodes.Match}`;
  const end = sql`ORDER BY seq LIMIT ${matchedShownMax + 1}`;
  const matched = yield* selectOfUpload<[number]>(tenantKey, upload, text('seq'), isMatched, end);
  return matched.map(([seq]) => transactionId(upload.firstTransactionId, seq - upload.firstSeq));
}

function* hashesOf(tenantKey: number, upload: UploadRow): Work<number[]> {
  return (yield* selectOfUpload<[number]>(tenantKey, upload, text('DISTINCT duplicate_hash'), text('duplicate_hash IS NOT NULL'))).flat();
}

/** Decides again about all of the tenant's rows with one of the hashes, whose matches end. Rows that people matched stay as they are. */
function* decideAboutLike(context: ChangeContext, kind: UploadKind, hashes: readonly number[], reason: string): Work<void> {
  const { tenantKey, by } = context;
  const { anyTenant, among, notIndexed } = yield* port();
  yield* endMatchesOfLike({ tenantKey, at: context.at.toISOString(), reason, by }, kind, hashes);
  const isFree = text(`match_state <> ${matchStateCodes.Match}`);
  const found = yield* rowsLike<[seq: number, uploadKey: number]>(tenantKey, kind, hashes, text('seq, upload_key'), isFree);
  if (found.length === 0) return;
  const seqs = found.map(([seq]) => seq);
  // They must not be found as earlier rows by the decisions that follow.
  yield* run(
    sql`UPDATE ${rowTables[kind].table} ${notIndexed} SET duplicate_hash = NULL, occurrence = NULL, duplicate_group = NULL
      WHERE tenant_key = ${anyTenant(tenantKey)} AND seq ${among(seqs)}`,
  );
  const byUpload = inOrderOfArrival(found.map(([seq, uploadKey]) => ({ seq, uploadKey })));
  for (const [uploadKey, ofUpload] of byUpload) {
    const upload = yield* uploadByKey(tenantKey, uploadKey);
    const rows = yield* rowsOf(context, upload, sql`seq ${among(ofUpload)}`);
    yield* decideAboutRows(context, upload, rows, { reason, isWhole: false });
  }
  yield* forgetReasons(tenantKey, kind, seqs);
  yield* noteDays(tenantKey, kind, sql`sale.seq ${among(seqs)}`, false);
}

function* moveRows(tenantKey: number, upload: UploadRow, to: 'withdrawn' | 'back'): Work<void> {
  const { counters, moveRows: move } = yield* port();
  const moved = yield* move(tenantKey, upload, to);
  if (moved !== upload.rows) throw new SalesError('internal', 'An upload lacks rows that it was staged with.');
  const counter = text(rowTables[upload.kind].counter);
  yield* run(sql`UPDATE ${counters} SET ${counter} = ${counter} + ${to === 'back' ? moved : -moved} WHERE tenant_key = ${tenantKey}`);
}

interface ChangedRow extends StateCodes {
  seq: number;
  row: UploadedFields;
}

function* rowsOf({ tenantKey }: ChangeContext, upload: UploadRow, condition: Sql): Work<ChangedRow[]> {
  const { uploaded, uploadedFrom } = rowTables[upload.kind];
  const columns = text(`seq, state, match_state, ${uploaded.join(', ')}`);
  const found = yield* selectOfUpload<[number, number, number, ...unknown[]]>(tenantKey, upload, columns, condition, text('ORDER BY seq'));
  return found.map((row) => ({ seq: row[0], transactionState: row[1], transactionMatchState: row[2], row: uploadedFrom(row, 3) }));
}

/** Decides about rows of an upload and stores what changes. */
function* decideAboutRows(
  context: ChangeContext,
  upload: UploadRow,
  rows: readonly ChangedRow[],
  { reason, isWhole }: { reason: string /** They are all of its rows without a state. */; isWhole: boolean },
): Work<void> {
  const { tenantKey, by } = context;
  const { uploadKey } = upload;
  const at = context.at.toISOString();
  const { decisionsOf } = yield* port();
  const decisions = yield* decisionsOf(tenantKey, belongingOf(upload), yield* deciderOf(context, upload, rows));
  const changes: NotedChange[] = [];
  for (const [index, decision] of decisions.entries()) {
    const { seq, ...from } = rows[index] as ChangedRow;
    const to = codesOf(decision);
    const isChanged = to.transactionState !== from.transactionState || to.transactionMatchState !== from.transactionMatchState;
    if (isChanged) changes.push({ uploadKey, at, reason, by, row: { seq, from, to } });
  }
  yield* recordDecisions(
    tenantKey,
    upload,
    rows.map(({ seq }) => seq),
    decisions,
  );
  yield* appendChanges(tenantKey, changes);
  yield* recount(context, upload, decisions, isWhole);
}

function* deciderOf({ tenantKey, decide }: ChangeContext, upload: UploadRow, rows: readonly ChangedRow[]): Work<Decide> {
  return decide({
    kind: upload.kind,
    configuration: yield* configurationOf(tenantKey, upload.importConfigurationKey),
    receivedAt: new Date(upload.createdAt),
    known: yield* knownPlaces(tenantKey),
    rows: rows.map(({ seq, transactionState, row }) => ({
      index: seq - upload.firstSeq,
      row,
      isImported: transactionState === stateCodes.Processed,
    })),
  });
}

function* recount({ tenantKey, at }: ChangeContext, upload: UploadRow, decisions: readonly RowDecision[], isWhole: boolean): Work<void> {
  const { anyTenant, notIndexed } = yield* port();
  const { kind, firstSeq } = upload;
  const rows = yield* all<CountedRow>(
    sql`SELECT state AS transaction_state, ${text(importedAs('match_state'))} AS transaction_match_state, currency, amount, comment
      FROM ${rowTables[kind].table} ${notIndexed}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND seq >= ${firstSeq} AND seq < ${firstSeq + upload.rows} ORDER BY seq`,
  );
  const progress = progressAgain(upload, rows, decisions, { isWhole });
  const isAsBefore = !isWhole && progress.status === upload.status;
  yield* storeProgress(tenantKey, upload, progress, isAsBefore ? new Date(upload.statusAt) : at);
}
