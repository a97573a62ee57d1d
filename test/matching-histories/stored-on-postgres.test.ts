/** Histories of matching on PostgreSQL, by two stores whose calls take turns; see stored-histories.ts. */
import { afterAll, beforeAll, describe } from 'vitest';
import { postgresForMatches } from '../postgres/match-harness.js';
import { openMatchWorldsOn } from '../store/match-world.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { storedHistories } from './stored-histories.js';

const programs = postgresPrograms();

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  const open = () => openMatchWorldsOn((now) => postgresForMatches(cluster, now));
  storedHistories('PostgreSQL', open, { histories: process.env.SOAK ? 100 : 10, controls: 8 });
});
