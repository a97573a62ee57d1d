/** What people decide, as PostgreSQL keeps it. */
import { afterAll, beforeAll, describe } from 'vitest';
import { decisionConformance } from '../store/decision-conformance.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { postgresForMatches } from './match-harness.js';

const programs = postgresPrograms();

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  decisionConformance('PostgreSQL', (now) => postgresForMatches(cluster, now));
});
