/** Where a transaction came from, as `sales get` tells it on the machine that sent it. Against the real server. */
import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';
import { openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
let server: TestServer;
let file: string;

beforeAll(async () => {
  server = await startTestServer();
  const row = (at: number) => `2026-11-20T10:0${at}:00Z,${at}.50,${at === 3 ? 'many' : at},CHF,R${at}`;
  const rows = [1, 2, 3, 4, 5, 6, 7].map((at) => (at === 3 ? row(at).replace('3.50', 'three') : row(at)));
  file = line.file('till.csv', `transactionDate,amount,transactionSequenceCounter,currency,transactionReference\n${rows.join('\n')}\n`);
  await run('upload', file, '--batch', '2', '--parallel', '1');
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const run = (...argv: string[]) =>
  line.run(argv, {
    env: { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) },
  });

async function ids(): Promise<Map<string, string>> {
  const { items } = JSON.parse((await run('list', '--json')).stdout);
  return new Map(items.map((one: Record<string, string>) => [one.transactionReference, one.transactionId]));
}

it('is file, line and job, also behind a row that was not sent', async () => {
  const sent = await ids();
  expect([...sent.keys()].sort()).toEqual(['R1', 'R2', 'R4', 'R5', 'R6', 'R7']);
  for (const [reference, at] of [
    ['R1', 2],
    ['R2', 3],
    ['R4', 5],
    ['R7', 8],
  ] as const) {
    expect((await run('get', sent.get(reference) ?? '')).stdout).toMatch(
      new RegExp(`\\nsent from +FOLDER/till\\.csv line ${at}, job JOB\\n$`),
    );
  }
  const { origins } = JSON.parse((await run('get', sent.get('R5') ?? '', '--json')).stdout);
  expect(origins).toEqual([{ transactionId: expect.any(String), job: 'JOB', file: expect.stringMatching(/till\.csv$/), line: 6 }]);
});

it('has no line where the file was changed since, and is not told of what another machine sent', async () => {
  const sent = await ids();
  const other = await server.uploadAndImport([
    { amount: 1, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z', transactionReference: 'X' },
  ]);
  expect(other).toBeDefined();
  expect((await run('get', (await ids()).get('X') ?? '')).stdout).not.toContain('sent from');
  appendFileSync(file, '2026-11-20T11:00:00Z,1.00,8,CHF,R8\n');
  expect((await run('get', sent.get('R2') ?? '')).stdout).toMatch(/\nsent from +FOLDER\/till\.csv, job JOB\n$/);
});
