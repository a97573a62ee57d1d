/**
 * What is acknowledged stands, once and whole, whatever dies: seeded runs of faults under load, on a cluster as docs/examples describe it. SOAK=1
 * makes a hundred of them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cut } from '../postgres/cutting-proxy.js';
import { seed as firstSeed, isSoak } from '../support/at-length.js';
import { check, miscounted, nothing, storedUploads } from './checker.js';
import { clusterPrograms, database, type SalesCluster, startCluster } from './cluster.js';
import { acknowledgedMore, chanceOf, cuts, faults, ofUpload } from './faults.js';
import { type Load, type LoadOptions, startLoad } from './load.js';
import { addShops, isTrailWhole, type Shop } from './records.js';

const programs = clusterPrograms();
const kinds = Object.keys(faults) as (keyof typeof faults)[];
/** CI does each kind once. */
const runs = isSoak ? 100 : kinds.length;
const RATE = isSoak ? { perSecond: 150, clients: 32 } : { perSecond: 50, clients: 16 };

describe.skipIf(programs === null)('a cluster under load', () => {
  let cluster: SalesCluster;
  let shops: Shop[];
  beforeAll(async () => {
    if (programs) cluster = await startCluster(programs);
    shops = await addShops(cluster, 8);
  });
  afterAll(() => cluster?.stop());

  const loadOf = (name: string, { over, ...options }: Partial<LoadOptions> & { over?: { url: string } } = {}): Load =>
    startLoad({ ...cluster, ...over }, { name, shops, ...RATE, keylessEvery: 10, ...options });
  const verify = async (name: string, load: Load) => {
    const { sent, answers, seconds } = await load.stop();
    const stored = await storedUploads(cluster.pair, database, name);
    process.stdout.write(`${name}: ${sent.length} uploads, ${Math.round(sent.length / seconds)} a second; ${JSON.stringify(answers)}\n`);
    expect(check(sent, stored)).toEqual(nothing);
    expect(await miscounted(cluster.pair, database)).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
    return answers;
  };

  test.each(Array.from({ length: runs }, (_, run) => [kinds[run % kinds.length] as keyof typeof faults, firstSeed + run] as const))(
    '%s (seed %i): nothing lost, doubled or partial',
    async (kind, seed) => {
      const load = loadOf(`s${seed}`);
      while (load.acknowledged() < 20) await pause(5);
      const told = await faults[kind]({ cluster, load, chance: chanceOf(seed) });
      process.stdout.write(`seed ${seed}, ${kind}: ${JSON.stringify(told)}\n`);
      const answers = await verify(`s${seed}`, load);
      if (kind === 'rolling restart') expect(Object.keys(answers).filter((answer) => !answer.startsWith('200 '))).toEqual([]);
    },
    120_000,
  );

  const awayCuts = isSoak ? 50 : 5;

  test(
    `${awayCuts} cuts around COMMIT while the standby is away: nothing is acknowledged before it is back, and all is right afterwards`,
    async () => {
      const [, second] = cluster.servers;
      const total = () => cluster.proxies[0].cuts() + cluster.proxies[1].cuts();
      const over = { url: cluster.urlOf(second) };
      // A log-in is counted with a commit of its own, which would wait, too.
      const warm = loadOf('warm', { clients: shops.length, over });
      await acknowledgedMore(warm, 2 * shops.length);
      await verify('warm', warm);
      const from = total();
      for (let round = 0; total() < from + awayCuts; round++) {
        const [how, before] = [cuts[round % cuts.length] as Cut, total()];
        cluster.pair.freezeStandby();
        for (const proxy of cluster.proxies) proxy.cutNext(how, ofUpload, shops.length);
        const name = `away${round}`;
        const load = loadOf(name, { clients: shops.length, over });
        // A server commits for a few tenants at a time, and those wait now.
        while (total() < before + 2) await pause(10);
        await pause(500);
        const acknowledged = load.acknowledged();
        for (const proxy of cluster.proxies) proxy.cutNext(null);
        cluster.pair.thawStandby();
        expect(acknowledged).toBe(0);
        await acknowledgedMore(load, shops.length);
        await verify(name, load);
      }
      process.stdout.write(`${total() - from} cuts while the standby was away\n`);
    },
    40_000 + awayCuts * 10_000,
  );

  test('the audit trail is whole after all of it', async () => {
    expect(await isTrailWhole(cluster)).toMatchObject({ broken: null });
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
