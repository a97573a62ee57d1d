/** Histories of six months on PostgreSQL; see period-histories.ts. */
import { afterAll, beforeAll, describe } from 'vitest';
import { postgresForMatches } from '../postgres/match-harness.js';
import { openMatchWorldsOn } from '../store/match-world.js';
import { isSoak } from '../support/at-length.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { periodHistories } from './period-histories.js';

const programs = postgresPrograms();

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  periodHistories('PostgreSQL', () => openMatchWorldsOn((clock) => postgresForMatches(cluster, clock)), isSoak ? 30 : 2);
});
