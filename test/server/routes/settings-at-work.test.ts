/** What each setting of matching changes: the same rows, matched by the settings from the start and by others. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Match } from '../../../src/contract/matches.js';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { matchAll } from '../../support/match-scenario.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const headers = { 'content-type': 'application/json' };

const at = (time: string) => `2026-10-05T${time}+02:00`;
const till = { terminalId: '22128577', currency: 'EUR', amount: 61.3, transactionDate: at('10:00:00') };
const pos = { acquirerId: 'ACQ-ONE', settlementDate: '2026-10-06', currency: 'EUR' };
const reference = 'REF-000001';
/** Long enough for its digits to say something. */
const long = 'REF-700001';

beforeAll(async () => {
  server = await startTestServer(() => new Date('2026-10-21T08:00:00Z'));
  await adminOn(line, () => server)('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Default');
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

async function send(path: string, member: string, rows: object[]): Promise<string> {
  const { json } = await server.request(path, { method: 'POST', body: JSON.stringify({ [member]: rows }), headers });
  const isDone = async () => (await server.request(`${path}/${json.uploadId}`)).json.status !== 'Processing';
  await expect.poll(isDone).toBe(true);
  return json.uploadId;
}

/** Kinds and rules of what is found by these settings; the database keeps nothing of the rows. */
async function found(settings: object, { sales, records }: { sales: object[]; records: object[] }): Promise<string[]> {
  const login = `boss:${password}`;
  const { version } = (await server.request('/settlement/v1/settings', { login })).json;
  const asked = { method: 'PUT', body: JSON.stringify(settings), headers: { ...headers, 'if-match': `"${version}"` }, login };
  expect((await server.request('/settlement/v1/settings', asked)).status).toBe(200);
  const uploads = [
    await send('/sales/v1/transactions/upload', 'transactions', sales),
    await send('/settlement/v1/records/upload', 'records', records),
  ];
  await matchAll(server);
  const { items } = (await server.request('/settlement/v1/matches')).json;
  for (const id of uploads) expect((await server.request(`/admin/v1/uploads/${id}/undo`, { method: 'POST' })).status).toBe(200);
  return items.map(({ kind, rule }: Match) => `${kind} ${rule}`);
}

const moment = { sales: [till], records: [{ ...pos, ...till, transactionDate: at('10:00:04') }] };
const tip = {
  sales: [{ ...till, amount: 20, transactionReference: reference }],
  records: [{ ...pos, ...till, amount: 29, transactionReference: reference }],
};
const renamed = { sales: moment.sales, records: [{ ...moment.records[0], terminalId: 'POS-7' }] };
const voucher = {
  sales: [{ ...till, amount: 12.5, transactionTypes: ['Gutschein'] }],
  records: [{ ...pos, ...till, amount: 12.5, transactionDate: at('10:00:02') }],
};
const numbered = {
  sales: [{ ...till, transactionReference: reference }],
  records: [{ ...pos, ...till, transactionReference: reference, transactionDate: at('10:00:04') }],
};
const byDigits = {
  sales: [{ ...till, transactionReference: long }],
  records: [{ ...pos, ...till, transactionReference: long, transactionDate: at('10:00:04') }],
};
const foreign = {
  sales: byDigits.sales,
  records: [{ ...pos, ...till, amount: 66.2, currency: 'CHF', transactionReference: long, transactionDate: at('10:00:04') }],
};
const table = {
  sales: [{ ...till, orderId: 'T-4' }],
  records: [{ ...pos, ...till, amount: 65, orderId: 'T-4', transactionDate: at('10:00:04') }],
};

it.each([
  [
    'a book rule books what was a proposal',
    moment,
    { book: ['terminal-and-moment'] },
    ['Proposal terminal-and-moment'],
    ['Match terminal-and-moment'],
  ],
  ['near takes a higher tip', tip, { near: [-5, 50] }, ['Proposal number-and-other-amount'], ['Match number-and-moment']],
  [
    'near of an account goes before that of all',
    tip,
    { near: [-5, 10], accounts: [{ acquirerId: 'ACQ-ONE', near: [-5, 50] }] },
    ['Proposal number-and-other-amount'],
    ['Match number-and-moment'],
  ],
  ['near of another account changes nothing', tip, { accounts: [{ acquirerId: 'ACQ-TWO', near: [-5, 50] }] }, null, null],
  [
    'near of a contract goes before that of its acquirer',
    { ...tip, records: tip.records.map((record) => ({ ...record, merchantId: 'M-1' })) },
    {
      accounts: [
        { acquirerId: 'ACQ-ONE', near: [-5, 5] },
        { acquirerId: 'ACQ-ONE', merchantId: 'M-1', near: [-5, 50] },
      ],
    },
    ['Proposal number-and-other-amount'],
    ['Match number-and-moment'],
  ],
  [
    'near of an account is found by the till’s name of it',
    tip,
    { names: { accounts: { 'ACQ ONE': 'Nets' } }, near: [-5, 5], accounts: [{ acquirerId: 'Nets', near: [-5, 50] }] },
    ['Proposal number-and-other-amount'],
    ['Match number-and-moment'],
  ],
  [
    'near of an account is found by the record’s name of it',
    tip,
    { names: { accounts: { 'ACQ ONE': 'Nets' } }, near: [-5, 5], accounts: [{ acquirerId: 'ACQ-ONE', near: [-5, 50] }] },
    ['Proposal number-and-other-amount'],
    ['Match number-and-moment'],
  ],
  [
    'a name of a terminal is the till’s, however it is written',
    renamed,
    { names: { terminals: { 'pos 07': '22128577' } } },
    ['Proposal amount-and-moment'],
    ['Proposal terminal-and-moment'],
  ],
  [
    'a name of a terminal is the till’s',
    renamed,
    { names: { terminals: { 'POS-7': '22128577' } } },
    ['Proposal amount-and-moment'],
    ['Proposal terminal-and-moment'],
  ],
  ['what is not paid by card waits for no record', voucher, { notByCard: ['Gutschein'] }, ['Proposal terminal-and-moment'], []],
  [
    'a number that is to be ignored says nothing, in whatever form',
    numbered,
    { numbers: { reference: 'ignore' } },
    ['Match number-and-moment'],
    ['Proposal terminal-and-moment'],
  ],
  [
    'a form that has its own word keeps it',
    byDigits,
    { numbers: { reference: 'ignore', 'reference-digits': 'names' } },
    ['Match number-and-amount'],
    ['Match number-and-amount'],
  ],
  [
    'a number that is to be ignored pays in no other currency',
    foreign,
    { numbers: { reference: 'ignore' } },
    ['Proposal other-currency'],
    [],
  ],
  [
    'an order that is to be ignored is no table',
    table,
    { numbers: { order: 'ignore' } },
    ['Match number-and-moment'],
    ['Proposal terminal-and-near-amount'],
  ],
] as const)('%s', async (_, rows, settings, before, after) => {
  const [first, then] = [await found({}, rows as never), await found(settings, rows as never)];
  if (before === null) expect(then).toEqual(first);
  else expect([first, then]).toEqual([before, after]);
});
