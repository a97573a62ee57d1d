/** Matches as SQLite keeps them. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { miscountedUploads, misplacedAmounts } from '../../src/store/sqlite/verify/contents.js';
import { mismatchedRows } from '../../src/store/sqlite/verify/matched.js';
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
    expect([miscountedUploads(db), misplacedAmounts(db), mismatchedRows(db)]).toEqual([0, 0, 0]);
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
    const tenantKey = db.prepare('SELECT tenantKey FROM tenant WHERE id = ?').pluck().get(tenantId);
    const { matchKey } = db.prepare('SELECT matchKey FROM match WHERE tenantKey = ? AND sales = 2').get(tenantKey) as { matchKey: number };
    const after = (sql: string) => {
      db.exec('BEGIN');
      db.prepare(sql).run(tenantKey);
      const found = mismatchedRows(db);
      db.exec('ROLLBACK');
      return found;
    };
    const wrong = [
      'UPDATE "transaction" SET matchKey = NULL WHERE tenantKey = ?',
      'UPDATE "transaction" SET transactionMatchState = 1 WHERE tenantKey = ?',
      'UPDATE settlement_record SET matchState = 3 WHERE tenantKey = ?',
      `UPDATE "transaction" SET matchKey = ${matchKey} WHERE tenantKey = ?`,
      'DELETE FROM match WHERE tenantKey = ? AND sales = 1',
      'DELETE FROM match_item WHERE tenantKey = ? AND row % 2 = 1',
      `INSERT INTO match_item (tenantKey, matchKey, row) VALUES (?, ${matchKey}, 2)`,
      "UPDATE match SET kind = 'Proposal' WHERE tenantKey = ?",
      'UPDATE match SET saleSeq = saleSeq + 1 WHERE tenantKey = ? AND sales = 1',
    ];
    expect(mismatchedRows(db)).toBe(0);
    for (const sql of wrong) expect([sql, after(sql)]).toEqual([sql, expect.toSatisfy((found: number) => found > 0)]);
    db.close();
  });
});
