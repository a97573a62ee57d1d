/**
 * The lock that orders everything about one tenant, over all servers: its row of counters. Whoever holds it sees all that was committed before,
 * and nobody else writes that tenant's data until the transaction ends.
 */
import { noSuchTenant, tenantKeyOf } from '../../access/scope.js';
import { first, sql, type Work } from '../../sql/work.js';
import { clockMs, nowMs } from '../access/limits.js';
import type { DatabaseConnections } from '../database/connections.js';

/**
 * Looks up keys of tenants by their ids, each once: neither is ever given again, so only whether the tenant still exists has to be asked. Fails
 * with `notFound` where it never was.
 */
export function tenantKeys(connections: DatabaseConnections): (tenantId: string) => Promise<number> {
  const keys = new Map<string, number>();
  return async (tenantId) => {
    const key = keys.get(tenantId) ?? (await connections.read(null, () => tenantKeyOf(tenantId)));
    keys.set(tenantId, key);
    return key;
  };
}

/** What a transaction finds when its turn comes. */
export interface Turn {
  tenantKey: number;
  /** The database's clock: servers may differ about the time. */
  at: Date;
  nextSeq: number;
  /** The first transaction id of the tenant's last upload; null before the first. */
  lastId: Buffer | null;
}

/** In tests, the time instead of the database's. */
export type TestClock = (() => Date) | null;

/** Waits for the tenant's turn. Fails with `notFound` where the tenant is gone. */
export function* takeTurn(tenantKey: number, clock: TestClock): Work<Turn> {
  const counter = yield* first<{ nextSeq: number; lastId: string | null; ms: number }>(
    sql`SELECT next_seq, last_id, ${clockMs} AS ms FROM tenant_counter WHERE tenant_key = ${tenantKey} FOR UPDATE`,
  );
  if (!counter) throw noSuchTenant();
  const { nextSeq, lastId, ms } = counter;
  return {
    tenantKey,
    at: clock ? clock() : new Date(ms),
    nextSeq,
    lastId: lastId === null ? null : Buffer.from(lastId.replaceAll('-', ''), 'hex'),
  };
}

/** The time, for what takes no turn. */
export function* timeOf(clock: TestClock): Work<Date> {
  return clock ? clock() : new Date(yield* nowMs());
}
