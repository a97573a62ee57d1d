/** `sales export` from one real server, and `sales upload` of what it wrote to another. */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvCell, workbookCells } from '../../../src/cli/views/export-view.js';
import { amountFromText } from '../../../src/contract/amount.js';
import type { Transaction, TransactionUpload } from '../../../src/contract/transaction.js';
import { openWorkbook } from '../../../src/files/formats/workbook.js';
import { openArchive } from '../../../src/files/formats/workbook-zip.js';
import { isTooFine } from '../../../src/files/values/amount-values.js';
import { decideAgain } from '../../../src/importing/decide.js';
import { transactionUpload } from '../../support/arbitraries.js';
import { rounds } from '../../support/at-length.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';
import { type CommandLine, openCommandLine } from '../command-line.js';

let from: TestServer;
let to: TestServer;
let line: CommandLine;
beforeAll(async () => {
  [from, to] = await Promise.all([startTestServer(), startTestServer()]);
  line = openCommandLine(null);
});
afterAll(async () => {
  line.remove();
  await Promise.all([from.stop(), to.stop()]);
});

const envOf = (server: TestServer) => ({
  SALES_URL: server.url,
  SALES_USER: 'api',
  SALES_PASSWORD: password,
  SALES_CA_FILE: line.file(`ca-${server === from ? 'from' : 'to'}.pem`, server.ca),
});

const sales = (server: TestServer, argv: string[]) => line.run(argv, { env: envOf(server) });

const added = ['transactionId', 'transactionState', 'transactionMatchState', 'comment'];

/** The rows of an upload as text, without what the server adds, in one order for all. */
async function rowsOf(server: TestServer, uploadId: string): Promise<string[]> {
  const list = await server.request(`/sales/v1/transactions?uploadId=${uploadId}&pageSize=500`);
  const details = await Promise.all(
    list.json.items.map(async ({ transactionId }: { transactionId: string }) => {
      const { json } = await server.request(`/sales/v1/transactions/${transactionId}`);
      return JSON.stringify(Object.fromEntries(Object.entries(json).filter(([name]) => !added.includes(name))));
    }),
  );
  return details.sort();
}

let files = 0;

async function roundTrip(transactions: TransactionUpload[], format: string): Promise<{ sent: string[]; back: string[] }> {
  files += 1;
  const uploadId = await from.uploadAndImport(transactions);
  const path = join(line.folder, `export-${files}.${format}`);
  const exported = await sales(from, ['export', '--out', path, '--all-rows', '--detail', '--upload', uploadId]);
  expect(exported).toMatchObject({ exit: 0, stdout: '' });
  const uploaded = await sales(to, ['upload', path, '--json', '--again']);
  const document = JSON.parse(uploaded.stdout);
  expect(document.errors, readFileSync(path, 'latin1')).toEqual([]);
  expect(document.rows).toMatchObject({ accepted: transactions.length, rejected: 0 });
  return { sent: await rowsOf(from, uploadId), back: await rowsOf(to, document.uploads[0].uploadId) };
}

/**
 * Whether a value can stand in a file at all: NUL is refused there, and so are amounts that a decimal of 15 digits does not give, and fractions
 * that a currency does not have.
 */
function isWritable(transaction: TransactionUpload): boolean {
  if (JSON.stringify(transaction).includes('\\u0000')) return false;
  const { amount, currency } = transaction;
  if (isTooFine(amount, currency)) return false;
  return typeof amount !== 'number' || 'amount' in amountFromText(csvCell('amount', amount));
}

/** CSV cannot tell a text of blanks from none. */
function isTold(transaction: TransactionUpload): boolean {
  return Object.values(transaction).every((value) => typeof value !== 'string' || value.trim() !== '');
}

/** A file in which no row has these is refused. */
const whole = { amount: 1, currency: 'CHF', transactionDate: '2026-11-20T08:00:00Z' };

describe('sales export', () => {
  it.each([
    ['csv', isTold],
    ['ndjson', () => true],
    ['json', () => true],
    ['xlsx', isTold],
    ['csv.gz', isTold],
    ['ndjson.gz', () => true],
  ])(
    'what it writes as %s is uploaded into equal rows',
    async (format, isPossible) => {
      const possible = transactionUpload.filter((one) => isWritable(one) && isPossible(one) && Object.keys(one).length > 0);
      await fc.assert(
        fc.asyncProperty(fc.array(possible, { minLength: 1, maxLength: 6 }), async (transactions) => {
          const { sent, back } = await roundTrip([whole, ...transactions], format);
          expect(back).toEqual(sent);
        }),
        { numRuns: format.endsWith('.gz') ? 2 : rounds(format === 'xlsx' ? 8 : 15) },
      );
    },
    120_000,
  );

  it('keeps formulas from being calculated, and reads them back', async () => {
    const formula = {
      amount: -12.5,
      transactionReference: '=HYPERLINK("http://x")',
      orderId: "'=1",
      terminalId: '+41',
      currency: 'CHF',
      transactionDate: whole.transactionDate,
    };
    const { sent, back } = await roundTrip([formula], 'csv');
    expect(back).toEqual(sent);
    const text = readFileSync(join(line.folder, `export-${files}.csv`), 'utf8');
    expect(text).toContain(`,-12.5,`);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).toContain(`''=1`);
    expect(text).toContain(`'+41`);
  });

  it('a workbook has numbers and texts, and no formula; with --dates local, dates', async () => {
    const sale = {
      amount: 1355.9,
      transactionReference: '=1+1',
      orderId: '0012',
      terminalId: 'a_x0041_ & <b>\u0001',
      businessDate: '2026-11-20',
      transactionDate: '2026-11-20T23:30:05.25Z',
      currency: 'CHF',
    };
    const uploadId = await from.uploadAndImport([sale]);
    const columns = 'amount,transactionReference,orderId,terminalId,businessDate,transactionDate';
    const written = async (...flags: string[]) => {
      files += 1;
      const path = join(line.folder, `export-${files}.xlsx`);
      const { exit } = await sales(from, ['export', '--out', path, '--upload', uploadId, '--columns', columns, ...flags]);
      expect(exit).toBe(0);
      const archive = await openArchive({ path });
      const xml = (await archive.text('xl/worksheets/sheet1.xml')) ?? '';
      archive.close();
      const { records, close } = await openWorkbook({ path }, path);
      const rows = [];
      for await (const group of records) rows.push(...group.map(({ cells }) => cells));
      close();
      expect(xml).not.toContain('<f');
      return { xml, rows };
    };
    const { xml, rows } = await written();
    expect(rows).toEqual([columns.split(','), ['1355.9', '=1+1', '0012', sale.terminalId, '2026-11-20', '2026-11-20T23:30:05.25Z']]);
    expect(xml).toContain('<c r="A2"><v>1355.9</v></c><c r="B2" s="1" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
    const local = await written('--dates', 'local', '--timezone', 'Europe/Zurich');
    expect(local.rows[1]?.slice(4)).toEqual(['2026-11-20', '2026-11-21T00:30:05']);
    expect(local.xml).toContain('<c r="E2" s="3"><v>46346</v></c>');
  });

  it('CSV is as a spreadsheet of the country wants it: --decimal, --bom, --columns, --dates local', async () => {
    const sale = { amount: 1355.9, orderId: 'a;b', transactionDate: '2026-11-20T23:30:05Z', currency: 'CHF' };
    const uploadId = await from.uploadAndImport([sale]);
    const flags = ['--decimal', ',', '--bom', '--columns', 'transactionDate,amount,orderId', '--dates', 'local'];
    const seen = await sales(from, ['export', '--out', '-', '--upload', uploadId, ...flags]);
    expect(seen.stdout).toBe('\ufefftransactionDate;amount;orderId\r\n2026-11-21 00:30:05;1355,9;"a;b"\r\n');
    const { stdout } = await sales(from, [
      'export',
      '--out',
      '-',
      '--format',
      'ndjson',
      '--upload',
      uploadId,
      '--columns',
      'amount,orderId',
    ]);
    expect(stdout).toBe('{"amount":1355.9,"orderId":"a;b"}\n');
  });

  it.each([
    [
      ['--out', 'november.pdf'],
      'The name november.pdf says no format.\n  Let it end in .csv, .ndjson or .json, each also with .gz, or in .xlsx; or say --format',
    ],
    [['--out', 'november.xlsx.gz'], 'The name november.xlsx.gz says no format.'],
    [['--out', 'november.xlsx', '--format', 'csv'], 'november.xlsx would not be csv, but --format says so.'],
    [['--out', 'november.xlsx', '--decimal', ','], '--decimal and --bom are for CSV.'],
    [['--out', 'november.csv', '--columns', 'comment'], 'The column comment needs --detail.'],
    [['--out', 'november.csv', '--columns', 'amonut'], 'There is no column "amonut".'],
  ])('refuses %j, and leaves no file', async (argv, message) => {
    const cwd = process.cwd();
    process.chdir(line.folder);
    try {
      const seen = await sales(from, ['export', ...argv]);
      expect(seen).toMatchObject({ exit: 2, stderr: expect.stringContaining(message) });
      expect(readdirSync('.').filter((name) => name.startsWith('november'))).toEqual([]);
    } finally {
      process.chdir(cwd);
    }
  });

  it('is for its owner only, is never half there, and replaces a file only when asked', async () => {
    const path = join(line.folder, 'mine.csv');
    writeFileSync(path, 'precious');
    const refused = await sales(from, ['export', '--out', path]);
    expect(refused).toMatchObject({ exit: 2, stderr: expect.stringContaining('--overwrite') });
    expect(readFileSync(path, 'utf8')).toBe('precious');
    const failed = await line.run(['export', '--out', join(line.folder, 'none.csv')], {
      env: { ...envOf(from), SALES_PASSWORD: 'wrong' },
    });
    expect(failed.exit).toBe(3);
    expect(statSync(join(line.folder, 'none.csv'), { throwIfNoEntry: false })).toBeUndefined();
    expect((await sales(from, ['export', '--out', path, '--overwrite', '--currency', 'XXX'])).exit).toBe(0);
    expect(readFileSync(path, 'utf8')).toMatch(/^transactionId,.*\r\n$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('does not replace a file that appears while it is at it, except where asked', async () => {
    const path = join(line.folder, 'meanwhile.csv');
    let listed = 0;
    const server = await startTestServer(undefined, {
      log: ({ route }) => {
        if (route !== '/sales/v1/transactions') return;
        listed += 1;
        writeFileSync(path, 'precious');
      },
    });
    const env = { ...envOf(server), SALES_CA_FILE: line.file('ca-meanwhile.pem', server.ca) };
    try {
      const refused = await line.run(['export', '--out', path], { env });
      expect(refused).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining('FOLDER/meanwhile.csv exists.') });
      expect(readFileSync(path, 'utf8')).toBe('precious');
      expect(readdirSync(line.folder).filter((name) => name.startsWith('meanwhile'))).toEqual(['meanwhile.csv']);
      expect((await line.run(['export', '--out', path, '--overwrite'], { env })).exit).toBe(0);
      expect(readFileSync(path, 'utf8')).toContain('transactionId');
      expect(listed).toBeGreaterThan(1);
    } finally {
      await server.stop();
    }
  });

  it('says what helps where its file cannot be made', async () => {
    const seen = async (...argv: string[]) => {
      const { exit, stderr } = await sales(from, ['export', '--out', ...argv]);
      return [exit, stderr];
    };
    const none = join(line.folder, 'none', 'x.csv');
    expect(await seen(none)).toEqual([
      12,
      'error: FOLDER/none/x.csv cannot be written: there is no folder FOLDER/none.\n  Name another file, or make the folder:   mkdir -p FOLDER/none\n',
    ]);
    for (const more of [[], ['--overwrite']]) {
      expect(await seen(line.folder, ...more)).toEqual([2, 'error: FOLDER is a folder.\n  Name a file in it, such as FOLDER/export.csv\n']);
      expect(await seen('/dev/null', ...more)).toEqual([2, 'error: /dev/null is not a file.\n  Name a file, or - for standard output\n']);
    }
  });

  it('writes to standard output, and says on the other what it did', async () => {
    const uploadId = await from.uploadAndImport([
      { ...whole, amount: 1 },
      { ...whole, amount: 2 },
    ]);
    const seen = await sales(from, ['export', '--out', '-', '--format', 'ndjson', '--upload', uploadId]);
    expect(
      seen.stdout
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text).amount),
    ).toEqual([1, 2]);
    expect(seen.stderr).toContain('2 transactions exported');
    expect(seen.stderr).not.toContain('Skip');
  });

  it('leaves out duplicates, and says it; with --all-rows it says that they are among them, which an upload would take for sales', async () => {
    const sale = {
      amount: 1,
      currency: 'CHF',
      transactionReference: 'twice',
      transactionDate: '2026-11-20T10:00:00Z',
      terminalId: 'T',
      brandId: 'VISA',
    };
    const ids = [await from.uploadAndImport([sale]), await from.uploadAndImport([sale])];
    const [first, second] = await Promise.all(ids.map((id) => sales(from, ['export', '--out', '-', '--upload', id])));
    expect(first?.stderr).not.toContain('left out');
    expect(second?.stdout.trim().split('\r\n')).toHaveLength(1);
    expect(second?.stderr).toContain('1 duplicate is left out, as of the sums of sales totals: --all-rows brings them, too');
    const all = await sales(from, ['export', '--out', '-', '--all-rows', '--upload', ids[1] ?? '']);
    expect(all.stderr).toContain('1 of them is marked Skip');
  });

  it('--detail leaves out what was withdrawn after it was listed, and says so', async () => {
    let withdrawing: () => unknown = () => {};
    const server = await startTestServer(undefined, { log: ({ route }) => route === '/sales/v1/transactions' && withdrawing() });
    try {
      const sale = (orderId: string) => ({ amount: 1, currency: 'CHF', orderId, transactionDate: '2026-11-20T10:00:00Z' });
      await server.uploadAndImport([sale('stays')]);
      const uploadId = await server.uploadAndImport([sale('leaves'), sale('leaves too')]);
      const [access] = (await server.store.userByName('api'))?.access ?? [];
      withdrawing = () => server.store.tenant(access?.tenantId ?? '', 'whole').withdraw(uploadId, 'somebody', decideAgain);
      const seen = await line.run(['export', '--out', '-', '--format', 'json', '--detail'], {
        env: { ...envOf(server), SALES_CA_FILE: line.file('ca-other.pem', server.ca) },
      });
      expect(JSON.parse(seen.stdout).transactions.map(({ orderId }: { orderId: string }) => orderId)).toEqual(['stays']);
      expect(seen).toMatchObject({ exit: 0, stderr: expect.stringContaining('1 transaction exported') });
      expect(seen.stderr).toContain('2 others have disappeared since they were listed (404) and are not in the file');
    } finally {
      await server.stop();
    }
  });

  it.each([
    [-12.5, -12.5],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e-25, '0.0000000000000000000000001'],
    [1e15, '1000000000000000'],
  ])('keeps every digit of the amount %d in a workbook', (amount, cell) => {
    const shape = {
      kind: 'Sales',
      columns: ['amount'],
      withDetail: false,
      decimal: '.',
      hasBom: false,
      localZone: null,
      onTerminal: false,
    } as const;
    expect(workbookCells({ amount, cardNumberMasked: null } as Transaction, shape)).toEqual([cell]);
  });

  it.each([
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [-2.5e22, '-25000000000000000000000'],
    [0.1, '0.1'],
  ])('writes the amount %d without an exponent', (amount, text) => {
    expect(csvCell('amount', amount)).toBe(text);
  });
});
