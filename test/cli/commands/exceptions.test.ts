/** `sales exceptions` against the real server. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchAll, send } from '../../support/match-scenario.js';
import { daysWithoutFile, twoExceptions } from '../../support/missing-days.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';
import { openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
let server: TestServer;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer(() => new Date('2026-10-21T08:00:00Z'));
  env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) };
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const nowMs = Date.parse('2026-10-21T08:00:00Z');
const exceptions = (...argv: string[]) => line.run(['exceptions', ...argv], { env, nowMs });

it('lists what is missing, with the rows that wait for it', async () => {
  const { exit, stdout, stderr } = await exceptions();
  expect([exit, stdout, stderr]).toEqual([0, '', expect.stringContaining('Nothing is open.')]);
  await send(server, `api:${password}`, 'transactions', daysWithoutFile.transactions);
  await send(server, `api:${password}`, 'records', daysWithoutFile.records);
  await matchAll(server);
  const shown = await exceptions();
  expect([shown.exit, shown.stderr]).toEqual([0, 'What helps:   sales settle FILE   sales upload FILE\n']);
  expect(shown.stdout.split('\n').map((text) => text.trimEnd())).toEqual([
    'day         days  what              amount  terminal  why                                                             id',
    '2026-10-04    17  missing file   12.00 EUR            The file of ACQ-ONE of 2026-10-04 has not come. 4 wait for it.',
    '2026-10-06    15  missing sales  12.00 EUR  T-1       Terminal T-1 has sent no sale of 2026-10-06. 4 wait for it.',
    '',
  ]);
  expect((await exceptions('--csv', '--side', 'terminal')).stdout).toBe(
    `id,side,reason,day,amount,currency,sentence,rows,acquirerId,merchantId,payoutId,terminalId,locationId,brandId,orderId,transactionReference,candidates
,Terminal,NoSales,2026-10-06,12.00,EUR,Terminal T-1 has sent no sale of 2026-10-06.,4,,,,T-1,,,,,
`,
  );
  expect(JSON.parse((await exceptions('--json', '--all')).stdout)).toEqual({
    schema: 'sales.exceptions/1',
    items: twoExceptions,
    hasMore: false,
  });
  const first = await exceptions('--limit', '1');
  expect(first.stdout).not.toContain('T-1');
  expect(first.stderr).toContain('There are more: use --page 2 or --all');
});

it('is CSV or JSON, not both', async () => {
  expect(await exceptions('--csv', '--json')).toMatchObject({ exit: 2, stderr: expect.stringContaining('cannot go together') });
});

it('narrows by words of people and codes alike', async () => {
  const days = async (...argv: string[]) => (await exceptions('--csv', ...argv)).stdout.match(/2026-10-0\d/g);
  for (const [argv, found] of [
    [
      ['--reason', 'missing-file', '--reason', 'NOSALES'],
      ['2026-10-04', '2026-10-06'],
    ],
    [['--reason', 'missing-sales'], ['2026-10-06']],
    [['--reason', 'overdue'], null],
    [['--older-than', '17d'], ['2026-10-04']],
    [['--from', '2026-10-05', '--to', '2026-10'], ['2026-10-06']],
    [['--terminal', 'T-1'], null],
  ] as const)
    expect([argv, (await days(...argv))?.filter((_, at, all) => at === all.indexOf(all[at] as string))]).toEqual([
      argv,
      found ?? undefined,
    ]);
  const unknown = await exceptions('--reason', 'late');
  expect([unknown.exit, unknown.stderr]).toEqual([2, expect.stringContaining('overdue')]);
});
