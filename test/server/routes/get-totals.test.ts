/** Totals over HTTPS, and as the command line shows them: exact sums, days, states, who sees what, what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Totals } from '../../../src/contract/totals.js';
import { searched as searchOf } from '../../../src/server/routes/routes.js';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);

beforeAll(async () => {
  server = await startTestServer();
  await admin('unit', 'add', 'Zürich', '--tenant', 'Default', '--location', 'Z1');
  await admin('user', 'add', 'clerk', '--password-stdin', '--role', 'API', '--unit', 'Zürich');
  await server.uploadAndImport([
    sale('1', 0.1),
    sale('2', 0.2),
    sale('3', -5),
    { ...sale('4', 7), currency: 'CHF', locationId: 'B1' },
    // In its own offset it is the 21st, in UTC the 20th.
    { ...sale('5', 1.2345), transactionDate: '2026-11-21T00:30:00+01:00', brandId: null },
    { ...sale('6', 3), currency: 'francs' },
  ]);
  await server.uploadAndImport([sale('1', 0.1)]);
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const sale = (transactionReference: string, amount: number): Record<string, unknown> => ({
  amount,
  currency: 'EUR',
  brandId: 'VISA',
  terminalId: `T-${Number(transactionReference) % 2}`,
  transactionDate: '2026-11-20T10:00:00+01:00',
  transactionReference,
  locationId: 'Z1',
});

const env = () => ({ SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) });
const ask = (query: string, user = 'api') => server.request(`/history/v1/totals${query}`, { login: `${user}:${password}` });
const none = { transactions: 0, sales: { transactions: 0, amount: '0.00' }, refunds: { transactions: 0, amount: '0.00' }, net: '0.00' };
const nothing = { ...none, withoutAmount: 0 };
const sold = (transactions: number, amount: string) => ({
  ...nothing,
  transactions,
  sales: { transactions, amount },
  net: amount,
});

describe('GET /history/v1/totals', () => {
  it('is answered by a thread that reads, in its turn among the lists of its user', async () => {
    const searched: string[] = [];
    const tenant = {
      search: (name: string, _query: unknown, inTurn: (work: () => Promise<string>) => Promise<string>) =>
        inTurn(async () => {
          searched.push(name);
          return 'totals';
        }),
    };
    const getTotals = searchOf('getTotals');
    const asked = (inTurn: (work: () => Promise<string>) => Promise<string>) =>
      getTotals(
        { query: { by: 'day' }, inTurn } as unknown as Parameters<typeof getTotals>[0],
        { tenant } as unknown as Parameters<typeof getTotals>[1],
      );
    await expect(asked(() => Promise.reject(new Error('no place')))).rejects.toThrow('no place');
    expect(searched).toEqual([]);
    expect(await asked((work) => work())).toEqual({ json: 'totals' });
    expect(searched).toEqual(['getTotals']);
  });

  it('gives exact sums of sales and refunds, of duplicates and of what was not imported, currency by currency', async () => {
    const { status, json } = await ask('');
    expect(status).toBe(200);
    expect(Totals.parse(json)).toEqual(json);
    expect(json.items).toEqual([
      { currency: 'CHF', imported: sold(1, '7.00'), duplicates: nothing, notImported: nothing },
      {
        currency: 'EUR',
        imported: {
          transactions: 4,
          sales: { transactions: 3, amount: '1.5345' },
          refunds: { transactions: 1, amount: '-5.00' },
          net: '-3.4655',
          withoutAmount: 0,
        },
        duplicates: sold(1, '0.10'),
        notImported: nothing,
      },
      { currency: 'francs', imported: nothing, duplicates: nothing, notImported: sold(1, '3.00') },
    ]);
  });

  it('a day is that of the date as it was given, the latest first; what has no value comes last', async () => {
    const { json } = await ask('?by=brand,day,terminal&currency=EUR');
    const groups = json.items.map(({ day, brandId, terminalId }: Record<string, unknown>) => [day, brandId, terminalId]);
    expect(groups).toEqual([
      ['2026-11-21', null, 'T-1'],
      ['2026-11-20', 'VISA', 'T-0'],
      ['2026-11-20', 'VISA', 'T-1'],
    ]);
  });

  it('takes the filters of lists', async () => {
    const count = async (query: string) =>
      (await ask(query)).json.items.reduce(
        (sum: number, { imported, duplicates, notImported }: Record<string, { transactions: number }>) =>
          sum + (imported?.transactions ?? 0) + (duplicates?.transactions ?? 0) + (notImported?.transactions ?? 0),
        0,
      );
    expect(await count('?transactionState=Unprocessed')).toBe(1);
    expect(await count('?terminalId=T-1&by=day')).toBe(4);
    expect(await count('?amountTo=0')).toBe(1);
    expect(await count('?transactionDateFrom=2026-11-20T23:00:00Z')).toBe(1);
    expect(await count('?uploadId=unknown')).toBe(0);
  });

  it('shows a user of some units the rows of those alone', async () => {
    const { json } = await ask('?by=currency', 'clerk');
    expect(json.items.map(({ currency }: { currency: string }) => currency)).toEqual(['EUR', 'francs']);
  });

  it('names what it cannot group by', async () => {
    for (const by of ['hour', 'day,', 'day%20day']) {
      const { status, json } = await ask(`?by=${by}`);
      expect([status, json.errors]).toEqual([400, { by: ['must be some of day, brand, terminal, currency, separated by commas'] }]);
    }
  });
});

describe('sales totals', () => {
  it('is a table with a total for each currency', async () => {
    const { exit, stdout, stderr } = await line.run(['totals', '--by', 'day,brand'], { env: env() });
    expect([exit, stderr]).toEqual([0, '1 duplicate or cancelled and 1 not imported: in no sum\n']);
    expect(stdout).toBe(
      [
        'day         brand  currency  transactions   sales  refunds      net  duplicates  not imported  their net',
        '2026-11-21  -      EUR                  1  1.2345     0.00   1.2345           0             0       0.00',
        '2026-11-20  VISA   CHF                  1  7.00       0.00   7.00             0             0       0.00',
        '2026-11-20  VISA   EUR                  3  0.30      -5.00  -4.70             1             0       0.00',
        '2026-11-20  VISA   francs               0  0.00       0.00   0.00             0             1       3.00',
        'total              EUR                  4  1.5345    -5.00  -3.4655           1             0       0.00',
        'total              CHF                  1  7.00       0.00   7.00             0             0       0.00',
        'total              francs               0  0.00       0.00   0.00             0             1       3.00',
        '',
      ].join('\n'),
    );
  });

  it('is JSON with the server’s groups and the total, all amounts exact strings', async () => {
    const { stdout } = await line.run(['totals', '--by', 'brand', '--json'], { env: env() });
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ schema: 'sales.totals/1', by: ['brand', 'currency'] });
    expect(document.items).toEqual((await ask('?by=brand')).json.items);
    expect(document.total).toEqual((await ask('?by=currency')).json.items.toSorted(inOrderOf(document.total)));
  });

  it('is CSV', async () => {
    const { stdout } = await line.run(['totals', '--csv', '--currency', 'EUR'], { env: env() });
    expect(stdout.split('\n')).toEqual([
      'currency,transactions,sales,refunds,net,withoutAmount,duplicatesTransactions,duplicatesSales,duplicatesRefunds,duplicatesNet,duplicatesWithoutAmount,notImportedTransactions,notImportedSales,notImportedRefunds,notImportedNet,notImportedWithoutAmount',
      'EUR,4,1.5345,-5.00,-3.4655,0,1,0.10,0.00,0.10,0,0,0.00,0.00,0.00,0',
      '',
    ]);
  });

  it('says what --by takes', async () => {
    const { exit, stderr } = await line.run(['totals', '--by', 'hour'], { env: env() });
    expect(exit).toBe(2);
    expect(stderr).toContain('It must be some of day, brand, terminal, currency, separated by commas.');
  });
});

function inOrderOf(total: readonly { currency: string }[]) {
  const place = ({ currency }: { currency: string }) => total.findIndex((item) => item.currency === currency);
  return (one: { currency: string }, other: { currency: string }) => place(one) - place(other);
}
