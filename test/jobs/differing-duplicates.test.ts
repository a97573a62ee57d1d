/**
 * What a server takes for duplicates although a column differs that tells the rows of the file apart, through the real command line to a
 * real server: a second sale that was dropped is named, and the command that is shown brings it in.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { SalesError } from '../../src/contract/problem.js';
import { findDifferingDuplicates } from '../../src/jobs/differing-duplicates.js';
import { type CommandLine, openCommandLine } from '../cli/command-line.js';
import type { StubServer } from '../client/stub-server.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let line: CommandLine;
let till = '';
let tills = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  const { url, ca } = server;
  line = openCommandLine({ url, ca } as StubServer);
  till = `till${++tills}`;
});
afterEach(() => line.remove());

const sales = (...argv: string[]) => line.run(argv, { env: { SALES_PASSWORD: password } });
const flags = ['--timezone', 'UTC', '--decimal', '.'];

const sale = (cells: string, time = '08:12') => `2026-11-20 ${time}:00,4.80,EUR,${till},${cells}`;
const file = (name: string, header: string, rows: readonly string[]) => line.file(name, `${[header, ...rows].join('\n')}\n`);
const english = (column: string) => `Date,Amount,Currency,TID,${column}`;

/** The cells of the additional column of the sales that stand at the server. */
async function standing(): Promise<string[]> {
  const { json } = await server.request(`/sales/v1/transactions?pageSize=500&terminalId=${till}`);
  const rows = (json.items as { transactionId: string; transactionMatchState: string }[]).filter(
    (row) => row.transactionMatchState !== 'Skip',
  );
  const details = await Promise.all(rows.map(async (row) => (await server.request(`/sales/v1/transactions/${row.transactionId}`)).json));
  return details.map(({ transactionReference, additionalData: [item] }) => transactionReference ?? item.value).sort();
}

it.each([
  ['Slipkennung', 'Datum,Betrag,Währung,TID,Slipkennung'],
  ['Clé interne', 'Date,Montant,Devise,TID,Clé interne'],
  ['Codice slip', 'Date,Amount,Currency,TID,Codice slip'],
])('%s: a second sale that was dropped is named, and the shown command brings it in', async (column, header) => {
  expect((await sales('upload', ...flags, file('a.csv', header, [sale('X-17')]))).exit).toBe(0);
  const rows = [sale('X-27'), sale('X-28', '08:20'), sale('X-29', '08:21')];
  const seen = await sales('upload', file('b.csv', header, rows));
  expect(seen.exit, seen.stderr).toBe(8);
  expect(seen.stderr).toMatch(new RegExp(`b\\.csv:2 {2}${column} "X-27", earlier "X-17" {2}\\(.*, duplicate of `));
  expect(await standing()).toEqual(['X-17', 'X-28', 'X-29']);

  const [, shown = ''] = /^ *sales (upload --no-remember .*) FILE$/m.exec(seen.stderr) ?? [];
  expect(shown).toContain(`transactionReference=${column}`);
  const argv = [...shown.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  expect((await sales(...argv, file('own.csv', header, [sale('X-27')]))).exit).toBe(0);
  expect(await standing()).toEqual(['X-17', 'X-27', 'X-28', 'X-29']);
});

it('the document names line, key and both values; card numbers are masked', async () => {
  await sales('upload', ...flags, file('a.csv', english('Kennung'), [sale('4111111111111111'), sale('X-1', '08:20')]));
  const { exit, stdout } = await sales(
    'upload',
    '--json',
    file('b.csv', english('Kennung'), [sale('4242424242424242'), sale('X-1', '08:20')]),
  );
  expect(exit).toBe(8);
  expect(JSON.parse(stdout)).toMatchObject({
    state: 'importErrors',
    differingDuplicates: {
      duplicates: 2,
      compared: 2,
      rows: [{ line: 2, key: 'Kennung', value: '424242******4242', earlier: '411111******1111' }],
      otherKeys: [],
    },
  });
});

it.each([
  ['a print time', 'Druckzeit', ['2026-11-20 09:00:01'], ['2026-11-20 17:00:02']],
  ['the number of the row', 'Zeile', ['1', '2'], ['2', '1']],
  ['a status', 'Zustand', ['printed'], ['archived']],
  ['a column with a value twice', 'Kasse', ['K1', 'K1'], ['K2', 'K2']],
])('%s that differs is a note', async (_, column, then, now) => {
  const rows = (cells: string[]) => cells.map((cell, at) => sale(cell, `08:1${at}`));
  await sales('upload', ...flags, file('a.csv', english(column), rows(then)));
  const again = column === 'Zeile' ? [sale('1', '08:11'), sale('2', '08:10')] : rows(now);
  const seen = await sales('upload', file('b.csv', english(column), again));
  expect(seen.exit, seen.stderr).toBe(0);
  expect(seen.stderr).toContain(`with another value in "${column}", which tells no sales apart.`);
});

it('what has the reference of the earlier row is that row, whatever else differs', async () => {
  await sales('upload', ...flags, file('a.csv', english('Reference,Kennung'), [sale('R1,X-1')]));
  const seen = await sales('upload', file('b.csv', english('Reference,Kennung'), [sale('R1,X-2')]));
  expect(seen.exit, seen.stderr).toBe(0);
  expect(seen.stderr).toContain('another value in "Kennung"');
});

/** Receipts of one till from a number on, all of one price; the nth is sold in the nth minute after nine. */
const receipts = (from: number, to: number, { day = 1, priceOf = (_: number): string => '4.80', every = 1 } = {}) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
    .filter((number) => number % every === 0)
    .map((number) => `2026-10-0${day} 09:${String(number).padStart(2, '0')}:00,${priceOf(number)},EUR,${number}`);
const ofReceipts = 'Date,Amount,Currency,Receipt No';

it('a till whose numbers meet those of another is told of, since the rows around them are not there', async () => {
  await sales('upload', ...flags, file('till-1.csv', ofReceipts, receipts(1, 40)));
  const other = receipts(1, 40, { priceOf: (number) => (number % 7 === 0 ? '4.80' : '3.20') });
  const seen = await sales('upload', ...flags, file('till-2.csv', ofReceipts, other));
  expect(seen.exit, seen.stderr).toBe(8);
  expect(seen.stderr).toContain('5 duplicates lie among 35 rows of this file and 35 earlier rows that are not in both.');
  expect(seen.stderr).toContain('--const terminalId=');
  const { stdout } = await sales('upload', '--json', '--again', ...flags, file('till-2b.csv', ofReceipts, other));
  expect(JSON.parse(stdout)).not.toHaveProperty('differingDuplicates.amongOthers');
});

it('one sale of another till is told of in a small file, too', async () => {
  await sales('upload', ...flags, file('small-1.csv', ofReceipts, receipts(1, 9, { day: 5 })));
  const other = receipts(1, 9, { day: 5, priceOf: (number) => (number === 5 ? '4.80' : '3.20') });
  const seen = await sales('upload', ...flags, file('small-2.csv', ofReceipts, other));
  expect(seen.exit, seen.stderr).toBe(8);
  expect(seen.stderr).toContain('1 duplicate lies among 8 rows of this file and 8 earlier rows that are not in both.');
});

it.each([
  ['files that overlap in one row', receipts(1, 20, { day: 6 }), receipts(20, 40, { day: 6 })],
  ['files that overlap', receipts(1, 30, { day: 2 }), receipts(20, 50, { day: 2 })],
  ['a file whose rows were sent in part', receipts(1, 50, { day: 3, every: 7 }), receipts(1, 50, { day: 3 })],
  ['a file of which a part comes again', receipts(1, 50, { day: 4 }), receipts(1, 50, { day: 4, every: 7 })],
])('%s: nothing is doubted', async (_, then, now) => {
  expect((await sales('upload', ...flags, file('a.csv', ofReceipts, then))).exit).toBe(0);
  const seen = await sales('upload', ...flags, file('b.csv', ofReceipts, now));
  expect(seen.exit, seen.stderr).toBe(0);
  expect(seen.stderr).not.toContain('lie among');
});

it('equal rows are told of as before', async () => {
  await sales('upload', ...flags, file('a.csv', english('Kennung'), [sale('X-1'), sale('X-2', '08:20')]));
  const seen = await sales(
    'upload',
    '--json',
    file('b.csv', english('Kennung'), [sale('X-1'), sale('X-2', '08:20'), sale('X-3', '08:30')]),
  );
  expect(seen.exit).toBe(0);
  expect(JSON.parse(seen.stdout)).not.toHaveProperty('differingDuplicates');
});

it.each([
  ['all of them', ['X-1', 'X-2'], ['X-2', 'X-1'], 0],
  ['one more', ['X-1'], ['X-2', 'X-1'], 0],
  ['one more and one less', ['X-1', 'X-3'], ['X-2', 'X-1'], 8],
])('equal sales in another order, %s: those that are missing count', async (_, then, now, exit) => {
  await sales('upload', ...flags, file('a.csv', english('Kennung'), [...then.map((cell) => sale(cell)), sale('X-8', '08:30')]));
  const seen = await sales('upload', file('b.csv', english('Kennung'), [...now.map((cell) => sale(cell)), sale('X-9', '08:31')]));
  expect(seen.exit, seen.stderr).toBe(exit);
  if (exit === 8) expect(seen.stderr).toContain('Kennung "X-2"');
});

it('numbers that begin anew each day are those of their day', async () => {
  await sales('upload', ...flags, file('a.csv', english('Kennung'), [sale('X-17')]));
  const seen = await sales('upload', file('b.csv', english('Kennung'), [sale('X-18'), sale('X-17', '09:40')]));
  expect(seen.exit, seen.stderr).toBe(8);
});

it('a column that the earlier file did not have is told of, with how many sales', async () => {
  const rows = (end: string) => ['R1', 'R2'].map((reference, at) => sale(`${reference}${end}`, `08:1${at}`));
  await sales('upload', ...flags, file('a.csv', english('Reference'), rows('')));
  const seen = await sales('upload', ...flags, file('b.csv', english('Reference,Location'), rows(',Hauptgasse')));
  expect(seen.exit, seen.stderr).toBe(0);
  expect(seen.stderr).toContain('2 sales were there already; this file also knows "Location" (locationId).');
  const again = await sales('upload', '--json', '--again', file('c.csv', english('Reference,Location'), rows(',Hauptgasse')));
  expect(JSON.parse(again.stdout)).toMatchObject({ differingDuplicates: { compared: 2, alsoKnown: [{ field: 'locationId', rows: 2 }] } });
  const plain = await sales('upload', '--json', '--again', file('d.csv', english('Reference'), rows('')));
  expect(JSON.parse(plain.stdout)).not.toHaveProperty('differingDuplicates');
});

it('a column that was said to be no reference is not told of', async () => {
  const aside = ['--set', 'additionalData.Kennung=Kennung'];
  await sales('upload', ...flags, ...aside, file('a.csv', english('Kennung'), [sale('X-1')]));
  const seen = await sales('upload', file('b.csv', english('Kennung'), [sale('X-2')]));
  expect(seen.exit, seen.stderr).toBe(0);
  expect(seen.stderr).not.toContain('Kennung "');
});

it('values in JSON tell sales apart, too', async () => {
  const json = (name: string, slip: string) =>
    line.file(
      name,
      JSON.stringify([
        {
          transactionDate: '2026-11-20T08:12:00Z',
          amount: 4.8,
          currency: 'EUR',
          terminalId: till,
          additionalData: [{ key: 'slip', value: slip }],
        },
      ]),
    );
  expect((await sales('upload', json('a.json', 'X-1'))).exit).toBe(0);
  const seen = await sales('upload', json('b.json', 'X-2'));
  expect(seen.exit, seen.stderr).toBe(8);
  expect(seen.stderr).toContain('Give each a transactionReference');
});

/** A server with these duplicates, each of one sale, and what it was asked for. */
function stubbed(duplicates: number, comment: (at: number) => string | null, failing: 'notFound' | 'unavailable' | null = null) {
  const asked: string[] = [];
  const id = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
  const row = (at: number) => ({ transactionId: id(at), transactionMatchState: 'Skip', transactionDate: null, amount: 1 });
  const api = {
    list: async ({ pageNumber, pageSize }: Record<string, unknown>) => {
      const from = (Number(pageNumber) - 1) * Number(pageSize);
      const left = Math.max(0, Math.min(Number(pageSize), duplicates - from));
      return { items: Array.from({ length: left }, (_, at) => row(from + at + 1)), hasMore: from + left < duplicates };
    },
    get: async (of: string) => {
      asked.push(of);
      const at = Number(of.slice(-12));
      if (at === 0 && failing) throw new SalesError(failing, 'Not now.');
      const own = { transactionReference: null, transactionSequenceCounter: null, additionalData: [{ key: 'Kennung', value: `X-${at}7` }] };
      return { ...row(at), ...own, comment: at === 0 ? null : comment(at) };
    },
  };
  const text = `${english('Kennung')}\n${Array.from({ length: 300 }, (_, at) => sale(`X-${at + 1}7`, `08:${10 + (at % 50)}`)).join('\n')}\n`;
  const find = (mapping: string[] | null = null, columns: Record<string, string> = {}) =>
    findDifferingDuplicates(
      { uploads: [{ uploadId: 'u', duplicates }] } as never,
      {
        path: line.file('c.csv', text),
        input: { description: { mapping, header: null, columns: { by: [], rules: { columns } } } },
      } as never,
      { format: 'csv', isOfJob: true, timezone: 'UTC', decimal: '.' },
      api as never,
      new AbortController().signal,
    );
  return { asked, find, id };
}

it('of many duplicates two hundred are compared, and it is said how many there are', async () => {
  const { asked, find, id } = stubbed(250, () => `Duplicate of ${id(0)}`);
  const found = await find();
  expect(found).toMatchObject({ duplicates: 250, compared: 200 });
  expect(found?.rows).toHaveLength(200);
  expect(asked).toHaveLength(400);
});

it('a server that does not say what they repeat, or does not answer, is not taken to mean anything', async () => {
  expect((await stubbed(3, () => null).find())?.rows).toEqual([]);
  const { id } = stubbed(0, () => null);
  expect((await stubbed(3, () => `Duplicate of ${id(0)}`, 'notFound').find())?.rows).toEqual([]);
  expect(await stubbed(3, () => `Duplicate of ${id(0)}`, 'unavailable').find()).toBeNull();
  expect((await stubbed(3, () => `Duplicate of ${id(0)}`).find())?.rows).toHaveLength(3);
});

it('a server is asked about few where no column may tell, or the user has said that none does', async () => {
  const { asked, find, id } = stubbed(30, () => `Duplicate of ${id(0)}`);
  expect(await find(['amount'])).toBeNull();
  expect(await find(['additionalData.Kennung'], { 'additionalData.Kennung': 'Kennung' })).toBeNull();
  expect(asked).toHaveLength(80);
  expect((await find(['additionalData.Kennung']))?.rows).toHaveLength(30);
  expect(asked).toHaveLength(140);
});
