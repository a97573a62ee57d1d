/** A page of a tenant's uploads, as JSON. Only the filter by file has an index: all but the distant pages of a small tenant are near. */
import type { UploadListQuery } from '../../contract/inputs.js';
import { isUuid } from '../../contract/uuid.js';
import { andUploadWithin, type Reach } from '../access/scope.js';
import { untoldWarnings } from '../rows/uploads.js';
import { all, nothing, sql, type Work } from '../sql/work.js';
import { type ListedUploadRow, uploadListJson } from '../stored-upload.js';

/** An UploadList as JSON, the newest first; in the scope of some units, the user's own uploads. */
export function* listUploads(reach: Reach, { uploadId, fileSha256, pageSize, pageNumber }: UploadListQuery): Work<string> {
  if (uploadId !== undefined && !isUuid(uploadId)) return uploadListJson([], pageSize);
  const isAsked = uploadId === undefined ? nothing : sql` AND id = ${uploadId.toLowerCase()}`;
  const isOfFile = fileSha256 === undefined ? nothing : sql` AND file_sha256 = ${fileSha256.toLowerCase()}`;
  const rows = yield* all<ListedUploadRow & { firstSeq: number }>(
    sql`SELECT id AS upload_id, kind, created_at AS received_at, (SELECT name FROM app_user WHERE app_user.user_key = upload.user_key) AS "user",
        upload_group, file_name, file_sha256, status, status_at AS date, rows AS transactions, decided, processed, duplicates, rejected, warnings, amounts, withdrawn_at,
        withdrawn_by, first_seq
      FROM upload WHERE tenant_key = ${reach.tenantKey}${andUploadWithin(reach)}${isAsked}${isOfFile}
      ORDER BY upload_key DESC LIMIT ${pageSize + 1} OFFSET ${(pageNumber - 1) * pageSize}`,
  );
  const told: ListedUploadRow[] = [];
  for (const { firstSeq, ...row } of rows) {
    const { kind = 'Sales', transactions, warnings, withdrawnAt } = row;
    const untold = yield* untoldWarnings(reach, { kind, firstSeq, rows: transactions, warnings, withdrawnAt });
    told.push({ ...row, warnings: warnings - untold });
  }
  return uploadListJson(told, pageSize);
}
