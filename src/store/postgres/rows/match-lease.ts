/**
 * Which server matches a tenant: one at a time, because two would only do the same work twice. One that dies holds up the others for as long as its
 * lease; and one that has lost it stores nothing any more.
 */
import { run, type Sql, sql, text, type Work } from '../../sql/work.js';

const end = text("clock_timestamp() + interval '60 seconds'");
const isHeldBy = (worker: string): Sql => sql`leased_by = ${worker} AND leased_until IS NOT NULL`;

/** False where another server has it. */
export function* takeLease(tenantKey: number, worker: string): Work<boolean> {
  const taken = yield* run(
    sql`UPDATE match_progress SET leased_by = ${worker}, leased_until = ${end}
      WHERE tenant_key = ${tenantKey} AND (leased_by = ${worker} OR leased_until IS NULL OR leased_until < clock_timestamp())`,
  );
  return taken === 1;
}

/** False where another has taken it over, or it was given back. */
export function* extendLease(tenantKey: number, worker: string): Work<boolean> {
  return (yield* run(sql`UPDATE match_progress SET leased_until = ${end} WHERE tenant_key = ${tenantKey} AND ${isHeldBy(worker)}`)) === 1;
}

/** After a run that was not stored to its end. */
export function* endLease(tenantKey: number, worker: string): Work<void> {
  yield* run(sql`UPDATE match_progress SET leased_by = NULL, leased_until = NULL WHERE tenant_key = ${tenantKey} AND ${isHeldBy(worker)}`);
}
