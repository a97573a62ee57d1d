/**
 * Reads what there is to match, and stores what a server makes of it, on connections of its own: a whole run sees one state of the database, and
 * one server at a time matches a tenant.
 */
import { randomUUID } from 'node:crypto';
import type { SharedMatcher } from '../matching.js';
import { applyMatches } from '../rows/apply-matches.js';
import { tenantsToMatch } from '../rows/match-progress.js';
import { matchSource } from '../rows/match-source.js';
import { direct, type Sql, sql, type Work } from '../sql/work.js';
import type { DatabaseAddress } from './database/address.js';
import { CommitInDoubt, openConnections } from './database/connections.js';
import { MATCHING_SINCE } from './database/schema.js';
import type { Session } from './database/session.js';
import { runOn } from './database/work.js';
import { endLease, extendLease, takeLease } from './rows/match-lease.js';
import { type TestClock, takeTurn, tenantKeys } from './rows/turn.js';

export interface MatcherOptions {
  address: DatabaseAddress;
  /** In tests, the time instead of the database's. */
  clock?: TestClock;
}

/** Does not connect before it is first used. */
export function openMatcher({ address, clock = null }: MatcherOptions): SharedMatcher {
  const connections = openConnections(address, { readers: 1, writers: 1 });
  const worker = randomUUID();
  // Looked up once: a piece is stored while the only connection for reading may be at the next rows.
  const keyOf = tenantKeys(connections);
  const writeTo = async <Result>(tenantId: string, work: (tenantKey: number) => Work<Result>): Promise<Result> => {
    const tenantKey = await keyOf(tenantId);
    return connections.write(tenantKey, () => work(tenantKey));
  };
  return {
    tenantsToMatch: (rules) => connections.read(null, () => tenantsToMatch(rules, isFree(worker))),
    rowsToMatch: async (tenantId, read) => {
      const tenantKey = await keyOf(tenantId);
      return connections.read(tenantKey, () =>
        direct(async (session: Session) => read(await matchSource(tenantKey, PAGE_ROWS, (work) => runOn(session, work)))),
      );
    },
    lease: (tenantId) => writeTo(tenantId, (tenantKey) => takeLease(tenantKey, worker)),
    keepLease: (tenantId) => writeTo(tenantId, (tenantKey) => extendLease(tenantKey, worker)),
    endLease: (tenantId) => writeTo(tenantId, (tenantKey) => endLease(tenantKey, worker)),
    applyMatches: async (tenantId, piece) => {
      try {
        return await writeTo(tenantId, function* (tenantKey) {
          const turn = yield* takeTurn(tenantKey, clock);
          return (yield* extendLease(tenantKey, worker)) && (yield* applyMatches(turn, piece));
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
function isFree(worker: string): Sql {
  return sql` AND (leased_until IS NULL OR leased_until < now() OR leased_by = ${worker})
    AND (SELECT compatible_from FROM schema_version) >= ${MATCHING_SINCE}`;
}
