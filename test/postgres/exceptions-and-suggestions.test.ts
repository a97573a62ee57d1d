/** What is missing, sales paid in cash, and settings that rows suggest, as PostgreSQL keeps them. */
import { afterAll, beforeAll, describe } from 'vitest';
import { exceptionConformance } from '../store/exceptions-conformance.js';
import { suggestionConformance } from '../store/suggestions-conformance.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { postgresForMatches } from './match-harness.js';

const programs = postgresPrograms();

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  exceptionConformance('PostgreSQL', (now) => postgresForMatches(cluster, now));
  suggestionConformance('PostgreSQL', (now) => postgresForMatches(cluster, now));
});
