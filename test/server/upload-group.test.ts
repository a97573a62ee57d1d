/** Duplicates as a client meets them: the header, the state of an upload, the list, and the command line with the same file twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCommandLine } from '../cli/command-line.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const group = (number: number) => ({ headers: { 'upload-group': `0190A5D4-7f3c-7b3e-8c1d-00000000000${number}` } });
const coffee = (terminalId: string) => ({ amount: 2.5, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z', terminalId });

async function stateOf(rows: unknown[], headers = {}): Promise<{ summary: string }> {
  const { status, json } = await server.upload(rows, headers);
  expect(status).toBe(200);
  return (await server.request(`/sales/v1/transactions/upload/${json.uploadId}`)).json;
}

const summaryOf = async (rows: unknown[], headers = {}) => (await stateOf(rows, headers)).summary;

describe('Upload-Group', () => {
  it('makes several uploads one file, in which equal rows are several sales', async () => {
    expect(await summaryOf([coffee('T1')], group(1))).toBe('1 transaction received: 1 imported. Imported: EUR 2.50 (1).');
    expect(await summaryOf([coffee('T1')], group(1))).toBe('1 transaction received: 1 imported. Imported: EUR 2.50 (1).');
    expect(await summaryOf([coffee('T1'), coffee('T1')], group(2))).toBe('2 transactions received: 0 imported, 2 duplicates.');
    expect(await summaryOf([coffee('T1')])).toBe('1 transaction received: 0 imported, 1 duplicate.');
    expect(await stateOf([coffee('T1'), coffee('T1'), coffee('T1')], group(3))).toMatchObject({ status: 'Processed', duplicates: 2 });
    expect(await stateOf([coffee('T9')])).not.toHaveProperty('duplicates');
    const { json } = await server.request('/sales/v1/transactions?transactionMatchState=Skip');
    expect(json.items).toHaveLength(5);
  });

  it.each(['', 'file 1', '0190a5d4', '0190a5d4-7f3c-7b3e-8c1d-000000000001, 0190a5d4-7f3c-7b3e-8c1d-000000000002'])(
    '%j is a 400',
    async (header) => {
      const { status, json } = await server.upload([coffee('T2')], { headers: { 'upload-group': header } });
      expect([status, json.errors]).toEqual([400, { 'Upload-Group': ['must be a UUID'] }]);
    },
  );
});

it('the same file again, on purpose: nothing is doubled, nothing is an error', async () => {
  const line = openCommandLine(null);
  const env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) };
  const rows = Array.from({ length: 9 }, (_, index) => `2.50,EUR,2026-11-20T10:00:00Z,T${3 + (index % 3)}`);
  const file = line.file('coffee.csv', ['amount,currency,transactionDate,terminalId', ...rows].join('\n'));
  // Batches of two: twins lie in several of them.
  const upload = (...flags: string[]) => line.run(['upload', file, '--batch', '2', ...flags], { env });
  expect(await upload()).toMatchObject({ exit: 0, stderr: expect.stringContaining('9 sales imported') });
  const inBatches = await upload('--again');
  expect(inBatches).toMatchObject({ exit: 0, stderr: expect.stringContaining('NO NEW   0 of 9 sales imported') });
  expect(inBatches.stderr).toContain('9 duplicates of earlier uploads: they count once');
  const again = await upload('--again', '--batch', '1000');
  expect(again).toMatchObject({ exit: 0, stderr: expect.stringContaining('9 transactions received: 0 imported, 9 duplicates.') });
  const standing = await server.request('/sales/v1/transactions?transactionMatchState=Unmatched&terminalId=T3');
  expect(standing.json.items).toHaveLength(3);
  line.remove();
});
