/** A page of a tenant's uploads, as JSON. Without an index of their own, because all but the distant pages of a small tenant are near. */
import type { UploadListQuery } from '../../../contract/inputs.js';
import { type ListedUploadRow, uploadListJson } from '../../stored-upload.js';
import { andUploadWithin, type Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

/** An UploadList as JSON, the newest first; in the scope of some units, the user's own uploads. */
export function listUploads(db: Database, { tenantKey, limit }: Reach, { uploadId, pageSize, pageNumber }: UploadListQuery): string {
  const { sql, values } = andUploadWithin(limit);
  const one = uploadId === undefined ? [] : [uploadId.toLowerCase()];
  const rows = statement(
    db,
    `SELECT id AS uploadId, kind, created_at AS receivedAt, (SELECT name FROM app_user WHERE app_user.user_key = upload.user_key) AS user, upload_group,
       status, status_at AS date, rows AS transactions, decided, processed, duplicates, rejected, warnings, amounts, withdrawn_at, withdrawn_by
     FROM upload WHERE tenant_key = ?${sql}${one.length > 0 ? ' AND id = ?' : ''} ORDER BY upload_key DESC LIMIT ? OFFSET ?`,
  ).all(tenantKey, ...values, ...one, pageSize + 1, (pageNumber - 1) * pageSize) as ListedUploadRow[];
  return uploadListJson(rows, pageSize);
}
