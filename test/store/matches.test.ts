/** Matches as SQLite keeps them. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MatchReader, rowNumber } from '../../src/store/matching.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { schemaVersion } from '../../src/store/sqlite/database/migrations.js';
import { miscountedUploads, misplacedAmounts } from '../../src/store/sqlite/verify/contents.js';
import { mismatchedRows } from '../../src/store/sqlite/verify/matched.js';
import { newMatch, readSingly, readSource } from './match-calls.js';
import { matchConformance, record, sale, seqAt } from './match-conformance.js';
import { sqliteForMatches } from './match-engines.js';
import { type MatchWorlds, openMatchWorlds } from './match-world.js';

matchConformance('SQLite', sqliteForMatches);

let worlds: MatchWorlds<Awaited<ReturnType<typeof sqliteForMatches>>>;
let harness: (typeof worlds)['harness'];
let newWorld: MatchWorlds['newWorld'];
let reader: MatchReader;
beforeAll(async () => {
  worlds = await openMatchWorlds();
  ({ harness, reader, newWorld } = worlds);
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
    expect([miscountedUploads(db), misplacedAmounts(db, schemaVersion), mismatchedRows(db)]).toEqual([0, 0, 0]);
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

it('a row that is read by itself is what it is among all, and so are uploads, matches and open rows', async () => {
  const world = await newWorld();
  const upload = await world.upload([sale('1'), sale('2', 6), sale('2', 7), sale('cash', 5, { brandId: 'CASH' }), sale('3')]);
  await world.settle([record('1'), record('2', 13), record('3'), record('fee', 1, { type: 'Fee' })]);
  await world.undo(await world.upload([sale('gone')]));
  await world.apply(({ sales, records }) => ({
    begun: [
      newMatch([seqAt(sales, 0)], [seqAt(records, 0)]),
      newMatch([seqAt(sales, 1), seqAt(sales, 2)], [seqAt(records, 1)], { how: 'Sum' }),
    ],
    open: [{ row: rowNumber('Sales', seqAt(sales, 3)), day: 20_000, reason: 'NotSettled', sentence: 'None holds it.', involved: [] }],
  }));
  const all = await readSource(reader, world.tenantId);
  const single = await readSingly(reader, world.tenantId);
  expect(single?.sales).toEqual(all.sales);
  expect(single?.records).toEqual(all.records);
  expect(single?.open).toEqual(all.openRows);
  expect(single?.named).toEqual(all.openRows);
  const groups = (single?.matches ?? []).map(({ sales: ofSales, records: ofRecords, ...match }) => [match, ofSales, ofRecords]);
  const seqs = (rows: readonly { seq: number; matchKey: number | null }[], key: number) =>
    rows.filter(({ matchKey }) => matchKey === key).map(({ seq }) => seq);
  expect(groups).toEqual(all.matches.map((match) => [match, seqs(all.sales, match.matchKey), seqs(all.records, match.matchKey)]));
  expect(single?.uploads.filter(({ isUnderWay }) => isUnderWay)).toEqual([]);
  expect(single?.uploads.map(({ kind, firstSeq, decided }) => [kind, firstSeq, decided])).toEqual(
    all.uploads.map(({ kind, firstSeq, rows }) => [kind, firstSeq, rows]),
  );
  expect(all.sales).toHaveLength(4);
  await expect(world.undo(upload)).resolves.toBeTruthy();
  expect((await readSingly(reader, world.tenantId))?.sales).toEqual([]);
});
