/** The same administration on SQLite and on PostgreSQL: every answer, every refusal and every row of the audit trail alike. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import { SalesError } from '../../src/contract/problem.js';
import { Reading } from '../../src/contract/readings.js';
import { defaultImportConfiguration as importConfiguration } from '../../src/importing/rules.js';
import type { Administration } from '../../src/store/administering/administration.js';
import type { Rights, UnitChange } from '../../src/store/administration.js';
import { noRequest } from '../../src/store/audit.js';
import { openAdministration as openOnPostgres } from '../../src/store/postgres/administration/shared-administration.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import { openAdministration as openOnSqlite } from '../../src/store/sqlite/administration/local-administration.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import type { Store } from '../../src/store/store.js';
import { leaving } from '../support/decide.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';

const programs = postgresPrograms();
const now = () => new Date('2026-11-20T12:00:00Z');
const setup = { customerName: 'Default', tenantName: 'Default', importConfiguration, userName: 'api', passwordHash: 'h' };
const own = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';
const noRights: Rights = { roles: [], customers: [], tenants: [], units: [] };
const noChange: UnitChange = {
  ...{ tenant: undefined, name: undefined, parent: undefined },
  ...{ addLocationIds: [], removeLocationIds: [], addTerminalIds: [], removeTerminalIds: [] },
};
const all = { from: null, to: null, limit: 1_000 };

type Step = (admin: Administration, store: Store) => Promise<unknown>;

const customer =
  (name: string, id?: string): Step =>
  (admin) =>
    admin.addCustomer({ name, id });
const tenant =
  (name: string, of: string, id?: string): Step =>
  (admin) =>
    admin.addTenant({ name, customer: of, id, importConfiguration });
const unit =
  (name: string, of: string, parent?: string, locationIds: string[] = [], terminalIds: string[] = []): Step =>
  (admin) =>
    admin.addUnit({ name, tenant: of, parent, locationIds, terminalIds, id: undefined });
const setUnit =
  (name: string, change: Partial<UnitChange>): Step =>
  (admin) =>
    admin.changeUnit(name, { ...noChange, ...change });
const user =
  (name: string, rights: Partial<Rights> = {}): Step =>
  (admin) =>
    admin.addUser({ name, passwordHash: 'h', ...noRights, roles: ['API'], ...rights });
const grant =
  (name: string, rights: Partial<Rights>): Step =>
  (admin) =>
    admin.grant(name, { ...noRights, ...rights });
const revoke =
  (name: string, rights: Partial<Rights>): Step =>
  (admin) =>
    admin.revoke(name, { ...noRights, ...rights });
const upload: Step = async (_, store) => {
  const api = await store.userByName('api');
  const of = store.tenant(api?.access[0]?.tenantId ?? '', 'whole');
  const importConfigurationId = (await of.importConfiguration(undefined))?.id ?? '';
  const transactions = [{ terminalId: 'T9' }, { locationId: 'L9', terminalId: 'T9' }, { locationId: 'L1' }, { locationId: '' }, {}];
  const request = { userId: api?.id ?? '', importConfigurationId, idempotency: null, uploadGroup: null };
  await of.stageUpload({ ...request, transactions, decide: leaving(transactions) });
  await of.stageUpload({ ...request, records: [{}], decide: leaving([{}]) });
};

/** Of a tenant and of a user that are removed later. */
const readings: Step = async (admin, store) => {
  const reading = Reading.parse({ digest: 'b'.repeat(12), table: 'Sales', fields: { amount: ['Betrag'] } });
  const change = { header: 'a'.repeat(64), version: 0, reading, by: 'ann', from: noRequest };
  const [api, ann] = [await store.userByName('api'), await store.userByName('ann')];
  await store.tenant((await admin.tenants('Blumen'))[0]?.id ?? '', 'whole').changeReading(change);
  await store.tenant(api?.access[0]?.tenantId ?? '', { unitsOf: ann?.id ?? '' }).changeReading(change);
};

/** In a tenant that is removed later. */
const approval: Step = async (admin, store) => {
  const blumen = store.tenant((await admin.tenants('Blumen'))[0]?.id ?? '', 'whole');
  const { version } = JSON.parse(await blumen.getClose({ day: '2026-10' })) as { version: string };
  return [await blumen.approveClose({ period: '2026-10', version, by: 'ann', from: noRequest }), await admin.checkStatements()];
};

const browserLogIn: Step = async (_, store) => {
  const ann = await store.userByName('ann');
  await store.beginSession({ tokenHash: 'hash', userId: ann?.id ?? '', credentialVersion: ann?.credentialVersion ?? 0, at: new Date(0) });
};

/** In order: each builds on those before it. */
const steps: [string, Step][] = [
  ['lists of the first start', async (admin) => [await admin.customers(), await admin.tenants(undefined), await admin.users()]],
  ['a customer', customer('Bäckerei')],
  ['a name that counts as the same', customer('BÄCKEREI')],
  ['a name in decomposed form', customer('Ba\u0308ckerei')],
  ['an id of its own', customer('B', own.toUpperCase())],
  ['the same id again', customer('C', own)],
  ['what is no id', customer('C', 'x')],
  ['a tenant', tenant('Filiale', 'Bäckerei')],
  ['a namesake of another customer', tenant('Filiale', 'B')],
  ['a tenant of nobody', tenant('T', 'Bäckere')],
  ['a reference to several', unit('U', 'Filiale')],
  ['another name', (admin) => admin.rename('customer', 'B', 'Blumen')],
  ['its own name', (admin) => admin.rename('customer', 'Blumen', 'Blumen')],
  ['a name that is taken', (admin) => admin.rename('customer', 'Blumen', 'default')],
  ['units', unit('Zürich', 'Default', undefined, ['L2', 'L1', 'L1'], ['T1'])],
  ['one below', unit('Bahnhof', 'Default', 'Zürich', [], ['T2'])],
  ['one more', unit('Bern', 'Default')],
  ['a location that no row can have', unit('X', 'Default', undefined, [''])],
  ['a parent of another tenant', unit('X', own, 'Zürich')],
  ['a unit below itself', setUnit('Zürich', { parent: 'Bahnhof' })],
  ['a unit changed', setUnit('Bern', { name: 'Biel', parent: 'Zürich', addLocationIds: ['L3'], addTerminalIds: ['T3'] })],
  ['a unit at the top again', setUnit('Biel', { parent: null, removeLocationIds: ['L3'] })],
  ['a terminal that it does not have', setUnit('Biel', { name: 'Basel', removeTerminalIds: ['none'] })],
  ['all units', (admin) => admin.units(undefined)],
  ['units of nobody', (admin) => admin.units('nobody')],
  ['a user', user('ann', { tenants: ['Default'] })],
  ['a user whose name is taken', user('API')],
  ['a user with a colon', user('a:b')],
  ['a user of what is not there', user('eve', { units: ['nowhere'] })],
  ['grants', grant('ann', { roles: ['Admin'], customers: ['Blumen'], units: ['Bahnhof'] })],
  ['the same grants again', grant('ann', { roles: ['Admin'], tenants: ['Default'], units: ['Bahnhof'] })],
  ['a grant that is not there', revoke('ann', { customers: ['Default'] })],
  ['a grant on the tenant, with one on its unit left', revoke('ann', { roles: ['API'], tenants: ['Default'] })],
  ['the same once more', revoke('ann', { tenants: ['Default'] })],
  ['a log-in of a browser', browserLogIn],
  ['log-ins of browsers', (admin) => admin.sessions('ann')],
  ['log-ins ended', (admin) => admin.endSessions('ann')],
  ['log-ins of nobody', (admin) => admin.sessions('nobody')],
  ['another log-in', browserLogIn],
  ['a password', (admin) => admin.setPassword('ann', 'h2')],
  ['log-ins after a password', (admin) => admin.sessions('ann')],
  ['a third log-in', browserLogIn],
  ['disabled', (admin) => admin.setDisabled('ann', true)],
  ['log-ins after disabling', (admin) => admin.sessions('ann')],
  ['disabled twice', (admin) => admin.setDisabled('ann', true)],
  ['users', (admin) => admin.users()],
  ['a user as servers see it', (_, store) => store.userByName('ann')],
  [
    'a configuration',
    (admin) =>
      admin.addImportConfiguration({
        ...{ name: 'Strict', id: undefined, tenant: 'Default', isDefault: true },
        settings: ImportSettings.parse({ requiredFields: ['amount'], currencyCheck: true }),
      }),
  ],
  [
    'a configuration changed',
    (admin) =>
      admin.changeImportConfiguration('Strict', {
        ...{ tenant: 'Default', name: 'Strictest', isDefault: false },
        settings: (before) => ({ ...before, currencyCheck: false }),
      }),
  ],
  ['configurations', (admin) => admin.importConfigurations('Default')],
  ['an upload', upload],
  ['unknown places', (admin) => admin.unknownPlaces('Default')],
  ['a tenant with uploads', (admin) => admin.remove('tenant', 'Default')],
  ['a user with uploads', (admin) => admin.removal('user', 'api')],
  ['a customer with tenants', (admin) => admin.remove('customer', 'Blumen')],
  ['a unit with units', (admin) => admin.remove('unit', 'Zürich')],
  ['what a unit would take with it', (admin) => admin.removal('unit', 'Bahnhof')],
  ['a unit', (admin) => admin.remove('unit', 'Bahnhof')],
  ['readings', readings],
  ['a close that is approved', approval],
  ['a tenant without uploads', async (admin) => admin.remove('tenant', (await admin.tenants('Blumen'))[0]?.id ?? '')],
  ['statements about closes, of which one was removed', (admin) => admin.checkStatements()],
  ['its customer', (admin) => admin.remove('customer', 'Blumen')],
  ['an id that was used before', customer('C', own)],
  ['a user without uploads', (admin) => admin.remove('user', 'ann')],
  ['the audit trail', (admin) => admin.auditRows(all)],
  ['the uploads that came', async (admin) => (await admin.receivedUploads(all)).map(({ uploadId, ...upload }) => upload)],
  ['uploads of a day without any', (admin) => admin.receivedUploads({ ...all, to: new Date('2020-01-01T00:00:00Z') })],
  ['its last rows', (admin) => admin.auditRows({ ...all, limit: 2 })],
  ['its rows of a day', (admin) => admin.auditRows({ ...all, from: new Date('2026-11-21T00:00:00Z') })],
];

describe.skipIf(programs === null)('administration', () => {
  let cluster: Cluster;
  let directory: string;
  let database: string;
  let sides: { admin: Administration; store: Store; told: (value: unknown) => unknown }[];

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    directory = mkdtempSync(join(tmpdir(), 'sales-admin-'));
    database = await cluster.newDatabase();
    const address = cluster.app(database);
    const stores = [openSqliteStore({ directory, now }), openPostgresStore({ address, readers: 1, writers: 1, clock: now })];
    for (const store of stores) await store.setUp(setup);
    const options = { now, clock: now, actor: 'local:tester', details: { sudoUser: 'ann' } };
    const admins = [openOnSqlite({ directory, ...options }), openOnPostgres({ address, ...options })];
    sides = admins.map((admin, side) => ({ admin, store: stores[side] as Store, told: withoutIds() }));
  });
  afterAll(async () => {
    for (const { admin, store } of sides ?? []) {
      await admin.close();
      await store.close();
    }
    cluster?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  test.each(steps)('%s', async (_, step) => {
    const [ofSqlite, ofPostgres] = await Promise.all(
      sides.map(async ({ admin, store, told }) => told(await step(admin, store).catch(failureOf))),
    );
    expect(ofPostgres).toEqual(ofSqlite);
  });

  test.each(['reading', 'close_statement'])('left no %s of what was removed', async (table) => {
    const count = `SELECT count(*) AS rows FROM ${table}`;
    const db = new Database(join(directory, 'sales.db'), { readonly: true });
    expect(db.prepare(count).pluck().get()).toBe(0);
    db.close();
    expect(await cluster.sql(database, count)).toEqual([{ rows: expect.toSatisfy((rows) => Number(rows) === 0) }]);
  });

  test('ended in an intact trail, which an earlier head fits', async () => {
    const { admin } = sides[1] as (typeof sides)[number];
    const check = await admin.checkAudit(null);
    expect(check).toMatchObject({ broken: null });
    expect(check.rows).toBeGreaterThan(15);
    // What it says of a tenant that was removed is about nothing that is there.
    expect(await admin.checkStatements()).toEqual({ checked: 0, broken: null });
    expect(await admin.checkAudit(check.head)).toMatchObject({ broken: null });
    expect(await admin.checkAudit({ key: check.rows + 1, hash: '' })).toMatchObject({ broken: { key: check.rows + 1 } });
  });
});

/** What was refused, and how; anything else is a fault of the test. */
function failureOf(error: unknown) {
  if (!(error instanceof SalesError)) throw error;
  const { code, message, errors, hint } = error;
  return { code, message, errors, hint };
}

/** Replaces each id, and each hash over ids, by its place in the order of appearance. */
function withoutIds(): (value: unknown) => unknown {
  const places = new Map<string, string>();
  const place = (id: string) => {
    const known = places.get(id) ?? `#${places.size}`;
    places.set(id, known);
    return known;
  };
  return (value) => JSON.parse(JSON.stringify(value ?? null).replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}/g, place));
}
