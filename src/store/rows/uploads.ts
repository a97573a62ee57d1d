/** A tenant's uploads: their states, and the steps of their import. What changes several things runs in one transaction. */
import { isUuid } from '../../contract/uuid.js';
import { configurationOf } from '../access/import-configurations.js';
import { andUploadWithin, type Reach } from '../access/scope.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import type { Decide, RowDecision } from '../decisions.js';
import { port } from '../port.js';
import { arrays, first, run, runEach, type Sql, sql, text, type Work } from '../sql/work.js';
import {
  belongingOf,
  checkStep,
  progressColumns,
  progressValues,
  type StoredUpload,
  statusGivenUp,
  stepRows,
  timesOfStep,
} from '../stored-upload.js';
import { duplicateGroupOf } from '../transaction-row.js';
import { progressOf, type UploadProgress, withLast } from '../upload-progress.js';
import type { UploadedFields } from '../uploaded-fields.js';
import type { ImportStep } from '../uploads.js';
import { noteArrived, noteDays, rowsInUpload } from './match-progress.js';
import { rowTables } from './row-tables.js';

export interface UploadRow extends StoredUpload {
  firstTransactionId: Buffer | string;
}

const uploadColumns = text('upload.*, (SELECT app_user.id FROM app_user WHERE app_user.user_key = upload.user_key) AS user_id');

/** The upload, where there is one within reach; its id may be in upper or lower case. */
export function* findUpload(reach: Reach, uploadId: string): Work<UploadRow | undefined> {
  if (!isUuid(uploadId)) return undefined;
  const { tenantKey } = reach;
  return yield* first<UploadRow>(
    sql`SELECT ${uploadColumns} FROM upload WHERE tenant_key = ${tenantKey} AND id = ${uploadId.toLowerCase()}${andUploadWithin(reach)}`,
  );
}

export function* uploadByKey(tenantKey: number, uploadKey: number): Work<UploadRow> {
  const found = yield* first<UploadRow>(
    sql`SELECT ${uploadColumns} FROM upload WHERE tenant_key = ${tenantKey} AND upload_key = ${uploadKey}`,
  );
  return found as UploadRow;
}

/** The next rows to decide about, at most `rowsMax`; null where there are none or there is no such upload. */
export function* importStep(tenantKey: number, uploadId: string, rowsMax: number): Work<ImportStep | null> {
  const upload = yield* findUpload({ tenantKey, limit: null }, uploadId);
  if (upload?.status !== 'Processing') return null;
  const count = stepRows(upload, rowsMax);
  const rows = yield* uploadedRows(tenantKey, upload, count);
  checkStep(uploadId, count, rows.length);
  return {
    kind: upload.kind,
    configuration: yield* configurationOf(tenantKey, upload.importConfigurationKey),
    firstIndex: upload.decided,
    rows,
    receivedAt: new Date(upload.createdAt),
  };
}

/** The next rows that import has not decided about yet. */
function* uploadedRows(tenantKey: number, { kind, firstSeq, decided }: UploadRow, count: number): Work<UploadedFields[]> {
  const { anyTenant, notIndexed } = yield* port();
  const { table, uploaded, uploadedFrom } = rowTables[kind];
  const from = firstSeq + decided;
  const rows = yield* arrays(
    sql`SELECT ${text(uploaded.join(', '))} FROM ${table} ${notIndexed}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND seq >= ${from} AND seq < ${from + count} ORDER BY seq`,
  );
  return rows.map((row) => uploadedFrom(row, 0));
}

/** Where and when a change is made. */
export interface Change {
  tenantKey: number;
  at: Date;
}

/**
 * Decides about the next rows and stores the decisions with the upload's progress. Does nothing where the rows from `firstIndex` on are no
 * longer the next ones.
 */
export function* recordImport({ tenantKey, at }: Change, uploadId: string, firstIndex: number, decide: Decide): Work<void> {
  const upload = yield* findUpload({ tenantKey, limit: null }, uploadId);
  if (!upload || upload.decided !== firstIndex || upload.status !== 'Processing') return;
  const { decisionsOf } = yield* port();
  const decisions = yield* decisionsOf(tenantKey, belongingOf(upload), decide);
  const progress = progressOf(upload, yield* uploadedRows(tenantKey, upload, decisions.length), decisions);
  const firstSeq = upload.firstSeq + firstIndex;
  yield* recordDecisions(
    tenantKey,
    upload,
    decisions.map((_, index) => firstSeq + index),
    decisions,
  );
  yield* storeProgress(tenantKey, upload, progress, at);
  yield* noteArrived(tenantKey);
  yield* noteDays(tenantKey, upload.kind, rowsInUpload({ firstSeq, rows: decisions.length }), true);
}

/** Stores what was decided about rows of an upload, by their numbers in their table. */
export function* recordDecisions(
  tenantKey: number,
  upload: UploadRow,
  seqs: readonly number[],
  decisions: readonly RowDecision[],
): Work<void> {
  const { anyTenant, noteStates } = yield* port();
  const { groupKey } = belongingOf(upload);
  yield* runEach(
    { seq: 'bigint', state: 'int', match_state: 'int', comment: 'text', hash: 'bigint', occurrence: 'int', duplicate_group: 'bigint' },
    decisions.map((decision, index) => {
      const { transactionState, transactionMatchState, comment, duplicateKey } = decision;
      return [
        ...[seqs[index], stateCodes[transactionState], matchStateCodes[transactionMatchState], comment],
        ...[duplicateKey?.hash ?? null, duplicateKey?.occurrence ?? null, duplicateKey ? duplicateGroupOf(decision, groupKey) : null],
      ];
    }),
    ({ value, from, isKey }) => sql`UPDATE ${rowTables[upload.kind].table} AS sale
      SET state = ${value.state}, match_state = ${value.match_state}, comment = ${value.comment}, duplicate_hash = ${value.hash},
        occurrence = ${value.occurrence}, duplicate_group = ${value.duplicate_group} ${from}
      WHERE sale.tenant_key = ${anyTenant(tenantKey)} AND ${isKey(text('sale.seq'))}`,
  );
  yield* noteStates(upload.kind, tenantKey, upload.uploadKey, decisions);
}

/** Stores the progress of an upload, and that its next step has not been tried yet. */
export function* storeProgress(tenantKey: number, upload: UploadRow, progress: UploadProgress, at: Date): Work<void> {
  const { leaveQueue } = yield* port();
  const { statusAt, importedAt } = timesOfStep(upload, progress.status, at);
  const values = progressValues(progress);
  const set = progressColumns.map((column, index) => sql`${text(column)} = ${values[index]}`);
  yield* run(
    sql`UPDATE upload SET ${set.reduce((before: Sql, one) => sql`${before}, ${one}`)},
        status_at = ${statusAt}, imported_at = coalesce(imported_at, ${importedAt}), tries = 0
      WHERE tenant_key = ${tenantKey} AND upload_key = ${upload.uploadKey}`,
  );
  if (importedAt !== null) yield* leaveQueue(tenantKey, upload.uploadKey);
}

/** Counts another try at the next step of the import, and returns how many there have been. */
export function* countTry(tenantKey: number, uploadId: string): Work<number> {
  if (!isUuid(uploadId)) return 0;
  const counted = yield* first<{ tries: number }>(
    sql`UPDATE upload SET tries = tries + 1 WHERE tenant_key = ${tenantKey} AND id = ${uploadId.toLowerCase()} RETURNING tries`,
  );
  return counted?.tries ?? 0;
}

/** Ends the import of an upload. The rows not decided about get `reason` as their comment, and it becomes the last of the upload's errors. */
export function* giveUp({ tenantKey, at }: Change, uploadId: string, reason: string): Work<void> {
  const upload = yield* findUpload({ tenantKey, limit: null }, uploadId);
  if (upload?.status !== 'Processing') return;
  const { anyTenant, notIndexed, leaveQueue } = yield* port();
  const { kind, uploadKey, firstSeq, decided, rows } = upload;
  yield* run(
    sql`UPDATE ${rowTables[kind].table} ${notIndexed} SET comment = ${reason}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND seq >= ${firstSeq + decided} AND seq < ${firstSeq + rows}`,
  );
  const time = at.toISOString();
  yield* run(
    sql`UPDATE upload SET status = ${statusGivenUp(upload)}, status_at = ${time}, imported_at = ${time},
        errors = ${withLast(upload.errors, reason)}, error_count = error_count + 1
      WHERE tenant_key = ${tenantKey} AND upload_key = ${uploadKey}`,
  );
  yield* leaveQueue(tenantKey, uploadKey);
}
