/**
 * Histories of matching on PostgreSQL, by two stores whose calls take turns; see stored-histories.ts. Then by two servers, each with what its last
 * run left, of which either may die in the middle of a run: they end as one full run does. Servers that do not ask who came between are the control.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownTenant } from '../../src/matcher/known.js';
import { matchUnderLease } from '../../src/matcher/leased.js';
import type { SharedMatcher } from '../../src/store/matching.js';
import { openMatcher } from '../../src/store/postgres/match-reader.js';
import { postgresForMatches } from '../postgres/match-harness.js';
import { type MatchWorld, type MatchWorlds, now, openMatchWorldsOn } from '../store/match-world.js';
import type { Chance } from '../support/colliding-rows.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { both, MOSTLY_UPLOADS, SEED, storedHistories } from './stored-histories.js';

const programs = postgresPrograms();
const HISTORIES = process.env.SOAK ? 100 : 4;
const CONTROLS = 4;

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

    const runsOf = (spoilt: Spoilt = (matcher) => matcher) => {
      const known = new Map<string, KnownTenant | null>();
      const counted = { steps: 0, fullRuns: 0, deaths: 0 };
      let server = 0;
      const run = async ({ tenantId }: MatchWorld, { random }: Pick<Chance, 'random'>) => {
        if (!(await worlds.reader.tenantsToMatch('none')).includes(tenantId)) return;
        if (random() < 0.25) server = 1 - server;
        const ofServer = `${server} ${tenantId}`;
        const left = known.get(ofServer) ?? null;
        const matcher = spoilt(servers[server] as SharedMatcher, left);
        if (random() < 0.15) {
          // What it knew before stays, and must not be used.
          await expect(matchUnderLease(dying(matcher), tenantId, left)).rejects.toThrow('killed');
          await passMinute();
          counted.deaths += 1;
          return;
        }
        const matched = await matchUnderLease(matcher, tenantId, left);
        expect(matched?.isDone).toBe(true);
        known.set(ofServer, matched?.known ?? null);
        if (matched?.isStep) counted.steps += 1;
        else counted.fullRuns += 1;
      };
      return { run, counted };
    };

    it(`${HISTORIES} histories in steps and full runs end as one full run does`, async () => {
      const { run, counted } = runsOf();
      for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
        const [told, expected] = await both(worlds, seed, run, MOSTLY_UPLOADS);
        expect(told, `SEED=${seed}`).toEqual(expected);
      }
      expect(counted.steps).toBeGreaterThan(HISTORIES * 2);
      expect(counted.fullRuns).toBeGreaterThan(HISTORIES * 2);
      expect(counted.deaths).toBeGreaterThan(HISTORIES / 2);
    }, 600_000);

    it('the control, servers that do not ask who came between, differs or fails', async () => {
      let differing = 0;
      for (let seed = SEED; seed < SEED + CONTROLS; seed++) {
        const { run } = runsOf(trusting);
        const ends = await both(worlds, seed, run, MOSTLY_UPLOADS).catch((error: unknown) => [error, null]);
        if (JSON.stringify(ends[0]) !== JSON.stringify(ends[1])) differing++;
        await passMinute();
      }
      expect(differing).toBeGreaterThan(CONTROLS / 4);
    }, 600_000);
  });
});

/** A server that is killed once a part of what it found is stored. */
function dying(matcher: SharedMatcher): SharedMatcher {
  return {
    ...matcher,
    applyMatches: async (tenantId, piece) => {
      await matcher.applyMatches(tenantId, { ...piece, open: [], closed: [], finished: null });
      throw new Error('killed');
    },
    endLease: async () => {},
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
