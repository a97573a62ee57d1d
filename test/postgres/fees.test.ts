/** Fees on PostgreSQL. */
import { afterAll, beforeAll, describe } from 'vitest';
import { feesConformance } from '../store/fees-conformance.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { postgresForMatches } from './match-harness.js';

const programs = postgresPrograms();

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  feesConformance('PostgreSQL', (now) => postgresForMatches(cluster, now));
});
