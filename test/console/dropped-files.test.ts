/** Files that a browser drops, on the built server over real TLS: read, asked about, sent, looked on, never shown to others. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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

  it('that was withdrawn is imported as any other', async () => {
    const body = `${header}\n9,50;EUR;2026-04-01T10:00:00Z;W-1;VISA\n`;
    const once = async () => {
      const { id } = (await drop(body, 'zurück.csv')).json;
      await until(id, shown);
      await send(id);
      return (await until(id, ['done'])).result.uploads[0];
    };
    const { uploadId } = await once();
    expect((await browser.ask(`/admin/v1/uploads/${uploadId}/undo`, { method: 'POST', json: {} })).status).toBe(200);
    expect(await once()).toMatchObject({ status: 'Processed', duplicates: 0 });
  });

  it('tells before the yes what a check notes, in the language of the page, with what helps as an answer', async () => {
    const rows = ['Visa', 'girocard', 'BAR'].map((paid, index) => `1${index},50;EUR;2026-03-0${index + 1}T10:00:00Z;Z-${index};${paid}`);
    const { id } = (await drop(`Betrag;Währung;Datum;Beleg;Zahlungsart\n${rows.join('\n')}`, 'zahlungsart.csv')).json;
    await until(id, shown);
    const seen = async () => (await browser.ask(`${files}/${id}`, { headers: { 'accept-language': 'de' } })).json.reading;
    const { notes, decisions } = await seen();
    expect(decisions).toContainEqual({ field: 'amount', shown: 'Dezimalzeichen ,' });
    const [cash, end] = notes;
    expect(end).toMatchObject({ text: expect.stringContaining('folgt kein Zeilenende'), help: null });
    expect(cash.text).toContain('zählt Bargeld als mit Karte verkauft');
    expect(cash.help).toEqual({
      text: 'Spalte 5 (E) "Zahlungsart" als Kartenmarke senden',
      remedies: [['--set', 'brandId=Zahlungsart']],
    });
    expect((await change(id, { answers: [{ code: 'NOTED', field: cash.field, remedies: cash.help.remedies }] })).status).toBe(200);
    await until(id, shown);
    expect(await seen()).toMatchObject({ notes: [end], columns: [{}, {}, {}, {}, { field: 'brandId' }] });
  });

  it('of a payment service is told to be one by its name, and asked about by its columns', async () => {
    const adyen = readFileSync('fixtures/settlements/adyen-settlement-details/export.csv');
    const plain = 'Beleg,Datum,Betrag,Kommission,Auszahlungsnummer,Währung\n1,2026-11-20T10:00:00Z,1.50,0.10,PO-1,CHF\n';
    const { json: known } = await drop(adyen, 'export.csv');
    expect((await until(known.id, shown)).reading).toMatchObject({ tellsPayouts: true });
    const { json } = await drop(plain, 'export.csv');
    const { reading } = await until(json.id, ['asking']);
    expect(reading).toMatchObject({ tellsPayouts: true, questions: [{ code: 'KIND_UNCERTAIN', proposed: null, typing: '' }] });
    const [{ code, field, choices }] = reading.questions;
    expect(choices).toMatchObject([{ remedies: [['sales', 'settle', 'FILE']] }, { remedies: [['--sales']] }]);
    const answer = (remedies: object) => change(json.id, { answers: [{ code, field, remedies }] });
    expect((await answer(choices[0].remedies)).json).toMatchObject({ kind: 'Settlement', answers: [] });
    expect(await until(json.id, ['asking', ...shown])).toMatchObject({ kind: 'Settlement', reading: { tellsPayouts: false } });
    // And back, where it is asked again.
    expect((await change(json.id, { answers: [], kind: 'Sales' })).json).toMatchObject({ kind: 'Sales', answers: [] });
    expect((await until(json.id, ['asking'])).reading.questions).toMatchObject([{ code: 'KIND_UNCERTAIN' }]);
    expect((await answer(choices[1].remedies)).status).toBe(200);
    expect(await until(json.id, shown)).toMatchObject({ kind: 'Sales', reading: { rows: { good: 1 }, questions: [] } });
    expect((await change(json.id, { answers: [], kind: 'Other' })).status).toBe(400);
    expect((await answer([['sales', 'remove', 'FILE']])).status).toBe(400);
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

  it('tells faults without the flags that the command line would name', async () => {
    const { json } = await drop(readFileSync('fixtures/torture/files/date-excel-by-flag.csv'), 'excel.csv');
    const { reading } = await until(json.id, ['unusable']);
    const told = 'is a plain number; write date, time and offset, as 2026-11-20T14:03:59+01:00';
    expect(reading.faults[0].message).toBe(told);
    const good = '1.00;EUR;2026-11-20T14:03:59+01:00\n';
    const mixed = await drop(`amount;currency;transactionDate\n${good.repeat(40)}2.00;EUR;46346.5\n`, 'mixed.csv');
    await until(mixed.json.id, shown);
    await send(mixed.json.id);
    await until(mixed.json.id, ['done']);
    const rejects = await browser.ask(`${files}/${mixed.json.id}/rejects`);
    expect(rejects.text.split('\n')[1]).toBe(`2.00;EUR;46346.5;42;TRANSACTION_DATE_INVALID;"transactionDate: ${told}"`);
  });

  it.each([
    ['../../../etc/passwd', '_._.._.._etc_passwd'],
    [`${'😀'.repeat(70)}.csv`, `${'😀'.repeat(49)}.csv`],
  ])('called %j lies where it should, and is called %j', async (name, called) => {
    const before = readdirSync(server.directory).sort();
    const { status, json } = await drop(table(1), name);
    expect(status).toBe(200);
    expect(json.name).toBe(called);
    expect(json.name).not.toMatch(/[/\\]|^\./);
    const folder = join(server.directory, 'dropped', json.id, 'file');
    expect(readdirSync(folder)).toEqual([json.name]);
    expect(statSync(join(folder, json.name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(server.directory).sort()).toEqual([...new Set([...before, 'dropped'])].sort());
    await until(json.id, shown);
    await browser.ask(`${files}/${json.id}`, { method: 'DELETE' });
  });

  it('is refused where it is too large, has no name, or comes from no page of ours; nothing of it stays', async () => {
    const kept = () => readdirSync(join(server.directory, 'dropped')).length;
    const before = kept();
    expect((await drop(Buffer.alloc(20_000_001, 'x'))).status).toBe(413);
    const chunked = await browser.ask(files, {
      method: 'POST',
      body: Buffer.alloc(20_500_000, 'x'),
      chunked: true,
      headers: { 'x-file-name': 'x.csv' },
    });
    expect(chunked.status).toBe(413);
    expect((await drop('x', 'x', browser, { 'x-file-name': undefined })).status).toBe(400);
    expect((await drop('x', 'x', browser, { 'x-file-name': '%ff%fe' })).status).toBe(400);
    expect((await drop('x', 'x', browser, { 'x-sales-console': undefined })).status).toBe(401);
    expect((await drop('x', 'x', browser, { origin: 'https://evil.example' })).status).toBe(401);
    expect((await drop('x', 'x', server.newBrowser())).status).toBe(401);
    expect(kept()).toBe(before);
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

describe('the file of an upload', () => {
  it('is told by its name and the hash of its bytes as they were dropped, also before it is sent', async () => {
    const bytes = Buffer.concat([Buffer.from('\ufeff'), Buffer.from(table(2, 9_000))]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { json } = await drop(bytes, 'März 4242424242424242.csv');
    const fileName = 'März 424242______4242.csv';
    expect(json).toMatchObject({ name: fileName, sha256 });
    const listed = async (from = browser) => (await from.ask(`/history/v1/uploads?fileSha256=${sha256}`)).json.items;
    expect((await until(json.id, ['ready'])).sha256).toBe(sha256);
    expect(await listed()).toEqual([]);
    await send(json.id);
    await until(json.id, ['done']);
    expect(await listed()).toMatchObject([{ user: 'api', transactions: 2, fileName, fileSha256: sha256 }]);
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

describe('a dropped file of its own', () => {
  it('with a new header shows what its rows say, and asks about those that contradict its reading', async () => {
    const rows = '2026-03-01T10:00:00Z;5,00;CHF;H-1;Erstattung\n2026-03-01T11:00:00Z;2,00;CHF;H-2;Verkauf\n';
    const { id } = (await drop(`Datum;Betrag;Währung;Beleg;Transaktionstyp\n${rows}`)).json;
    const asking = await until(id, ['asking']);
    expect(asking.reading.questions).toMatchObject([{ code: 'KIND_UNCERTAIN' }]);
    const [{ code, field, choices }] = asking.reading.questions;
    const { remedies } = choices.find((one: { remedies: string[][] }) => one.remedies[0]?.[0] === '--negative');
    const json = { answers: [{ code, field, remedies }] };
    expect((await browser.ask(`${files}/${id}/answers`, { method: 'PUT', json })).status).toBe(200);
    const ready = await until(id, shown);
    const values = [
      { value: 'Erstattung', rows: 1, sums: [{ currency: 'CHF', rows: 1, sum: '-5.00' }], done: [{ as: 'refund', rows: 1 }] },
      { value: 'Verkauf', rows: 1, sums: [{ currency: 'CHF', rows: 1, sum: '2.00' }], done: [{ as: 'sale', rows: 1 }] },
    ];
    expect(ready.reading.header).toMatchObject({ accepted: false, columns: [{ column: 'Transaktionstyp', values }] });
    await send(id);
    expect((await until(id, ['done', 'failed'])).result).toMatchObject({ state: 'done', rows: { accepted: 2 } });
  });
});
