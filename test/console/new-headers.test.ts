/**
 * A new header in the console: its reading is shown, changed by a column, said yes to, and kept on the server, where the command line of a machine with
 * an empty profile finds it, and the other way round. The command line runs as a process, as people run it.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { openSqliteReader } from '../../src/store/sqlite/sqlite-store.js';
import { salesBin } from '../support/serve-process.js';
import { password, send as request } from '../support/test-server.js';
import type { Browser } from './browser.js';
import { dropOn, files, untilOf } from './dropping.js';
import { type FileServer, startFileServer } from './file-server.js';

/** Nothing is asserted of time: so long a busy machine is waited for. */
vi.setConfig({ testTimeout: 200_000, hookTimeout: 100_000 });

let server: FileServer;
const browsers: Record<string, Browser> = {};

beforeAll(async () => {
  server = await startFileServer();
  const reader = openSqliteReader({ directory: server.directory, now: () => new Date() });
  const passwordHash = (await reader.userByName('api'))?.passwordHash ?? '';
  await reader.close();
  const admin = openAdministration({ directory: server.directory, now: () => new Date(), actor: 'local:tester' });
  const unit = { name: 'North', id: undefined, tenant: 'Default', parent: undefined, locationIds: [], terminalIds: ['N-1'] };
  await admin.addUnit(unit);
  const rules = { name: 'Standard', settings: {} };
  await admin.addTenant({ name: 'Second', id: undefined, customer: 'Default', importConfiguration: rules } as never);
  const user = { passwordHash, roles: ['API'] as const, customers: [], tenants: [], units: [] };
  await admin.addUser({ ...user, name: 'clerk', units: ['North'] });
  await admin.addUser({ ...user, name: 'stranger', tenants: ['Second'] });
  await admin.close();
  for (const name of ['api', 'clerk', 'stranger']) {
    const browser = server.newBrowser();
    expect((await browser.logIn(name)).status).toBe(200);
    browsers[name] = browser;
  }
});
afterAll(async () => {
  expect(server.errors()).toBe('');
  await server.stop();
  server.remove();
});

let headers = 0;
/** A header of its own for each test: all share the server. Each day is one sale. */
function till() {
  headers += 1;
  const names = ['Datum', 'Betrag', 'Währung', 'Beleg', `Kasse ${headers}`];
  const key = createHash('sha256').update(JSON.stringify(names)).digest('hex');
  const text = (...days: number[]) =>
    `${names.join(';')}\n${days.map((day) => `2026-11-${day} 09:12;${day},50;CHF;${headers}-${day};N-1\n`).join('')}`;
  return { key, text };
}

const on = (user: string) => browsers[user] as Browser;
const kept = async (key: string, user = 'api') =>
  (await request(server.url(), server.ca(), `/history/v1/readings/${key}`, { login: `${user}:${password}` })).json;
const takeBack = async (key: string, version: number, user = 'api') => {
  const headers = { 'if-match': `"${version}"`, 'content-type': 'application/json' };
  const options = { method: 'PUT', headers, body: '{"reading":null}', login: `${user}:${password}` };
  expect((await request(server.url(), server.ca(), `/history/v1/readings/${key}`, options)).status).toBe(200);
};
const dropped = async (user: string, text: string) => (await dropOn(on(user), text)).json.id as string;
const until = (user: string, id: string, states: string[]) => untilOf(on(user), id, ['asking', 'unconfirmed', 'ready', ...states]);
const send = (user: string, id: string, json: object = {}) => on(user).ask(`${files}/${id}/send`, { method: 'POST', json });
const answer = (user: string, id: string, json: object) => on(user).ask(`${files}/${id}/answers`, { method: 'PUT', json });
const numbered = (reading: { columns: { number: number; header: string }[] }, name: string) =>
  reading.columns.find(({ header }) => header === name)?.number;
const reads = ({ reading }: { reading: { columns: { header: string; field: string | null }[] } }) =>
  Object.fromEntries(reading.columns.map(({ header, field }) => [header, field]));

/** Drops it, answers the zone, and gives what is shown. */
async function shownTo(user: string, text: string) {
  const id = await dropped(user, text);
  const file = await until(user, id, []);
  if (file.state !== 'asking') return file;
  expect(file.reading.questions).toMatchObject([{ code: 'TIMEZONE_MISSING' }]);
  const typed = { code: 'TIMEZONE_MISSING', field: 'transactionDate', typed: 'Europe/Zurich' };
  expect((await answer(user, id, { answers: [typed] })).status).toBe(200);
  return until(user, id, []);
}

/** Drops it, says yes to what is shown, and gives the digest. */
async function accepted(user: string, text: string): Promise<string> {
  const { id, state, reading } = await shownTo(user, text);
  expect(state).toBe('unconfirmed');
  expect((await send(user, id, { accept: reading.header.digest })).status).toBe(200);
  expect(await untilOf(on(user), id, ['done', 'failed'])).toMatchObject({ state: 'done' });
  return reading.header.digest;
}

/** `sales upload` on a machine of its own, of which nothing is known. */
async function upload(
  user: string,
  text: string,
  ...flags: string[]
): Promise<{ exit: number | null; json: ReturnType<typeof JSON.parse> }> {
  const folder = mkdtempSync(join(tmpdir(), 'sales-machine-'));
  try {
    writeFileSync(join(folder, 'ca.pem'), server.ca());
    writeFileSync(join(folder, 'till.csv'), text);
    const homes = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), XDG_STATE_HOME: join(folder, 'state') };
    const login = { SALES_URL: server.url(), SALES_USER: user, SALES_PASSWORD: password, SALES_CA_FILE: join(folder, 'ca.pem') };
    const child = spawn(process.execPath, [salesBin, 'upload', 'till.csv', '--no-input', '--json', ...flags], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...homes, ...login },
    });
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    const exit = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { exit, json: JSON.parse(stdout) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a new header in the console', () => {
  it('is not sent before somebody says yes to exactly what is shown, and is ready at once afterwards', async () => {
    const { key, text } = till();
    const { id, state, reading } = await shownTo('api', text(11, 12));
    expect([state, reading.header.accepted]).toEqual(['unconfirmed', false]);
    for (const json of [{}, { accept: '0123456789ab' }]) expect((await send('api', id, json)).status).toBe(409);
    // Another with the header waits for the same yes.
    const other = await shownTo('api', text(13));
    expect(other.state).toBe('unconfirmed');
    expect((await send('api', id, { accept: reading.header.digest })).status).toBe(200);
    expect(await untilOf(on('api'), id, ['done', 'failed'])).toMatchObject({ state: 'done', result: { rows: { accepted: 2 } } });
    expect(await kept(key)).toMatchObject({ reading: { digest: reading.header.digest, zone: 'Europe/Zurich' }, isOwn: false, version: 1 });
    expect(await untilOf(on('api'), other.id, ['ready'])).toMatchObject({ reading: { header: { accepted: true } } });
    const next = await until('api', await dropped('api', text(14)), []);
    expect([next.state, next.reading.header]).toMatchObject(['ready', { accepted: true, digest: reading.header.digest }]);
  });

  it('is read anew with another field for a column, and kept so', async () => {
    const { key, text } = till();
    const first = await shownTo('api', text(11));
    expect(reads(first)).toMatchObject({ Beleg: 'transactionReference' });
    const change = async (field: string | null) => {
      const { id, answers, reading } = await until('api', first.id, []);
      expect((await answer('api', id, { answers, columns: [{ number: numbered(reading, 'Beleg'), field }] })).status).toBe(200);
      return until('api', id, []);
    };
    expect(reads(await change(null))).toMatchObject({ Beleg: 'additionalData.Beleg' });
    const ordered = await change('orderId');
    expect([ordered.state, reads(ordered)]).toMatchObject(['unconfirmed', { Beleg: 'orderId', Datum: 'transactionDate' }]);
    expect(ordered.reading.header.digest).not.toBe(first.reading.header.digest);
    expect((await send('api', first.id, { accept: first.reading.header.digest })).status).toBe(409);
    expect((await send('api', first.id, { accept: ordered.reading.header.digest })).status).toBe(200);
    await untilOf(on('api'), first.id, ['done']);
    expect((await kept(key)).reading.fields).toMatchObject({ orderId: ['Beleg'] });
    // One that is known can be changed, too, and wants a yes again.
    const second = await until('api', await dropped('api', text(12)), []);
    expect([second.state, reads(second)]).toMatchObject(['ready', { Beleg: 'orderId' }]);
    const columns = [{ number: numbered(second.reading, 'Beleg'), field: 'transactionReference' }];
    expect((await answer('api', second.id, { answers: second.answers, columns })).status).toBe(200);
    const changed = await until('api', second.id, []);
    expect([changed.state, reads(changed)]).toMatchObject(['unconfirmed', { Beleg: 'transactionReference' }]);
    // So can the zone, which a question asked for, and which nothing but the server knows now.
    const [zone] = changed.reading.given;
    expect(zone).toMatchObject({ code: 'TIMEZONE_MISSING', proposed: null, text: expect.stringContaining('Europe/Zurich') });
    const typed = { code: zone.code, field: zone.field, typed: 'Europe/London' };
    expect((await answer('api', second.id, { answers: [...changed.answers, typed] })).status).toBe(200);
    const london = await until('api', second.id, []);
    expect(london.reading.first[0].transaction.transactionDate).toBe('2026-11-12T09:12:00+00:00');
    expect((await answer('api', second.id, { answers: [], columns: [{ number: 99, field: null }] })).status).toBe(400);
    expect((await answer('api', second.id, { answers: [], columns: [{ number: 1, field: 'nothing' }] })).status).toBe(400);
  });

  it('has an answer of its own for what the rows contradict, beside what is shown: no yes passes it', async () => {
    const rows = '2026-03-01T10:00:00Z;5,00;CHF;H-1;Erstattung\n2026-03-01T11:00:00Z;2,00;CHF;H-2;Verkauf\n';
    const id = await dropped('api', `Datum;Betrag;Währung;Beleg;Transaktionstyp\n${rows}`);
    const { state, reading } = await until('api', id, []);
    expect(state).toBe('asking');
    expect(reading.questions).toMatchObject([{ code: 'KIND_UNCERTAIN', proposed: null, text: expect.stringMatching(/^! .*Erstattung/) }]);
    expect(reading.header).toMatchObject({ accepted: false, currencies: [{ currency: 'CHF', sum: '7.00' }] });
    expect((await send('api', id, { accept: reading.header.digest })).status).toBe(409);
  });

  it('is known to the command line of a machine with an empty profile, and the other way round; taken back, it is asked for again', async () => {
    const one = till();
    const digest = await accepted('api', one.text(11));
    const known = await upload('api', one.text(12));
    expect([known.exit, known.json.rows]).toMatchObject([0, { accepted: 1 }]);
    expect((await kept(one.key)).reading.digest).toBe(digest);
    await takeBack(one.key, 1);
    expect((await until('api', await dropped('api', one.text(13)), [])).state).toBe('asking');
    expect((await upload('api', one.text(13), '--timezone', 'Europe/Zurich')).exit).toBe(4);

    const other = till();
    const zone = ['--timezone', 'Europe/Zurich', '--set', 'orderId=Beleg'];
    const asked = await upload('api', other.text(11), ...zone);
    expect([asked.exit, asked.json.stopped.questions]).toMatchObject([4, [{ code: 'READING_NEW' }]]);
    expect((await upload('api', other.text(11), ...zone, '--accept', asked.json.reading.digest)).exit).toBe(0);
    const ready = await until('api', await dropped('api', other.text(12)), []);
    expect([ready.state, reads(ready), ready.reading.header.digest]).toMatchObject([
      'ready',
      { Beleg: 'orderId' },
      asked.json.reading.digest,
    ]);
    // Taken back after it was shown: it is not sent, but shown again.
    await takeBack(other.key, 1);
    expect((await send('api', ready.id)).status).toBe(200);
    expect((await untilOf(on('api'), ready.id, ['asking'])).reading.questions).toMatchObject([{ code: 'TIMEZONE_MISSING' }]);
  });

  it('of a user of units is kept for that user alone, and somebody of another tenant learns nothing', async () => {
    const { key, text } = till();
    const digest = await accepted('clerk', text(11));
    expect(await kept(key, 'clerk')).toMatchObject({ reading: { digest }, isOwn: true, version: 1 });
    expect(await kept(key)).toEqual({ reading: null, isOwn: false, version: 0 });
    expect((await until('clerk', await dropped('clerk', text(12)), [])).state).toBe('ready');
    for (const user of ['api', 'stranger']) expect((await until(user, await dropped(user, text(12)), [])).state).toBe('asking');
    // And the tenant's is not changed by one.
    const whole = till();
    const first = await accepted('api', whole.text(11));
    const known = await until('clerk', await dropped('clerk', whole.text(12)), []);
    expect(known.state).toBe('ready');
    const columns = [{ number: numbered(known.reading, 'Beleg'), field: 'orderId' }];
    expect((await answer('clerk', known.id, { answers: [], columns })).status).toBe(200);
    const changed = await until('clerk', known.id, []);
    expect(changed.state).toBe('unconfirmed');
    expect((await send('clerk', known.id, { accept: changed.reading.header.digest })).status).toBe(200);
    await untilOf(on('clerk'), known.id, ['done']);
    expect((await kept(whole.key, 'clerk')).reading.digest).toBe(changed.reading.header.digest);
    expect(await kept(whole.key)).toMatchObject({ reading: { digest: first }, version: 1 });
    expect((await kept(whole.key, 'stranger')).reading).toBeNull();
    expect((await until('stranger', await dropped('stranger', whole.text(13)), [])).state).toBe('asking');
  });
});
