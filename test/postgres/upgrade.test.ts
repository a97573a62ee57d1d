/** A schema in two steps: what both versions can live with, and what only the newer can. The steps are the test's own. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saleIdentity } from '../../src/importing/identity.js';
import { finishUpgrade, upgradeSchema } from '../../src/store/postgres/database/migrations.js';
import { checkDatabase } from '../../src/store/postgres/database/node-check.js';
import { schemaSteps, schemaVersion } from '../../src/store/postgres/database/schema.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import { postgresStep } from '../../src/store/schema/step.js';
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

/** A database of schema 4, as it was released; `version` is the one that it says it has. */
async function fromText(cluster: Cluster, version: number): Promise<string> {
  // The roles come with the first.
  await cluster.newDatabase();
  const database = `sales_${process.pid}_schema_${version}`;
  await cluster.sql('postgres', `CREATE DATABASE ${database}`);
  await cluster.sql(database, readFileSync(fileURLToPath(new URL('schema-4.sql', import.meta.url)), 'utf8'));
  await cluster.sql(database, 'CREATE TABLE schema_version (version int NOT NULL, compatible_from int NOT NULL)');
  await cluster.sql(database, 'GRANT SELECT ON schema_version TO sales_app, sales_admin');
  await cluster.sql(database, `INSERT INTO schema_version VALUES (${version}, ${version})`);
  await cluster.sql(database, 'INSERT INTO installation (id, duplicate_seed) VALUES (gen_random_uuid(), 1)');
  return database;
}

/** Columns but for their order, keys, indexes, walls and rights, each as a text. */
async function structureOf(cluster: Cluster, database: string): Promise<string[]> {
  const texts = await Promise.all(
    [
      `SELECT concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default) AS text
       FROM information_schema.columns WHERE table_schema = 'public'`,
      `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
      "SELECT indexdef AS text FROM pg_indexes WHERE schemaname = 'public'",
      `SELECT concat_ws(' ', tablename, policyname, roles, cmd, qual, with_check) AS text FROM pg_policies WHERE schemaname = 'public'`,
      `SELECT concat_ws(' ', relname, relrowsecurity, reloptions, ARRAY(SELECT one FROM unnest(relacl::text[]) AS one ORDER BY one)) AS text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
      `SELECT concat_ws(' ', attrelid::regclass, attname, attacl) AS text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relnamespace = 'public'::regnamespace AND attacl IS NOT NULL AND NOT attisdropped`,
    ].map((query) => cluster.sql<{ text: string }>(database, query)),
  );
  return texts.flatMap((rows) => rows.map(({ text }) => text)).sort();
}

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

  test('leads from schema 4, data included, to the same as a new database has', async () => {
    const database = await fromText(cluster, 4);
    await cluster.sql(database, "INSERT INTO settlement_settings (tenant_key, version, document) VALUES (1, 3, '{}')");
    await cluster.sql(
      database,
      "INSERT INTO match_open (tenant_key, number, reason, sentence) VALUES (1, 2, 'NoSale', 'There is no sale.')",
    );
    await expect(checkDatabase(cluster.app(database))).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('schema 4'),
    });
    expect(await upgradeSchema(cluster.owner(database))).toEqual({ from: 4, to: schemaVersion });
    expect(await finishUpgrade(cluster.owner(database))).toEqual({ from: 4, to: schemaVersion });
    expect(await cluster.sql(database, 'SELECT version FROM settlement_settings')).toEqual([{ version: 3 }]);
    const fresh = await structureOf(cluster, await cluster.newDatabase());
    expect(await structureOf(cluster, database)).toEqual(fresh);
    expect(fresh.length).toBeGreaterThan(300);
  });

  test('of an older schema is refused, with what to do', async () => {
    const database = await fromText(cluster, 3);
    const older = { code: 'disk', message: expect.stringContaining('schema 3'), hint: expect.stringContaining('schema 4') };
    await expect(upgradeSchema(cluster.owner(database))).rejects.toMatchObject(older);
    await expect(finishUpgrade(cluster.owner(database))).rejects.toMatchObject(older);
  });

  test('settings of matching keep the names that are the same, without the rules', async () => {
    const database = await cluster.newDatabase();
    const old = { waitDays: 7, terminals: { '0022': '22' }, refundTypes: ['Credit'], rules: [{ name: 'all' }] };
    await cluster.sql(database, `INSERT INTO settlement_settings (tenant_key, version, document) VALUES (1, 3, '${JSON.stringify(old)}')`);
    // Again, as where it was stopped in between.
    for (let times = 0; times < 2; times++) await cluster.sql(database, postgresStep.contract);
    const [kept] = await cluster.sql(database, 'SELECT document FROM settlement_settings');
    expect(JSON.parse(String(kept?.document))).toEqual({ waitDays: 7, names: { terminals: { '0022': '22' }, brands: {} } });
  });

  test('the duplicate key that was the default is identity now, and a list by hand stays', async () => {
    const database = await cluster.newDatabase();
    await cluster.sql(database, "INSERT INTO customer (customer_key, id, name) VALUES (1, gen_random_uuid(), 'c')");
    await cluster.sql(database, "INSERT INTO tenant (tenant_key, id, customer_key, name) VALUES (1, gen_random_uuid(), 1, 't')");
    const byHand = ['amount', 'orderId'];
    for (const [key, duplicateKey] of [saleIdentity.fields.toReversed(), byHand, []].entries()) {
      const values = `1, ${key}, gen_random_uuid(), 'config ${key}', false, '${JSON.stringify({ currencyCheck: false, duplicateKey })}'`;
      await cluster.sql(
        database,
        `INSERT INTO import_configuration (tenant_key, import_configuration_key, id, name, is_default, settings) VALUES (${values})`,
      );
    }
    for (let times = 0; times < 2; times++) await cluster.sql(database, postgresStep.contract);
    const found = await cluster.sql<{ settings: string }>(
      database,
      'SELECT settings FROM import_configuration ORDER BY import_configuration_key',
    );
    expect(found.map(({ settings }) => JSON.parse(settings))).toEqual(
      ['identity', byHand, []].map((duplicateKey) => ({ currencyCheck: false, duplicateKey })),
    );
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
