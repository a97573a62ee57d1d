/** A small month over the command line and a real server: a till, an acquirer's file with fees, cash, one sale that was not paid, and a chargeback. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCommandLine } from '../cli/command-line.js';
import { password, type ServeProcess, serve } from '../support/serve-process.js';

const line = openCommandLine(null);
let root: string;
let server: ServeProcess;
let env: Record<string, string>;

const sale = (reference: string, amount: number, day: string, more: object = {}) => ({
  transactionReference: reference,
  amount,
  currency: 'EUR',
  terminalId: 'T1',
  transactionDate: `2026-09-${day}T10:00:00+02:00`,
  ...more,
});
const record = (reference: string, amount: number, day: string, more: object = {}) => ({
  ...sale(reference, amount, day),
  acquirerId: 'ACQ',
  payoutId: `P-${day}`,
  settlementDate: `2026-09-${day}`,
  ...more,
});

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sales-money-'));
  writeFileSync(join(root, 'password'), password, { mode: 0o600 });
  server = await serve(join(root, 'data'), join(root, 'password'), {}, ['--no-console']);
  env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: server.caFile };
  const sold = [
    sale('R-1001', 100.1, '01'),
    sale('R-1002', 20, '02'),
    sale('R-1003', 30.5, '02'),
    sale('R-1004', 8, '03'),
    sale('R-1005', 3, '03', { transactionTypes: ['Bar'] }),
  ];
  const settled = [
    record('R-1001', 100.1, '01', { fee: 1.1 }),
    record('R-1002', 20, '02', { fee: 0.4 }),
    record('R-1003', 30.5, '02', { fee: 0.5 }),
    record('R-9001', 20, '05', { type: 'Chargeback', originalReference: 'R-1002', amount: -20, fee: 15 }),
  ];
  expect((await sales('upload', line.file('sales.json', JSON.stringify({ transactions: sold })))).exit).toBe(0);
  expect((await sales('settle', line.file('records.json', JSON.stringify({ records: settled })))).exit).toBe(0);
  expect((await sales('match', 'wait')).exit).toBe(0);
});
afterAll(async () => {
  await server.end('SIGTERM');
  line.remove();
  rmSync(root, { recursive: true, force: true });
});

const sales = (...argv: string[]) => line.run(argv, { env });

it('says by one command what came, what did not, and what it cost', async () => {
  const { exit, stdout, stderr } = await sales('money', '--from', '2026-09', '--to', '2026-09');
  expect([exit, stderr]).toEqual([0, '']);
  expect(stdout).toMatchInlineSnapshot(`
    "                                 EUR
    Sold by card               4  158.60
      paid                     3  150.60  in 2 payouts
      not due yet              0    0.00
      overdue                  0    0.00
      settlement file missing  1    8.00  sales exceptions --side account
    Fees                          -17.00
    Refunds, chargebacks       1  -20.00  of these payments, without a sale
    Paid out                   4  113.60
    Cash and other             1    3.00
    "
  `);
});

it('lists the sales of each line, and what paid them', async () => {
  const { items } = JSON.parse((await sales('money', '--to', '2026-09-02', '--json')).stdout);
  const listed = async (part: string) => {
    const { stdout } = await sales('list', '--to', '2026-09-02', '--where', `part=${part}`, '--columns', 'amount', '--csv');
    return stdout
      .trim()
      .split('\n')
      .slice(1)
      .reduce((sum, amount) => sum + Number(amount), 0)
      .toFixed(2);
  };
  for (const [name, part] of Object.entries({ sold: 'sold', paid: 'paid', notDue: 'not-due', missingFile: 'missingFile', cash: 'cash' }))
    expect([part, await listed(part)]).toEqual([part, items[0][name].amount]);
  const table = await sales('list', '--to', '2026-09-02', '--where', 'part=paid', '--columns', 'amount,paidAmount,fee,payoutId');
  expect(table.stdout).toMatchInlineSnapshot(`
    "amount  paidAmount   fee  payout
     30.50       30.50  0.50  P-02
     20.00       20.00  0.40  P-02
    100.10      100.10  1.10  P-01
    "
  `);
  const wrong = await sales('list', '--where', 'part=half');
  expect([wrong.exit, wrong.stderr]).toEqual([2, expect.stringContaining('one of sold, paid, not-due, overdue')]);
  const columns = ['transactionReference', 'amount', 'paidAmount', 'fee', 'payoutId', 'openReason'];
  const { stdout } = await sales('export', '--out', '-', '--columns', columns.join(','));
  expect(stdout.replaceAll('\r', '')).toBe(`${columns.join(',')}
R-1001,100.1,100.1,1.1,P-01,
R-1002,20,20,0.4,P-02,
R-1003,30.5,30.5,0.5,P-02,
R-1004,8,,,,Waiting
R-1005,3,,,,Cash
`);
});

it('adds up a sale and its void, which the table counts as set aside', async () => {
  const ofOctober = (amount: number, minute: string, types: string[]) =>
    sale('R-2001', amount, '01', { transactionDate: `2026-10-01T10:${minute}:00+02:00`, transactionTypes: types });
  const voided = { transactions: [ofOctober(7, '00', ['Sale']), ofOctober(-7, '02', ['Void'])] };
  expect((await sales('upload', line.file('voided.json', JSON.stringify(voided)))).exit).toBe(0);
  expect((await sales('match', 'wait')).exit).toBe(0);
  const { stderr } = await sales('list', '--where', 'part=set-aside', '--from', '2026-10');
  expect(stderr).toBe('2 transactions shown   EUR 0.00 (2)\n');
  expect((await sales('list', '--from', '2026-10')).stderr).toContain('2 duplicates or cancelled: in no sum');
});

it('is JSON with the sums of the server', async () => {
  const { stdout } = await sales('money', '--by', 'day', '--to', '2026-09', '--json');
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ schema: 'sales.money/1', by: 'day', matching: 'Current' });
  expect(document.items.map(({ day, sold }: { day: string; sold: { amount: string } }) => [day, sold.amount])).toEqual([
    ['2026-09-03', '8.00'],
    ['2026-09-02', '50.50'],
    ['2026-09-01', '100.10'],
  ]);
});

it('says that nothing matches', async () => {
  const { exit, stdout, stderr } = await sales('money', '--terminal', 'T9');
  expect([exit, stdout, stderr]).toEqual([0, '', 'No transactions match.\n']);
});

it('lists payouts, and says of one what it is made of', async () => {
  const { stdout, exit } = await sales('payouts', '--from', '2026-09');
  expect([exit, stdout.replace(/ +[0-9a-f-]{36}/g, '')]).toEqual([
    0,
    `date        payout  account  lines     net  paid  currency                  id
2026-09-05  P-05    ACQ          1  -35.00        EUR       no payout line
2026-09-02  P-02    ACQ          2   49.60        EUR       no payout line
2026-09-01  P-01    ACQ          1   99.00        EUR       no payout line
`,
  ]);
  const paid = [
    record('PAY-1', 49.6, '02', { type: 'Payout' }),
    record('F-1', -0.6, '05', { type: 'Fee' }),
    record('PAY-2', -35.5, '05', { type: 'Payout' }),
  ];
  expect((await sales('settle', line.file('paid.json', JSON.stringify({ records: paid })))).exit).toBe(0);
  const one = await sales('payout', 'P-05');
  expect(one.stdout).toMatchInlineSnapshot(`
    "Payout P-05 of ACQ on 2026-09-05
                 lines  amount    fees  net EUR
    Chargebacks      1  -20.00  -15.00   -35.00
    Fees             1   -0.60    0.00    -0.60
    Together         2  -20.60  -15.00   -35.60
    Paid                                 -35.50
    It differs: 0.10 more was paid than its lines come to.
    "
  `);
  expect(one.stderr).toBe('Its lines:   sales list --settlement --payout P-05 --acquirer ACQ\n');
  expect((await sales('payout', 'P-02')).stdout).toContain('It adds up.');
  const csv = await sales('payouts', '--status', 'differs', '--csv');
  expect(csv.stdout.split('\n')[1]?.replace(/^[0-9a-f-]{36}/, '')).toMatchInlineSnapshot(
    `",P-05,ACQ,,EUR,2026-09-05,2,-20.60,15.00,0.00,-35.60,0,-35.50,0.10,Differs"`,
  );
  const { payout } = JSON.parse((await sales('payout', 'P-05', '--json')).stdout);
  expect(payout.parts.map(({ type }: { type: string }) => type)).toEqual(['Chargeback', 'Fee']);
  const unknown = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';
  const noId = await sales('payout', unknown);
  expect([noId.exit, noId.stderr]).toEqual([9, `error: There is no payout ${unknown}.\n  sales payouts shows those that there are\n`]);
  const none = await sales('payout', 'P-99');
  expect([none.exit, none.stderr]).toMatchInlineSnapshot(`
    [
      9,
      "error: There is no payout P-99.
      sales payouts shows those that there are
    ",
    ]
  `);
});

it('tells what payments cost', async () => {
  const { exit, stdout, stderr } = await sales('fees', '--by', 'month,account');
  expect([exit, stdout, stderr]).toMatchInlineSnapshot(`
    [
      0,
      "month    account  payments  before fees  their fees  other lines  month, payout   fees  EUR
    2026-09  ACQ             3       150.60        2.00        15.00           0.60  17.60  11.69 %
    ",
      "",
    ]
  `);
  const { schema, by, items } = JSON.parse((await sales('fees', '--from', '2026-09-05', '--json')).stdout);
  expect({ schema, by, fees: items.map(({ fees }: { fees: string }) => fees) }).toEqual({
    schema: 'sales.fees/1',
    by: [],
    fees: ['15.60'],
  });
  const none = await sales('fees', '--from', '2027-01');
  const wrong = await sales('fees', '--by', 'day');
  expect([none.exit, none.stdout, none.stderr, wrong.exit, wrong.stderr]).toMatchInlineSnapshot(`
    [
      0,
      "",
      "No settlement records with payments or fees.
    ",
      2,
      "error: option '--by <dimensions>' argument 'day' is invalid. It must be some of month, account, brand, separated by commas.
      sales fees --help
    ",
    ]
  `);
});

it('says of one sale where its money is', async () => {
  const { items } = JSON.parse((await sales('list', '--json')).stdout);
  const idOf = (reference: string) =>
    items.find((item: { transactionReference: string }) => item.transactionReference === reference).transactionId;
  const where = async (reference: string) => (await sales('where', idOf(reference))).stdout.replace(/[0-9a-f-]{36}/g, 'ID');
  expect([await where('R-1001'), await where('R-1002'), await where('R-1004'), await where('R-1005')]).toMatchInlineSnapshot(`
    [
      "Sold for 100.10 EUR on 2026-09-01, and paid by ACQ in payout P-01 on 2026-09-01: 100.10 EUR with a fee of 1.10 (record ID).
    ",
      "Sold for 20.00 EUR on 2026-09-02, and paid by ACQ in payout P-02 on 2026-09-02: 20.00 EUR with a fee of 0.40 (record ID). Chargebacks: -20.00 EUR with a fee of 15.00 (record ID).
    ",
      "Sold for 8.00 EUR on 2026-09-03, and not paid: no record yet: the files of ACQ reach 2026-09-05, and it is due on 2026-09-06.
    ",
      "Sold for 3.00 EUR on 2026-09-03, paid in cash: no settlement record is expected.
    ",
    ]
  `);
  const { sentence, paid, ...said } = JSON.parse((await sales('where', idOf('R-1002'), '--json')).stdout);
  expect(said).toEqual({ schema: 'sales.where/1', transactionId: idOf('R-1002'), matchState: 'Match', reason: null });
  expect(sentence).toContain('in payout P-02 on 2026-09-02');
  expect(paid).toMatchObject({
    salesCount: 1,
    itemsHidden: false,
    records: [{ fee: 0.4 }],
    payouts: [{ payoutId: 'P-02', date: '2026-09-02' }],
  });
  const none = await sales('where', '01a1fc68-12f0-7003-8d0f-d3d510115134');
  expect([none.exit, none.stderr]).toMatchInlineSnapshot(`
    [
      9,
      "error: There is no sale 01a1fc68-12f0-7003-8d0f-d3d510115134.
      sales list shows the ids of sales; sales match why tells of settlement records
    ",
    ]
  `);
});
