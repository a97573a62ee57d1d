/** A name that every object has already (`constructor`, `__proto__` …), wherever a page of the console names something: kept, or refused by name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { jsonWith, someNames } from '../support/prototype-names.js';
import type { Browser } from './browser.js';
import { dropOn, files, shown, untilOf } from './dropping.js';
import { type FileServer, startFileServer } from './file-server.js';

let server: FileServer;
let browser: Browser;
let rules: string;
const base = '/console/v1/admin';
const raw = (path: string, body: string, method = 'POST') =>
  browser.ask(path, { method, body, headers: { 'content-type': 'application/json' } });
const post = (path: string, json: object) => browser.ask(`${base}/${path}`, { method: 'POST', json });

beforeAll(async () => {
  server = await startFileServer();
  const admin = openAdministration({ directory: server.directory, now: () => new Date(), actor: 'local:tester' });
  rules = (await admin.importConfigurations(undefined))[0]?.id ?? '';
  await admin.grant('api', { roles: ['Admin'], customers: [], tenants: [], units: [] });
  await admin.close();
  browser = server.newBrowser();
  await browser.logIn();
});
afterAll(async () => {
  await server.stop();
  expect(server.errors()).toBe('');
  server.remove();
});

describe.each(someNames)('%s', (name) => {
  it('as a setting of import is refused by name, stored or tried', async () => {
    const settings = `{"settings":${jsonWith(name, 1)}}`;
    for (const path of [`import-configurations/${rules}`, `import-configurations/${rules}/try`]) {
      const answer = await raw(`${base}/${path}`, settings);
      expect([path, answer.status, Object.keys(answer.json.errors)]).toEqual([path, 400, [`settings.${name}`]]);
    }
    const added = await raw(`${base}/import-configurations`, `{"name":"x","settings":${jsonWith(name, 1)}}`);
    expect([added.status, Object.keys(added.json.errors)]).toEqual([400, [`settings.${name}`]]);
  });

  it('as a user, a unit, its places and a configuration is kept', async () => {
    const unit = await post('units', { name, locationIds: [name], terminalIds: [name] });
    expect([unit.status, unit.json.unit]).toMatchObject([200, { name, locationIds: [name], terminalIds: [name] }]);
    const user = await post('users', { name, roles: ['API'], units: [unit.json.unit.id] });
    expect([user.status, user.json.user.name]).toEqual([200, name]);
    const added = await post('import-configurations', { name, settings: {} });
    expect([added.status, added.json.importConfiguration.name]).toEqual([200, name]);
    const trail = (await browser.ask(`${base}/audit?pageSize=50`)).json.items.map((line: { name: string | null }) => line.name);
    expect(trail).toContain(name);
  });

  it('as an id, a role, a parameter and a path is refused', async () => {
    for (const path of [`users/${name}/disable`, `users/${name}/password`, `users/${name}/end-sessions`]) {
      expect([path, (await post(path, {})).status].join()).toMatch(/,(200|404|409)$/);
    }
    for (const path of [`units/${name}`, `import-configurations/${name}`, `import-configurations/${name}/try`]) {
      expect([path, (await post(path, {})).status]).toEqual([path, 404]);
    }
    const role = await raw(`${base}/users`, `{"name":"y","roles":["${name}"],${jsonWith(name, 1).slice(1)}`);
    expect([role.status, Object.keys(role.json.errors)]).toEqual([400, ['roles[0]']]);
    expect((await browser.ask(`${base}/audit?from=${name}&${name}=1&${name}=2`)).json.errors).toEqual({ from: [expect.any(String)] });
    expect((await browser.ask(`${base}/units?tenantId=${name}`)).status).toBe(400);
    expect((await browser.ask(`/console/v1/${name}`)).status).toBe(404);
  });

  it('as a file, its columns, cells and answers is kept, or refused', async () => {
    const table = `Amount;Currency;Time;Terminal;${name}\n1,50;EUR;2026-03-01 10:00:00;${name};${name}\n`;
    const { status, json } = await dropOn(browser, table, name);
    expect([status, json.name]).toEqual([200, name.replace(/^[.-]/, '_')]);
    await untilOf(browser, json.id, ['asking', ...shown]);
    const answers = [
      { code: name, field: name },
      { code: 'COLUMN_UNCLEAR', field: name, remedies: [['--set', `${name}=${name}`]] },
      { code: 'TIMEZONE_MISSING', field: 'transactionDate', typed: name },
    ];
    for (const answer of answers) {
      const put = await browser.ask(`${files}/${json.id}/answers`, { method: 'PUT', json: { answers: [answer] } });
      expect([answer, put.status]).toEqual([answer, 400]);
    }
    expect((await raw(`${files}/${json.id}/answers`, jsonWith(name, []), 'PUT')).status).toBe(400);
    expect((await browser.ask(`${files}/${name}`)).status).toBe(404);
    expect((await dropOn(browser, table, 'a.csv', { 'x-file-name': undefined, [`x-${name.toLowerCase()}`]: name })).status).toBe(400);
  });
});
