/**
 * A tenant's uploads: their states, and the steps of their import. Every function that writes several things does so in one transaction.
 */
import type { UploadKind } from '../../../contract/states.js';
import { configurationOf } from '../../access/import-configurations.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { Decide, RowDecision } from '../../decisions.js';
import { belongingOf, checkStep, progressValues, type StoredUpload, statusGivenUp, stepRows, timesOfStep } from '../../stored-upload.js';
import { duplicateGroupOf } from '../../transaction-row.js';
import { progressOf, type UploadProgress, withLast } from '../../upload-progress.js';
import type { UploadedFields } from '../../uploaded-fields.js';
import type { ImportStep } from '../../uploads.js';
import { andUploadWithin, type Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { runOn } from '../database/work.js';
import { decisionsOf } from './earlier-rows.js';
import { noteArrived, noteDays, rowsInUpload } from './matches.js';
import { type RowTable, rowTables } from './row-tables.js';

export interface UploadRow extends StoredUpload {
  userKey: number;
  firstTransactionId: Buffer;
  importedAt: string | null;
}

/** The user who made the upload that a statement reads. */
export const userIdOfUpload = '(SELECT id FROM app_user WHERE app_user.user_key = upload.user_key)';

/** The upload, where there is one within reach; its id may be in upper or lower case. */
export function findUpload(db: Database, { tenantKey, limit }: Reach, uploadId: string): UploadRow | undefined {
  const { sql, values } = andUploadWithin(limit);
  return statement(db, `SELECT *, ${userIdOfUpload} AS userId FROM upload WHERE tenant_key = ? AND id = ?${sql}`).get(
    tenantKey,
    uploadId.toLowerCase(),
    ...values,
  ) as UploadRow | undefined;
}

/** The seqs of the rows of an upload of this kind; `to` is the first one after them. */
export function seqsOfUpload(
  db: Database,
  tenantKey: number,
  kind: UploadKind,
  uploadId: string,
): { from: number; to: number } | undefined {
  const sql = 'SELECT first_seq AS "from", first_seq + rows AS "to" FROM upload WHERE tenant_key = ? AND kind = ? AND id = ?';
  return statement(db, sql).get(tenantKey, kind, uploadId.toLowerCase()) as { from: number; to: number } | undefined;
}

/** The next rows to decide about, at most `rowsMax`; null where there are none or there is no such upload. */
export function importStep(db: Database, tenantKey: number, uploadId: string, rowsMax: number): ImportStep | null {
  const upload = findUpload(db, { tenantKey, limit: null }, uploadId);
  if (upload?.status !== 'Processing') return null;
  const count = stepRows(upload, rowsMax);
  const rows = uploadedRows(db, tenantKey, upload, count);
  checkStep(uploadId, count, rows.length);
  return {
    kind: upload.kind,
    configuration: runOn(db, configurationOf(tenantKey, upload.importConfigurationKey)),
    firstIndex: upload.decided,
    rows,
    receivedAt: new Date(upload.createdAt),
  };
}

/** The next rows that import has not decided about yet. */
function uploadedRows(db: Database, tenantKey: number, { kind, firstSeq, decided }: UploadRow, count: number): UploadedFields[] {
  const { name, uploaded, uploadedFrom } = rowTables[kind];
  const rows = statement(db, `SELECT ${uploaded} FROM ${name} NOT INDEXED WHERE tenant_key = ? AND seq >= ? AND seq < ? ORDER BY seq`)
    .raw()
    .all(tenantKey, firstSeq + decided, firstSeq + decided + count) as unknown[][];
  return rows.map((row) => uploadedFrom(row, 0));
}

interface Recording {
  db: Database;
  now: () => Date;
}

/**
 * Decides about the next rows and stores the decisions with the upload's progress, in one transaction. Does nothing where the rows from
 * `firstIndex` on are no longer the next ones.
 */
export function recordImport({ db, now }: Recording, tenantKey: number, uploadId: string, firstIndex: number, decide: Decide): void {
  const record = db.transaction(() => {
    const upload = findUpload(db, { tenantKey, limit: null }, uploadId);
    if (!upload || upload.decided !== firstIndex || upload.status !== 'Processing') return;
    const own = belongingOf(upload);
    const table = rowTables[upload.kind];
    const decisions = decisionsOf(db, tenantKey, own, decide);
    const progress = progressOf(upload, uploadedRows(db, tenantKey, upload, decisions.length), decisions);
    for (const [index, decision] of decisions.entries())
      recordDecision(db, tenantKey, table, own.groupKey, upload.firstSeq + firstIndex + index, decision);
    table.noteDecisions(db, tenantKey, upload.uploadKey, decisions);
    storeProgress(db, tenantKey, upload, progress, now());
    noteArrived(db, tenantKey);
    const decided = { firstSeq: upload.firstSeq + firstIndex, rows: decisions.length };
    noteDays(db, tenantKey, upload.kind, { ...rowsInUpload(decided), isNew: true });
  });
  record.immediate();
}

/** Stores what was decided about one row of an upload that belongs to `group`. */
export function recordDecision(
  db: Database,
  tenantKey: number,
  { name, state, matchState }: RowTable,
  group: number,
  seq: number,
  decision: RowDecision,
): void {
  const { transactionState, transactionMatchState, comment, duplicateKey } = decision;
  statement(
    db,
    `UPDATE ${name} SET ${state} = ?, ${matchState} = ?, comment = ?,
       duplicate_hash = ?, occurrence = ?, duplicate_group = ? WHERE tenant_key = ? AND seq = ?`,
  ).run(
    stateCodes[transactionState],
    matchStateCodes[transactionMatchState],
    comment,
    duplicateKey?.hash ?? null,
    duplicateKey?.occurrence ?? null,
    duplicateKey ? duplicateGroupOf(decision, group) : null,
    tenantKey,
    seq,
  );
}

/** Stores the progress of an upload, and that its next step has not been tried yet. */
export function storeProgress(db: Database, tenantKey: number, upload: UploadRow, progress: UploadProgress, at: Date): void {
  const { statusAt, importedAt } = timesOfStep(upload, progress.status, at);
  statement(
    db,
    `UPDATE upload SET decided = ?, processed = ?, duplicates = ?, rejected = ?, warnings = ?, amounts = ?, errors = ?, error_count = ?,
       status = ?, status_at = ?, imported_at = ifnull(imported_at, ?), tries = 0 WHERE tenant_key = ? AND upload_key = ?`,
  ).run(...progressValues(progress), statusAt, importedAt, tenantKey, upload.uploadKey);
}

/** Counts another try at the next step of the import, and returns how many there have been. */
export function countTry(db: Database, tenantKey: number, uploadId: string): number {
  const count = db.transaction(() => {
    statement(db, 'UPDATE upload SET tries = tries + 1 WHERE tenant_key = ? AND id = ?').run(tenantKey, uploadId.toLowerCase());
    return findUpload(db, { tenantKey, limit: null }, uploadId)?.tries ?? 0;
  });
  return count.immediate();
}

/**
 * Ends the import of an upload. The rows not decided about get `reason` as their comment, and it becomes the last of the upload's errors.
 */
export function giveUp({ db, now }: Recording, tenantKey: number, uploadId: string, reason: string): void {
  const end = db.transaction(() => {
    const upload = findUpload(db, { tenantKey, limit: null }, uploadId);
    if (upload?.status !== 'Processing') return;
    const { kind, uploadKey, firstSeq, decided, rows } = upload;
    statement(db, `UPDATE ${rowTables[kind].name} SET comment = ? WHERE tenant_key = ? AND seq >= ? AND seq < ?`).run(
      reason,
      tenantKey,
      firstSeq + decided,
      firstSeq + rows,
    );
    const at = now().toISOString();
    statement(
      db,
      `UPDATE upload SET status = ?, status_at = ?, imported_at = ?, errors = ?, error_count = error_count + 1
       WHERE tenant_key = ? AND upload_key = ?`,
    ).run(statusGivenUp(upload), at, at, withLast(upload.errors, reason), tenantKey, uploadKey);
  });
  end.immediate();
}
