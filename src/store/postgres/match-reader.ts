/**
 * Reads what there is to match, and stores what a server makes of it, on connections of its own: a whole run sees one state of the database, and
 * one server at a time matches a tenant.
 */
import { randomUUID } from 'node:crypto';
import { tenantKeyOf } from '../access/scope.js';
import type { MatchSource, SharedMatcher } from '../matching.js';
import { applyMatches } from '../rows/match-outcome.js';
import { matchSource } from '../rows/match-source.js';
import type { DatabaseAddress } from './database/address.js';
import { CommitInDoubt, openConnections } from './database/connections.js';
import { MATCHING_SINCE } from './database/schema.js';
import type { Session } from './database/session.js';
import { runOn } from './database/work.js';
import { endLease, extendLease, takeLease } from './rows/match-lease.js';
import { boundValues, selectNewestDay, selectNumbers, selectOldestDay } from './rows/matched-days.js';
import { type TestClock, takeTurn } from './rows/turn.js';

export interface MatcherOptions {
  address: DatabaseAddress;
  /** In tests, the time instead of the database's. */
  clock?: TestClock;
}

/** Does not connect before it is first used. */
export function openMatcher({ address, clock = null }: MatcherOptions): SharedMatcher {
  const connections = openConnections(address, { readers: 1, writers: 1 });
  const worker = randomUUID();
  const keys = new Map<string, number>();
  // Looked up once: a piece is stored while the only connection for reading may be at the next rows.
  const keyOf = async (tenantId: string): Promise<number> => {
    const known = keys.get(tenantId) ?? (await connections.read({ tenantKey: null }, (session) => runOn(session, tenantKeyOf(tenantId))));
    keys.set(tenantId, known);
    return known;
  };
  const writeTo = async <Result>(tenantId: string, work: (session: Session, tenantKey: number) => Promise<Result>): Promise<Result> => {
    const tenantKey = await keyOf(tenantId);
    return connections.write({ tenantKey }, (session) => work(session, tenantKey));
  };
  return {
    tenantsToMatch: (rules) => connections.read({ tenantKey: null }, (session) => tenantsToMatch(session, rules, worker)),
    rowsToMatch: async (tenantId, read) => {
      const tenantKey = await keyOf(tenantId);
      return connections.read({ tenantKey }, async (session) => read(await sourceOf(session, tenantKey)));
    },
    lease: (tenantId) => writeTo(tenantId, (session, tenantKey) => takeLease(session, tenantKey, worker)),
    keepLease: (tenantId) => writeTo(tenantId, (session, tenantKey) => extendLease(session, tenantKey, worker)),
    endLease: (tenantId) => writeTo(tenantId, (session, tenantKey) => endLease(session, tenantKey, worker)),
    applyMatches: async (tenantId, piece) => {
      try {
        return await writeTo(tenantId, async (session, tenantKey) => {
          const turn = await takeTurn(session, tenantKey, clock);
          return (await extendLease(session, tenantKey, worker)) && (await runOn(session, applyMatches(turn, piece)));
        });
      } catch (error) {
        // Whether it is stored or not, the next run finds it.
        if (error instanceof CommitInDoubt) return false;
        throw error;
      }
    },
    close: () => connections.close(),
  };
}

const PAGE_ROWS = 5_000;

/** Not those that another server is at. As long as servers of an earlier version may run, there are none. */
async function tenantsToMatch(session: Session, rules: string, worker: string): Promise<string[]> {
  // The only role that sees the counters of all tenants; of their data it sees nothing.
  await session.plain('SET LOCAL ROLE sales_admin');
  const found = await session.arrays<[string]>(
    `SELECT tenant.id FROM match_progress JOIN tenant USING (tenant_key) JOIN tenant_counter USING (tenant_key)
     LEFT JOIN settlement_settings USING (tenant_key)
     WHERE (seen IS DISTINCT FROM concat_ws(' ', transactions, records, changed, arrived, version) OR seen_rules IS DISTINCT FROM $1)
       AND (leased_until IS NULL OR leased_until < now() OR leased_by = $2)
       AND (SELECT compatible_from FROM schema_version) >= ${MATCHING_SINCE}
     ORDER BY tenant_key`,
    rules,
    worker,
  );
  return found.flat();
}

function sourceOf(session: Session, tenantKey: number): Promise<MatchSource> {
  const day = async (sql: string) => (await session.first<{ day: number | null }>(sql, tenantKey))?.day ?? null;
  return matchSource(tenantKey, {
    answer: (work) => runOn(session, work),
    rowsAtOnce: PAGE_ROWS,
    newestDay: () => day(selectNewestDay),
    oldestDay: () => day(selectOldestDay),
    numbers: async (kind, days) => {
      const rows = await session.arrays<[number]>(selectNumbers[kind], tenantKey, ...boundValues[kind](days));
      return Float64Array.from(rows, ([seq]) => seq).sort();
    },
  });
}
