/**
 * What is acknowledged stands, once and whole, whatever dies: seeded runs of faults under load, on a cluster as docs/examples describe it. SOAK=1
 * makes a hundred of them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check, miscounted, nothing, storedUploads } from './checker.js';
import { clusterPrograms, database, type SalesCluster, startCluster } from './cluster.js';
import { chanceOf, faults } from './faults.js';
import { type Load, type LoadOptions, startLoad } from './load.js';
import { addShops, isTrailWhole, type Shop } from './records.js';

const programs = clusterPrograms();
const runs = process.env.SOAK ? 100 : 10;
const kinds = Object.keys(faults) as (keyof typeof faults)[];

describe.skipIf(programs === null)('a cluster under load', () => {
  let cluster: SalesCluster;
  let shops: Shop[];
  beforeAll(async () => {
    if (programs) cluster = await startCluster(programs);
    shops = await addShops(cluster, 8);
  });
  afterAll(() => cluster?.stop());

  const loadOf = (name: string, over: Partial<LoadOptions> = {}): Load =>
    startLoad(cluster, { name, shops, perSecond: 150, clients: 32, keylessEvery: 10, ...over });
  const verify = async (name: string, load: Load) => {
    const { sent, answers, seconds } = await load.stop();
    const stored = await storedUploads(cluster.pair, database, name);
    process.stdout.write(`${name}: ${sent.length} uploads, ${Math.round(sent.length / seconds)} a second; ${JSON.stringify(answers)}\n`);
    expect(check(sent, stored)).toEqual(nothing);
    expect(await miscounted(cluster.pair, database)).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
    return answers;
  };

  test.each(Array.from({ length: runs }, (_, seed) => [kinds[seed % kinds.length] as keyof typeof faults, seed] as const))(
    '%s (seed %i): nothing lost, doubled or partial',
    async (kind, seed) => {
      const load = loadOf(`s${seed}`);
      while (load.acknowledged() < 20) await new Promise((resolve) => setTimeout(resolve, 5));
      const told = await faults[kind]({ cluster, load, chance: chanceOf(seed) });
      process.stdout.write(`seed ${seed}, ${kind}: ${JSON.stringify(told)}\n`);
      const answers = await verify(`s${seed}`, load);
      if (kind === 'rolling restart') expect(Object.keys(answers).filter((answer) => !answer.startsWith('200 '))).toEqual([]);
    },
    120_000,
  );

  test('the audit trail is whole after all of it', async () => {
    expect(await isTrailWhole(cluster)).toMatchObject({ broken: null });
  });
});
