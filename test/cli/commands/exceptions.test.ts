/** `sales exceptions` against the real server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOf, outColumns } from '../../../src/cli/commands/exceptions/out-file.js';
import type { ListedException } from '../../../src/contract/exceptions.js';
import { openWorkbook } from '../../../src/files/formats/workbook.js';
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
  expect([exit, stdout, stderr]).toEqual([0, '', expect.stringContaining('Nothing that fits is open.')]);
  await send(server, `api:${password}`, 'transactions', daysWithoutFile.transactions);
  await send(server, `api:${password}`, 'records', daysWithoutFile.records);
  await matchAll(server);
  const shown = await exceptions();
  expect([shown.exit, shown.stderr]).toEqual([0, 'What helps:\n  sales settle FILE\n  sales upload FILE\n']);
  expect(shown.stdout.split('\n').map((text) => text.trimEnd())).toEqual([
    'day         days  what              amount  terminal  why                                                                 id',
    '2026-10-04    17  missing file   12.00 EUR            The file of ACQ-ONE M-1 of 2026-10-04 has not come. 4 wait for it.',
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
  expect(await exceptions('--older-than', '90d')).toMatchObject({ exit: 0, stdout: '' });
  const unknown = await exceptions('--reason', 'late');
  expect([unknown.exit, unknown.stderr]).toEqual([2, expect.stringContaining('overdue')]);
});

it('gives the reason of each sale to list and export where it is asked for', async () => {
  const columns = ['--columns', 'transactionReference,openReason'];
  const waiting = [1, 2, 3, 4].map((number) => `REF-2026-10-04-${number},Waiting`);
  const sorted = (text: string) => text.trim().split(/\r?\n/).sort();
  for (const where of ['reason=not-due-yet', 'openReason=waiting']) {
    const { stdout } = await line.run(['list', '--where', where, '--csv', ...columns], { env });
    expect(sorted(stdout)).toEqual([...waiting, 'transactionReference,openReason']);
  }
  const exported = await line.run(['export', '--out', '-', '--from', '2026-10-04', '--to', '2026-10-05', ...columns], { env });
  const paid = [1, 2, 3, 4].map((number) => `REF-2026-10-05-${number},`);
  expect(sorted(exported.stdout)).toEqual([...waiting, ...paid, 'transactionReference,openReason']);
  const where = await line.run(['export', '--out', '-', '--format', 'ndjson', '--where', 'reason=not-due-yet'], { env });
  const rows = where.stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect([rows.length, rows.some((row) => 'openReason' in row)]).toEqual([4, false]);
  const wrong = await line.run(['list', '--where', 'reason=late'], { env });
  expect([wrong.exit, wrong.stderr]).toEqual([2, expect.stringContaining('not-due-yet')]);
});

it('writes all of them to a file with cells for decisions, ids first', async () => {
  // Rows have ids, which what is missing has not.
  const named = { amount: 9, currency: 'EUR', terminalId: 'T-1', transactionReference: '=1+1' };
  await send(server, `api:${password}`, 'transactions', [{ ...named, transactionDate: '2026-09-01T10:00:00Z' }]);
  await matchAll(server);
  const listed: ListedException[] = JSON.parse((await exceptions('--json', '--all')).stdout).items;
  const lineOf = ({ id, side, reason, day, amounts, sentence, rows, transactionReference }: ListedException) => {
    const amount = amounts[0]?.amount ?? '';
    const check = id === null ? '' : checkOf(id, amount, day ?? '');
    return {
      id: id ?? '',
      check,
      side,
      reason,
      day,
      amount,
      sentence,
      rows: String(rows),
      transactionReference: transactionReference ?? '',
    };
  };
  expect(listed.map(({ id }) => id !== null)).toContain(true);
  for (const format of ['csv', 'xlsx']) {
    const path = join(line.folder, `open.${format}`);
    expect(JSON.parse((await exceptions('--out', path, '--json')).stdout)).toEqual({
      ...{ schema: 'sales.exported/1', file: `FOLDER/open.${format}`, format, rows: listed.length },
    });
    const cells = format === 'xlsx' ? await workbookRows(path) : parse(readFileSync(path));
    const [head = [], ...lines] = cells;
    expect([head, head[0], head.slice(-3)]).toEqual([outColumns, 'id', ['note', 'remindOn', 'version']]);
    const rows = lines.map((one) => Object.fromEntries(head.map((name, at) => [name, one[at] ?? ''])));
    const amountOf = (text: string) => (format === 'xlsx' ? String(Number(text)) : text);
    expect(rows).toMatchObject(
      listed.map(lineOf).map((one) => ({
        ...{ ...one, amount: amountOf(one.amount), decision: '' },
        transactionReference: format === 'csv' && one.transactionReference === '=1+1' ? "'=1+1" : one.transactionReference,
      })),
    );
  }
  const again = await exceptions('--out', join(line.folder, 'open.csv'));
  expect([again.exit, again.stderr]).toEqual([2, expect.stringContaining('exists')]);
  expect((await exceptions('--out', join(line.folder, 'open.csv'), '--overwrite')).exit).toBe(0);
  expect(await exceptions('--out', 'open.pdf')).toMatchObject({ exit: 2, stderr: expect.stringContaining('.csv or .xlsx') });
  expect((await exceptions('--out', 'open.csv', '--limit', '3')).exit).toBe(2);
});

async function workbookRows(path: string): Promise<string[][]> {
  const { records, close } = await openWorkbook({ path }, path);
  const rows: string[][] = [];
  for await (const group of records) rows.push(...group.map(({ cells }) => [...(cells ?? [])]));
  close();
  return rows;
}

describe('the check of a line', () => {
  const id = '0199a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';

  it('is another where id, amount or day is', () => {
    const checks = [checkOf(id, '1.00', '2026-10-05'), checkOf(id, '1.10', '2026-10-05'), checkOf(id, '1.00', '2026-10-06')];
    expect(new Set([...checks, checkOf(id.replace('0', '1'), '1.00', '2026-10-05')]).size).toBe(4);
    for (const check of checks) expect(check).toMatch(/^[a-p]{8}$/);
  });
});
