/** A page of a tenant's uploads, as JSON. */
import type { UploadListQuery } from '../../../contract/inputs.js';
import { isUuid } from '../../../contract/uuid.js';
import { type ListedUploadRow, uploadListJson } from '../../stored-upload.js';
import { andUploadWithin, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';

/** An UploadList as JSON, the newest first; in the scope of some units, the user's own uploads. */
export async function listUploads(session: Session, reach: Reach, query: UploadListQuery): Promise<string> {
  const { uploadId, pageSize, pageNumber } = query;
  if (uploadId !== undefined && !isUuid(uploadId)) return uploadListJson([], pageSize);
  const values = new Values();
  const tenant = values.add(reach.tenantKey);
  const rows = await session.all<ListedUploadRow>(
    `SELECT id AS "uploadId", kind, created_at AS "receivedAt", (SELECT name FROM app_user WHERE app_user.user_key = upload.user_key) AS "user",
       upload_group AS "uploadGroup", status, status_at AS date, rows AS transactions, decided, processed, duplicates, rejected, warnings,
       amounts, withdrawn_at AS "withdrawnAt", withdrawn_by AS "withdrawnBy"
     FROM upload WHERE tenant_key = ${tenant}${andUploadWithin(reach, values)}${uploadId === undefined ? '' : ` AND id = ${values.add(uploadId)}`}
     ORDER BY upload_key DESC LIMIT ${values.add(pageSize + 1)} OFFSET ${values.add((pageNumber - 1) * pageSize)}`,
    ...values.list,
  );
  return uploadListJson(rows, pageSize);
}
