/** Which uploads came when, from whom: for the audit trail, and nothing of what is in them. */
import type { AuditFilter } from '../../administration.js';
import type { ReceivedUpload } from '../../audit.js';
import type { Session } from '../database/session.js';

/** The last that match, oldest first. Withdrawn ones, too. */
export async function receivedUploads(session: Session, { from, to, limit }: AuditFilter): Promise<ReceivedUpload[]> {
  const rows = await session.all<ReceivedUpload>(
    `SELECT upload.created_at AS at, app_user.name AS actor, upload.id AS "uploadId", tenant.name AS tenant, upload.kind,
       upload.rows AS transactions
     FROM upload JOIN app_user ON app_user.user_key = upload.user_key JOIN tenant ON tenant.tenant_key = upload.tenant_key
     WHERE ($1::timestamptz IS NULL OR upload.created_at >= $1) AND ($2::timestamptz IS NULL OR upload.created_at <= $2)
     ORDER BY upload.upload_key DESC LIMIT $3`,
    from?.toISOString() ?? null,
    to?.toISOString() ?? null,
    limit,
  );
  return rows.reverse();
}
