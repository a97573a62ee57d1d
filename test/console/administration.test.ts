/** Administration in the console, on the built server: the same as on the command line, for Admins alone, and for nobody beyond their tenants. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Administration } from '../../src/store/administering/administration.js';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { openSqliteReader } from '../../src/store/sqlite/sqlite-store.js';
import type { Browser } from './browser.js';
import { type FileServer, startFileServer } from './file-server.js';

let server: FileServer;
let admin: Administration;
/** Admin of every tenant, of one tenant, of a unit, and no Admin. */
const people: Record<string, Browser> = {};
const ids: Record<string, string> = {};
const base = '/console/v1/admin';
const none = { customers: [], tenants: [], units: [] };

beforeAll(async () => {
  server = await startFileServer();
  const reader = openSqliteReader({ directory: server.directory, now: () => new Date() });
  const { passwordHash = '' } = (await reader.userByName('api')) ?? {};
  await reader.close();
  admin = openAdministration({ directory: server.directory, now: () => new Date(), actor: 'local:tester' });
  await admin.revoke('api', { ...none, roles: ['Admin'] });
  const [customer] = await admin.customers();
  ids.customer = customer?.id ?? '';
  ids.own = (await admin.tenants(undefined))[0]?.id ?? '';
  const importConfiguration = { name: 'Default', settings: (await admin.importConfigurations(undefined))[0]?.settings as never };
  ids.other = (await admin.addTenant({ name: 'Other', id: undefined, customer: ids.customer, importConfiguration })).id;
  const unit = { parent: undefined, id: undefined, locationIds: [], terminalIds: ['T1'] };
  ids.unit = (await admin.addUnit({ ...unit, name: 'Shop', tenant: ids.own })).id;
  ids.foreign = (await admin.addUnit({ ...unit, name: 'Elsewhere', tenant: ids.other })).id;
  ids.foreignRules = (await admin.importConfigurations(ids.other))[0]?.id ?? '';
  ids.rules = (await admin.importConfigurations(ids.own))[0]?.id ?? '';
  const roles = ['API', 'Admin'] as const;
  await admin.addUser({ name: 'all', passwordHash, ...none, roles, customers: [ids.customer] });
  await admin.addUser({ name: 'one', passwordHash, ...none, roles, tenants: [ids.own] });
  await admin.addUser({ name: 'shop', passwordHash, ...none, roles, units: [ids.unit] });
  for (const name of ['all', 'one', 'shop', 'api']) {
    people[name] = server.newBrowser();
    expect((await people[name]?.logIn(name))?.status).toBe(200);
  }
});
afterAll(async () => {
  await admin.close();
  await server.stop();
  expect(server.errors()).toBe('');
  server.remove();
});

const ask = async (who: string, path: string, json?: object) => {
  const browser = people[who] as Browser;
  return browser.ask(path === '' ? base : `${base}/${path}`, json === undefined ? {} : { method: 'POST', json });
};

describe('who may what', () => {
  const user = '00000000-0000-4000-8000-000000000000';
  const ofAll: [string, object?][] = [
    ['users'],
    ['users', { name: 'x', roles: ['API'] }],
    [`users/${user}/disable`, {}],
    [`users/${user}/password`, {}],
    [`users/${user}/grant`, { roles: ['Admin'] }],
    [`users/${user}/revoke`, { roles: ['API'] }],
    [`users/${user}/end-sessions`, {}],
    ['tenants'],
    ['audit'],
  ];
  const ofTenant: [string, object?][] = [
    ['units'],
    ['units', { name: 'x' }],
    [`units/${user}`, { name: 'x' }],
    ['unknown-places'],
    ['import-configurations'],
    ['import-configurations', { name: 'x' }],
    [`import-configurations/${user}`, { name: 'x' }],
    [`import-configurations/${user}/try`, {}],
  ];

  it.each(ofAll)('users and trail, which lead to every tenant, are for an Admin of all: %s %j', async (path, json) => {
    const before = await admin.users();
    for (const who of ['one', 'shop', 'api']) expect([who, (await ask(who, path, json)).status]).toEqual([who, 403]);
    expect(await admin.users()).toEqual(before);
  });

  it.each(ofTenant)('what orders a tenant is for an Admin of all of it: %s %j', async (path, json) => {
    const before = [await admin.units(undefined), await admin.importConfigurations(undefined)];
    for (const who of ['shop', 'api']) expect([who, (await ask(who, path, json)).status]).toEqual([who, 403]);
    expect((await ask('one', `${path}?tenantId=${ids.other}`, json)).status).toBe(401);
    expect((await ask('all', path, json)).status).toBe(401);
    expect([await admin.units(undefined), await admin.importConfigurations(undefined)]).toEqual(before);
  });

  it('an id of another tenant is none', async () => {
    for (const [path, json] of [
      [`units/${ids.foreign}`, { name: 'mine' }],
      [`import-configurations/${ids.foreignRules}`, { name: 'mine' }],
      [`import-configurations/${ids.foreignRules}/try`, {}],
    ] as const)
      expect([path, (await ask('one', path, json)).status]).toEqual([path, 404]);
    expect((await admin.units(ids.other)).map(({ name }) => name)).toEqual(['Elsewhere']);
  });

  it('needs a page of ours, and never Basic', async () => {
    const browser = people.all as Browser;
    expect((await browser.ask(`${base}/users`, { headers: { 'sec-fetch-site': 'none' } })).status).toBe(401);
    const forged = { method: 'POST', json: { name: 'x' }, headers: { origin: 'https://evil.example' } };
    expect((await browser.ask(`${base}/users`, forged)).status).toBe(401);
    expect((await browser.ask(`${base}/users`, { headers: { authorization: 'Basic YTpi' } })).status).toBe(400);
  });
});

describe('users', () => {
  it('are added, granted, given passwords, disabled and enabled; each change stands in the trail with the request', async () => {
    const added = await ask('all', 'users', { name: 'till', roles: ['API'], tenants: [ids.own] });
    expect(added).toMatchObject({
      status: 200,
      json: { user: { name: 'till', roles: ['API'], tenants: 1 }, password: expect.any(String) },
    });
    const { id } = added.json.user;
    const till = server.newBrowser();
    expect((await till.logIn('till', added.json.password)).status).toBe(200);
    expect((await ask('all', 'users', { name: 'TILL' })).status).toBe(409);
    expect((await ask('all', 'users', { name: 'x', roles: ['Owner'] })).json.errors).toEqual({ 'roles[0]': [expect.any(String)] });
    expect((await ask('all', `users/${id}/grant`, { units: [ids.unit] })).json.user.grants).toHaveLength(2);
    expect((await ask('all', `users/${id}/revoke`, { units: [ids.unit] })).json.user.grants).toHaveLength(1);
    expect((await ask('all', `users/${id}/end-sessions`, {})).json).toEqual({ ended: 1 });
    expect((await till.ask('/console/v1/session')).status).toBe(401);
    expect((await ask('all', `users/${id}/password`, { password: 'a new one' })).json).toMatchObject({ password: null });
    expect((await till.logIn('till', 'a new one')).status).toBe(200);
    expect((await ask('all', `users/${id}/password`, { password: 'a\u0000b' })).status).toBe(409);
    expect((await ask('all', `users/${id}/disable`, {})).json.user.disabled).toBe(true);
    expect((await till.ask('/sales/v1/transactions')).status).toBe(401);
    expect((await ask('all', `users/${id}/enable`, {})).json.user.disabled).toBe(false);
    expect((await ask('all', 'users/nobody/enable', {})).status).toBe(404);
    const { items: rows } = (await ask('all', 'audit?pageSize=30')).json;
    expect(rows.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['user.add', 'user.grant', 'user.revoke', 'user.passwd', 'user.disable', 'user.enable']),
    );
    const row = rows.find(({ action }: { action: string }) => action === 'user.disable');
    expect(row).toMatchObject({ actor: 'all', origin: expect.stringContaining('127.0.0.1'), requestId: expect.any(String), name: 'till' });
    expect(JSON.stringify(rows)).not.toContain('scrypt');
    expect(await admin.checkAudit(null)).toMatchObject({ broken: null });
  });

  it('page through the audit trail: every row of it and every upload once, newest first', async () => {
    const whole = (await ask('all', 'audit?pageSize=500')).json;
    const kept = await admin.auditRows({ from: null, to: null, limit: 1_000 });
    const uploads = await admin.receivedUploads({ from: null, to: null, limit: 1_000 });
    const nameOf = (line: { key?: number; uploadId?: string }) => line.key ?? line.uploadId;
    expect([whole.hasMore, whole.items.length]).toEqual([false, kept.length + uploads.length]);
    expect(new Set(whole.items.map(nameOf))).toEqual(new Set([...kept, ...uploads].map(nameOf)));
    const times = whole.items.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort().reverse());
    const paged: unknown[] = [];
    let more = true;
    for (let page = 1; more; page++) {
      const { items, hasMore } = (await ask('all', `audit?pageSize=7&pageNumber=${page}`)).json;
      paged.push(...items);
      more = hasMore;
    }
    expect(paged).toEqual(whole.items);
    expect((await ask('all', 'audit?pageNumber=300')).json).toEqual({ items: [], hasMore: false });
    const tooFar = await ask('all', 'audit?pageSize=500&pageNumber=21');
    expect([tooFar.status, JSON.stringify(tooFar.json)]).toEqual([400, expect.stringContaining('choose a period')]);
  });

  it('cannot lock out themselves', async () => {
    const { users } = (await ask('all', 'users')).json;
    const { id } = users.find(({ name }: { name: string }) => name === 'all');
    for (const reference of [id, 'all', id.toUpperCase()]) expect((await ask('all', `users/${reference}/disable`, {})).status).toBe(409);
    expect((await ask('all', `users/${id}/revoke`, { roles: ['Admin'] })).status).toBe(409);
    expect((await ask('all', 'users')).status).toBe(200);
  });
});

describe('a tenant', () => {
  it('has its units ordered, and unknown terminals given to one', async () => {
    const rows = [1, 2, 3].map((amount) => ({ amount, currency: 'EUR', transactionDate: '2026-03-01T10:00:00Z', terminalId: 'T9' }));
    const sent = await (people.one as Browser).ask('/sales/v1/transactions/upload', { method: 'POST', json: { transactions: rows } });
    expect(sent.status).toBe(200);
    await expect
      .poll(async () => (await ask('one', 'unknown-places')).json.places)
      .toEqual([{ locationId: null, terminalId: 'T9', rows: 3 }]);
    const changed = await ask('one', `units/${ids.unit}`, { addTerminalIds: ['T9'], name: 'Main shop' });
    expect(changed.json.unit).toMatchObject({ name: 'Main shop', terminalIds: ['T1', 'T9'] });
    expect((await ask('one', 'unknown-places')).json.places).toEqual([]);
    expect((await ask('one', 'units', { name: 'Corner', parent: ids.unit })).json.unit).toMatchObject({ parent: { name: 'Main shop' } });
    expect((await ask('one', 'units')).json.units.map(({ name }: { name: string }) => name)).toEqual(['Main shop', 'Corner']);
  });

  it('without units has no terminal that belongs to none', async () => {
    const importConfiguration = { name: 'Default', settings: (await admin.importConfigurations(ids.own))[0]?.settings as never };
    const { id } = await admin.addTenant({ name: 'Plain', id: undefined, customer: ids.customer ?? '', importConfiguration });
    const row = { amount: 1, currency: 'EUR', transactionDate: '2026-03-01T10:00:00Z', terminalId: 'T8' };
    const upload = `/sales/v1/transactions/upload?tenantId=${id}`;
    expect((await (people.all as Browser).ask(upload, { method: 'POST', json: { transactions: [row] } })).status).toBe(200);
    const path = `unknown-places?tenantId=${id}`;
    await expect.poll(() => admin.unknownPlaces(id)).toEqual([{ locationId: null, terminalId: 'T8', rows: 1 }]);
    expect((await ask('all', path)).json.places).toEqual([]);
    expect((await ask('all', `units?tenantId=${id}`, { name: 'First' })).status).toBe(200);
    expect((await ask('all', path)).json.places).toMatchObject([{ terminalId: 'T8' }]);
  });

  it('has rules that are tried on its rows, changed and added', async () => {
    const settings = { requiredFields: ['amount', 'orderId'] };
    const tried = await ask('one', `import-configurations/${ids.rules}/try`, { settings });
    expect(tried.json).toEqual({
      rows: { read: 3, imported: 0, notMatched: 0, duplicates: 0, rejected: 3 },
      reasons: [{ reason: 'orderId is required', rows: 3, lines: [1, 2, 3] }],
      warnings: [],
    });
    expect((await ask('one', `import-configurations/${ids.rules}/try`, { rows: 2 })).json.rows).toMatchObject({ read: 2, imported: 2 });
    const before = (await ask('one', 'import-configurations')).json.importConfigurations;
    expect(before).toHaveLength(1);
    expect(before[0].settings.requiredFields).toEqual(['amount', 'currency', 'transactionDate']);
    expect((await ask('one', `import-configurations/${ids.rules}`, { settings: { no: 1 } })).json.errors).toEqual({
      'settings.no': [expect.any(String)],
    });
    const changed = await ask('one', `import-configurations/${ids.rules}`, { settings: { ...before[0].settings, ...settings } });
    expect(changed.json.importConfiguration.settings.requiredFields).toEqual(settings.requiredFields);
    const renamed = await ask('one', `import-configurations/${ids.rules}`, { name: 'Strict' });
    expect(renamed.json.importConfiguration).toMatchObject({ name: 'Strict', settings: changed.json.importConfiguration.settings });
    expect((await ask('one', 'import-configurations', { name: 'Loose' })).json.importConfiguration).toMatchObject({ isDefault: false });
  });
});

it('how the server does is for any Admin, by the rules of sales doctor; how much it has, for an Admin of all', async () => {
  expect([(await ask('one', '')).json, (await ask('all', '')).json]).toEqual([{ allTenants: false }, { allTenants: true }]);
  const { findings, figures } = (await ask('all', 'health')).json;
  expect(findings).toEqual([
    { check: 'program', state: 'ok', message: `sales 0.0.0-test, Node ${process.versions.node}`, hint: null },
    { check: 'database', state: 'ok', message: 'it answers', hint: null },
    { check: 'disk space', state: 'ok', message: expect.stringMatching(/^\d+\.\d GB free at the data directory$/), hint: null },
    { check: 'certificate', state: 'ok', message: expect.stringMatching(/^the one that is served expires in \d+ days$/), hint: null },
    { check: 'backup', state: 'warning', message: 'none is known', hint: "Make one on the server's machine" },
  ]);
  expect(figures).toMatchObject({ stored: { uploads: 2, transactions: 4 }, waiting: expect.any(Object), running: expect.any(Object) });
  expect((await ask('one', 'health')).json).toEqual({ findings: expect.any(Array) });
  for (const who of ['shop', 'api']) expect([who, (await ask(who, 'health')).status]).toEqual([who, who === 'api' ? 403 : 200]);
});
