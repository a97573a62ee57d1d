/** Every list that people read begins with the newest, below a header. Against the real server, whose clock goes a day on with each upload. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminOn } from '../support/admin.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';
import { openCommandLine } from './command-line.js';

const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
const line = openCommandLine(null);
let server: TestServer;
let nowMs = Date.parse(`${days[0]}T12:00:00Z`);
const uploadIds: string[] = [];

beforeAll(async () => {
  server = await startTestServer(() => new Date(nowMs));
  for (const day of days) {
    nowMs = Date.parse(`${day}T12:00:00Z`);
    const file = line.file(`${day}.csv`, `transactionDate,amount,currency,transactionReference\n${day}T10:00:00Z,1.50,CHF,R${day}\n`);
    const { stdout } = await run('upload', file, '--json');
    uploadIds.push(JSON.parse(stdout).uploads[0].uploadId);
  }
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const run = (...argv: string[]) =>
  line.run(argv, {
    nowMs,
    env: { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) },
  });

/** The days in the lines of a table below its header, each once. */
function daysIn(table: string): string[] {
  const [header = '', ...rows] = table.split('\n');
  expect(header).not.toContain('2026-');
  return [...new Set(rows.flatMap((row) => /2026-11-2\d/.exec(row) ?? []))];
}

const newestFirst = days.toReversed();

it.each([[['list']], [['uploads']], [['uploads', '--server']], [['totals', '--by', 'day']]])('sales %j', async (argv) => {
  expect(daysIn((await run(...argv)).stdout)).toEqual(newestFirst);
});

it('sales admin audit list, which names uploads and who made them', async () => {
  const table = await adminOn(line, () => server)('audit', 'list');
  expect(daysIn(table)).toEqual(newestFirst);
  const uploads = table.split('\n').filter((row) => row.includes('  upload '));
  expect(uploads.map((row) => uploadIds.findIndex((id) => row.includes(id)))).toEqual([2, 1, 0]);
  for (const row of uploads) expect(row).toMatch(/ {2}api {2}.*"tenant":"Default"/);
});

it('sales get --history', async () => {
  const { items } = JSON.parse((await run('list', '--json', '--limit', '1')).stdout);
  nowMs = Date.parse('2026-11-23T12:00:00Z');
  await run('undo', uploadIds[2] ?? '', '--yes');
  nowMs = Date.parse('2026-11-24T12:00:00Z');
  await run('undo', uploadIds[2] ?? '', '--redo');
  const [, header, ...changes] = (await run('get', '--history', items[0].transactionId)).stdout.trim().split('\n');
  expect(header).toMatch(/^at +from +to +reason +by$/);
  expect(changes.map((row) => row.slice(0, 10))).toEqual(['2026-11-24', '2026-11-23', ...changes.slice(2).map(() => '2026-11-22')]);
  expect(changes.length).toBeGreaterThan(2);
});
