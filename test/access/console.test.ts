/**
 * Who may ask what of the console's own routes, over plain HTTP and by a small model: users, units, import rules, the trail, dropped files and
 * log-ins. And whether these questions could miss anything: builds that each lack one condition are all found out.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Data } from '../../src/threads/data.js';
import { casesOf } from '../support/at-length.js';
import { a1, admin, b1, files, named, ofAdmins, ofFiles, ofTenants, owners, users, world } from './console-questions.js';
import { askAsPage, type ConsoleServer, type PageRequest, startConsoleServer } from './console-server.js';
import { install, password } from './world.js';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const from = (folder: string) => (file: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href);
const session = '/console/v1/session';

let directory = '';
/** Builds. Inside node_modules, so that what is built finds its packages, and is run as it is. */
let folder = '';
let data: Data;
/** Ids of the owners' files. */
const dropped: string[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sales-console-access-'));
  mkdirSync(join(dist, '../node_modules/.cache'), { recursive: true });
  folder = mkdtempSync(join(dist, '../node_modules/.cache/console-mutants-'));
  for (const room of rooms) cpSync(join(dist, room), join(folder, 'dist', room), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const { openData } = (await from(join(folder, 'dist'))('threads/many-threads.js')) as typeof import('../../src/threads/many-threads.js');
  const module = pathToFileURL(join(folder, 'dist/store/sqlite/sqlite-store.js')).href;
  data = await openData({ module, directory }, {});
  install({ ...world, users }, directory);
  const server = await start('first', null);
  for (const [index, tenant] of [a1, b1].entries()) {
    const cookie = await cookieOf(server, 'admin of all');
    const path = `/sales/v1/transactions/upload?tenantId=${tenant.id}`;
    const sent = await askAsPage(server.host, { method: 'POST', path, cookie, json: { transactions: [{ terminalId: `loose-${index}` }] } });
    expect(sent.status).toBe(200);
    const places = `${admin}/unknown-places?tenantId=${tenant.id}`;
    await until(async () => (await askAsPage(server.host, { method: 'GET', path: places, cookie })).json.places.length === 1);
  }
  for (const user of owners) {
    const cookie = await cookieOf(server, user);
    const headers = { 'x-file-name': 'x.csv', 'content-type': 'application/octet-stream' };
    const { json } = await askAsPage(server.host, { method: 'POST', path: files, cookie, bytes: 'amount,currency\nx,y\n', headers });
    dropped.push(json.id);
    const state = async () => (await askAsPage(server.host, { method: 'GET', path: `${files}/${json.id}`, cookie })).json.state;
    await until(async () => ['asking', 'ready', 'unusable'].includes(await state()));
  }
  await server.stop();
});
afterAll(async () => {
  await data.close();
  rmSync(directory, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** What the server is built on. */
const rooms = readdirSync(dist).filter((room) => !['console', 'man', 'cli', 'server'].includes(room));

/** The folder of the server as built, or but for one place; all of them are built on the same. */
function buildOf(name: string, place: Place | null): string {
  const build = join(folder, name);
  cpSync(join(dist, 'server'), join(build, 'server'), { recursive: true });
  for (const room of rooms) symlinkSync(join(folder, 'dist', room), join(build, room));
  if (place === null) return build;
  const path = join(build, 'server', place.file);
  const code = readFileSync(path, 'utf8');
  writeFileSync(path, code.slice(0, place.at) + place.to + code.slice(place.at + place.from.length));
  return build;
}

const start = (name: string, place: Place | null) => startConsoleServer(from(join(buildOf(name, place), 'server')), { data, directory });

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A log-in that began, and was last used, so long ago; `over` says what else is odd about it. */
async function cookieOf(_: ConsoleServer, name: string, ago = { begun: 0, used: 0 }, over: { credentialVersion?: number } = {}) {
  const user = await data.userByName(name);
  if (!user) throw new Error(`no ${name}`);
  const token = randomBytes(32).toString('base64url');
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const { credentialVersion = user.credentialVersion } = over;
  const atMs = Date.now();
  await data.beginSession({ tokenHash, userId: user.id, credentialVersion, at: new Date(atMs - ago.begun) });
  await data.seeSession(tokenHash, new Date(atMs - ago.used));
  return `__Host-sales-session-${(await data.installationId()).slice(0, 8)}=${token}`;
}

/** The first answer that is not as it must be, as a sentence; null where there is none. */
async function firstFault(server: ConsoleServer): Promise<string | null> {
  const cookies = new Map<string, string>();
  for (const { name } of users) cookies.set(name, await cookieOf(server, name));
  for (const { user, status, part, is, ...asked } of [...ofFiles(dropped), ...ofAdmins(), ...ofTenants()]) {
    const answer = await askAsPage(server.host, { ...asked, cookie: cookies.get(user) });
    const got = [answer.status, part && answer.status === 200 ? part(answer.json) : undefined];
    const wanted = [status, part ? is : undefined];
    if (JSON.stringify(got) !== JSON.stringify(wanted))
      return `${user}: ${asked.method} ${asked.path}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`;
  }
  return firstFaultOfLogIns(server);
}

/** To one who could lock out themselves. */
async function giveBack(name: string): Promise<void> {
  const calls = data.administration?.('test', { origin: null, requestId: null } as never);
  await calls?.setDisabled(named(name).id, false);
  await calls?.grant(named(name).id, { roles: ['Admin'], customers: [], tenants: [], units: [] });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Log-ins that count, and such as are over, of somebody else's making, or not the page's own. */
async function firstFaultOfLogIns(server: ConsoleServer): Promise<string | null> {
  const user = 'one tenant';
  const good = await cookieOf(server, user);
  const [name = ''] = good.split('=');
  const version = (await data.userByName(user))?.credentialVersion ?? 0;
  const get = { method: 'GET', path: session };
  const post = { method: 'POST', path: `${files}/${randomUUID()}/send`, json: {} };
  const logIn = { method: 'POST', path: session, json: { user, password } };
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const cases: [string, number, PageRequest][] = [
    ['a good one', 200, { ...get, cookie: good }],
    ['29 minutes unused', 200, { ...get, cookie: await cookieOf(server, user, { begun: HOUR_MS, used: 29 * MINUTE_MS }) }],
    ['31 minutes unused', 401, { ...get, cookie: await cookieOf(server, user, { begun: HOUR_MS, used: 31 * MINUTE_MS }) }],
    ['13 hours old', 401, { ...get, cookie: await cookieOf(server, user, { begun: 13 * HOUR_MS, used: 0 }) }],
    ['of the password before', 401, { ...get, cookie: await cookieOf(server, user, undefined, { credentialVersion: version - 1 }) }],
    ['of a disabled user', 401, { ...get, cookie: await cookieOf(server, 'disabled') }],
    ['twice', 401, { ...get, cookie: `${good}; ${await cookieOf(server, 'admin of all')}` }],
    ['by another server’s name', 401, { ...get, cookie: good.replace(name, '__Host-sales-session-00000000') }],
    ['none', 401, get],
    ['of another site', 401, { ...get, cookie: good, headers: { 'sec-fetch-site': 'cross-site' } }],
    ['typed as an address', 401, { ...get, cookie: good, headers: { 'sec-fetch-site': 'none' } }],
    ['a change', 404, { ...post, cookie: good }],
    ['a change by a form', 401, { ...post, cookie: good, headers: { 'x-sales-console': undefined } }],
    ['a change of another origin', 401, { ...post, cookie: good, headers: { origin: 'https://evil.example' } }],
    ['with Basic beside it', 400, { ...get, cookie: good, headers: { authorization: basic } }],
    ['Basic to log in', 400, { ...logIn, headers: { authorization: basic } }],
    ['a log-in', 200, logIn],
    ['a log-in by a form', 403, { ...logIn, headers: { 'x-sales-console': undefined } }],
    ['a log-out by a form', 401, { method: 'DELETE', path: session, cookie: good, headers: { 'x-sales-console': undefined } }],
    ['a log-out', 200, { method: 'DELETE', path: session, cookie: good }],
    ['after it', 401, { ...get, cookie: good }],
  ];
  for (const [what, status, asked] of cases) {
    const answer = await askAsPage(server.host, asked);
    if (answer.status !== status) return `a log-in, ${what}: ${answer.status} instead of ${status}`;
  }
  return null;
}

/** Conditions in code, with what each becomes. */
const conditions: [RegExp, string][] = [
  [/checkRole\([\w.]+, \['\w+'\], 'forbidden'\);/g, ''],
  [/tenant\.scope !== 'whole'/g, 'false'],
  [/!\(await reachesAll\(asked\)\)/g, 'false'],
  [/\(await reachesAll\(asked\)\) &&/g, 'true &&'],
  [/extent === 'tenant'/g, 'true'],
  [/whole\.has\(id\)/g, 'true'],
  // Where a unit is changed the store asks once more.
  [/(?<=calls\.(?:units|unknownPlaces|importConfigurations)\()(?:asked\.)?tenant\.tenantId(?!\), request\.path\.id, 'unit')/g, 'undefined'],
  [/(?:live\?\.)?\bfile\.userId === userId/g, 'true'],
  [/id\.toLowerCase\(\) === user\.id/g, 'false'],
  [/found\?\.id === id \|\| found\?\.name === name/g, 'false'],
  [/(?<=^\s+)refuseBasic\(request\);/gm, ''],
  [/!isFromOwnPage\(request\.node\)/g, 'false'],
  [/isFromOwnPage\(request\)(?= \?)/g, 'true'],
  [/headers\['sec-fetch-site'\] !== 'same-origin'/g, 'false'],
  [/own\(headers, pageHeader\) === '1'/g, 'true'],
  [/headers\.origin === `[^`]*`/g, 'true'],
  [/atMs - \w+Ms > (?:idle|life)Ms/g, 'false'],
  [/user\.disabled/g, 'false'],
  [/user\.credentialVersion !== session\.credentialVersion/g, 'false'],
  [/found\.length === 1/g, 'true'],
];
/** Asked where a file is sent, and who was disabled meanwhile is found by the rows that are not stored: test/console/dropped-files.test.ts. */
const elsewhere = ['console/files/receiver-api.js'];

interface Place {
  file: string;
  at: number;
  from: string;
  to: string;
}

function placesOf(): Place[] {
  const ofConsole = readdirSync(join(dist, 'server/console'), { recursive: true, encoding: 'utf8' });
  const all = ['access/sessions.js', 'access/own-page.js', 'access/principals.js', ...ofConsole.map((file) => `console/${file}`)].sort();
  return all
    .filter((file) => file.endsWith('.js') && !elsewhere.includes(file))
    .flatMap((file) => {
      const text = readFileSync(join(dist, 'server', file), 'utf8');
      return conditions.flatMap(([pattern, to]) =>
        [...text.matchAll(pattern)].map((match) => ({ file, at: match.index, from: match[0], to })),
      );
    });
}

describe('the console’s own routes', () => {
  it('answer each user as the model does, and none is left out', async () => {
    const server = await start('whole', null);
    expect(await firstFault(server)).toBeNull();
    const asked = [...ofFiles(dropped), ...ofAdmins(), ...ofTenants()].map(({ method, path }) => `${method} ${patternOf(path)}`);
    const left = server.routes.filter((route) => !route.endsWith(session) && !asked.includes(route));
    await server.stop();
    expect(left).toEqual([]);
  });

  const all = placesOf();
  it('have many conditions', () => {
    expect(all.length).toBeGreaterThan(25);
  });

  it.each(casesOf(all, 7).map((place, index) => [`${place.file}:${place.at} ${place.from}`, place, index] as const))(
    'are found out without %s',
    async (_, place, index) => {
      const server = await start(String(index), place);
      const fault = await firstFault(server);
      await server.stop();
      if (fault?.includes(named('admin of all').id)) await giveBack('admin of all');
      expect(fault).not.toBeNull();
    },
    60_000,
  );

  it('are as before for the build itself: none of the others has changed what is asked about', async () => {
    const server = await start('again', null);
    expect(await firstFault(server)).toBeNull();
    await server.stop();
  });
});

/** An address as the table of routes has it. */
function patternOf(path: string): string {
  const [address = ''] = path.split('?');
  return address.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');
}
