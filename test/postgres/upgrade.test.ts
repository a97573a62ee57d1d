/** A schema in two steps: what both versions can live with, and what only the newer can. The steps are the test's own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { afterPeriods } from '../../src/store/postgres/database/match-tables.js';
import { finishUpgrade, upgradeSchema } from '../../src/store/postgres/database/migrations.js';
import { schemaSteps, schemaVersion } from '../../src/store/postgres/database/schema.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';

const programs = postgresPrograms();
const next = schemaVersion + 1;
const steps = [
  ...schemaSteps,
  {
    expand: 'ALTER TABLE customer ADD COLUMN remark text COLLATE "C"',
    contract: 'ALTER TABLE customer ALTER COLUMN remark SET DEFAULT $$none$$',
  },
];

describe.skipIf(programs === null)('an upgrade of the schema', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster?.stop());

  test('goes on while servers of both versions run, and ends when none of the older is left', async () => {
    const database = await cluster.newDatabase();
    const owner = cluster.owner(database);
    const state = async () => (await cluster.sql(database, 'SELECT version, compatible_from AS "from" FROM schema_version'))[0];
    const node = openPostgresStore({ address: cluster.app(database), readers: 2, writers: 1, isNode: true });
    await expect.poll(() => cluster.sql(database, 'SELECT schema FROM node')).toEqual([{ schema: schemaVersion }]);

    expect(await upgradeSchema(owner)).toEqual({ from: schemaVersion, to: schemaVersion });
    expect(await upgradeSchema(owner, steps)).toEqual({ from: schemaVersion, to: next });
    expect(await upgradeSchema(owner, steps)).toEqual({ from: next, to: next });
    expect(await state()).toEqual({ version: next, from: schemaVersion });
    await node.checkWritable();

    await expect(finishUpgrade(owner, steps)).rejects.toMatchObject({ code: 'locked', message: expect.stringContaining('still run') });
    expect(await state()).toEqual({ version: next, from: schemaVersion });
    await node.close();
    expect(await finishUpgrade(owner, steps)).toEqual({ from: schemaVersion, to: next });
    expect(await state()).toEqual({ version: next, from: next });
    // A server of this version, which did not notice, is not ready any more.
    const late = openPostgresStore({ address: cluster.app(database), readers: 1, writers: 1 });
    await expect(late.checkWritable()).rejects.toMatchObject({ code: 'unavailable' });
    await late.close();
    await expect(upgradeSchema(owner)).rejects.toMatchObject({ code: 'disk' });
  });

  test('settings of matching keep the names that are the same, without the rules', async () => {
    const database = await cluster.newDatabase();
    const old = { waitDays: 7, terminals: { '0022': '22' }, refundTypes: ['Credit'], rules: [{ name: 'all' }] };
    await cluster.sql(database, `INSERT INTO settlement_settings (tenant_key, version, document) VALUES (1, 3, '${JSON.stringify(old)}')`);
    // Again, as where it was stopped in between.
    for (let times = 0; times < 2; times++) await cluster.sql(database, afterPeriods);
    const [kept] = await cluster.sql(database, 'SELECT document FROM settlement_settings');
    expect(JSON.parse(String(kept?.document))).toEqual({ waitDays: 7, names: { terminals: { '0022': '22' }, brands: {} } });
  });

  test('waits for whoever uses a table, and lets others pass meanwhile', async () => {
    const database = await cluster.newDatabase();
    await cluster.sql(database, 'BEGIN');
    await cluster.sql(database, 'SELECT 1 FROM customer');
    const upgrading = upgradeSchema(cluster.owner(database), steps);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await cluster.sql(database, 'COMMIT');
    expect(await upgrading).toEqual({ from: schemaVersion, to: next });
  });
});
