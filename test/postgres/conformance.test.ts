import { afterAll, beforeAll, describe } from 'vitest';
import { storeConformance } from '../store/conformance.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { openPostgres } from './harness.js';

const programs = postgresPrograms();

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  storeConformance('PostgreSQL', (now) => openPostgres(cluster, now), { holdsU0000: false });
});
