/** Matches as PostgreSQL keeps them: by two stores on one database, whose calls take turns. */
import { afterAll, beforeAll, describe } from 'vitest';
import { matchConformance } from '../store/match-conformance.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { postgresForMatches } from './match-harness.js';

const programs = postgresPrograms();

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  matchConformance('PostgreSQL', (now) => postgresForMatches(cluster, now));
});
