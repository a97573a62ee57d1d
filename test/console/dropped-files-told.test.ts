/** Dropped files once more: what is told before they are sent, odd names and sizes, and where their uploads came from. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Browser } from './browser.js';
import { dropOn, files, header, sendOn, shown, table, untilOf } from './dropping.js';
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

describe('a dropped file', () => {
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
