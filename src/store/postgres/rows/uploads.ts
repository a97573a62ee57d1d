/** A tenant's uploads: their states, and the steps of their import. What changes one runs under the tenant's lock. */
import { isUuid } from '../../../contract/uuid.js';
import { configurationOf } from '../../access/import-configurations.js';
import { andUploadWithin, type Reach } from '../../access/scope.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { Decide, RowDecision } from '../../decisions.js';
import { belongingOf, checkStep, progressValues, type StoredUpload, statusGivenUp, stepRows, timesOfStep } from '../../stored-upload.js';
import { duplicateGroupOf } from '../../transaction-row.js';
import { progressOf, type UploadProgress, withLast } from '../../upload-progress.js';
import type { UploadedFields } from '../../uploaded-fields.js';
import type { ImportStep } from '../../uploads.js';
import type { Session } from '../database/session.js';
import { anyTenant, Values } from '../database/values.js';
import { runOn } from '../database/work.js';
import { decisionsOf } from './earlier-rows.js';
import { noteArrived, noteDays, rowsInUpload } from './matches.js';
import { type RowTable, rowTables } from './row-tables.js';

export interface UploadRow extends StoredUpload {
  firstTransactionId: string;
}

const uploadColumns = `id, kind, status, status_at AS "statusAt", rows, decided, processed, duplicates, rejected, warnings, amounts, errors,
  error_count AS "errorCount", tries, upload_key AS "uploadKey", import_configuration_key AS "importConfigurationKey",
  created_at AS "createdAt", first_seq AS "firstSeq", group_key AS "groupKey", batch_key AS "batchKey",
  first_transaction_id AS "firstTransactionId", (SELECT app_user.id FROM app_user WHERE app_user.user_key = upload.user_key) AS "userId",
  withdrawn_at AS "withdrawnAt", withdrawn_by AS "withdrawnBy"`;

/** The upload, where there is one within reach; its id may be in upper or lower case. */
export async function findUpload(session: Session, reach: Reach, uploadId: string): Promise<UploadRow | undefined> {
  if (!isUuid(uploadId)) return undefined;
  const values = new Values();
  const sql = `SELECT ${uploadColumns} FROM upload WHERE tenant_key = ${values.add(reach.tenantKey)} AND id = ${values.add(uploadId)}${values.put(andUploadWithin(reach))}`;
  return session.first<UploadRow>(sql, ...values.list);
}

export async function uploadByKey(session: Session, tenantKey: number, uploadKey: number): Promise<UploadRow> {
  const sql = `SELECT ${uploadColumns} FROM upload WHERE tenant_key = $1 AND upload_key = $2`;
  return (await session.first<UploadRow>(sql, tenantKey, uploadKey)) as UploadRow;
}

/** The next rows to decide about, at most `rowsMax`; null where there are none or there is no such upload. */
export async function importStep(session: Session, tenantKey: number, uploadId: string, rowsMax: number): Promise<ImportStep | null> {
  const upload = await findUpload(session, { tenantKey, limit: null }, uploadId);
  if (upload?.status !== 'Processing') return null;
  const count = stepRows(upload, rowsMax);
  const rows = await uploadedRows(session, tenantKey, upload, count);
  checkStep(uploadId, count, rows.length);
  return {
    kind: upload.kind,
    configuration: await runOn(session, configurationOf(tenantKey, upload.importConfigurationKey)),
    firstIndex: upload.decided,
    rows,
    receivedAt: new Date(upload.createdAt),
  };
}

/** The next rows that import has not decided about yet. */
async function uploadedRows(
  session: Session,
  tenantKey: number,
  { kind, firstSeq, decided }: UploadRow,
  count: number,
): Promise<UploadedFields[]> {
  const { name, uploaded, uploadedFrom } = rowTables[kind];
  const rows = await session.arrays<unknown[]>(
    `SELECT ${uploaded.join(', ')} FROM ${name} WHERE tenant_key = ${anyTenant('$1')} AND seq >= $2 AND seq < $3 ORDER BY seq`,
    tenantKey,
    firstSeq + decided,
    firstSeq + decided + count,
  );
  return rows.map((row) => uploadedFrom(row, 0));
}

/**
 * Decides about the next rows and stores the decisions with the upload's progress. Does nothing where the rows from `firstIndex` on are no
 * longer the next ones.
 */
export async function recordImport(
  session: Session,
  { tenantKey, at }: { tenantKey: number; at: Date },
  uploadId: string,
  firstIndex: number,
  decide: Decide,
): Promise<void> {
  const upload = await findUpload(session, { tenantKey, limit: null }, uploadId);
  if (!upload || upload.decided !== firstIndex || upload.status !== 'Processing') return;
  const own = belongingOf(upload);
  const decisions = await decisionsOf(session, tenantKey, own, decide);
  const progress = progressOf(upload, await uploadedRows(session, tenantKey, upload, decisions.length), decisions);
  const recorded = decisions.map((decision, index) => ({ seq: upload.firstSeq + firstIndex + index, decision }));
  await recordDecisions(session, tenantKey, rowTables[upload.kind], own.groupKey, recorded);
  await storeProgress(session, tenantKey, upload, progress, at);
  await noteArrived(session, tenantKey);
  const decided = { firstSeq: upload.firstSeq + firstIndex, rows: decisions.length };
  await noteDays(session, tenantKey, upload.kind, { ...rowsInUpload(decided), isNew: true });
}

/** Stores what was decided about rows of an upload that belongs to `group`, in the order of their numbers. */
export async function recordDecisions(
  session: Session,
  tenantKey: number,
  { name }: RowTable,
  group: number,
  decided: readonly { seq: number; decision: RowDecision }[],
): Promise<void> {
  if (decided.length === 0) return;
  const column = <Value>(value: (decision: RowDecision) => Value) => decided.map(({ decision }) => value(decision));
  await session.run(
    `UPDATE ${name} AS sale SET state = decided.state, match_state = decided.match_state, comment = decided.comment,
       duplicate_hash = decided.hash, occurrence = decided.occurrence, duplicate_group = decided.duplicate_group
     FROM unnest($2::bigint[], $3::int[], $4::int[], $5::text[], $6::bigint[], $7::int[], $8::bigint[])
       AS decided (seq, state, match_state, comment, hash, occurrence, duplicate_group)
     WHERE sale.tenant_key = ${anyTenant('$1')} AND sale.seq = decided.seq AND sale.seq >= $9 AND sale.seq <= $10`,
    tenantKey,
    decided.map(({ seq }) => seq),
    column(({ transactionState }) => stateCodes[transactionState]),
    column(({ transactionMatchState }) => matchStateCodes[transactionMatchState]),
    column(({ comment }) => comment),
    column(({ duplicateKey }) => duplicateKey?.hash ?? null),
    column(({ duplicateKey }) => duplicateKey?.occurrence ?? null),
    column((decision) => (decision.duplicateKey ? duplicateGroupOf(decision, group) : null)),
    // Bounds, so that no plan reads other rows of the tenant, also without statistics about it.
    decided[0]?.seq,
    decided.at(-1)?.seq,
  );
}

/** Stores the progress of an upload, and that its next step has not been tried yet. */
export async function storeProgress(
  session: Session,
  tenantKey: number,
  upload: UploadRow,
  progress: UploadProgress,
  at: Date,
): Promise<void> {
  const { statusAt, importedAt } = timesOfStep(upload, progress.status, at);
  await session.run(
    `UPDATE upload SET decided = $3, processed = $4, duplicates = $5, rejected = $6, warnings = $7, amounts = $8, errors = $9,
       error_count = $10, status = $11, status_at = $12, imported_at = coalesce(imported_at, $13::timestamptz), tries = 0
     WHERE tenant_key = $1 AND upload_key = $2`,
    tenantKey,
    upload.uploadKey,
    ...progressValues(progress),
    statusAt,
    importedAt,
  );
  if (importedAt !== null) await leaveQueue(session, tenantKey, upload);
}

async function leaveQueue(session: Session, tenantKey: number, { uploadKey }: UploadRow): Promise<void> {
  await session.run('DELETE FROM import_queue WHERE tenant_key = $1 AND upload_key = $2', tenantKey, uploadKey);
}

/** Counts another try at the next step of the import, and returns how many there have been. */
export async function countTry(session: Session, tenantKey: number, uploadId: string): Promise<number> {
  if (!isUuid(uploadId)) return 0;
  const counted = await session.first<{ tries: number }>(
    'UPDATE upload SET tries = tries + 1 WHERE tenant_key = $1 AND id = $2 RETURNING tries',
    tenantKey,
    uploadId,
  );
  return counted?.tries ?? 0;
}

/**
 * Ends the import of an upload. The rows not decided about get `reason` as their comment, and it becomes the last of the upload's errors.
 */
export async function giveUp(
  session: Session,
  { tenantKey, at }: { tenantKey: number; at: Date },
  uploadId: string,
  reason: string,
): Promise<void> {
  const upload = await findUpload(session, { tenantKey, limit: null }, uploadId);
  if (upload?.status !== 'Processing') return;
  const { kind, uploadKey, firstSeq, decided, rows } = upload;
  await session.run(
    `UPDATE ${rowTables[kind].name} SET comment = $4 WHERE tenant_key = ${anyTenant('$1')} AND seq >= $2 AND seq < $3`,
    tenantKey,
    firstSeq + decided,
    firstSeq + rows,
    reason,
  );
  await session.run(
    `UPDATE upload SET status = $3, status_at = $4, imported_at = $4, errors = $5, error_count = error_count + 1
     WHERE tenant_key = $1 AND upload_key = $2`,
    tenantKey,
    uploadKey,
    statusGivenUp(upload),
    at.toISOString(),
    withLast(upload.errors, reason),
  );
  await leaveQueue(session, tenantKey, upload);
}
