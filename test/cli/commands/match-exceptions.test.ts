/** `sales match exceptions` against the real server. */
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

const exceptions = (...argv: string[]) => line.run(['match', 'exceptions', ...argv], { env });

it('lists what is missing, with the rows that wait for it', async () => {
  const { exit, stdout, stderr } = await exceptions();
  expect([exit, stdout, stderr]).toEqual([0, '', expect.stringContaining('Nothing is missing.')]);
  await send(server, `api:${password}`, 'transactions', daysWithoutFile.transactions);
  await send(server, `api:${password}`, 'records', daysWithoutFile.records);
  await matchAll(server);
  const shown = await exceptions();
  expect([shown.exit, shown.stderr]).toEqual([0, '']);
  expect(shown.stdout.split('\n').map((text) => text.trimEnd())).toEqual([
    'day         missing                rows     amount  merchant',
    '2026-10-04  file of ACQ-ONE           4  12.00 EUR  M-1',
    '2026-10-06  sales of terminal T-1     4  12.00 EUR',
    '',
  ]);
  expect((await exceptions('--csv', '--side', 'terminal')).stdout).toBe(
    'side,code,day,acquirerId,merchantId,terminalId,rows,currency,amount\nTerminal,NoSales,2026-10-06,,,T-1,4,EUR,12.00\n',
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
