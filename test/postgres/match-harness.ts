/** What tests of matches need of the PostgreSQL store beside its interface. */
import { openConnections } from '../../src/store/postgres/database/connections.js';
import { openMatcher } from '../../src/store/postgres/shared-matcher.js';
import { mismatchedRows } from '../../src/store/verify/matched.js';
import { type MatchHarness, tablesOfMatching } from '../store/match-engines.js';
import type { Cluster } from '../support/postgres.js';
import { openPostgres, type PostgresHarness } from './harness.js';

export async function postgresForMatches(cluster: Cluster, now: () => Date): Promise<MatchHarness & PostgresHarness> {
  const harness = await openPostgres(cluster, now, true);
  const { address } = harness;
  const keyOf = async (tenantId: string) =>
    (await cluster.sql<{ key: number }>(harness.database, 'SELECT tenant_key AS key FROM tenant WHERE id = $1', tenantId))[0]?.key ?? 0;
  const connections = openConnections(address, { readers: 1, writers: 1 });
  const close = harness.close;
  return Object.assign(harness, {
    openReader: () => openMatcher({ address, clock: now }),
    matchesOf: async (tenantId: string) => {
      const tenantKey = await keyOf(tenantId);
      const wrong = await connections.read(tenantKey, () => mismatchedRows(tenantKey));
      if (wrong > 0) throw new Error('Rows and matches do not agree.');
      const columns = 'kind, rule, how, sales, records, sales_units, records_units, currency, day';
      const sql = `SELECT concat_ws(' ', ${columns}) AS text FROM match WHERE tenant_key = $1`;
      return (await cluster.sql<{ text: string }>(harness.database, sql, tenantKey)).map(({ text }) => text).sort();
    },
    claimsOf: async (tenantId: string) => {
      const sql = 'SELECT remind_on AS day FROM match_claim WHERE tenant_key = $1 ORDER BY number';
      return (await cluster.sql<{ day: string }>(harness.database, sql, await keyOf(tenantId))).map(({ day }) => day);
    },
    rowsOfMatching: async (tenantId: string) => {
      const tenantKey = await keyOf(tenantId);
      const counts: number[] = [];
      for (const table of tablesOfMatching) {
        const sql = `SELECT count(*)::int AS rows FROM ${table} WHERE tenant_key = $1`;
        counts.push((await cluster.sql<{ rows: number }>(harness.database, sql, tenantKey))[0]?.rows ?? 0);
      }
      return counts;
    },
    close: async () => {
      await connections.close();
      await close();
    },
  });
}
