/** Which uploads came when, from whom: for the audit trail, and nothing of what is in them. */
import type { AuditFilter } from '../../administration.js';
import type { ReceivedUpload } from '../../audit.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

/** The last that match, oldest first. Withdrawn ones, too. */
export function receivedUploads(db: Database, { from, to, limit }: AuditFilter): ReceivedUpload[] {
  const rows = statement(
    db,
    `SELECT createdAt AS at, (SELECT name FROM user WHERE user.userKey = upload.userKey) AS actor, id AS uploadId,
       (SELECT name FROM tenant WHERE tenant.tenantKey = abs(upload.tenantKey)) AS tenant, kind, rows AS transactions
     FROM upload WHERE createdAt >= ? AND createdAt <= ? ORDER BY uploadKey DESC LIMIT ?`,
  ).all(from?.toISOString() ?? '', to?.toISOString() ?? '~', limit) as ReceivedUpload[];
  return rows.reverse();
}
