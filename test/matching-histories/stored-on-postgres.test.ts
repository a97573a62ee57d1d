/**
 * Histories of matching on PostgreSQL, by two stores whose calls take turns; see stored-histories.ts. Then by two servers, of which either may die in
 * the middle of a run, or lose the tenant to the other one between two pieces: they end as one run over everything does. Servers that need no lease to
 * store are the control. Histories with decisions are those of decided-histories.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchUnderLease } from '../../src/matcher/leased.js';
import type { SharedMatcher } from '../../src/store/matching.js';
import { openMatcher } from '../../src/store/postgres/shared-matcher.js';
import type { Run } from '../matcher/stored-history.js';
import { postgresForMatches } from '../postgres/match-harness.js';
import { type MatchWorlds, now, openMatchWorldsOn } from '../store/match-world.js';
import { isSoak, seed as SEED } from '../support/at-length.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { allCame, type Between, Killed, pieceRowsBy, sum, type Troubles, troubled } from './between-pieces.js';
import { decidedHistories } from './decided-histories.js';
import { both, storedHistories } from './stored-histories.js';

const programs = postgresPrograms();
const HISTORIES = isSoak ? 100 : 4;
const CONTROLS = 8;
/** Of runs, those to which something comes between two pieces. */
const TROUBLED = 0.5;

type Worlds = MatchWorlds<Awaited<ReturnType<typeof postgresForMatches>>>;

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  const open = () => openMatchWorldsOn((clock) => postgresForMatches(cluster, clock));
  storedHistories('PostgreSQL', open, { histories: isSoak ? 100 : 10, controls: 6 });
  decidedHistories('PostgreSQL', open, isSoak ? 40 : 1);

  describe('by two servers', () => {
    let worlds: Worlds;
    let servers: SharedMatcher[];
    beforeAll(async () => {
      worlds = await open();
      servers = [0, 1].map(() => openMatcher({ address: worlds.harness.address, clock: () => now }));
    });
    afterAll(async () => {
      for (const server of servers) await server.close();
      await worlds.close();
    });

    /** Its minute is over at once. */
    const passMinute = async () => {
      await cluster.sql(
        worlds.harness.database,
        "UPDATE match_progress SET leased_until = now() - interval '1 second' WHERE leased_until IS NOT NULL",
      );
    };

    /** Either takes the next run; something comes to half of them. */
    const runsOf = (spoilt: (matcher: SharedMatcher) => SharedMatcher = (matcher) => matcher) => {
      const troubles: Troubles = {};
      let server = 0;
      const runBy = (one: number, tenantId: string, between: Between) =>
        matchUnderLease(inTrouble(spoilt(servers[one] as SharedMatcher), between), tenantId, pieceRowsBy(between.by));
      const run: Run = async (world, by, meanwhile) => {
        const { tenantId } = world;
        if (!(await world.isDue())) return;
        if (by.random() < 0.5) server = 1 - server;
        const other = 1 - server;
        const takenOver = async () => {
          await passMinute();
          expect(await runBy(other, tenantId, { by, meanwhile: {}, share: 0, troubles })).toBe(true);
        };
        const before = sum(troubles);
        try {
          const isDone = await runBy(server, tenantId, { by, meanwhile: { ...meanwhile, takenOver }, share: TROUBLED, troubles });
          if (sum(troubles) === before) expect(isDone).toBe(true);
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          await passMinute();
        }
      };
      return { run, troubles };
    };

    it(`${HISTORIES} histories end as one run over everything does`, async () => {
      const { run, troubles } = runsOf();
      for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
        const [told, expected] = await both(worlds, seed, run);
        expect(told, `SEED=${seed}`).toEqual(expected);
      }
      allCame(troubles, HISTORIES / 10, 'takenOver');
    }, 600_000);

    it('the control, servers that store what they found whoever has the tenant, differs or fails', async () => {
      let differing = 0;
      for (let seed = SEED; seed < SEED + CONTROLS; seed++) {
        const { run } = runsOf(heedless(worlds));
        const ends = await both(worlds, seed, run).catch((error: unknown) => [error, null]);
        if (JSON.stringify(ends[0]) !== JSON.stringify(ends[1])) differing++;
        await passMinute();
      }
      expect(differing).toBeGreaterThan(0);
    }, 600_000);
  });
});

/** Whatever comes between its pieces. A server that is killed gives nothing back. */
function inTrouble(matcher: SharedMatcher, between: Between): SharedMatcher {
  let isKilled = false;
  const applyOf = (tenantId: string) => troubled((piece) => matcher.applyMatches(tenantId, piece), between);
  let apply: ReturnType<typeof applyOf> | null = null;
  return {
    ...matcher,
    applyMatches: async (tenantId, piece) => {
      apply ??= applyOf(tenantId);
      return apply(piece).catch((error: unknown) => {
        isKilled = error instanceof Killed;
        throw error;
      });
    },
    endLease: async (tenantId) => {
      if (!isKilled) await matcher.endLease(tenantId);
    },
  };
}

/** Stores a piece as a server does that asks for no lease. */
const heedless =
  ({ harness }: Worlds) =>
  (matcher: SharedMatcher): SharedMatcher => ({
    ...matcher,
    applyMatches: async (tenantId, piece) => harness.store.tenant(tenantId, 'whole').applyMatches(piece),
  });
