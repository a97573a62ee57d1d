/** The steps of an upload's import, where its rows were staged without decisions. */

import { SalesError } from '../../contract/problem.js';
import { isUuid } from '../../contract/uuid.js';
import { configurationOf } from '../access/import-configurations.js';
import type { Decide, UploadedFields } from '../import-decisions.js';
import { port } from '../port.js';
import { anyTenant, notIndexed } from '../sql/dialect.js';
import { arrays, first, run, sql, text, type Work } from '../sql/work.js';
import { uploadedColumns, uploadedFrom } from '../stored-row.js';
import { rowsToDecide } from '../stored-upload.js';
import { progressOf, withLast } from '../upload-progress.js';
import type { ImportStep } from '../uploads.js';
import { type Change, settleEarlier } from './decided-again.js';
import { noteArrived, noteDays, rowsInUpload } from './match-progress.js';
import { rowTables } from './row-tables.js';
import { findUpload, recordDecisions, storeProgress, type UploadRow } from './uploads.js';

/** The next rows to decide about, at most `rowsMax`; null where there are none or there is no such upload. */
export function* importStep(tenantKey: number, uploadId: string, rowsMax: number): Work<ImportStep | null> {
  const upload = yield* findUpload({ tenantKey, limit: null }, uploadId);
  if (upload?.status !== 'Processing') return null;
  const count = Math.min(rowsMax, upload.rows - upload.decided);
  const rows = yield* uploadedRows(tenantKey, upload, count);
  // Cannot be, because upload and rows are stored together; going on would never end.
  if (rows.length !== count) throw new SalesError('internal', `Upload ${uploadId} lacks rows that it was staged with.`);
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
  const from = firstSeq + decided;
  const rows = yield* arrays(
    sql`SELECT ${text(uploadedColumns[kind].join(', '))} FROM ${rowTables[kind].table} ${notIndexed}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND seq >= ${from} AND seq < ${from + count} ORDER BY seq`,
  );
  return rows.map((row) => uploadedFrom(kind, row, 0));
}

/**
 * Decides about the next rows and stores the decisions with the upload's progress. Does nothing where the rows from `firstIndex` on are no
 * longer the next ones.
 */
export function* recordImport({ tenantKey, at }: Change, uploadId: string, firstIndex: number, decide: Decide): Work<void> {
  const upload = yield* findUpload({ tenantKey, limit: null }, uploadId);
  if (!upload || upload.decided !== firstIndex || upload.status !== 'Processing') return;
  const { decisionsOf } = yield* port();
  const firstSeq = upload.firstSeq + firstIndex;
  const decisions = yield* decisionsOf(
    tenantKey,
    rowsToDecide(upload, (index) => firstSeq + index),
    decide,
  );
  const progress = progressOf(upload, yield* uploadedRows(tenantKey, upload, decisions.length), decisions);
  yield* recordDecisions(
    tenantKey,
    upload,
    decisions.map((_, index) => firstSeq + index),
    decisions,
  );
  yield* storeProgress(tenantKey, upload, progress, at);
  yield* noteArrived(tenantKey);
  yield* noteDays(tenantKey, upload.kind, rowsInUpload({ firstSeq, rows: decisions.length }), true);
  yield* settleEarlier({ tenantKey, at }, upload, decide, decisions);
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
  const { leaveQueue } = yield* port();
  const { kind, uploadKey, firstSeq, decided, rows } = upload;
  yield* run(
    sql`UPDATE ${rowTables[kind].table} ${notIndexed} SET comment = ${reason}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND seq >= ${firstSeq + decided} AND seq < ${firstSeq + rows}`,
  );
  const time = at.toISOString();
  yield* run(
    sql`UPDATE upload SET status = ${upload.processed === 0 ? 'Failed' : 'ProcessedWithErrors'}, status_at = ${time}, imported_at = ${time},
        errors = ${withLast(upload.errors, reason)}, error_count = error_count + 1
      WHERE tenant_key = ${tenantKey} AND upload_key = ${uploadKey}`,
  );
  yield* leaveQueue(tenantKey, uploadKey);
}
