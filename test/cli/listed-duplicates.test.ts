/**
 * A file that was sent twice, exported from one real server and sent to another: the list itself says which rows are duplicates, so that
 * as many sales, and as many settlement records, stand there as here.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password, startTestServer, type TestServer } from '../support/test-server.js';
import { type CommandLine, openCommandLine } from './command-line.js';

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

const caOf = (server: TestServer) => line.file(`ca-${server === from ? 'from' : 'to'}.pem`, server.ca);
const sales = (server: TestServer, ...argv: string[]) =>
  line.run(argv, { env: { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: caOf(server) } });

const ROWS = 7;
const sides = {
  upload: {
    flags: [] as string[],
    list: '/sales/v1/transactions',
    matchState: 'transactionMatchState',
    head: 'transactionReference,amount,currency,transactionDate,terminalId',
    row: (at: number, terminal: string) => `${terminal}${at},${at + 1}.50,CHF,2026-11-20T08:0${at}:00Z,${terminal}`,
  },
  settle: {
    flags: ['--settlement'],
    list: '/settlement/v1/records',
    matchState: 'matchState',
    head: 'type,payoutId,settlementDate,transactionReference,amount,currency,terminalId',
    row: (at: number, terminal: string) => `Sale,PO-1,2026-11-21,${terminal}${at},${at + 1}.50,CHF,${terminal}`,
  },
} as const;
type Side = keyof typeof sides;

/** How many rows of a terminal there are, and how many count. */
async function standing(server: TestServer, side: Side, terminal: string): Promise<{ rows: number; counted: number }> {
  const { list, matchState } = sides[side];
  const { json } = await server.request(`${list}?pageSize=500&terminalId=${terminal}`);
  const items = json.items as Record<string, string>[];
  return { rows: items.length, counted: items.filter((row) => row[matchState] !== 'Skip').length };
}

/** Sends a file of seven rows twice, and exports what is there then. */
async function exportedTwice(side: Side, terminal: string, format: string, ...flags: string[]): Promise<{ path: string; stderr: string }> {
  const { head, row } = sides[side];
  const file = line.file(`${terminal}.csv`, `${[head, ...Array.from({ length: ROWS }, (_, at) => row(at, terminal))].join('\n')}\n`);
  expect((await sales(from, side, file)).exit).toBe(0);
  await sales(from, side, '--again', file);
  expect(await standing(from, side, terminal)).toEqual({ rows: 2 * ROWS, counted: ROWS });
  const path = join(line.folder, `exported-${terminal}.${format}`);
  const { exit, stderr } = await sales(from, 'export', '--out', path, '--terminal', terminal, ...sides[side].flags, ...flags);
  expect(exit).toBe(0);
  return { path, stderr };
}

const formats = ['csv', 'ndjson', 'json', 'xlsx'];

it.each((['upload', 'settle'] as const).flatMap((side) => formats.map((format) => [side, format] as const)))(
  '%s of what was exported as %s leaves out the duplicates, and says so',
  async (side, format) => {
    const terminal = `${side}-${format}`;
    const { path, stderr } = await exportedTwice(side, terminal, format, '--all-rows', '--detail');
    expect(stderr).toContain('7 of them are marked Skip; those that the comment calls duplicates are left out when the file is sent');
    const seen = await sales(to, side, path);
    expect(seen.exit).toBe(0);
    expect(seen.stderr).toMatch(/ 7 rows left out: marked as a duplicate by the list's own comment \(the first in line \d+\)/);
    // A workbook has totals beside its rows.
    expect(seen.stderr.includes('NOTE')).toBe(side === 'upload' && format === 'xlsx');
    expect(await standing(to, side, terminal)).toEqual({ rows: ROWS, counted: ROWS });
  },
);

it.each(['upload', 'settle'] as const)(
  '%s: without the comment all are sent, and told: nothing says which are duplicates',
  async (side) => {
    const terminal = `${side}-plain`;
    const { path, stderr } = await exportedTwice(side, terminal, 'csv', '--all-rows');
    expect(stderr).toContain('7 of them are marked Skip, as duplicates and what is cancelled are');
    expect(stderr).toContain('With --detail');
    const seen = await sales(to, side, path);
    expect(seen.stderr).toContain(
      'NOTE     Rows marked Skip, as duplicates are, count all the same: no comment of the list calls them a duplicate. Rows: 7,',
    );
    expect(await standing(to, side, terminal)).toEqual({ rows: 2 * ROWS, counted: 2 * ROWS });
  },
);

it.each((['upload', 'settle'] as const).flatMap((side) => formats.map((format) => [side, format] as const)))(
  '%s of what was exported as %s without --all-rows has no duplicate to leave out',
  async (side, format) => {
    const terminal = `once-${side}-${format}`;
    const { path, stderr } = await exportedTwice(side, terminal, format);
    expect(stderr).toContain('7 duplicates are left out, as of the sums of sales totals: --all-rows brings them, too');
    expect(stderr).not.toContain('Skip');
    const seen = await sales(to, side, path);
    expect(seen.exit).toBe(0);
    expect(seen.stderr).not.toContain('rows left out');
    expect(await standing(to, side, terminal)).toEqual({ rows: ROWS, counted: ROWS });
  },
);
