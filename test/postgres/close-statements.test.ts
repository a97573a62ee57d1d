/** Statements about closes on PostgreSQL. */
import { afterAll, beforeAll, describe } from 'vitest';
import { openAdministration } from '../../src/store/postgres/administration/shared-administration.js';
import { closeStatementsConformance } from '../store/close-statements-conformance.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { postgresForMatches } from './match-harness.js';

const programs = postgresPrograms();

describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  closeStatementsConformance('PostgreSQL', async (now) => {
    const harness = await postgresForMatches(cluster, now);
    return Object.assign(harness, {
      audit: { refuse: 'REVOKE INSERT ON audit FROM sales_app', allow: 'GRANT INSERT ON audit TO sales_app' },
      administration: () => openAdministration({ address: harness.address, actor: 'local:test', clock: now }),
      sql: <Row>(text: string) => cluster.sql<Row & Record<string, unknown>>(harness.database, text) as Promise<Row[]>,
    });
  });
});
