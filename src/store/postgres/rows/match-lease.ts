/**
 * Which server matches a tenant: one at a time, because two would only do the same work twice. One that dies holds up the others for as long as its
 * lease; and one that has lost it stores nothing any more.
 */
import type { Lease } from '../../matching.js';
import type { Session } from '../database/session.js';

const LEASE = '60 seconds';

/**
 * Null where another server has it. `worker` names the lease. The name stays where a run was stored to its end, until anyone takes the tenant again:
 * by it a server knows that nobody came between two of its runs.
 */
export async function takeLease(session: Session, tenantKey: number, worker: string): Promise<Lease | null> {
  const before = await session.first<{ name: string | null; isOver: boolean }>(
    `SELECT leased_by AS name, leased_until IS NULL AS "isOver" FROM match_progress
     WHERE tenant_key = $1 AND (leased_by = $2 OR leased_until IS NULL OR leased_until < clock_timestamp()) FOR UPDATE`,
    tenantKey,
    worker,
  );
  if (!before) return null;
  await session.run(
    'UPDATE match_progress SET leased_by = $2, leased_until = clock_timestamp() + $3::interval WHERE tenant_key = $1',
    tenantKey,
    worker,
    LEASE,
  );
  return { name: worker, after: before.isOver ? before.name : null };
}

/** False where another has taken it over, or it was given back. */
export async function extendLease(session: Session, tenantKey: number, worker: string): Promise<boolean> {
  const extended = await session.run(
    `UPDATE match_progress SET leased_until = clock_timestamp() + $3::interval
     WHERE tenant_key = $1 AND leased_by = $2 AND leased_until IS NOT NULL`,
    tenantKey,
    worker,
    LEASE,
  );
  return extended === 1;
}

/** After a run that was not stored to its end. */
export async function endLease(session: Session, tenantKey: number, worker: string): Promise<void> {
  await session.run(
    `UPDATE match_progress SET leased_by = NULL, leased_until = NULL
     WHERE tenant_key = $1 AND leased_by = $2 AND leased_until IS NOT NULL`,
    tenantKey,
    worker,
  );
}
