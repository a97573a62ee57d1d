/** Matches as PostgreSQL keeps them: by two stores on one database, whose calls take turns. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishUpgrade } from '../../src/store/postgres/database/migrations.js';
import { openMatcher } from '../../src/store/postgres/shared-matcher.js';
import { inspectData } from '../../src/store/postgres/verify/data-state.js';
import { emptyPiece, newMatch } from '../store/match-calls.js';
import { matchConformance, record, sale, seqAt } from '../store/match-conformance.js';
import { type MatchWorld, type MatchWorlds, openMatchWorldsOn } from '../store/match-world.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import type { PostgresHarness } from './harness.js';
import { postgresForMatches } from './match-harness.js';

// Threads run what is built: Node 20 cannot run TypeScript.
const { dryRunsBeside } = (await import(
  new URL('../../dist/threads/dry-run.js', import.meta.url).href
)) as typeof import('../../src/threads/dry-run.js');
const postgresModule = new URL('../../dist/store/postgres/postgres-store.js', import.meta.url).href;
const programs = postgresPrograms();
const clock = () => new Date('2026-11-20T12:00:00Z');

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;
  let worlds: MatchWorlds<Awaited<ReturnType<typeof postgresForMatches>>>;
  let harness: PostgresHarness;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    worlds = await openMatchWorldsOn((now) => postgresForMatches(cluster, now));
    ({ harness } = worlds);
  });
  afterAll(async () => {
    await worlds.close();
    cluster.stop();
  });

  matchConformance('PostgreSQL', (now) => postgresForMatches(cluster, now));

  const sql = (text: string, ...values: unknown[]) => cluster.sql<{ key: number }>(harness.database, text, ...values);

  async function worldToMatch(): Promise<MatchWorld> {
    const world = await worlds.newWorld();
    await world.upload([sale('REF-710001'), sale('REF-710002'), sale('REF-710002', 6)]);
    await world.settle([record('REF-710001'), record('REF-710002', 11)]);
    return world;
  }

  describe('of two servers', () => {
    test('one at a time has a tenant; the other takes it over when its minute is over, and the first stores nothing any more', async () => {
      const { tenantId, source } = await worldToMatch();
      const { changed, sales, records } = await source();
      const [one, other] = [0, 1].map(() => openMatcher({ address: harness.address, clock })) as [Matcher, Matcher];
      const isDue = async (matcher: Matcher) => (await matcher.tenantsToMatch('rules')).includes(tenantId);
      const piece = (index: number) => ({ ...emptyPiece, changed, begun: [newMatch([seqAt(sales, index)], [seqAt(records, index)])] });
      expect(await one.applyMatches(tenantId, piece(0))).toBe(false);
      const has = (matcher: Matcher) => matcher.lease(tenantId);
      expect([await has(one), await has(other), await has(one)]).toEqual([true, false, true]);
      expect([await one.keepLease(tenantId), await other.keepLease(tenantId)]).toEqual([true, false]);
      expect([await isDue(one), await isDue(other)]).toEqual([true, false]);
      expect(await other.applyMatches(tenantId, piece(0))).toBe(false);
      expect(await one.applyMatches(tenantId, piece(0))).toBe(true);
      await sql("UPDATE match_progress SET leased_until = now() - interval '1 second'");
      expect(await isDue(other)).toBe(true);
      expect([await has(other), await has(one)]).toEqual([true, false]);
      expect(await one.applyMatches(tenantId, piece(1))).toBe(false);
      // Giving back what another has changes nothing.
      await one.endLease(tenantId);
      expect(await other.applyMatches(tenantId, piece(1))).toBe(true);
      await other.endLease(tenantId);
      expect(await isDue(one)).toBe(true);
      // Nor does it get the tenant back by keeping it: what it worked out may be older than what the other has stored.
      expect([await one.keepLease(tenantId), await one.applyMatches(tenantId, piece(2))]).toEqual([false, false]);
      expect((await source()).matches).toHaveLength(2);
      await Promise.all([one.close(), other.close()]);
    });

    test('none matches as long as servers of a version may run that would leave matches behind', async () => {
      const { tenantId } = await worldToMatch();
      const isDue = async () => (await worlds.reader.tenantsToMatch('rules')).includes(tenantId);
      expect(await isDue()).toBe(true);
      await sql('UPDATE schema_version SET compatible_from = 4');
      expect(await isDue()).toBe(false);
      await finishUpgrade(cluster.owner(harness.database));
      expect(await isDue()).toBe(true);
    });
  });

  test('a dry run is made on a thread of its own, as built', async () => {
    const { tenantId, source } = await worldToMatch();
    const database: unknown = harness.address;
    const dryRuns = dryRunsBeside({ module: postgresModule, directory: '', database });
    const found = await dryRuns.of(tenantId, { settings: null, isAll: false });
    expect(found).toMatchObject({ begin: 2, end: 0, before: { matches: 0 }, after: { matches: 2 } });
    expect((await source()).matches).toEqual([]);
    await dryRuns.close();
  });

  test('doctor finds rows that are not in the match that they are said to be in, and the reverse', async () => {
    const { tenantId, apply } = await worldToMatch();
    await apply(({ sales, records }) => ({
      begun: [
        newMatch([seqAt(sales, 0)], [seqAt(records, 0)]),
        newMatch([seqAt(sales, 1), seqAt(sales, 2)], [seqAt(records, 1)], { how: 'Sum' }),
      ],
    }));
    const [{ key } = { key: 0 }] = await sql('SELECT tenant_key AS key FROM tenant WHERE id = $1', tenantId);
    const [{ key: group } = { key: 0 }] = await sql('SELECT match_key AS key FROM match WHERE tenant_key = $1 AND sales = 2', key);
    const mismatched = async () => (await inspectData(harness.address, true)).whole?.mismatchedRows;
    const wrong = [
      ['UPDATE transaction SET match_key = NULL', 'match_key'],
      ['UPDATE transaction SET match_state = 1', 'match_state'],
      ['UPDATE settlement_record SET match_state = 3', 'match_state'],
      [`UPDATE transaction SET match_key = ${group}`, 'match_key'],
      ["UPDATE match SET kind = 'Proposal'", 'kind'],
      ['UPDATE match SET sale_seq = sale_seq + 1', 'sale_seq'],
    ] as const;
    expect(await mismatched()).toBe(0);
    for (const [change, column] of wrong) {
      const table = /UPDATE (\w+)/.exec(change)?.[1] ?? '';
      const id = table === 'match' ? 'match_key' : 'seq';
      await sql(`CREATE TABLE kept AS SELECT tenant_key, ${id} AS id, ${column} AS value FROM ${table} WHERE tenant_key = ${key}`);
      await sql(`${change} WHERE tenant_key = ${key}`);
      expect([change, await mismatched()]).toEqual([change, expect.toSatisfy((rows: number) => rows > 0)]);
      await sql(`UPDATE ${table} SET ${column} = value FROM kept WHERE ${table}.tenant_key = kept.tenant_key AND ${id} = kept.id`);
      await sql('DROP TABLE kept');
      expect(await mismatched()).toBe(0);
    }
    for (const change of ['DELETE FROM match_item WHERE number % 2 = 1 AND', 'DELETE FROM match WHERE sales = 1 AND']) {
      const before = (await mismatched()) ?? 0;
      await sql(`${change} tenant_key = ${key}`);
      expect([change, await mismatched()]).toEqual([change, expect.toSatisfy((rows: number) => rows > before)]);
    }
  });
});

type Matcher = ReturnType<typeof openMatcher>;
