/**
 * Sales of one till, minute and amount that the server takes for one, through the real command line to a real server: where a column that
 * is no field tells them apart, the upload does not end as if all were well.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StubServer } from '../client/stub-server.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';
import { type CommandLine, openCommandLine } from './command-line.js';

let server: TestServer;
let line: CommandLine;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  const { url, ca } = server;
  line = openCommandLine({ url, ca } as StubServer);
});
afterEach(() => line.remove());

let tills = 0;

/** Uploads a file with these cells under the last column of `header`, all of one till and minute. */
function upload(header: string, till: string, cells: readonly string[], ...flags: string[]) {
  const rows = cells.map((cell) => `2026-11-20 08:12:00,4.80,EUR,${till},${cell}`);
  const path = line.file(`${till}-${cells.join('').length}-${cells[0]?.replace(/\W/g, '')}.csv`, `${[header, ...rows].join('\n')}\n`);
  return line.run(['upload', '--timezone', 'UTC', '--decimal', '.', ...flags, path], { env: { SALES_PASSWORD: password } });
}

async function matchStates(till: string): Promise<string[]> {
  const { json } = await server.request(`/sales/v1/transactions?pageSize=500&terminalId=${till}&sorting.direction=Ascending`);
  return json.items.map(({ transactionMatchState }: { transactionMatchState: string }) => transactionMatchState);
}

it.each([
  ['Slipkennung', 'Datum,Betrag,Währung,TID,Slipkennung'],
  ['Clé interne', 'Date,Montant,Devise,TID,Clé interne'],
  ['Codice slip', 'Date,Amount,Currency,TID,Codice slip'],
])('another %s than the row that is said to be the same: exit 8, and both are named', async (key, header) => {
  const till = `differ${++tills}`;
  expect((await upload(header, till, ['X-17'])).exit).toBe(0);
  const second = await upload(header, till, ['X-23'], '--json');
  expect(second.exit).toBe(8);
  expect(JSON.parse(second.stdout)).toMatchObject({
    differingDuplicates: { rows: [{ key, value: 'X-23', earlier: 'X-17' }], otherKeys: [] },
    exit: 8,
  });
  expect(await matchStates(till)).toEqual(['Unmatched', 'Skip']);
  const third = await upload(header, till, ['X-31']);
  expect(third.exit).toBe(8);
  expect(third.stderr).toContain(`${key} "X-31" beside "X-17"`);
  expect(third.stderr).toContain(`--set 'transactionReference=${key}'`);
});

it('the same rows again, and other cells that tell no rows apart: exit 0, with a note', async () => {
  const till = `differ${++tills}`;
  const header = 'Date,Amount,Currency,TID,Printed';
  await upload(header, till, ['20.11.2026 20:00', '20.11.2026 20:00']);
  const later = await upload(header, till, ['20.11.2026 21:00', '20.11.2026 21:00'], '--json');
  expect(later.exit).toBe(0);
  expect(JSON.parse(later.stdout)).toMatchObject({ differingDuplicates: { rows: [], otherKeys: ['Printed'] } });
  expect((await upload(header, till, ['20.11.2026 22:00', '20.11.2026 22:00'])).stderr).toContain('in Printed, which');
  const again = await upload(header, till, ['20.11.2026 20:00', '20.11.2026 20:00'], '--again', '--json');
  expect(again.exit).toBe(0);
  expect(JSON.parse(again.stdout)).not.toHaveProperty('differingDuplicates');
});

it('a number that counts the rows of its file tells no sales apart', async () => {
  const till = `differ${++tills}`;
  const header = 'Date,Amount,Currency,TID,Zeile';
  await upload(header, till, ['1', '2']);
  expect((await upload(header, till, ['1', '2', '3'])).exit).toBe(0);
});
