/** Closes on PostgreSQL. */
import { afterAll, beforeAll, describe } from 'vitest';
import { closesConformance } from '../store/closes-conformance.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { postgresForMatches } from './match-harness.js';

const programs = postgresPrograms();

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  closesConformance('PostgreSQL', (now) => postgresForMatches(cluster, now));
});
