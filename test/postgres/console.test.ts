/**
 * The console of two servers on one PostgreSQL database: one log-in holds on both, each administers for both, and a dropped file stays with the
 * server that took it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, browserOn } from '../console/browser.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { password, type ServeProcess, serve } from '../support/serve-process.js';
import { send } from '../support/test-server.js';

const programs = postgresPrograms();
const admin = '/console/v1/admin';
const files = '/console/v1/files';

describe.skipIf(programs === null)('the console of two servers on one database', () => {
  let cluster: Cluster;
  let root: string;
  let servers: ServeProcess[] = [];
  /** One person, whose balancer leads now to the one and now to the other server. */
  let first: Browser;
  let second: Browser;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    const database = await cluster.newDatabase();
    root = mkdtempSync(join(tmpdir(), 'sales-console-pg-'));
    const file = (name: string, text: string) => {
      writeFileSync(join(root, name), text, { mode: 0o600 });
      return join(root, name);
    };
    const address = file('address', `postgres://sales_app@127.0.0.1:${cluster.port}/${database}`);
    const start = (name: string) => serve(join(root, name), file('password', password), {}, ['--database-file', address]);
    servers = [await start('one'), await start('other')];
    [first, second] = [newBrowser(0), newBrowser(1)];
    expect((await first.logIn()).status).toBe(200);
    second.cookie = first.cookie;
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    cluster?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const newBrowser = (at: number): Browser => {
    const { url, ca } = servers[at] as ServeProcess;
    return browserOn({ url, request: (path, options) => send(url, ca, path, options ?? {}) });
  };
  const post = (browser: Browser, path: string, json: object = {}) => browser.ask(`${admin}/${path}`, { method: 'POST', json });

  test('one log-in holds on both, and its end, too', async () => {
    expect((await second.ask('/console/v1/session')).json).toMatchObject({ user: 'api', server: { administration: true } });
    const [here, there] = [newBrowser(0), newBrowser(1)];
    await here.logIn();
    there.cookie = here.cookie;
    expect((await there.ask('/console/v1/session', { method: 'DELETE' })).status).toBe(200);
    expect((await here.ask('/console/v1/session')).status).toBe(401);
    expect((await first.ask('/console/v1/session')).status).toBe(200);
  });

  test('what one administers, the other knows: users, units, import rules, audit trail, health', async () => {
    expect((await first.ask(admin)).json).toEqual({ allTenants: true });
    const [tenant] = (await first.ask(`${admin}/tenants`)).json.tenants;
    const { user, password: secret } = (await post(first, 'users', { name: 'till', roles: ['API'], tenants: [tenant.id] })).json;
    const till = newBrowser(1);
    expect((await till.logIn('till', secret)).status).toBe(200);
    const rows = [{ amount: 1, currency: 'EUR', transactionDate: '2026-03-01T10:00:00Z', terminalId: 'T9' }];
    expect((await till.ask('/sales/v1/transactions/upload', { method: 'POST', json: { transactions: rows } })).status).toBe(200);
    const { unit } = (await post(first, 'units', { name: 'Shop', terminalIds: ['T1'] })).json;
    const places = { places: [{ locationId: null, terminalId: 'T9', rows: 1 }] };
    await expect.poll(async () => (await second.ask(`${admin}/unknown-places`)).json).toEqual(places);
    expect((await post(second, `units/${unit.id}`, { addTerminalIds: ['T9'] })).json.unit.terminalIds).toEqual(['T1', 'T9']);
    expect((await first.ask(`${admin}/unknown-places`)).json).toEqual({ places: [] });
    await post(first, `users/${user.id}/grant`, { units: [unit.id] });
    expect((await second.ask(`${admin}/users`)).json.users.find(({ name }: { name: string }) => name === 'till').grants).toHaveLength(2);
    const [rules] = (await first.ask(`${admin}/import-configurations`)).json.importConfigurations;
    const settings = { ...rules.settings, requiredFields: ['orderId'] };
    expect((await post(second, `import-configurations/${rules.id}/try`, { settings })).json.rows).toMatchObject({ read: 1, rejected: 1 });
    expect((await post(second, `import-configurations/${rules.id}`, { settings })).json.importConfiguration.settings).toEqual(settings);
    expect((await first.ask(`${admin}/import-configurations`)).json.importConfigurations[0].settings).toEqual(settings);
    expect((await post(second, `users/${user.id}/disable`)).json.user.disabled).toBe(true);
    expect((await till.ask('/console/v1/session')).status).toBe(401);
    const lines = (await first.ask(`${admin}/audit?pageSize=100`)).json.items;
    expect(lines.map(({ action }: { action?: string }) => action)).toEqual(
      expect.arrayContaining(['user.add', 'unit.add', 'unit.set', 'user.grant', 'import-config.set', 'user.disable']),
    );
    expect(lines.filter(({ uploadId }: { uploadId?: string }) => uploadId)).toMatchObject([{ actor: 'till', transactions: 1 }]);
    const { findings, figures } = (await second.ask(`${admin}/health`)).json;
    // Backups of a shared database are not a server's.
    expect(findings.map(({ check }: { check: string }) => check)).toEqual(['program', 'database', 'disk space', 'certificate']);
    expect(figures).toMatchObject({ stored: { transactions: 1, servers: 2 }, pools: expect.any(Array) });
  });

  test('a dropped file stays with the server that took it: the other one says so, and has nothing of it', async () => {
    const body = 'transactionDate,amount,currency\n2026-11-19T10:00:00+01:00,12.50,EUR\n';
    const dropped = await first.ask(files, {
      method: 'POST',
      body,
      headers: { 'x-file-name': 'shop.csv', 'content-type': 'application/octet-stream' },
    });
    expect(dropped.status).toBe(200);
    const { id } = dropped.json;
    await expect.poll(async () => (await first.ask(`${files}/${id}`)).json.state).toBe('ready');
    for (const [method, path, json] of [
      ['GET', id],
      ['GET', `${id}/events`],
      ['GET', `${id}/rejects`],
      ['PUT', `${id}/answers`, { answers: [] }],
      ['POST', `${id}/send`, {}],
      ['DELETE', id],
    ] as const) {
      const answer = await second.ask(`${files}/${path}`, { method, ...(json && { json }) });
      expect([method, path, answer.status, answer.json.detail]).toEqual([
        method,
        path,
        409,
        expect.stringContaining('lies on another server'),
      ]);
    }
    expect((await second.ask(files)).json.items).toEqual([]);
    expect((await first.ask(`${files}/${id}`)).json.state).toBe('ready');
    expect((await first.ask(`${files}/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await second.ask(`${files}/${id}`)).status).toBe(404);
  });
});
