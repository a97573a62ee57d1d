/**
 * Which server matches a tenant: one at a time, because two would only do the same work twice. One that dies holds up the others for as long as its
 * lease; and one that has lost it stores nothing any more.
 */
import type { Session } from '../database/session.js';

const LEASE = '60 seconds';

/** False where another server has it. */
export async function takeLease(session: Session, tenantKey: number, worker: string): Promise<boolean> {
  const taken = await session.run(
    `UPDATE match_progress SET leased_by = $2, leased_until = clock_timestamp() + $3::interval
     WHERE tenant_key = $1 AND (leased_by = $2 OR leased_until IS NULL OR leased_until < clock_timestamp())`,
    tenantKey,
    worker,
    LEASE,
  );
  return taken === 1;
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
