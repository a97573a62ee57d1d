/**
 * A month of both sides sent to the real server, which matches it by itself: the states are those of one full run over what is there, after an
 * undo of either side, and after kills at any moment. SEED repeats a run.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '../../src/contract/paths.js';
import type { SettlementRecord } from '../../src/contract/records.js';
import { type SettlementRecordUpload, settlementFields } from '../../src/contract/settlement.js';
import { type Transaction, type TransactionUpload, transactionFields } from '../../src/contract/transaction.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { mismatchedRows } from '../../src/store/sqlite/verify/matched.js';
// @ts-expect-error The bench is plain JavaScript.
import { monthOf } from '../bench/matching/month.js';
import { seeded } from '../faults/seeded.js';
import { dataDirectory, type ServeProcess, serve } from '../support/serve-process.js';
import { send } from '../support/test-server.js';

interface Month {
  sales: TransactionUpload[];
  records: SettlementRecordUpload[];
}

const { matched } = (await import(new URL('../bench/matching/matched.js', import.meta.url).href)) as {
  matched(month: Month): { results: { sales: number[]; records: number[]; proposed?: true; skip?: true }[] };
};
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = seeded(seed);
const KILLS = process.env.SOAK ? 50 : 5;
const KILLED_WITHIN_MS = 2_500;
const month = sentMonth();
const groups = { sales: randomUUID(), records: randomUUID() };

let data: Awaited<ReturnType<typeof dataDirectory>>;
let server: ServeProcess;
beforeAll(async () => {
  process.stderr.write(`matching with SEED=${seed}\n`);
  data = await dataDirectory();
  server = await serve(data.directory, data.passwordFile, {}, ['--log', 'none']);
});
afterAll(async () => {
  await server.end('SIGTERM');
  await data.remove();
});

/** Without cash, which no import configuration leaves out here. */
function sentMonth(): Month {
  const { sales, records }: Month = monthOf({ rows: 2_000, seed: 5, noise: 3 });
  return { sales: sales.filter(({ brandId }) => brandId !== 'CASH'), records };
}

const call = (path: string, method: 'GET' | 'POST', body?: unknown, headers = {}) =>
  send(server.url, server.ca, path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function upload(rows: Partial<Month>): Promise<string> {
  const [path, body] = rows.sales
    ? [paths.uploadTransactions, { transactions: rows.sales }]
    : [paths.uploadRecords, { records: rows.records }];
  // Rows that are alike are no duplicates: they are of one file.
  const { status, text } = await call(path, 'POST', body, { 'upload-group': groups[rows.sales ? 'sales' : 'records'] });
  expect([status, text.slice(0, 200)]).toEqual([200, expect.stringContaining('uploadId')]);
  return JSON.parse(text).uploadId;
}

const change = (path: string, uploadId: string) => call(path.replace('{uploadId}', uploadId), 'POST');

async function listed<Item>(path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const { text } = await call(`${path}?pageSize=500&pageNumber=${page}`, 'GET');
    const found = JSON.parse(text) as { items: Item[]; hasMore: boolean };
    items.push(...found.items);
    if (!found.hasMore) return items;
  }
}

/** A row by what its side compares, so that rows which nothing tells apart have one name. */
function nameOf(row: object, fields: readonly string[]): string {
  return JSON.stringify(fields.map((field) => (row as Record<string, unknown>)[field] ?? null));
}
const listedFields = (fields: readonly string[]) =>
  fields.filter((field) => !['additionalData', 'transactionTypes', 'description'].includes(field));

async function states(): Promise<string[]> {
  const sales = await listed<Transaction>(paths.listTransactions);
  const records = await listed<SettlementRecord>(paths.listRecords);
  return [
    ...sales.map((sale) => `${sale.transactionMatchState} ${nameOf(sale, listedFields(transactionFields))}`),
    ...records.map((record) => `${record.matchState} ${nameOf(record, listedFields(settlementFields))}`),
  ].sort();
}

/** As one full run says of these rows. */
function expectedStates(of: Month): string[] {
  const booked = matched(of).results.filter(({ proposed }) => !proposed);
  const stateOf = (side: 'sales' | 'records') => {
    const known = new Map(booked.flatMap((match) => match[side].map((row) => [row, match.skip ? 'Skip' : 'Match'])));
    return (index: number) => known.get(index);
  };
  const [ofSales, ofRecords] = [stateOf('sales'), stateOf('records')];
  const isPayment = ({ type }: SettlementRecordUpload) => !type || ['Sale', 'Refund', 'Reversal'].includes(type);
  return [
    ...of.sales.map((sale, index) => `${ofSales(index) ?? 'Unmatched'} ${nameOf(sale, listedFields(transactionFields))}`),
    ...of.records.map((record, index) => {
      const state = ofRecords(index) ?? (isPayment(record) ? 'Unmatched' : 'NotApplicable');
      return `${state} ${nameOf(record, listedFields(settlementFields))}`;
    }),
  ].sort();
}

/** The uploads by their ids, in the order in which they were sent. */
const sent: { id: string; rows: Partial<Month>; isThere: boolean }[] = [];
const there = (): Month => {
  const some = sent.filter(({ isThere }) => isThere).map(({ rows }) => rows);
  return { sales: some.flatMap(({ sales }) => sales ?? []), records: some.flatMap(({ records }) => records ?? []) };
};
const isCaughtUp = async () => {
  const expected = expectedStates(there());
  await expect
    .poll(async () => between(expected, await states()), { timeout: 60_000, interval: 500 })
    .toEqual({ lacking: [], besides: [] });
};

/** The first rows that are in one and not in the other. */
function between(expected: readonly string[], told: readonly string[]) {
  const without = (some: readonly string[], others: readonly string[]) => {
    const left = new Map<string, number>();
    for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
    return some.filter((one) => {
      const count = left.get(one) ?? 0;
      left.set(one, count - 1);
      return count <= 0;
    });
  };
  return { lacking: without(expected, told).slice(0, 5), besides: without(told, expected).slice(0, 5) };
}

it('what comes in several uploads, before and after each other, is matched as one full run says', async () => {
  const { sales, records } = month;
  const half = Math.floor(sales.length / 2);
  const third = Math.floor(records.length / 3);
  for (const rows of [
    { records: records.slice(0, third) },
    { sales: sales.slice(half) },
    { records: records.slice(third) },
    { sales: sales.slice(0, half) },
  ] satisfies Partial<Month>[])
    sent.push({ id: await upload(rows), rows, isThere: true });
  await isCaughtUp();
  expect((await states()).filter((state) => state.startsWith('Match')).length).toBeGreaterThan(2_000);
}, 120_000);

it('an undo of either side leaves what was never there', async () => {
  for (const one of [sent[0], sent[1]]) {
    if (!one) throw new Error('nothing was sent');
    await change(paths.withdrawUpload, one.id);
    one.isThere = false;
    await isCaughtUp();
  }
}, 240_000);

it(`${KILLS} kills at any moment leave nothing half done, and all is caught up with afterwards`, async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const one = sent[random(sent.length)];
    if (!one) throw new Error('nothing was sent');
    await change(one.isThere ? paths.withdrawUpload : paths.restoreUpload, one.id);
    one.isThere = !one.isThere;
    await wait(random(KILLED_WITHIN_MS));
    await server.end('SIGKILL');
    const db = new Database(join(data.directory, 'sales.db'), { readonly: true });
    expect(mismatchedRows(db)).toBe(0);
    db.close();
    server = await serve(data.directory, null, {}, ['--log', 'none']);
  }
  for (const one of sent.filter(({ isThere }) => !isThere)) {
    await change(paths.restoreUpload, one.id);
    one.isThere = true;
  }
  await isCaughtUp();
}, 600_000);
