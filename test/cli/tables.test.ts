/** What people read fits the terminal at 60, 80 and 160 columns: no line is wider, so that none is broken within a word. */
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { json, type StubRequest, type StubServer, startStub } from '../client/stub-server.js';
import { type CommandLine, type Options, openCommandLine } from './command-line.js';

const widths = [60, 80, 160];
let line: CommandLine;
let stub: StubServer;

const uploadId = (at: number) => `01a1fc68-12f0-7003-8d0f-${String(at).padStart(12, '0')}`;
const transaction = (at: number) => ({
  transactionId: `01a1fc68-12f0-7003-8d0f-d3d51${String(at).padStart(7, '0')}`,
  transactionDate: `2026-11-2${at}T08:12:44.512+01:00`,
  amount: [12.5, 19_950, -1_234.567, 0.5][at] ?? 1,
  currency: ['CHF', 'JPY', 'EUR', null][at] ?? null,
  terminalId: `T-${at}`,
  brandId: 'MASTERCARD',
  transactionReference: `T0301-2601-00343${at}`,
  transactionState: 'Processed',
  transactionMatchState: 'Unmatched',
  transactionTypes: ['Payment', 'Refund'],
  cardNumberMasked: '411111******1111',
});
const nulls =
  'acquirerId applicationId authorisationCode businessDate eftTransactionDate locationId orderId panEncrypted transactionSequenceCounter';
const full = (at: number) => ({ ...Object.fromEntries(nulls.split(' ').map((name) => [name, null])), ...transaction(at) });
const listed = (at: number) => ({
  uploadId: uploadId(at),
  receivedAt: `2026-11-2${at}T09:00:00.000Z`,
  user: 'api',
  uploadGroup: null,
  status: at === 2 ? 'ProcessedWithErrors' : 'Processed',
  date: '2026-11-20T09:00:00.000Z',
  transactions: 2,
  decided: 2,
  processed: 2,
  duplicates: at === 1 ? 1 : 0,
  rejected: 0,
  warnings: 0,
  amounts: [{ currency: 'CHF', transactions: at === 1 ? 1 : 2, amount: '1234.50' }],
});
const state = (at: number) => ({
  date: '2026-11-20T09:00:00.000Z',
  status: at === 2 ? 'ProcessedWithErrors' : 'Processed',
  summary: '2 transactions received: 2 imported. Imported: CHF 1234.50 (2).',
  errors: at === 2 ? ['transactions[1].currency: is required by the import configuration that is in force for this tenant'] : [],
});

function answer(request: StubRequest): void {
  const { pathname, searchParams } = new URL(request.url, 'https://stub');
  // The last row of an upload: it has as many as were sent.
  const counts = request.method === 'GET' && searchParams.has('uploadId') && searchParams.get('pageSize') === '1';
  json(request, 200, counts ? { items: [full(0)], hasMore: false } : answerTo(request.method, pathname));
}

function answerTo(method: string, path: string): object {
  if (path === '/settlement/v1/runs') return matchRun;
  if (method === 'POST') {
    sent += 1;
    return { uploadId: uploadId(sent) };
  }
  if (path === '/history/v1/uploads') return { items: [3, 2, 1].map(listed), hasMore: false };
  if (path.startsWith('/sales/v1/transactions/upload/')) return state(Number(path.slice(-1)));
  if (path === '/sales/v1/transactions') return { items: [0, 1, 2, 3].map(full), hasMore: true };
  if (path === '/settlement/v1/matches') return { items: [0, 1, 2].map(matchAt), hasMore: true };
  if (path === '/history/v1/totals') return { items: [1, 2].map(totalsItem) };
  if (!path.startsWith('/history/')) return detail;
  const item = { at: '2026-11-20T09:00:00.000Z', from: null, reason: 'import', by: 'api' };
  return { items: [{ ...item, to: { transactionState: 'Processed', transactionMatchState: 'Unmatched' } }] };
}

const matchRun = {
  ...{
    state: 'Pending',
    finishedAt: '2026-11-26T09:00:00.000Z',
    late: 0,
    settingsVersion: 0,
    matches: 1_073,
    proposals: 12,
    cancellations: 0,
  },
  open: [
    { reason: 'NotSettled', sales: 4_483, records: 0 },
    { reason: 'Waiting', sales: 1, records: 1 },
  ],
};
const matchAt = (at: number) => ({
  ...{ matchId: transaction(at).transactionId, kind: ['Match', 'Proposal', 'Cancellation'][at], rule: 'authorisation-terminal' },
  ...{ how: 'Moment', pinned: false, day: `2026-11-2${at}`, currency: 'EUR', salesCount: 1 + at, salesAmount: '1026.37' },
  ...{ recordsCount: 1, recordsAmount: at === 2 ? null : '1129.01', difference: at === 2 ? null : '102.64' },
  ...{ matchedAt: '2026-11-26T09:00:00.000Z', decidedBy: null, note: null, itemsHidden: at === 2, transactionIds: [], recordIds: [] },
});

const side = (transactions: number, amount: string) => ({ transactions, amount });
const sums = (at: number) => ({
  transactions: at * 1_000,
  sales: side(at * 999, `${at}368812.4`),
  refunds: side(at, '-12.50'),
  net: `${at}368799.9`,
  withoutAmount: 0,
});
const totalsItem = (at: number) => ({
  day: `2026-11-2${at}`,
  brandId: 'MASTERCARD',
  terminalId: `Bahnhofstrasse-${at}`,
  currency: at === 1 ? 'CHF' : 'JPY',
  imported: sums(at),
  duplicates: sums(at),
  notImported: sums(at),
});

const detail = {
  ...full(0),
  additionalData: [{ key: 'Kassenstandort in der Filiale', value: 'Bahnhofstrasse 1, im Untergeschoss beim Ausgang' }],
  comment: null,
};

let sent = 0;
const file = () =>
  line.file(
    'till.csv',
    `Datum;Betrag;Währung;Beleg;Terminal;Bemerkung des Personals\n${[1, 2, 3, 4, 5, 6].map((at) => `2026-11-0${at}T10:00:00Z;${at}2,50;CHF;R${at};T-1;eine längere Bemerkung zu diesem Verkauf`).join('\n')}\n`,
  );

beforeAll(async () => {
  stub = await startStub();
  line = openCommandLine(stub);
  stub.answer = answer;
  await line.run(['login', '--url', stub.url, '--user', 'api', '--ca-file', join(line.folder, 'ca.pem')]);
  await line.run(['-p', 'zurich bahnhofstrasse', 'login', '--tenant', uploadId(7)]);
  await line.run(['upload', file(), '--batch', '2', '--parallel', '1']);
});
beforeEach(() => {
  stub.answer = answer;
});
afterAll(async () => {
  line.remove();
  await stub.close();
});

const questions = 'Date,Order Total,Amount Paid,Terminal\n03/04/2026,12.50,12.50,T1\n04/05/2026,7.90,7.90,T1\n';

describe.each(widths)('at %i columns', (columns) => {
  const shown = (options: Options = {}): Options => ({
    shown: true,
    terminal: true,
    columns,
    env: { NO_COLOR: '1' },
    nowMs: 1_795_000_000_000,
    ...options,
  });

  it.each<[string, string[]]>([
    ['list', ['list']],
    ['list of chosen columns', ['list', '--columns', 'transactionId,amount,currency,cardNumberMasked']],
    ['match list', ['match', 'list']],
    ['match run', ['match', 'run']],
    ['totals', ['totals', '--by', 'day,brand,terminal,currency']],
    ['get', ['get', transaction(0).transactionId]],
    ['get --history', ['get', transaction(0).transactionId, '--history']],
    ['uploads', ['uploads']],
    ['uploads --server', ['uploads', '--server']],
    ['uploads show', ['uploads', 'show', 'last']],
    ['status', ['status', 'last']],
    ['status --batches', ['status', 'last', '--batches']],
    ['profiles', ['profiles']],
    ['config show', ['config', 'show', '--origin']],
    ['check', ['check', 'FILE']],
    ['a refusal', ['check', 'QUESTIONS', '--no-input']],
  ])('%s', async (_, argv) => {
    const paths: Record<string, () => string> = { FILE: file, QUESTIONS: () => line.file('shop.csv', questions) };
    const { stdout, stderr } = await line.run(
      argv.map((word) => paths[word]?.() ?? word),
      shown(),
    );
    const seen = `${stdout}${stderr}`;
    const tooWide = seen.split('\n').filter((one) => one.length > columns && / \S/.test(one.trim().slice(0, columns)));
    expect(tooWide).toEqual([]);
    expect(seen).toMatchSnapshot();
  });

  it('shows what tells instants of different zones apart', async () => {
    stub.answer = (request) => {
      const dates = ['2026-11-20T08:12:44.512+01:00', '2026-11-20T07:40:00Z'];
      json(request, 200, { items: dates.map((transactionDate, at) => ({ ...full(at), transactionDate })), hasMore: false });
    };
    const { stdout } = await line.run(['list'], shown());
    const [first, second] = stdout.split('\n').slice(1);
    expect(first).toMatch(columns < 160 ? /^2026-11-20 08:12\+01:00 {2}/ : /^2026-11-20T08:12:44\.512\+01:00 {2}/);
    expect(second).toMatch(columns < 160 ? /^2026-11-20 07:40Z {2}/ : /^2026-11-20T07:40:00Z {2}/);
  });

  it('shows the end of each id where there is no room for more, and get finds the row by it', async () => {
    const { stdout } = await line.run(['list'], shown());
    const id = stdout.split('\n')[1]?.split(/ +/).at(-1) ?? '';
    expect(id).toBe(columns < 160 ? transaction(0).transactionId.slice(-8) : transaction(0).transactionId);
    expect((await line.run(['get', id], shown())).stdout).toContain(transaction(0).transactionId);
  });
});

it('get asks for the whole id where none of the rows that were shown last ends so, and where several do', async () => {
  expect((await line.run(['get', '00000000'])).stderr).toContain('None of the rows that were shown last ends with 00000000.');
  stub.answer = (request) =>
    json(request, 200, {
      items: [0, 1].map((at) => ({ ...full(0), transactionId: `${at}1a1fc68-12f0-7003-8d0f-d3d510115134` })),
      hasMore: false,
    });
  await line.run(['list'], { shown: true });
  const { exit, stderr } = await line.run(['get', '10115134']);
  expect(exit).toBe(2);
  expect(stderr).toContain('Give one of them whole: 01a1fc68-12f0-7003-8d0f-d3d510115134, 11a1fc68');
  for (const command of [['get'], ['match', 'why']]) {
    const typed = await line.run([...command, '1011513']);
    expect([typed.exit, typed.stderr]).toEqual([2, expect.stringContaining('a UUID, or the last eight characters of one that was listed')]);
  }
});

it('the total of a job is by currency and state, also as JSON; its uploads are listed with --batches only', async () => {
  const { stdout, stderr } = await line.run(['status', 'last']);
  expect(stdout).toMatch(/^state +currency +rows +sum\n/);
  expect(stdout).not.toContain(uploadId(1));
  expect(stderr).toMatch(/Each of its uploads: {3}sales status JOB --batches/);
  const { total } = JSON.parse((await line.run(['status', 'last', '--json'])).stdout);
  expect(total).toEqual({
    uploads: 3,
    final: 3,
    rows: 6,
    byState: [
      { state: 'Processed', currency: 'CHF', rows: 3, amount: '2469.00' },
      { state: 'ProcessedWithErrors', currency: 'CHF', rows: 2, amount: '1234.50' },
      { state: 'duplicate', currency: null, rows: 1, amount: null },
    ],
  });
});
