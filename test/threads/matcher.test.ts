/** Matching beside the data, as built: it begins by itself after uploads of both sides, and again after an undo. Dry runs beside both. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultImportConfiguration } from '../../src/importing/rules.js';
import type { Data } from '../../src/threads/data.js';
import { recordQuery } from '../store/every-statement.js';
import { query } from '../store/list-model.js';

// Threads run what is built: Node 20 cannot run TypeScript.
const { openData } = (await import(
  new URL('../../dist/threads/many-threads.js', import.meta.url).href
)) as typeof import('../../src/threads/many-threads.js');
const module = new URL('../../dist/store/sqlite/sqlite-store.js', import.meta.url).href;

const sale = { amount: 1.5, currency: 'EUR', transactionDate: '2026-11-10T10:00:00Z', transactionReference: 'a reference of many letters' };
const failures: unknown[] = [];
let directory: string;
let data: Data;
let tenantId: string;
let userId: string;

const open = () => openData({ module, directory }, { onMatchError: (error) => failures.push(error) });
const tenant = () => data.tenant({ tenantId, scope: 'whole' });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sales-matcher-'));
  data = await open();
  const setup = { customerName: 'c', tenantName: 't', importConfiguration: defaultImportConfiguration, userName: 'api', passwordHash: 'h' };
  ({ tenantId } = await data.setUp(setup));
  userId = (await data.userByName('api'))?.id ?? '';
});
afterAll(async () => {
  await data.close();
  await rm(directory, { recursive: true });
});

const receive = (kind: 'Sales' | 'Settlement', rows: unknown) => {
  const body = new Uint8Array(Buffer.from(JSON.stringify({ [kind === 'Sales' ? 'transactions' : 'records']: rows })));
  return tenant().receive({ kind, userId, importConfigurationId: undefined, uploadGroup: null, idempotency: null, body });
};
const states = async () => {
  const sales = JSON.parse(await tenant().search('listTransactions', query())).items;
  const records = JSON.parse(await tenant().search('listRecords', recordQuery())).items;
  return [...sales, ...records].map((row) => row.transactionMatchState ?? row.matchState).sort();
};

it('sales and records that came become matches, and an undo ends them; what is left is matched anew', async () => {
  await receive('Sales', [sale, { ...sale, transactionReference: 'another' }]);
  const { uploadId } = await receive('Settlement', [{ ...sale, settlementDate: '2026-11-11' }]);
  await expect.poll(states).toEqual(['Match', 'Match', 'Unmatched']);
  await tenant().withdraw(uploadId, 'admin', { origin: null, requestId: null });
  expect(await states()).toEqual(['Unmatched', 'Unmatched']);
  await receive('Settlement', [{ ...sale, transactionReference: 'another', settlementDate: '2026-11-11' }]);
  await expect.poll(states).toEqual(['Match', 'Match', 'Unmatched']);
  expect(failures).toEqual([]);
});

it('what came shortly before an end is matched after the next start', async () => {
  await receive('Sales', [{ ...sale, transactionReference: 'late' }]);
  await receive('Settlement', [{ ...sale, transactionReference: 'late', settlementDate: '2026-11-11' }]);
  await data.close();
  data = await open();
  await expect.poll(states).toEqual(['Match', 'Match', 'Match', 'Match', 'Unmatched']);
  expect(failures).toEqual([]);
});

it('a dry run answers while the data is used, one at a time, and ends with the data', async () => {
  const dryRun = (of = tenant()) => of.dryRun?.({ settings: null, isAll: false });
  const [first, second] = await Promise.allSettled([dryRun(), dryRun()]);
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'running', retryAfterS: 2 } });
  const matches = { matches: 2, proposals: 0, cancellations: 0 };
  expect(first).toMatchObject({ status: 'fulfilled', value: { before: matches, after: matches, begin: 0, end: 0 } });
  // What its thread fails with is told, and the next one can be made.
  await expect(dryRun(data.tenant({ tenantId: 'nobody', scope: 'whole' }))).rejects.toMatchObject({ code: expect.any(String) });
  await expect(dryRun()).resolves.toEqual((first as PromiseFulfilledResult<unknown>).value);
  const ended = expect(dryRun()).rejects.toThrow();
  await data.close();
  await ended;
  data = await open();
});
