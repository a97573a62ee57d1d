/** The log-in of a browser, over real TLS: what it opens, what ends it, and what it never does for anybody but our own pages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';
import { type Browser, browserOn, someConsole } from './browser.js';

let server: TestServer;
let at: number;
let browser: Browser;
const now = () => new Date(at);
const session = '/console/v1/session';
const list = '/sales/v1/transactions';
const totals = '/history/v1/totals';

beforeAll(async () => {
  at = Date.now();
  server = await startTestServer(now, { console: someConsole() });
});
afterAll(() => server.stop());
beforeEach(() => {
  browser = browserOn(server);
});

const statuses = async (...paths: string[]) => Promise.all(paths.map(async (path) => (await browser.ask(path)).status));
const administration = () => openAdministration({ directory: server.directory, now, actor: 'local:tester' });

describe('a log-in', () => {
  it('opens the API and tells who it is; the cookie is for this server alone, and no script can read it', async () => {
    expect(await statuses(session, list, totals)).toEqual([401, 401, 401]);
    const answer = await browser.logIn();
    expect(answer).toMatchObject({
      status: 200,
      json: {
        user: 'api',
        roles: ['API', 'Clerk', 'Admin'],
        tenants: [{ tenantName: 'Default', extent: 'tenant' }],
        units: [],
        idleMinutes: 30,
        endsAt: new Date(at + 12 * 3_600_000).toISOString(),
        server: { version: '0.0.0-test' },
      },
    });
    const installation = await server.store.installationId();
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^__Host-sales-session-${installation.slice(0, 8)}=[\\w-]{43}; Path=/; Secure; HttpOnly; SameSite=Strict$`),
      ),
    ]);
    expect(await statuses(session, list, totals)).toEqual([200, 200, 200]);
    expect((await browser.ask(session)).json).toEqual(answer.json);
    // The store knows the cookie by a hash alone.
    const [value = ''] = browser.cookie.split('=').slice(1);
    expect(await server.store.browserSession(value)).toBeNull();
  });

  it('is refused as Basic is, without a word that makes a browser ask', async () => {
    for (const [user, secret] of [
      ['api', 'wrong'],
      ['nobody', password],
      ['a:b', password],
      ['api', ''],
      ['api', 'with\u0000control'],
    ] as const) {
      const answer = await browser.logIn(user, secret);
      expect([answer.status, answer.json.detail, answer.headers['set-cookie']]).toEqual([401, undefined, undefined]);
      expect(answer.headers['www-authenticate']).toBe('Session realm="sales"');
    }
    expect((await browser.ask(session, { method: 'POST', json: { user: 'api' } })).json.errors).toEqual({ password: ['is required'] });
    const other = await browser.ask(session, { method: 'POST', body: 'user=api', headers: { 'content-type': 'text/plain' } });
    expect(other.status).toBe(415);
  });

  it('is throttled with Basic: failures count together', async () => {
    const fresh = await startTestServer(now, { console: someConsole() });
    try {
      const guesser = browserOn(fresh);
      for (let guess = 0; guess < 5; guess++) expect((await guesser.logIn('api', `guess ${guess}`)).status).toBe(401);
      for (let guess = 5; guess < 10; guess++) expect((await fresh.request(list, { login: `api:guess ${guess}` })).status).toBe(401);
      const refused = await guesser.logIn();
      expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    } finally {
      await fresh.stop();
    }
  });

  it('needs a page of ours: a form or script of another site logs nobody in', async () => {
    for (const headers of [
      { 'x-sales-console': undefined },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: undefined },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': undefined },
    ]) {
      const answer = await browser.ask(session, { method: 'POST', json: { user: 'api', password }, headers });
      expect([headers, answer.status, answer.headers['set-cookie']]).toEqual([headers, 403, undefined]);
    }
    for (const site of ['cross-site', 'same-site']) {
      const answer = await browser.ask(session, { method: 'POST', json: { user: 'api', password }, headers: { 'sec-fetch-site': site } });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([400, undefined]);
    }
  });

  it('is not by Basic: console routes refuse it, so that no browser keeps it', async () => {
    await browser.logIn();
    const authorization = `Basic ${Buffer.from(`api:${password}`).toString('base64')}`;
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await browser.ask(session, { method, headers: { authorization } });
      expect([method, answer.status, answer.json.errors]).toEqual([method, 400, { Authorization: [expect.any(String)] }]);
    }
  });
});

describe('a cookie', () => {
  it('counts for nothing in a request that no page of ours has made', async () => {
    await browser.logIn();
    const upload = { method: 'POST', json: { transactions: [] } };
    const uploads = '/sales/v1/transactions/upload';
    for (const site of ['none', 'cross-site', 'same-site', undefined])
      for (const path of [session, list, totals])
        expect([path, site, (await browser.ask(path, { headers: { 'sec-fetch-site': site } })).status]).toEqual([path, site, 401]);
    for (const headers of [
      { 'x-sales-console': undefined },
      { 'x-sales-console': '0' },
      { origin: 'https://evil.example' },
      { origin: undefined },
    ]) {
      expect((await browser.ask(uploads, { ...upload, headers })).status).toBe(401);
      expect((await browser.ask(session, { method: 'DELETE', headers })).status).toBe(401);
    }
    // And still does for one that it has: nothing above has ended it.
    expect([(await browser.ask(uploads, upload)).json.errors, (await browser.ask(session)).status]).toEqual([
      { transactions: ['must hold at least one transaction'] },
      200,
    ]);
  });

  it('of another server, twice, cut, or under another name does nothing', async () => {
    await browser.logIn();
    const { cookie } = browser;
    const other = await startTestServer(now, { console: someConsole() });
    try {
      const elsewhere = browserOn(other);
      await elsewhere.logIn();
      const theirs = elsewhere.cookie;
      const name = cookie.split('=')[0] ?? '';
      expect(theirs.split('=')[0]).not.toBe(name);
      for (const wrong of [
        theirs,
        `${name}=${theirs.split('=')[1]}`,
        `${cookie}; ${cookie}`,
        cookie.slice(0, -1),
        `${cookie}x`,
        `x${cookie}`,
        `${name}=`,
      ]) {
        browser.cookie = wrong;
        expect([wrong, (await browser.ask(session)).status]).toEqual([wrong, 401]);
      }
      browser.cookie = `${theirs}; a=b; ${cookie}; c`;
      expect((await browser.ask(session)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it('ends with the log-out, there alone', async () => {
    await browser.logIn();
    const second = browserOn(server);
    await second.logIn();
    const { cookie } = browser;
    const answer = await browser.ask(session, { method: 'DELETE' });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, [expect.stringMatching(/=; .*Max-Age=0$/)]]);
    expect(browser.cookie).toBe('');
    browser.cookie = cookie;
    expect(await statuses(session, list)).toEqual([401, 401]);
    expect((await second.ask(list)).status).toBe(200);
  });

  it('ends half an hour after its last use; to be looked at is no use', async () => {
    await browser.logIn();
    for (let uses = 0; uses < 3; uses++) {
      at += 29 * 60_000;
      expect((await browser.ask(list)).status).toBe(200);
      await expect.poll(async () => (await sessionRows()).some(({ seenAt }) => seenAt === new Date(at).toISOString())).toBe(true);
    }
    at += 20 * 60_000;
    expect((await browser.ask(session)).status).toBe(200);
    at += 11 * 60_000;
    expect(await statuses(session, list)).toEqual([401, 401]);
  });

  it('ends after 12 hours, however much it is used', async () => {
    await browser.logIn();
    for (let uses = 0; uses < 36; uses++) {
      at += 20 * 60_000;
      expect((await browser.ask(list)).status).toBe(200);
      await expect.poll(async () => (await sessionRows()).some(({ seenAt }) => seenAt === new Date(at).toISOString())).toBe(true);
    }
    at += 60_000;
    expect((await browser.ask(list)).status).toBe(401);
  });

  it('ends when the user is disabled, for good; when the password changes; when an operator says so', async () => {
    const admin = administration();
    try {
      for (const end of [
        async () => {
          await admin.setDisabled('api', true);
          await admin.setDisabled('api', false);
        },
        async () => {
          const { passwordHash = '' } = (await server.store.userByName('api')) ?? {};
          await admin.setPassword('api', passwordHash);
        },
        async () => {
          expect(await admin.endSessions('api')).toBe(1);
          expect(await admin.sessions('api')).toEqual([]);
        },
      ]) {
        await admin.endSessions('api');
        await browser.logIn();
        expect((await browser.ask(list)).status).toBe(200);
        await end();
        expect(await statuses(session, list)).toEqual([401, 401]);
      }
    } finally {
      await admin.close();
    }
  });

  it('is good after a restart', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sales-restart-'));
    try {
      const start = () => startTestServer(now, { directory, console: someConsole() });
      const before = await start();
      const first = browserOn(before);
      await first.logIn();
      await before.stop();
      const after = await start();
      const second = browserOn(after);
      second.cookie = first.cookie;
      expect((await second.ask(list)).status).toBe(200);
      await after.stop();
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

it('log-ins and log-outs stand in the audit trail', async () => {
  await browser.logIn();
  await browser.ask(session, { method: 'DELETE' });
  const admin = administration();
  try {
    const rows = await admin.auditRows({ from: null, to: null, limit: 2 });
    expect(rows).toMatchObject([
      { actor: 'api', action: 'session.begin', name: 'api', origin: expect.any(String), requestId: expect.any(String) },
      { actor: 'api', action: 'session.end', name: 'api' },
    ]);
  } finally {
    await admin.close();
  }
});

async function sessionRows() {
  const admin = administration();
  try {
    return await admin.sessions('api');
  } finally {
    await admin.close();
  }
}
