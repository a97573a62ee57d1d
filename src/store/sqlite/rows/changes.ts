/**
 * Changes to uploads after their import: deciding again, withdrawing, restoring. Each is one transaction, so that after a crash it is
 * either done or not, and each ends by recomputing the uploads' counts and sums from the rows.
 */
import { SalesError } from '../../../contract/problem.js';
import { configurationOf, knownPlaces } from '../../access/import-configurations.js';
import type { RequestOrigin } from '../../audit.js';
import { inOrderOfArrival, matchedShownMax, mayChange, mayMove, mayReprocess, mayRestore, mayWithdraw } from '../../changes.js';
import { codesOf, matchStateCodes, type StateCodes, stateCodes } from '../../codes.js';
import type { Decide, DecideAgain, RowDecision } from '../../decisions.js';
import { transactionId } from '../../ids.js';
import { belongingOf, uploadOf } from '../../stored-upload.js';
import { type CountedRow, progressAgain } from '../../upload-progress.js';
import type { UploadedFields } from '../../uploaded-fields.js';
import type { Upload } from '../../uploads.js';
import { appendAudit } from '../access/audit.js';
import { type Limit, rowsWithin } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { runOn } from '../database/work.js';
import { decisionsOf } from './earlier-rows.js';
import { appendHistory } from './history.js';
import { endMatchesOfLike, endMatchesOfUpload, forgetReasons } from './match-outcome.js';
import { noteChanged, noteDays, rowsInUpload } from './matches.js';
import { importedAs, rowTables } from './row-tables.js';
import { findUpload, recordDecision, storeProgress, type UploadRow, userIdOfUpload } from './uploads.js';

export interface ChangeContext {
  db: Database;
  now: () => Date;
  tenantKey: number;
  /** In the scope of some units, only the user's own uploads are found; what is decided about their rows is the tenant's matter. */
  limit: Limit | null;
  by: string;
  from: RequestOrigin;
  decide: DecideAgain;
}

/** Returns whether there was anything to do. */
type ChangeOfUpload = (upload: UploadRow) => boolean;

/**
 * Does `work` on an upload and notes it in the audit trail if anything changed. Returns the upload as it is then; null where there is none.
 * Fails with `validation` while the upload is still being imported.
 */
function change(
  { db, tenantKey, limit, by, from, now }: ChangeContext,
  action: string,
  uploadId: string,
  work: ChangeOfUpload,
): Upload | null {
  const inside = db.transaction(() => {
    const upload = findUpload(db, { tenantKey, limit }, uploadId);
    if (!upload) return null;
    mayChange(upload);
    if (work(upload)) appendAudit(db, { actor: by, ...from, action, object: `upload:${upload.id}`, outcome: 'done', details: {} }, now());
    const after = findUpload(db, { tenantKey, limit }, uploadId);
    return after ? uploadOf(after) : null;
  });
  return inside.immediate();
}

/**
 * Decides again about the rows that are Unprocessed. Null where there is no such upload; fails with `validation` where it is withdrawn or
 * still being imported.
 */
export function reprocess(context: ChangeContext, uploadId: string): Upload | null {
  return change(context, 'upload.reprocess', uploadId, (upload) => {
    mayReprocess(upload);
    const rows = rowsOf(context, upload, `${rowTables[upload.kind].state} = 0`);
    if (rows.length === 0) return false;
    noteChanged(context.db, context.tenantKey);
    decideAboutRows(context, upload, rows, { reason: 'Reprocessed', isWhole: true });
    noteDays(context.db, context.tenantKey, upload.kind, { ...rowsInUpload(upload), isNew: true });
    return true;
  });
}

/**
 * Takes an upload back: ends the matches of its rows, moves them out of the tenant, frees its idempotency key, and decides again about rows
 * like them. Null where there is no such upload; fails with `validation` where people matched some of its rows or it is still being imported.
 * Does nothing to one that is withdrawn.
 */
export function withdraw(context: ChangeContext, uploadId: string): Upload | null {
  const { db, now, tenantKey, by } = context;
  return change(context, 'upload.withdraw', uploadId, (upload) => {
    if (upload.withdrawnAt !== null) return false;
    checkInside(context, upload, tenantKey);
    const at = now().toISOString();
    const reason = `Upload ${upload.id} was withdrawn`;
    noteChanged(db, tenantKey);
    noteDays(db, tenantKey, upload.kind, { ...rowsInUpload(upload), isNew: false });
    endMatchesOfUpload({ db, tenantKey, at, reason, by }, upload);
    mayWithdraw(upload, matchedIn(context, upload));
    moveRows(db, upload, tenantKey, -tenantKey);
    statement(
      db,
      `UPDATE upload SET withdrawn_at = ?, withdrawn_by = ?, idempotency_key = NULL, fingerprint = NULL WHERE tenant_key = ? AND upload_key = ?`,
    ).run(at, by, tenantKey, upload.uploadKey);
    appendHistory(db, { tenantKey, uploadKey: upload.uploadKey, at, reason: 'Withdrawn', by, row: null });
    decideAboutLike(context, upload, -tenantKey, reason);
    return true;
  });
}

/**
 * Brings a withdrawn upload back and decides again about its rows and those like them. Null where there is no such upload; fails with
 * `validation` where it was withdrawn too long ago or is still being imported. Does nothing to one that is not withdrawn.
 */
export function restore(context: ChangeContext, uploadId: string): Upload | null {
  const { db, now, tenantKey, by } = context;
  return change(context, 'upload.restore', uploadId, (upload) => {
    if (upload.withdrawnAt === null) return false;
    checkInside(context, upload, -tenantKey);
    const at = now();
    mayRestore(upload.withdrawnAt, at);
    noteChanged(db, tenantKey);
    moveRows(db, upload, -tenantKey, tenantKey);
    statement(db, 'UPDATE upload SET withdrawn_at = NULL, withdrawn_by = NULL WHERE tenant_key = ? AND upload_key = ?').run(
      tenantKey,
      upload.uploadKey,
    );
    appendHistory(db, { tenantKey, uploadKey: upload.uploadKey, at: at.toISOString(), reason: 'Restored', by, row: null });
    decideAboutLike(context, upload, tenantKey, `Upload ${upload.id} was restored`);
    noteDays(db, tenantKey, upload.kind, { ...rowsInUpload(upload), isNew: true });
    return true;
  });
}

/** `key` is the tenant key that the upload's rows have now. */
function checkInside({ db, limit }: ChangeContext, upload: UploadRow, key: number): void {
  if (!limit) return;
  const { sql, values } = rowsWithin(limit);
  const inside = statement(
    db,
    `SELECT count(*) FROM ${rowTables[upload.kind].name} AS sale NOT INDEXED WHERE sale.tenant_key = ? AND sale.seq >= ? AND sale.seq < ? AND ${sql}`,
  )
    .pluck()
    .get(key, upload.firstSeq, upload.firstSeq + upload.rows, ...values) as number;
  mayMove(upload, inside);
}

/** The ids of the first rows that are still matched, which is by people; one more than is shown. */
function matchedIn({ db, tenantKey }: ChangeContext, { kind, uploadKey, firstSeq, rows, firstTransactionId }: UploadRow): string[] {
  const { name, matchState } = rowTables[kind];
  const matched = statement(
    db,
    `SELECT seq FROM ${name} NOT INDEXED WHERE tenant_key = ? AND seq >= ? AND seq < ? AND upload_key = ? AND ${matchState} = ?
     ORDER BY seq LIMIT ?`,
  )
    .pluck()
    .all(tenantKey, firstSeq, firstSeq + rows, uploadKey, matchStateCodes.Match, matchedShownMax + 1) as number[];
  return matched.map((seq) => transactionId(firstTransactionId, seq - firstSeq));
}

/**
 * Decides again about all rows that are like rows of the upload, whose matches end. `key` is the tenant key that the upload's rows have now.
 * Rows that people matched stay as they are.
 */
function decideAboutLike(context: ChangeContext, { kind, firstSeq, rows }: UploadRow, key: number, reason: string): void {
  const { db, tenantKey, by } = context;
  const { name, duplicates, matchState } = rowTables[kind];
  const hashes = statement(
    db,
    `SELECT DISTINCT duplicate_hash FROM ${name} NOT INDEXED WHERE tenant_key = ? AND seq >= ? AND seq < ? AND duplicate_hash IS NOT NULL`,
  )
    .pluck()
    .all(key, firstSeq, firstSeq + rows);
  const at = context.now().toISOString();
  endMatchesOfLike({ db, tenantKey, at, reason, by }, kind, hashes);
  const find = statement(
    db,
    `SELECT seq, upload_key FROM ${name} INDEXED BY ${duplicates}
     WHERE tenant_key = ? AND duplicate_hash = ? AND ${matchState} <> ?`,
  );
  const like = hashes.flatMap((hash) => find.all(tenantKey, hash, matchStateCodes.Match) as { seq: number; uploadKey: number }[]);
  forgetKeys(context, name, like);
  for (const [uploadKey, seqs] of inOrderOfArrival(like)) {
    const upload = uploadByKey(db, tenantKey, uploadKey);
    const found = rowsOf(context, upload, 'seq IN (SELECT value FROM json_each(?))', JSON.stringify(seqs));
    decideAboutRows(context, upload, found, { reason, isWhole: false });
  }
  const seqs = JSON.stringify(like.map(({ seq }) => seq));
  forgetReasons(db, tenantKey, kind, seqs);
  noteDays(db, tenantKey, kind, { sql: 'sale.seq IN (SELECT value FROM json_each(?))', values: [seqs], isNew: false });
}

/** The rows must not be found as earlier rows by the decisions that follow. */
function forgetKeys({ db, tenantKey }: ChangeContext, table: string, rows: readonly { seq: number }[]): void {
  const forget = statement(
    db,
    `UPDATE ${table} SET duplicate_hash = NULL, occurrence = NULL, duplicate_group = NULL WHERE tenant_key = ? AND seq = ?`,
  );
  for (const { seq } of rows) forget.run(tenantKey, seq);
}

function moveRows(db: Database, { kind, uploadKey, firstSeq, rows }: UploadRow, from: number, to: number): void {
  const { name, counter } = rowTables[kind];
  const { changes } = statement(
    db,
    `UPDATE ${name} SET tenant_key = ? WHERE tenant_key = ? AND seq >= ? AND seq < ? AND upload_key = ?`,
  ).run(to, from, firstSeq, firstSeq + rows, uploadKey);
  if (changes !== rows) throw new SalesError('internal', 'An upload lacks rows that it was staged with.');
  statement(db, `UPDATE tenant SET ${counter} = ${counter} + ? WHERE tenant_key = ?`).run(to > 0 ? rows : -rows, Math.abs(to));
}

function uploadByKey(db: Database, tenantKey: number, uploadKey: number): UploadRow {
  return statement(db, `SELECT *, ${userIdOfUpload} AS userId FROM upload WHERE tenant_key = ? AND upload_key = ?`).get(
    tenantKey,
    uploadKey,
  ) as UploadRow;
}

interface ChangedRow extends StateCodes {
  seq: number;
  row: UploadedFields;
}

function rowsOf(
  { db, tenantKey }: ChangeContext,
  { kind, firstSeq, rows }: UploadRow,
  condition: string,
  ...values: unknown[]
): ChangedRow[] {
  const { name, state, matchState, uploaded, uploadedFrom } = rowTables[kind];
  const found = statement(
    db,
    `SELECT seq, ${state}, ${matchState}, ${uploaded} FROM ${name} NOT INDEXED
     WHERE tenant_key = ? AND seq >= ? AND seq < ? AND ${condition} ORDER BY seq`,
  )
    .raw()
    .all(tenantKey, firstSeq, firstSeq + rows, ...values) as [number, number, number, ...unknown[]][];
  return found.map((row) => ({ seq: row[0], transactionState: row[1], transactionMatchState: row[2], row: uploadedFrom(row, 3) }));
}

/** Decides about rows of an upload and stores what changes. */
function decideAboutRows(
  context: ChangeContext,
  upload: UploadRow,
  rows: readonly ChangedRow[],
  { reason, isWhole }: { reason: string /** They are all of its rows without a state. */; isWhole: boolean },
): void {
  const { db, tenantKey, now, by } = context;
  const at = now().toISOString();
  const own = belongingOf(upload);
  const table = rowTables[upload.kind];
  const decisions = decisionsOf(db, tenantKey, own, deciderOf(context, upload, rows));
  for (const [index, decision] of decisions.entries()) {
    const row = rows[index] as ChangedRow;
    recordDecision(db, tenantKey, table, own.groupKey, row.seq, decision);
    const to = codesOf(decision);
    const isChanged = to.transactionState !== row.transactionState || to.transactionMatchState !== row.transactionMatchState;
    if (isChanged) appendHistory(db, { tenantKey, uploadKey: upload.uploadKey, at, reason, by, row: { seq: row.seq, from: row, to } });
  }
  table.noteDecisions(db, tenantKey, upload.uploadKey, decisions);
  recount(context, upload, decisions, isWhole);
}

function deciderOf({ db, tenantKey, decide }: ChangeContext, upload: UploadRow, rows: readonly ChangedRow[]): Decide {
  return decide({
    kind: upload.kind,
    configuration: runOn(db, configurationOf(tenantKey, upload.importConfigurationKey)),
    receivedAt: new Date(upload.createdAt),
    known: runOn(db, knownPlaces(tenantKey)),
    rows: rows.map(({ seq, transactionState, row }) => ({
      index: seq - upload.firstSeq,
      row,
      isImported: transactionState === stateCodes.Processed,
    })),
  });
}

function recount({ db, tenantKey, now }: ChangeContext, upload: UploadRow, decisions: readonly RowDecision[], isWhole: boolean): void {
  const { name, state, matchState } = rowTables[upload.kind];
  const rows = statement(
    db,
    `SELECT ${state} AS transactionState, ${importedAs(matchState)} AS transactionMatchState, currency, amount, comment FROM ${name} NOT INDEXED
     WHERE tenant_key = ? AND seq >= ? AND seq < ?`,
  ).all(tenantKey, upload.firstSeq, upload.firstSeq + upload.rows) as CountedRow[];
  const progress = progressAgain(upload, rows, decisions, { isWhole });
  const isAsBefore = !isWhole && progress.status === upload.status;
  storeProgress(db, tenantKey, upload, progress, isAsBefore ? new Date(upload.statusAt) : now());
}
