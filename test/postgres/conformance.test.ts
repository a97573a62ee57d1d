/** The store's contract on PostgreSQL: by two stores on one database, whose calls take turns. */
import { afterAll, beforeAll, describe } from 'vitest';
import { storeConformance } from '../store/conformance.js';
import { recordConformance } from '../store/record-conformance.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { openPostgres } from './harness.js';

const programs = postgresPrograms();

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  storeConformance('PostgreSQL, by two stores', (now) => openPostgres(cluster, now, true), { holdsU0000: false });
  recordConformance('PostgreSQL', (now) => openPostgres(cluster, now, true));
});
