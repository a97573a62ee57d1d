/** Filters as people type them, and a list that is empty: which value no transaction has, and what the nearest are. Against the real server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problem, startStub } from '../../client/stub-server.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';
import { openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const sale = { amount: 2.5, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z', brandId: 'VISA' };
  await server.uploadAndImport([
    { ...sale, terminalId: 'T-17', transactionReference: '1' },
    { ...sale, terminalId: 'T-21', transactionReference: '2', currency: 'CHF' },
    { ...sale, terminalId: 'Kasse', transactionReference: '3', currency: 'EURO' },
    { ...sale, terminalId: 'Kasse', transactionReference: '4', currency: 'eur' },
  ]);
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const env = () => ({ SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) });
const run = (...argv: string[]) => line.run(argv, { env: env(), terminal: true });
const references = async (...argv: string[]) =>
  JSON.parse((await run('list', '--json', ...argv)).stdout).items.map(
    ({ transactionReference }: { transactionReference: string }) => transactionReference,
  );

describe('filters', () => {
  it('take a currency and states in any case', async () => {
    expect(await references('--currency', 'eur')).toEqual(['1']);
    expect(await references('--currency', 'EURO')).toEqual(['3']);
    expect(await references('--currency', 'eur', '--state', 'unprocessed')).toEqual(['4']);
    expect((await references('--state', 'processed')).sort()).toEqual(['1', '2']);
    expect(await references('--state', 'UNPROCESSED', '--match-state', 'notapplicable')).toEqual(['4', '3']);
    const { exit, stderr } = await run('list', '--state', 'done');
    expect([exit, stderr]).toEqual([2, expect.stringContaining('Allowed choices are Unprocessed, Processed.')]);
  });
});

describe('--where', () => {
  it('finds by what stands on a slip, with the same paging and the other filters', async () => {
    const sale = { amount: 1, currency: 'EUR', transactionDate: '2026-11-21T10:00:00Z' };
    await server.uploadAndImport([
      { ...sale, transactionReference: 'S-1', orderId: 'O-1', locationId: 'Bern', cardNumberMasked: '424242******4242' },
      { ...sale, transactionReference: 'S-2', orderId: 'O-1', locationId: 'Chur', cardNumberMasked: '535110******4242', amount: 2 },
    ]);
    expect(await references('--where', 'reference=S-1')).toEqual(['S-1']);
    expect(await references('--where', 'order=O-1', '--sort', 'amount:asc')).toEqual(['S-1', 'S-2']);
    expect(await references('--where', 'order=O-1', '--sort', 'amount', '--limit', '1', '--page', '2')).toEqual(['S-1']);
    expect(await references('--where', 'last4=4242', '--where', 'location=Chur')).toEqual(['S-2']);
    expect(await references('--where', 'last4=4242', '--from', '2026-11-22')).toEqual([]);
    expect(await references('--where', 'orderId=nothing')).toEqual([]);
  });

  it('says what it takes, and a server answers 400 for other digits', async () => {
    for (const where of ['colour=red', 'reference', 'last4=42']) expect((await run('list', '--where', where)).exit).toBe(2);
    const { status, json } = await server.request('/history/v1/transactions?cardLastFour=42');
    expect([status, json.errors]).toEqual([400, { cardLastFour: ['must be four digits'] }]);
    // The documented list stays as it is documented: it ignores what it does not know.
    expect((await server.request('/sales/v1/transactions?transactionReference=S-1')).json.items.length).toBeGreaterThan(1);
  });

  it('of a server that lacks the filter is refused, for it would list everything', async () => {
    for (const capabilities of [undefined, 'filter="transactionReference"']) {
      const stub = await startStub((request) => {
        if (capabilities) request.response.setHeader('sales-capabilities', capabilities);
        request.response.end(JSON.stringify({ items: [], hasMore: false }));
      });
      const stubEnv = { SALES_URL: stub.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('stub.pem', stub.ca) };
      const { exit, stderr } = await line.run(['list', '--where', 'order=1'], { env: stubEnv });
      await stub.close();
      expect([exit, stderr]).toEqual([2, expect.stringContaining('does not offer a search by --where')]);
    }
  });
});

describe('an empty list', () => {
  const said = async (...argv: string[]) => (await run(...argv)).stderr;

  it.each([
    [['--terminal', 'T-71'], 'No transaction has the terminal T-71. There are T-21, T-17.'],
    [['--terminal', 'kasse'], 'No transaction has the terminal kasse. There is Kasse.'],
    [['--brand', 'AMEX'], 'No transaction has the brand AMEX. There is VISA.'],
    [['--currency', 'usd'], 'No transaction has the currency USD. There are CHF, EUR, EURO, eur.'],
    [['--upload', '00000000-0000-4000-8000-000000000000'], 'There is no upload 00000000-0000-4000-8000-000000000000 here.'],
  ])('%j: %s', async (filter, text) => {
    for (const command of ['list', 'totals']) expect(await said(command, ...filter)).toContain(text);
    expect(await said('export', '--out', '-', ...filter)).toContain(text);
    expect(await said('list', '--json', ...filter)).toBe('');
  });

  it('of values that there are, each by itself, has nothing more to say', async () => {
    expect(await said('list', '--terminal', 'T-17', '--currency', 'CHF')).toBe('No transactions match.\n');
  });

  it('is not explained where nobody looks', async () => {
    expect((await line.run(['list', '--terminal', 'T-71'], { env: env() })).stderr).toBe('No transactions match.\n');
  });

  it('of a server that cannot tell has nothing more to say', async () => {
    const stub = await startStub((request) =>
      request.url.startsWith('/sales/v1/transactions')
        ? void request.response.end(JSON.stringify({ items: [], hasMore: false }))
        : problem(request, 404),
    );
    const stubEnv = { SALES_URL: stub.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('stub.pem', stub.ca) };
    const { exit, stderr } = await line.run(['list', '--terminal', 'T-71'], { env: stubEnv, terminal: true });
    await stub.close();
    expect([exit, stderr]).toEqual([0, 'No transactions match.\n']);
  });
});

describe('a server without our extensions', () => {
  it.each([
    [['totals'], 'totals'],
    [['uploads', '--server'], 'the list of its uploads'],
    [['get', '00000000-0000-4000-8000-000000000000', '--history'], 'the history of transactions'],
    [['undo', '00000000-0000-4000-8000-000000000000', '--yes'], 'to withdraw, restore and reprocess uploads'],
    [['reprocess', '00000000-0000-4000-8000-000000000000'], 'to withdraw, restore and reprocess uploads'],
  ])('%j: is said in one line, exit 2', async (argv, what) => {
    const others = [
      (request: Parameters<typeof problem>[0]) => problem(request, 404),
      (request: Parameters<typeof problem>[0]) => problem(request, 405),
      (request: Parameters<typeof problem>[0]) => void request.response.end('<html>Welcome</html>'),
    ];
    for (const answer of others) {
      const stub = await startStub(answer);
      const stubEnv = { SALES_URL: stub.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('stub.pem', stub.ca) };
      const { exit, stdout, stderr } = await line.run(argv, { env: stubEnv });
      await stub.close();
      expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^error: \\S+ does not offer ${what}, which is no part of the documented interface\\.\n$`));
    }
  });

  it('that says it has them is believed: a 404 is what is not there', async () => {
    const stub = await startStub((request) => problem(request, 404, {}, { 'sales-capabilities': 'history' }));
    const stubEnv = { SALES_URL: stub.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('stub.pem', stub.ca) };
    const { exit } = await line.run(['get', '00000000-0000-4000-8000-000000000000', '--history'], { env: stubEnv });
    await stub.close();
    expect(exit).toBe(9);
  });
});
