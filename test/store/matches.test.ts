/** Matches as SQLite keeps them. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { runOn } from '../../src/store/sqlite/database/run-at-once.js';
import { miscountedUploads, misplacedAmounts } from '../../src/store/sqlite/verify/contents.js';
import { mismatchedRows } from '../../src/store/verify/matched.js';
import { newMatch } from './match-calls.js';
import { matchConformance, record, sale, seqAt } from './match-conformance.js';
import { sqliteForMatches } from './match-engines.js';
import { type MatchWorlds, openMatchWorlds } from './match-world.js';

matchConformance('SQLite', sqliteForMatches);

let worlds: MatchWorlds<Awaited<ReturnType<typeof sqliteForMatches>>>;
let harness: (typeof worlds)['harness'];
let newWorld: MatchWorlds['newWorld'];
beforeAll(async () => {
  worlds = await openMatchWorlds();
  ({ harness, newWorld } = worlds);
});
afterAll(() => worlds.close());

describe('a match', () => {
  it('leaves the order of amounts as it is', async () => {
    const { upload, settle, matchFirst } = await worlds.newWorld();
    await upload([sale('A'), sale('V', 9)]);
    await settle([record('A')]);
    await harness.store.tidy('idle');
    await matchFirst();
    const db = new Database(join(harness.directory, 'sales.db'), { readonly: true });
    expect([miscountedUploads(db), misplacedAmounts(db), runOn(db, mismatchedRows(null))]).toEqual([0, 0, 0]);
    db.close();
  });
});

describe('what doctor looks at', () => {
  it('are rows that are not in the match that they are said to be in, and the reverse', async () => {
    const { tenantId, upload, settle, apply } = await newWorld();
    await upload([sale('A'), sale('B'), sale('B', 6)]);
    await settle([record('A'), record('B', 11)]);
    await apply(({ sales, records }) => ({
      begun: [
        newMatch([seqAt(sales, 0)], [seqAt(records, 0)]),
        newMatch([seqAt(sales, 1), seqAt(sales, 2)], [seqAt(records, 1)], { how: 'Sum' }),
      ],
    }));
    const db = new Database(join(harness.directory, 'sales.db'));
    const tenantKey = db.prepare('SELECT tenant_key FROM tenant WHERE id = ?').pluck().get(tenantId);
    const { matchKey } = db.prepare('SELECT match_key AS matchKey FROM match WHERE tenant_key = ? AND sales = 2').get(tenantKey) as {
      matchKey: number;
    };
    const after = (sql: string) => {
      db.exec('BEGIN');
      db.prepare(sql).run(tenantKey);
      const found = runOn(db, mismatchedRows(null));
      db.exec('ROLLBACK');
      return found;
    };
    const wrong = [
      'UPDATE "transaction" SET match_key = NULL WHERE tenant_key = ?',
      'UPDATE "transaction" SET match_state = 1 WHERE tenant_key = ?',
      'UPDATE settlement_record SET match_state = 3 WHERE tenant_key = ?',
      `UPDATE "transaction" SET match_key = ${matchKey} WHERE tenant_key = ?`,
      'DELETE FROM match WHERE tenant_key = ? AND sales = 1',
      'DELETE FROM match_item WHERE tenant_key = ? AND number % 2 = 1',
      `INSERT INTO match_item (tenant_key, match_key, number) VALUES (?, ${matchKey}, 2)`,
      "UPDATE match SET kind = 'Proposal' WHERE tenant_key = ?",
      'UPDATE match SET sale_seq = sale_seq + 1 WHERE tenant_key = ? AND sales = 1',
    ];
    expect(runOn(db, mismatchedRows(null))).toBe(0);
    for (const sql of wrong) expect([sql, after(sql)]).toEqual([sql, expect.toSatisfy((found: number) => found > 0)]);
    db.close();
  });
});
