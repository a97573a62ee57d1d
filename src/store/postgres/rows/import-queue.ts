/** Which uploads the import worker of this server takes next. Others leave them alone for a while, so that one that dies holds up none. */
import type { Session } from '../database/session.js';

const LEASE = '60 seconds';
const LEASED_MAX = 1_000;

/**
 * Leases the oldest uploads to `worker`: those that nobody holds, whose lease ran out, or that it holds itself, whose lease is renewed. If an
 * upload is leased twice, nothing is lost: import steps are idempotent.
 */
export async function leaseUploads(session: Session, worker: string): Promise<{ tenantId: string; uploadId: string }[]> {
  return session.all(
    `WITH free AS (
       SELECT tenant_key, upload_key FROM import_queue WHERE leased_by = $1 OR leased_until IS NULL OR leased_until < now()
       ORDER BY queued_at LIMIT $2 FOR UPDATE SKIP LOCKED
     ), leased AS (
       UPDATE import_queue SET leased_by = $1, leased_until = now() + $3::interval FROM free
       WHERE import_queue.tenant_key = free.tenant_key AND import_queue.upload_key = free.upload_key
       RETURNING import_queue.tenant_key, import_queue.upload_id, import_queue.queued_at
     )
     SELECT tenant.id AS "tenantId", leased.upload_id AS "uploadId" FROM leased JOIN tenant USING (tenant_key) ORDER BY queued_at`,
    worker,
    LEASED_MAX,
    LEASE,
  );
}

/** Lets others have the uploads of a worker that ends. */
export async function endLeases(session: Session, worker: string): Promise<void> {
  await session.run('UPDATE import_queue SET leased_by = NULL, leased_until = NULL WHERE leased_by = $1', worker);
}
