/** The tests of importing, which are written over SQLite, once more over PostgreSQL. */
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { openPostgres } from './harness.js';

const programs = postgresPrograms();
const place = vi.hoisted(() => ({ cluster: null as unknown }));

vi.mock('../store/sqlite-harness.js', () => ({ openSqlite: (now: () => Date) => openPostgres(place.cluster as Cluster, now) }));

describe.skipIf(programs === null)('on a cluster', async () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    place.cluster = cluster;
  });
  afterAll(() => cluster.stop());

  describe('changes', () => import('../importing/changes.test.js') as Promise<never>);
  describe('duplicates', () => import('../importing/duplicates.test.js') as Promise<never>);
  describe('identity', () => import('../importing/identity.test.js') as Promise<never>);
  describe('cases', () => import('../importing/cases.test.js') as Promise<never>);
  describe('receive', () => import('../importing/receive.test.js') as Promise<never>);
});
