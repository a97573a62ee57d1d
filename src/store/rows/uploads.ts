/** A tenant's uploads and their states. What changes several things runs in one transaction. */

import { isUuid } from '../../contract/uuid.js';
import { andUploadWithin, type Reach } from '../access/scope.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { mayBeThere, warningOf } from '../comments.js';
import type { RowDecision } from '../import-decisions.js';
import { port } from '../port.js';
import { anyTenant, notIndexed } from '../sql/dialect.js';
import { first, joined, perDatabase, run, runEach, type Sql, sql, text, type Work } from '../sql/work.js';
import { duplicateGroupOf } from '../stored-row.js';
import { belongingOf, progressColumns, progressValues, type StoredUpload, uploadOf } from '../stored-upload.js';
import type { UploadProgress } from '../upload-progress.js';
import type { Upload } from '../uploads.js';
import { rowTables } from './row-tables.js';

const uploadColumns = text('upload.*, (SELECT app_user.id FROM app_user WHERE app_user.user_key = upload.user_key) AS user_id');

/** The upload, where there is one within reach; its id may be in upper or lower case. */
export function* findUpload(reach: Reach, uploadId: string): Work<StoredUpload | undefined> {
  if (!isUuid(uploadId)) return undefined;
  const { tenantKey } = reach;
  return yield* first<StoredUpload>(
    sql`SELECT ${uploadColumns} FROM upload WHERE tenant_key = ${tenantKey} AND id = ${uploadId.toLowerCase()}${andUploadWithin(reach)}`,
  );
}

export function* uploadByKey(tenantKey: number, uploadKey: number): Work<StoredUpload> {
  const found = yield* first<StoredUpload>(
    sql`SELECT ${uploadColumns} FROM upload WHERE tenant_key = ${tenantKey} AND upload_key = ${uploadKey}`,
  );
  return found as StoredUpload;
}

/** The upload as those are told of it who have that reach: one of some units does not count the warnings that only say {@link mayBeThere}. */
export function* toldUpload(reach: Reach, upload: StoredUpload): Work<Upload> {
  return { ...uploadOf(upload), warnings: upload.warnings - (yield* untoldWarnings(reach, upload)) };
}

export function* untoldWarnings(
  { tenantKey, limit }: Reach,
  upload: Pick<StoredUpload, 'kind' | 'firstSeq' | 'rows' | 'warnings' | 'withdrawnAt'>,
): Work<number> {
  if (!limit || upload.warnings === 0) return 0;
  const { firstSeq, rows } = upload;
  const { table, tenant } = placeOfRows(tenantKey, upload);
  const found = yield* first<{ untold: number }>(
    sql`SELECT count(*) AS untold FROM ${table} ${notIndexed}
      WHERE tenant_key = ${tenant} AND seq >= ${firstSeq} AND seq < ${firstSeq + rows} AND comment = ${warningOf([mayBeThere])}`,
  );
  return found?.untold ?? 0;
}

/** Where the rows of an upload are. On SQLite, withdrawn ones stand under the negative of the tenant's key, where no statement about a tenant finds them. */
export function placeOfRows(
  tenantKey: number,
  { kind, withdrawnAt }: Pick<StoredUpload, 'kind' | 'withdrawnAt'>,
): { table: Sql; tenant: Sql } {
  const { table, withdrawn } = rowTables[kind];
  if (withdrawnAt === null) return { table, tenant: anyTenant(tenantKey) };
  return {
    table: perDatabase(table, withdrawn),
    tenant: perDatabase(sql`${-tenantKey}`, anyTenant(tenantKey)),
  };
}

/** Stores what was decided about rows of an upload, by their numbers in their table. */
export function* recordDecisions(
  tenantKey: number,
  upload: StoredUpload,
  seqs: readonly number[],
  decisions: readonly RowDecision[],
): Work<void> {
  const { noteStates } = yield* port();
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

/** Stores the progress of an upload. */
export function* storeProgress(tenantKey: number, { uploadKey }: StoredUpload, progress: UploadProgress, statusAt: string): Work<void> {
  const values = progressValues(progress);
  const set = progressColumns.map((column, index) => sql`${text(column)} = ${values[index]}`);
  yield* run(
    sql`UPDATE upload SET ${joined(set, ', ')}, status_at = ${statusAt} WHERE tenant_key = ${tenantKey} AND upload_key = ${uploadKey}`,
  );
}
