/** What tests of matches need of a store beside its interface: a reader of what there is to match, and what stands in its tables. */
import { join } from 'node:path';
import type { MatchReader } from '../../src/store/matching.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { runOn } from '../../src/store/sqlite/database/run-at-once.js';
import { openMatchReader } from '../../src/store/sqlite/sqlite-store.js';
import { mismatchedRows } from '../../src/store/verify/matched.js';
import type { Harness } from './conformance.js';
import { openSqlite, type SqliteHarness } from './sqlite-harness.js';

export interface MatchHarness extends Harness {
  openReader(): MatchReader;
  /** What kinds of matches a tenant has, by which rules, of how many rows. Fails where rows and matches do not agree. */
  matchesOf(tenantId: string): Promise<string[]>;
  /** Days on which claims of a tenant come back. */
  claimsOf(tenantId: string): Promise<string[]>;
  /** How many rows of this tenant the tables of matches have. */
  rowsOfMatching(tenantId: string): Promise<number[]>;
}

export const tablesOfMatching = [
  'match',
  'match_item',
  'match_open',
  'match_forbidden',
  'match_decision',
  'match_claim',
  'match_progress',
  'settlement_settings',
];

export async function sqliteForMatches(now: () => Date): Promise<MatchHarness & SqliteHarness> {
  const harness = await openSqlite(now);
  const reading = <Result>(read: (db: Database) => Result): Result => {
    const db = new Database(join(harness.directory, 'sales.db'), { readonly: true });
    try {
      return read(db);
    } finally {
      db.close();
    }
  };
  const ofTenant = 'WHERE tenant_key = (SELECT tenant_key FROM tenant WHERE id = ?)';
  return Object.assign(harness, {
    openReader: () => openMatchReader({ directory: harness.directory }),
    matchesOf: async (tenantId: string) =>
      reading((db) => {
        if (runOn(db, mismatchedRows(null)) > 0) throw new Error('Rows and matches do not agree.');
        const columns = 'kind, rule, how, sales, records, sales_units, records_units, currency, day';
        return (db.prepare(`SELECT concat_ws(' ', ${columns}) FROM match ${ofTenant}`).pluck().all(tenantId) as string[]).sort();
      }),
    claimsOf: async (tenantId: string) =>
      reading((db) => db.prepare(`SELECT remind_on FROM match_claim ${ofTenant} ORDER BY number`).pluck().all(tenantId) as string[]),
    rowsOfMatching: async (tenantId: string) =>
      reading((db) =>
        tablesOfMatching.map((table) => db.prepare(`SELECT count(*) FROM ${table} ${ofTenant}`).pluck().get(tenantId) as number),
      ),
  });
}
