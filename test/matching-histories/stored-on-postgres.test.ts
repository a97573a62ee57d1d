/**
 * Histories of matching on PostgreSQL, by two stores whose calls take turns; see stored-histories.ts. Then by two servers, each with what its last
 * run left, of which either may die in the middle of a run, or lose the tenant to the other one between two pieces: they end as one full run does.
 * Servers that do not ask who came between are the control.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownTenant } from '../../src/matcher/known.js';
import { matchUnderLease } from '../../src/matcher/leased.js';
import type { SharedMatcher } from '../../src/store/matching.js';
import { openMatcher } from '../../src/store/postgres/match-reader.js';
import type { Run } from '../matcher/stored-history.js';
import { postgresForMatches } from '../postgres/match-harness.js';
import { type MatchWorlds, now, openMatchWorldsOn } from '../store/match-world.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { allCame, type Between, Killed, pieceRowsBy, sum, type Troubles, troubled } from './between-pieces.js';
import { both, MOSTLY_UPLOADS, SEED, storedHistories } from './stored-histories.js';

const programs = postgresPrograms();
const HISTORIES = process.env.SOAK ? 100 : 4;
const CONTROLS = 4;
/** Of runs, those to which something comes between two pieces. */
const TROUBLED = 0.5;

type Worlds = MatchWorlds<Awaited<ReturnType<typeof postgresForMatches>>>;
type Spoilt = (matcher: SharedMatcher, known: KnownTenant | null) => SharedMatcher;

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  const open = () => openMatchWorldsOn((clock) => postgresForMatches(cluster, clock));
  storedHistories('PostgreSQL', open, { histories: process.env.SOAK ? 100 : 6, controls: 6 });

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

    /** `share`: of runs to which something comes. `taking`: how often the other server takes the next run. */
    const runsOf = (share: number, taking: number, spoilt: Spoilt = (matcher) => matcher) => {
      const known = new Map<string, KnownTenant | null>();
      const counted = { steps: 0, fullRuns: 0 };
      const troubles: Troubles = {};
      let server = 0;
      /** By that server, whatever it knew: it is used up, and what a run of it leaves is known then. */
      const runBy = async (one: number, tenantId: string, between: Between) => {
        const ofServer = `${one} ${tenantId}`;
        const left = known.get(ofServer) ?? null;
        const matcher = inTrouble(spoilt(servers[one] as SharedMatcher, left), between);
        const matched = await matchUnderLease(matcher, tenantId, left, pieceRowsBy(between.by));
        known.set(ofServer, matched?.known ?? null);
        if (matched?.isDone) counted[matched.isStep ? 'steps' : 'fullRuns'] += 1;
        return matched;
      };
      const run: Run = async (world, by, meanwhile) => {
        const { tenantId } = world;
        if (!(await world.isDue())) return;
        if (by.random() < taking) server = 1 - server;
        const other = 1 - server;
        const takenOver = async () => {
          await passMinute();
          expect(await runBy(other, tenantId, { by, meanwhile: {}, share: 0, troubles })).toMatchObject({ isDone: true });
        };
        const before = sum(troubles);
        try {
          const matched = await runBy(server, tenantId, { by, meanwhile: { ...meanwhile, takenOver }, share, troubles });
          if (sum(troubles) === before) expect(matched?.isDone).toBe(true);
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          // What it knew before stays, and must not be used.
          await passMinute();
        }
      };
      return { run, counted, troubles };
    };

    it(`${HISTORIES} histories in steps and full runs end as one full run does`, async () => {
      const { run, counted, troubles } = runsOf(TROUBLED, 0.25);
      for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
        const [told, expected] = await both(worlds, seed, run, MOSTLY_UPLOADS);
        expect(told, `SEED=${seed}`).toEqual(expected);
      }
      expect(counted.steps).toBeGreaterThan(HISTORIES * 2);
      expect(counted.fullRuns).toBeGreaterThan(HISTORIES * 2);
      allCame(troubles, HISTORIES / 10, 'takenOver');
    }, 600_000);

    it('the control, servers that do not ask who came between, differs or fails', async () => {
      let differing = 0;
      for (let seed = SEED; seed < SEED + CONTROLS; seed++) {
        const { run } = runsOf(0, 0.5, trusting);
        const ends = await both(worlds, seed, run, MOSTLY_UPLOADS).catch((error: unknown) => [error, null]);
        if (JSON.stringify(ends[0]) !== JSON.stringify(ends[1])) differing++;
        await passMinute();
      }
      expect(differing).toBeGreaterThan(CONTROLS / 4);
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

/** Takes what it knows for what there is. */
function trusting(matcher: SharedMatcher, known: KnownTenant | null): SharedMatcher {
  const lease = async (tenantId: string) => {
    const taken = await matcher.lease(tenantId);
    return taken && { ...taken, after: known?.lease ?? null };
  };
  return { ...matcher, lease };
}
