/**
 * The lock that orders everything about one tenant, over all servers: its row of counters. Whoever holds it sees all that was committed before,
 * and nobody else writes that tenant's data until the transaction ends.
 */
import { noSuchTenant, tenantKeyOf } from '../../access/scope.js';
import type { DatabaseConnections } from '../database/connections.js';
import type { Session } from '../database/session.js';
import { runOn } from '../database/work.js';

/**
 * Looks up keys of tenants by their ids, each once: neither is ever given again, so only whether the tenant still exists has to be asked. Fails
 * with `notFound` where it never was.
 */
export function tenantKeys(connections: DatabaseConnections): (tenantId: string) => Promise<number> {
  const keys = new Map<string, number>();
  return async (tenantId) => {
    const key = keys.get(tenantId) ?? (await connections.read({ tenantKey: null }, (session) => runOn(session, tenantKeyOf(tenantId))));
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

interface CounterRow {
  nextSeq: number;
  lastId: string | null;
  ms: number;
}

/** In tests, the time instead of the database's. */
export type TestClock = (() => Date) | null;

/** Waits for the tenant's turn. Fails with `notFound` where the tenant is gone. */
export async function takeTurn(session: Session, tenantKey: number, clock: TestClock): Promise<Turn> {
  const counter = await session.first<CounterRow>(
    `SELECT next_seq AS "nextSeq", last_id AS "lastId", floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms
     FROM tenant_counter WHERE tenant_key = $1 FOR UPDATE`,
    tenantKey,
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
export async function timeOf(session: Session, clock: TestClock): Promise<Date> {
  if (clock) return clock();
  const found = await session.first<{ ms: number }>('SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms');
  return new Date(found?.ms ?? 0);
}
