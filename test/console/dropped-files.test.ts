import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { acquirersFile } from '../settlements/first-month.js';
import type { Browser } from './browser.js';
import { dropOn, eventsOf, files, header, sendOn, shown, table, untilOf } from './dropping.js';
import { type FileServer, startFileServer } from './file-server.js';

let server: FileServer;
let browser: Browser;

beforeAll(async () => {
  server = await startFileServer(20_000_000);
});
afterAll(async () => {
  await server.stop();
  server.remove();
});
beforeEach(async () => {
  browser = server.newBrowser();
  expect((await browser.logIn()).status).toBe(200);
});
afterEach(() => expect(server.errors()).toBe(''));

const drop = (body: string | Buffer, name?: string, from = browser, headers?: Record<string, string | undefined>) =>
  dropOn(from, body, name, headers);
const until = (id: string, states: string[]) => untilOf(browser, id, states);
const send = (id: string, json?: object) => sendOn(browser, id, json);
const change = (id: string, json: object) => browser.ask(`${files}/${id}/answers`, { method: 'PUT', json });
const events = (id: string, lastId?: number) => eventsOf(server, browser, id, lastId);

describe('a dropped file', () => {
  it('is read as it would be checked, then sent once, and told about to its end', async () => {
    const dropped = await drop(`${table(40)}kein Betrag;EUR;2026-03-01T10:00:00+01:00;R-x;VISA\n`);
    expect(dropped).toMatchObject({ status: 200, json: { name: 'kasse.csv', reading: null, result: null, hasRejects: false } });
    const { id } = dropped.json;
    const read = await until(id, shown);
    expect(read.reading).toMatchObject({
      format: 'csv',
      delimiter: ';',
      rows: { read: 41, good: 40, rejected: 1 },
      questions: [],
      tellsPayouts: false,
      columns: [{ number: 1, header: 'Betrag', field: 'amount', samples: ['0,50', '1,50', '2,50'] }, {}, {}, {}, {}],
      faults: [{ line: 42, column: 'Betrag', field: 'amount', value: 'kein Betrag' }],
      first: expect.arrayContaining([{ line: 2, transaction: expect.objectContaining({ amount: 0.5, currency: 'EUR' }) }]),
    });
    const stream = events(id);
    expect((await send(id)).json.state).toBe('sending');
    const done = await until(id, ['done']);
    expect(done).toMatchObject({ hasRejects: true, result: { state: 'rejectedRows', job: null, rows: { accepted: 40, rejected: 1 } } });
    expect(done.result.uploads[0].status).toBe('Processed');
    const told = await stream.whole;
    expect(told.map(({ event }) => event)).toEqual(expect.arrayContaining(['file', 'progress', 'end']));
    expect(told.at(-1)).toMatchObject({ event: 'end', data: { id, state: 'done', hasRejects: true } });
    // Whoever comes back to what is over is told so once more, and then nothing.
    const end = told.at(-1)?.id ?? 0;
    expect((await events(id, end - 1).whole).map(({ event }) => event)).toEqual(['end']);
    expect((await browser.ask(`${files}/${id}/events`, { headers: { 'last-event-id': String(end) } })).status).toBe(204);
    const rejects = await browser.ask(`${files}/${id}/rejects`);
    expect(rejects.headers['content-disposition']).toBe("attachment; filename*=UTF-8''kasse.rejects.csv");
    expect(rejects.text).toContain('kein Betrag');
    const list = await browser.ask('/sales/v1/transactions?pageSize=500');
    expect(list.json.items).toHaveLength(40);
    // The same again is known; sent on purpose, the server finds the rows that it has.
    const again = await drop(`${table(40)}kein Betrag;EUR;2026-03-01T10:00:00+01:00;R-x;VISA\n`, 'noch einmal.csv');
    await until(again.json.id, shown);
    await send(again.json.id);
    expect(await until(again.json.id, ['failed'])).toMatchObject({ problem: { code: 'alreadyUploaded' } });
    expect((await send(again.json.id, { again: true })).status).toBe(200);
    const second = await until(again.json.id, ['done']);
    expect(second.result.uploads[0].duplicates).toBe(40);
  });

  it('with questions is asked about, with choices and samples, and read by the answers', async () => {
    const { json } = await drop('amount,date,reference\n1.234,2026-03-04 10:00,A\n2.345,2026-03-05 11:00,B\n', 'fragen.csv');
    let asked = await until(json.id, ['asking']);
    const german = await browser.ask(`${files}/${json.id}`, { headers: { 'accept-language': 'de' } });
    expect(german.json.reading.questions[0].title).toBe('Wie sind die Beträge geschrieben?');
    expect(german.json.reading.questions[0].text).toMatch(/^Zeile 2: Spalte /);
    expect((await send(json.id)).status).toBe(409);
    const answers: object[] = [];
    for (let rounds = 0; rounds < 8 && asked.state === 'asking'; rounds++) {
      const [question] = asked.reading.questions;
      expect(question).toMatchObject({ code: expect.any(String), title: expect.any(String), text: expect.any(String) });
      const [choice] = question.choices;
      const answer = question.code === 'TIMEZONE_MISSING' ? { typed: 'Europe/London' } : { remedies: choice.remedies };
      answers.push({ code: question.code, field: question.field, ...answer });
      const put = await browser.ask(`${files}/${json.id}/answers`, { method: 'PUT', json: { answers } });
      expect(put).toMatchObject({ status: 200 });
      answers.splice(0, answers.length, ...put.json.answers);
      asked = await until(json.id, ['asking', ...shown]);
    }
    expect(asked).toMatchObject({ reading: { rows: { good: 2 }, questions: [] } });
    const odd = { answers: [{ code: 'TIMEZONE_MISSING', field: 'transactionDate', typed: 'nowhere' }] };
    expect((await browser.ask(`${files}/${json.id}/answers`, { method: 'PUT', json: odd })).json.errors).toEqual({
      'answers[0].typed': [expect.any(String)],
    });
    const wrong = { answers: [{ code: 'X', field: '__proto__', remedies: [['--set', '__proto__=A']] }] };
    expect((await browser.ask(`${files}/${json.id}/answers`, { method: 'PUT', json: wrong })).status).toBe(400);
    expect((await browser.ask(`${files}/${json.id}/answers`, { method: 'PUT', json: { answers: [{ do: 'x' }] } })).status).toBe(400);
    expect((await browser.ask(`${files}/${json.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await browser.ask(`${files}/${json.id}`)).status).toBe(404);
    expect(existsSync(join(server.directory, 'dropped', json.id))).toBe(false);
  });

  it('of an acquirer with the names of the API is read, shown, sent and stored as settlement records', async () => {
    const { json } = await drop(acquirersFile, 'acquirer.csv');
    const read = await until(json.id, shown);
    expect(read).toMatchObject({ state: 'ready', kind: 'Settlement', problem: null, reading: { rows: { good: 7, rejected: 0 } } });
    expect(read.reading.first[0]).toEqual({ line: 2, transaction: expect.objectContaining({ amount: 24.9, fee: 0.31, payoutId: 'PO-7' }) });
    expect(read.reading.fields).toEqual(expect.arrayContaining(['payoutId', 'fee']));
    const sales = async () => (await browser.ask('/history/v1/transactions?transactionReference=1006')).json.items;
    expect((await change(json.id, { answers: [], columns: [{ number: 1, field: 'merchantId' }] })).status).toBe(200);
    expect((await until(json.id, shown)).reading.columns[0]).toMatchObject({ header: 'acquirerId', field: 'merchantId' });
    // Who says that it has sales is told that it has none, and not overruled.
    expect((await change(json.id, { answers: [], kind: 'Sales' })).status).toBe(200);
    const refused = await until(json.id, ['unusable']);
    expect(refused).toMatchObject({ kind: 'Sales', reading: null, problem: { message: 'These are settlement records, and no sales.' } });
    expect((await change(json.id, { answers: [], kind: 'Settlement' })).status).toBe(200);
    await until(json.id, ['ready']);
    await send(json.id);
    const done = await until(json.id, ['done']);
    expect(done).toMatchObject({ kind: 'Settlement', result: { kind: 'Settlement', rows: { accepted: 7, rejected: 0 } } });
    const [{ uploadId }] = done.result.uploads;
    expect((await browser.ask(`/sales/v1/transactions/upload/${uploadId}`)).status).toBe(404);
    expect((await browser.ask(`/settlement/v1/records/upload/${uploadId}`)).json).toMatchObject({ status: 'Processed' });
    expect((await browser.ask(`/settlement/v1/records?uploadId=${uploadId}`)).json.items).toHaveLength(7);
    expect(await sales()).toEqual([]);
    // The same once more: the server is asked about records that it has.
    const again = await drop(acquirersFile, 'again.csv');
    await until(again.json.id, ['ready']);
    await send(again.json.id, { again: true });
    expect((await until(again.json.id, ['done'])).result.uploads).toMatchObject([{ status: 'Processed', duplicates: 7 }]);
  });

  it('that cannot be read says why, and shows nothing of this machine', async () => {
    for (const [body, name] of [
      ['', 'leer.csv'],
      ['\u0000\u0001\u0002', 'bild.png'],
      ['only,words\nand,more\n', 'words.csv'],
      ['{"transactions": [', 'halb.json'],
      [`${header}\nx;y;z;a;b\n`, 'schlecht.csv'],
    ] as const) {
      const { json } = await drop(body, name);
      const read = await until(json.id, ['unusable', 'asking']);
      expect(JSON.stringify(read)).not.toContain(server.directory);
      if (read.state === 'unusable') expect(read.problem.message).not.toBe('');
    }
  });

  it('shows no full card number, and nothing encrypted', async () => {
    const numbers = ['4242424242424242', '378282246310005', '5555 5555 5555 4444'];
    const rows = numbers.map((number, index) => `${index},00;EUR;2026-03-01T10:00:00+01:00;${number};${number}`);
    const { json } = await drop(
      `Betrag;Währung;Datum;cardNumberMasked;Notiz ${numbers[0]}\n${rows.join('\n')}\n5,00;EUR;2026-03-01T10:00:00+01:00;424242******4242;ok\n`,
    );
    const read = await until(json.id, ['asking', ...shown, 'unusable']);
    for (const number of numbers) expect(JSON.stringify(read).replaceAll(' ', '')).not.toContain(number.replaceAll(' ', ''));
    const encrypted = await drop('amount;currency;transactionDate;panEncrypted\n5,00;EUR;2026-03-01T10:00:00+01:00;SECRETPAN\n');
    const seen = await until(encrypted.json.id, shown);
    expect(JSON.stringify(seen.reading.first)).not.toContain('SECRETPAN');
  });
});

describe('others', () => {
  it('neither see nor touch it, and cannot tell it from none', async () => {
    const admin = openAdministration({ directory: server.directory, now: () => new Date(), actor: 'local:tester' });
    const { passwordHash } = await hashOfApi();
    await admin.addUser({ name: 'other', passwordHash, roles: ['API'], customers: [], tenants: ['Default'], units: [] });
    await admin.addUser({ name: 'boss', passwordHash, roles: ['Admin'], customers: [], tenants: ['Default'], units: [] });
    await admin.close();
    const { json } = await drop(table(3, 7_000), 'mine.csv');
    await until(json.id, shown);
    const other = server.newBrowser();
    await other.logIn('other');
    const nothing = '00000000-0000-4000-8000-000000000000';
    expect((await other.ask(files)).json.items).toEqual([]);
    for (const [path, method, given] of [
      ['', 'GET', undefined],
      ['', 'DELETE', undefined],
      ['/answers', 'PUT', { answers: [] }],
      ['/send', 'POST', {}],
      ['/rejects', 'GET', undefined],
      ['/events', 'GET', undefined],
    ] as const) {
      const asked = async (id: string) => {
        const { status, json } = await other.ask(`${files}/${id}${path}`, { method, ...(given && { json: given }) });
        return { status, ...json, requestId: null };
      };
      expect(await asked(json.id)).toEqual(await asked(nothing));
      expect((await asked(json.id)).status).toBe(404);
      expect((await asked('..%2f..%2frecord')).status).toBe(404);
    }
    const boss = server.newBrowser();
    await boss.logIn('boss');
    expect((await boss.ask(files)).status).toBe(403);
    expect((await drop(table(1), 'x', boss)).status).toBe(403);
  });
});

it('settlement records of a user of units are refused where they would be over HTTP', async () => {
  const admin = openAdministration({ directory: server.directory, now: () => new Date(), actor: 'local:tester' });
  await admin.addUnit({ name: 'North', id: undefined, tenant: 'Default', parent: undefined, locationIds: [], terminalIds: ['N-1'] });
  const { passwordHash } = await hashOfApi();
  await admin.addUser({ name: 'clerk', passwordHash, roles: ['API'], customers: [], tenants: [], units: ['North'] });
  await admin.close();
  const clerk = server.newBrowser();
  await clerk.logIn('clerk');
  const { json } = await drop(acquirersFile, 'acquirer.csv', clerk);
  await untilOf(clerk, json.id, ['ready']);
  await sendOn(clerk, json.id);
  const { result } = await untilOf(clerk, json.id, ['done', 'failed']);
  expect(result).toMatchObject({ uploads: [], rows: { accepted: 0, rejected: 7 } });
  const records = [{ acquirerId: 'ACQ-ONE', terminalId: 'T-001', amount: 1, currency: 'EUR', settlementDate: '2026-09-04' }];
  const refused = await clerk.ask('/settlement/v1/records/upload', { method: 'POST', json: { records } });
  const outside = expect.stringContaining('outside your organisational units');
  expect([refused.status, refused.json.errors]).toEqual([400, { 'records[0].locationId': [outside] }]);
  expect(result.errors[0].message).toEqual(outside);
  expect((await clerk.ask('/settlement/v1/records')).json.items).toEqual([]);
});

async function hashOfApi(): Promise<{ passwordHash: string }> {
  const { openSqliteReader } = await import('../../src/store/sqlite/sqlite-store.js');
  const reader = openSqliteReader({ directory: server.directory, now: () => new Date() });
  const user = await reader.userByName('api');
  await reader.close();
  return { passwordHash: user?.passwordHash ?? '' };
}
