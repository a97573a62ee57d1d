/** The administration of a store, beside the store that a server has open. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultImportConfiguration as importConfiguration } from '../../src/importing/rules.js';
import type { Administration } from '../../src/store/administering/administration.js';
import { nearest } from '../../src/store/administering/references.js';
import type { Removable, UnitChange } from '../../src/store/administration.js';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { type LocalConnection, openConnection } from '../../src/store/sqlite/administration/local-connection.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { firstSchema, schemaVersion } from '../../src/store/sqlite/database/sqlite-schema.js';
import { openSqliteReader, openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import type { Store, StoreReader } from '../../src/store/store.js';
import { leaving } from '../support/decide.js';

const now = () => new Date('2026-11-20T12:00:00Z');
const failing = (code: string, message = '') =>
  expect.objectContaining({ name: 'SalesError', code, message: expect.stringContaining(message) as string });
const none = { roles: [], customers: [], tenants: [], units: [] };
const noChange: UnitChange = {
  tenant: undefined,
  name: undefined,
  parent: undefined,
  addLocationIds: [],
  removeLocationIds: [],
  addTerminalIds: [],
  removeTerminalIds: [],
};

let directory: string;
let store: Store;
let server: StoreReader;
let admin: Administration;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sales-admin-'));
  store = openSqliteStore({ directory, now });
  await store.setUp({ customerName: 'Default', tenantName: 'Default', importConfiguration, userName: 'api', passwordHash: 'h' });
  server = openSqliteReader({ directory, now: () => new Date() });
  admin = openAdministration({ directory, now, actor: 'local:tester' });
});
afterEach(async () => {
  await admin.close();
  await server.close();
  await store.close();
  await rm(directory, { recursive: true });
});

const addCustomer = (name: string, id?: string) => admin.addCustomer({ name, id });
const addTenant = (name: string, customer: string, id?: string) => admin.addTenant({ name, customer, id, importConfiguration });
const addUnit = (name: string, tenant: string, parent?: string, locationIds: string[] = [], terminalIds: string[] = []) =>
  admin.addUnit({ name, tenant, parent, locationIds, terminalIds, id: undefined });
const addUser = (name: string, tenants: string[] = []) => admin.addUser({ name, passwordHash: 'h', ...none, roles: ['API'], tenants });
const setUnit = (unit: string, change: Partial<UnitChange>) => admin.changeUnit(unit, { ...noChange, ...change });
const all = { from: null, to: null, limit: 1_000 };
const actions = async () => (await admin.auditRows(all)).map(({ action }) => action);

/** One upload of a user. */
async function upload(userName: string, rows: { transactions: object[] } | { records: object[] } = { transactions: [{}] }): Promise<void> {
  const user = await store.userByName(userName);
  const tenant = store.tenant(user?.access[0]?.tenantId ?? '', 'whole');
  const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
  await tenant.stageUpload({
    userId: user?.id ?? '',
    importConfigurationId,
    idempotency: null,
    ...rows,
    uploadGroup: null,
    decide: leaving(Object.values(rows).flat()),
  });
}

describe('customers and tenants', () => {
  test('are added and listed; a tenant has its default import configuration', async () => {
    const customer = await addCustomer('Bäckerei');
    const tenant = await addTenant('Filiale 1', 'Bäckerei');
    expect(await admin.customers()).toEqual([customer, { id: expect.any(String), name: 'Default' }]);
    expect(await admin.tenants('Bäckerei')).toEqual([{ ...tenant, customer }]);
    expect((await admin.tenants(undefined)).map(({ name }) => name)).toEqual(['Filiale 1', 'Default']);
    expect(await store.tenant(tenant.id, 'whole').importConfiguration(undefined)).toMatchObject(importConfiguration);
  });

  test('a name in decomposed form is the same name, and is found', async () => {
    await addCustomer('Ba\u0308ckerei');
    await expect(addCustomer('BÄCKEREI')).rejects.toEqual(failing('usage', 'already'));
    expect(await addTenant('t', 'Ba\u0308ckerei')).toMatchObject({ customer: { name: 'B\u00e4ckerei' } });
  });

  test('two customers may have tenants of one name; then it takes the id, and the error tells which', async () => {
    await addCustomer('A');
    await addCustomer('B');
    const [one, other] = [await addTenant('Shop', 'A'), await addTenant('Shop', 'B')];
    await expect(addTenant('shop', 'B')).rejects.toEqual(failing('usage', 'already'));
    const failure = await addUnit('u', 'Shop').catch((error: unknown) => error);
    expect(failure).toEqual(failing('usage', '"Shop" is the name of 2 tenants'));
    expect(failure).toMatchObject({ errors: { [one.id]: ['of customer A'], [other.id]: ['of customer B'] } });
    expect(await addUnit('u', other.id.toUpperCase())).toMatchObject({ tenant: { id: other.id } });
  });

  test('a name that is not there tells what comes near', async () => {
    await addCustomer('Bäckerei Müller');
    await expect(addTenant('t', 'bäckerei müller')).rejects.toMatchObject({ code: 'notFound', hint: 'Similar: Bäckerei Müller' });
    await expect(addTenant('t', 'Xyz')).rejects.toMatchObject({ code: 'notFound', hint: [['sales', 'admin', 'customer', 'list']] });
    await expect(addTenant('t', randomUUID())).rejects.toMatchObject({ code: 'notFound' });
  });

  test('an id of ones own is taken once, in lower case', async () => {
    const id = randomUUID();
    expect(await addCustomer('A', id.toUpperCase())).toMatchObject({ id });
    await expect(addCustomer('B', id)).rejects.toEqual(failing('usage', 'already been used'));
    await expect(addCustomer('B', 'x')).rejects.toEqual(failing('usage', 'UUID'));
  });

  test('get another name, but none that is taken', async () => {
    const { id } = await addCustomer('A');
    expect(await admin.rename('customer', 'A', 'a')).toEqual({ id, name: 'a' });
    await expect(admin.rename('customer', 'a', 'default')).rejects.toEqual(failing('usage', 'already'));
    await addTenant('T', 'a');
    expect(await admin.rename('tenant', 'T', 'Default')).toMatchObject({ name: 'Default' });
    expect(await actions()).toEqual(['set-up', 'customer.add', 'customer.rename', 'tenant.add', 'tenant.rename']);
  });
});

describe('units', () => {
  test('are a tree, each after its parent, with its locations and terminals', async () => {
    await addUnit('Zürich', 'Default', undefined, ['Z2', 'Z1', 'Z1']);
    await addUnit('Bern', 'Default');
    await addUnit('Bahnhof', 'Default', 'Zürich', [], ['T-1']);
    const units = await admin.units('Default');
    expect(units.map(({ name, parent, locationIds, terminalIds }) => [name, parent?.name, locationIds, terminalIds])).toEqual([
      ['Bern', undefined, [], []],
      ['Zürich', undefined, ['Z1', 'Z2'], []],
      ['Bahnhof', 'Zürich', [], ['T-1']],
    ]);
  });

  test('a parent of another tenant is not there', async () => {
    await addTenant('Other', 'Default');
    await addUnit('U', 'Other');
    await expect(addUnit('V', 'Default', 'U')).rejects.toEqual(failing('notFound'));
  });

  test('change their name, their place, and what belongs to them', async () => {
    await addUnit('A', 'Default', undefined, ['L1'], ['T1']);
    await addUnit('B', 'Default');
    const changed = await setUnit('A', {
      name: 'A2',
      parent: 'B',
      addLocationIds: ['L2'],
      removeLocationIds: ['L1'],
      addTerminalIds: ['T1'],
    });
    expect(changed).toMatchObject({ name: 'A2', parent: { name: 'B' }, locationIds: ['L2'], terminalIds: ['T1'] });
    expect(await setUnit('A2', { parent: null, removeTerminalIds: ['T1'] })).toMatchObject({ parent: null, terminalIds: [] });
    await expect(setUnit('A2', { name: 'b' })).rejects.toEqual(failing('usage', 'already'));
    await expect(setUnit('A2', { removeLocationIds: ['L9'] })).rejects.toEqual(failing('notFound', 'no location "L9"'));
  });

  test('never stand under themselves', async () => {
    await addUnit('A', 'Default');
    await addUnit('B', 'Default', 'A');
    await addUnit('C', 'Default', 'B');
    for (const parent of ['A', 'B', 'C']) await expect(setUnit('A', { parent })).rejects.toEqual(failing('usage'));
    expect(await setUnit('C', { parent: 'A' })).toMatchObject({ parent: { name: 'A' } });
  });

  test.each([[''], ['\ud800'], ['x'.repeat(1_025)]])('a location that no transaction can have is refused: %j', async (location) => {
    await expect(addUnit('A', 'Default', undefined, [location])).rejects.toEqual(failing('usage', 'locationId'));
  });

  test('a change that fails half-way leaves nothing of itself, in the trail neither', async () => {
    await addUnit('A', 'Default');
    const before = await admin.units(undefined);
    await expect(setUnit('A', { name: 'B', addLocationIds: ['L'], removeTerminalIds: ['none'] })).rejects.toEqual(failing('notFound'));
    expect(await admin.units(undefined)).toEqual(before);
    expect(await actions()).toEqual(['set-up', 'unit.add']);
  });
});

describe('users, as the running server sees them', () => {
  test('a new one is there at once, with what was granted', async () => {
    expect(await server.userByName('ann')).toBeNull();
    const { id } = await addUser('ann', ['Default']);
    const [tenant] = await admin.tenants(undefined);
    expect(await server.userByName('ann')).toMatchObject({
      id,
      disabled: false,
      roles: ['API'],
      access: [{ customerId: tenant?.customer.id, tenantId: tenant?.id }],
    });
  });

  test('disabled, enabled, with a new password, granted and revoked: each is seen at once', async () => {
    await addUser('ann', ['Default']);
    const seen = async () => {
      const user = await server.userByName('ann');
      return [user?.disabled, user?.credentialVersion, user?.roles.join(), user?.access.length];
    };
    expect(await seen()).toEqual([false, 1, 'API', 1]);
    await admin.setDisabled('ann', true);
    expect(await seen()).toEqual([true, 1, 'API', 1]);
    await admin.setDisabled('ann', false);
    await admin.setPassword('ann', 'h2');
    expect(await seen()).toEqual([false, 2, 'API', 1]);
    await admin.revoke('ann', { ...none, tenants: ['Default'] });
    expect(await seen()).toEqual([false, 2, 'API', 0]);
    await addTenant('Second', 'Default');
    await admin.grant('ann', { ...none, roles: ['Admin'], customers: ['Default'] });
    expect(await seen()).toEqual([false, 2, 'API,Admin', 2]);
    await admin.revoke('ann', { ...none, roles: ['API'] });
    expect((await server.userByName('ann'))?.roles).toEqual(['Admin']);
  });

  test('how many tenants a user reaches counts each once, as log-in does', async () => {
    await addTenant('Second', 'Default');
    await addUnit('U', 'Second');
    await addCustomer('C');
    await addTenant('Third', 'C');
    const reached = async (rights: object) => {
      const { tenants } = await admin.grant('ann', { ...none, ...rights });
      expect((await server.userByName('ann'))?.access.length).toBe(tenants);
      return tenants;
    };
    expect((await addUser('ann')).tenants).toBe(0);
    expect(await reached({ units: ['U'] })).toBe(1);
    expect(await reached({ tenants: ['Second'] })).toBe(1);
    expect(await reached({ customers: ['Default'] })).toBe(2);
    expect(await reached({ tenants: ['Third'] })).toBe(3);
  });

  test('what a user has already is no change, and what they do not have cannot be taken', async () => {
    await addUser('ann', ['Default']);
    await admin.grant('ann', { ...none, roles: ['API'], tenants: ['Default'] });
    await admin.setDisabled('ann', false);
    expect(await actions()).toEqual(['set-up', 'user.add']);
    await expect(admin.revoke('ann', { ...none, customers: ['Default'] })).rejects.toEqual(failing('notFound', 'no grant'));
    await expect(admin.revoke('ann', { ...none, roles: ['Admin'] })).rejects.toEqual(failing('notFound', 'role'));
  });

  test('a name is one user, whatever its case', async () => {
    await expect(addUser('API')).rejects.toEqual(failing('usage', 'already'));
    await expect(addUser('a:b')).rejects.toEqual(failing('usage', 'colon'));
  });
});

describe('removing', () => {
  const remove = (kind: Removable, reference: string) => admin.remove(kind, reference);

  test('a tenant with uploads and a user who made some stay', async () => {
    await upload('api');
    for (const attempt of [admin.removal('tenant', 'Default'), remove('tenant', 'Default')]) {
      await expect(attempt).rejects.toEqual(failing('usage', 'has uploads'));
    }
    await expect(remove('user', 'api')).rejects.toMatchObject({
      code: 'usage',
      hint: ['Disable the user instead: ', ['sales', 'admin', 'user', 'disable', 'api']],
    });
    await expect(remove('customer', 'Default')).rejects.toEqual(failing('usage', 'tenants (1)'));
    expect(await actions()).toEqual(['set-up']);
  });

  test('a tenant goes with its units and grants; nobody sees it any more', async () => {
    await addTenant('T', 'Default');
    await addUnit('A', 'T', undefined, ['L'], ['X']);
    await addUnit('B', 'T', 'A');
    await addUser('ann', ['T']);
    await admin.grant('ann', { ...none, units: ['B'] });
    const planned = await admin.removal('tenant', 'T');
    expect(planned).toMatchObject({ name: 'T', with: { units: 2, importConfigurations: 1, grants: 2 } });
    expect(await remove('tenant', 'T')).toEqual(planned);
    expect((await server.userByName('ann'))?.access).toEqual([]);
    expect(await admin.units(undefined)).toEqual([]);
    expect((await admin.tenants(undefined)).map(({ name }) => name)).toEqual(['Default']);
    await expect(remove('tenant', planned.id)).rejects.toEqual(failing('notFound'));
  });

  test('a unit goes when none is below it; a customer when it has no tenants', async () => {
    await addUnit('A', 'Default');
    await addUnit('B', 'Default', 'A', ['L']);
    await expect(remove('unit', 'A')).rejects.toEqual(failing('usage', 'below it (1)'));
    expect(await remove('unit', 'B')).toMatchObject({ with: { locations: 1, terminals: 0, grants: 0 } });
    await remove('unit', 'A');
    await addCustomer('C');
    await remove('customer', 'C');
    await remove('user', 'api');
    expect(await server.userByName('api')).toBeNull();
  });

  test('neither key nor id of what was removed is ever given again', async () => {
    const keysOf = () => {
      const db = new Database(join(directory, 'sales.db'), { readonly: true });
      const keys = ['customer', 'tenant', 'unit', 'user'].map((kind) =>
        db
          .prepare(`SELECT max(${kind}_key) FROM ${kind === 'user' ? 'app_user' : kind}`)
          .pluck()
          .get(),
      );
      db.close();
      return keys;
    };
    const given: unknown[][] = [];
    let lastTenant = '';
    for (let round = 0; round < 3; round++) {
      await addCustomer('C');
      lastTenant = (await addTenant('T', 'C')).id;
      await addUnit('U', 'T');
      await addUser('ann');
      given.push(keysOf());
      await remove('user', 'ann');
      // Once by itself, then with its tenant.
      if (round === 0) await remove('unit', 'U');
      await remove('tenant', 'T');
      await remove('customer', 'C');
    }
    for (const column of [0, 1, 2, 3]) expect(new Set(given.map((keys) => keys[column])).size).toBe(3);
    await expect(addTenant('T', 'Default', lastTenant)).rejects.toEqual(failing('usage', 'already been used'));
    // A server that still knows the removed tenant must find nothing under it, and can store nothing there.
    await addTenant('New', 'Default');
    await expect(store.tenant(lastTenant, 'whole').importConfiguration(undefined)).rejects.toEqual(failing('notFound'));
  });

  test('a server that knew the tenant finds nothing under it afterwards, whatever comes next', async () => {
    const { id } = await addTenant('T', 'Default');
    expect(await server.tenant(id, 'whole').importConfiguration(undefined)).not.toBeNull();
    await remove('tenant', 'T');
    await addTenant('Next', 'Default');
    await expect(server.tenant(id, 'whole').importConfiguration(undefined)).rejects.toEqual(failing('notFound'));
  });
});

describe('the audit trail', () => {
  test('is told with the uploads that came: when, from whom, for which tenant', async () => {
    await upload('api');
    await upload('api', { records: [{}, {}] });
    const [first, ...others] = await admin.receivedUploads(all);
    expect(first).toEqual({
      at: '2026-11-20T12:00:00.000Z',
      actor: 'api',
      uploadId: expect.any(String),
      tenant: 'Default',
      kind: 'Sales',
      transactions: 1,
    });
    expect(others).toMatchObject([{ kind: 'Settlement', transactions: 2 }]);
    expect(await admin.receivedUploads({ ...all, from: new Date('2026-11-21T00:00:00Z') })).toEqual([]);
  });

  test('tells of every change: who, what, when, and no password', async () => {
    await addUser('ann', ['Default']);
    await admin.setPassword('ann', 'scrypt$secret');
    const rows = await admin.auditRows(all);
    expect(rows.at(-1)).toMatchObject({
      key: 3,
      at: '2026-11-20T12:00:00.000Z',
      actor: 'local:tester',
      origin: null,
      action: 'user.passwd',
      outcome: 'done',
      details: { name: 'ann' },
    });
    expect(JSON.stringify(rows)).not.toContain('scrypt');
    expect(await admin.checkAudit(null)).toMatchObject({ rows: 3, broken: null });
  });

  test('is one chain for all that write', async () => {
    const second = openAdministration({ directory, now, actor: 'local:second' });
    const entry = { origin: null, object: 'server', outcome: 'done', requestId: null, details: {} } as const;
    for (let round = 0; round < 5; round++) {
      await store.audit({ ...entry, actor: 'server', action: 'server.start' });
      await addCustomer(`A${round}`);
      await second.addCustomer({ name: `B${round}`, id: undefined });
    }
    await second.close();
    expect(await admin.checkAudit(null)).toMatchObject({ rows: 16, head: { key: 16 }, broken: null });
  });

  test.each([
    ["UPDATE audit SET actor = 'x' WHERE audit_key = 2", 2],
    ['DELETE FROM audit WHERE audit_key = 2', 2],
    ["UPDATE audit SET details = 'no JSON' WHERE audit_key = 3", 3],
    ['UPDATE audit SET audit_key = audit_key + 10 WHERE audit_key > 2', 3],
    ['UPDATE audit SET hash = (SELECT hash FROM audit WHERE audit_key = 1) WHERE audit_key = 4', 4],
  ])('shows what was done behind its back: %s', async (sql, key) => {
    for (const name of ['a', 'b', 'c', 'd']) await addCustomer(name);
    const db = new Database(join(directory, 'sales.db'));
    db.exec(sql);
    db.close();
    expect((await admin.checkAudit(null)).broken?.key).toBe(key);
    // What is broken can still be read, and added to.
    expect((await admin.auditRows(all)).length).toBeGreaterThan(3);
    await addCustomer('e');
  });

  test('is listed by time, the last rows at the end', async () => {
    for (const hour of [1, 2, 3, 4]) {
      const then = openAdministration({ directory, now: () => new Date(Date.UTC(2027, 0, 1, hour)), actor: 'a' });
      await then.addCustomer({ name: `C${hour}`, id: undefined });
      await then.close();
    }
    const names = async (from: number | null, to: number | null, limit: number) => {
      const at = (hour: number | null) => (hour === null ? null : new Date(Date.UTC(2027, 0, 1, hour)));
      return (await admin.auditRows({ from: at(from), to: at(to), limit })).map(({ details }) => details.name);
    };
    expect(await names(2, 3, 10)).toEqual(['C2', 'C3']);
    expect(await names(null, 3, 2)).toEqual(['C2', 'C3']);
    expect(await names(4, null, 10)).toEqual(['C4']);
  });
});

test('looks at data of one tenant alone, but for which uploads came from whom', () => {
  const folder = fileURLToPath(new URL('../../src/store/administering/', import.meta.url));
  const uses = readdirSync(folder).flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+"?(?:transaction|upload\w*)\b[^)]*/g),
  ]);
  const free = uses.map(([sql]) => sql.replace(/\s+/g, ' ').replaceAll('$', '')).filter((sql) => !sql.includes('WHERE tenant_key = {key}'));
  expect(uses.length).toBeGreaterThan(1);
  expect(free.sort()).toEqual([
    // For the audit trail.
    'FROM upload JOIN app_user ON app_user.user_key = upload.user_key JOIN tenant ON tenant.tenant_key = abs(upload.tenant_key',
    // Whether a user has made any upload, in whatever tenant.
    'FROM upload WHERE user_key = {key} LIMIT 1',
  ]);
});

describe('opening', () => {
  test('where there is no database says how to begin', () => {
    const open = () => openAdministration({ directory: join(directory, 'none'), now, actor: 'a' });
    expect(open).toThrow(
      expect.objectContaining({ code: 'usage', hint: expect.arrayContaining([expect.arrayContaining(['sales', 'serve'])]) as unknown }),
    );
  });

  test.each([
    [firstSchema - 1, 'disk'],
    [schemaVersion - 1, 'usage'],
    [schemaVersion + 1, 'disk'],
  ])('schema %i is refused, and left as it is', async (version, code) => {
    await admin.close();
    const db = new Database(join(directory, 'sales.db'));
    db.pragma(`user_version = ${version}`);
    expect(() => openAdministration({ directory, now, actor: 'a' })).toThrow(failing(code, `schema ${version}`));
    expect(db.pragma('user_version', { simple: true })).toBe(version);
    db.pragma(`user_version = ${schemaVersion}`);
    admin = openAdministration({ directory, now, actor: 'a' });
    // Another version may be started while this one waits for an answer.
    db.pragma(`user_version = ${version}`);
    await expect(admin.addCustomer({ name: 'A', id: undefined })).rejects.toEqual(failing(code));
    db.pragma(`user_version = ${schemaVersion}`);
    db.close();
    expect((await admin.customers()).length).toBe(1);
  });
});

describe('names that come near', () => {
  test.each([
    ['bob', ['Bob', 'bobby', 'alice'], ['Bob', 'bobby']],
    ['bib', ['bob', 'alice'], ['bob']],
    ['Shp', ['Shop', 'Shop 2', 'Xyz'], ['Shop']],
    ['zzz', ['bob', 'alice'], []],
    ['a', Array.from({ length: 9 }, (_, at) => `a${at}`), ['a0', 'a1', 'a2', 'a3', 'a4']],
  ])('%s of %j', (wanted, names, near) => expect(nearest(wanted, names)).toEqual(near));
});

describe('a database that cannot be changed', () => {
  let connection: LocalConnection;
  const change = () => connection.change((note) => note({ action: 'unit.add', object: 'unit', details: { name: 'x'.repeat(100_000) } }));

  beforeEach(() => {
    connection = openConnection({ directory, now, actor: 'local:tester' });
  });
  afterEach(() => connection.close());

  test('because others write to it for too long is `locked`', async () => {
    connection.db.pragma('busy_timeout = 0');
    const other = new Database(join(directory, 'sales.db'));
    other.exec('BEGIN IMMEDIATE');
    await expect(change()).rejects.toEqual(failing('locked', directory));
    other.close();
    await change();
  });

  test('because a disk is full is `disk`, and keeps nothing of the change', async () => {
    const pages = connection.db.pragma('page_count', { simple: true }) as number;
    connection.db.pragma(`max_page_count = ${pages + 5}`);
    const before = await actions();
    await expect(change()).rejects.toEqual(failing('disk', 'full; nothing was changed'));
    expect(await actions()).toEqual(before);
  });

  test('because it may only be read is `disk`, and says who may', async () => {
    connection.db.pragma('query_only = ON');
    await expect(change()).rejects.toEqual(failing('disk', 'SQLITE_READONLY'));
    await expect(change()).rejects.toMatchObject({ hint: expect.stringContaining('the user that the server runs as') });
  });

  test('because a table is missing is `disk`, for a server, too', async () => {
    connection.db.exec('DROP TABLE user_role');
    await expect(admin.users()).rejects.toEqual(failing('disk', 'parts of its schema are missing'));
    expect(() => openSqliteStore({ directory, now })).toThrow(failing('disk', 'parts of its schema are missing'));
  });

  test('because it is no database is `disk`', async () => {
    const folder = join(directory, 'other');
    mkdirSync(folder);
    writeFileSync(join(folder, 'sales.db'), 'x'.repeat(4_096));
    expect(() => openConnection({ directory: folder, now, actor: 'local:tester' })).toThrow(failing('disk', 'damaged'));
  });
});
