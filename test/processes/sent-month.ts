/** A month of both sides, sent to real servers in several uploads; and what one full run says of what is there. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { tenThousandths } from '../../src/contract/amount.js';
import { operations } from '../../src/contract/operations.js';
import type { SettlementRecord } from '../../src/contract/records.js';
import { type SettlementRecordUpload, settlementFields } from '../../src/contract/settlement.js';
import { type Transaction, type TransactionUpload, transactionFields } from '../../src/contract/transaction.js';
// @ts-expect-error The bench is plain JavaScript.
import { monthOf } from '../bench/matching/month.js';
import { send } from '../support/test-server.js';

export interface Month {
  sales: TransactionUpload[];
  records: SettlementRecordUpload[];
}

const { matched } = (await import(new URL('../bench/matching/matched.js', import.meta.url).href)) as {
  matched(month: Month): { results: { sales: number[]; records: number[]; proposed?: true; skip?: true }[] };
};

/** Without cash, which no import configuration leaves out here, and without what import refuses: amounts of more than four decimals, records of no day. */
export function monthWithoutCash(rows: number): Month {
  const { sales, records }: Month = monthOf({ rows, seed: 5, noise: 3 });
  const hasDay = ({ transactionDate, businessDate, settlementDate }: SettlementRecordUpload) =>
    transactionDate || businessDate || settlementDate;
  const isImported = ({ amount }: TransactionUpload) => tenThousandths(amount ?? 0) !== null;
  return { sales: sales.filter((sale) => sale.brandId !== 'CASH' && isImported(sale)), records: records.filter(hasDay) };
}

/** A server as the month is sent to it. */
interface MonthServer {
  url: string;
  ca: string;
}

export interface SentMonth {
  /** The uploads, in the order in which they were sent. */
  sent: { id: string; rows: Partial<Month>; isThere: boolean }[];
  upload(rows: Partial<Month>): Promise<void>;
  undo(one: SentMonth['sent'][number] | undefined): Promise<void>;
  redo(one: SentMonth['sent'][number] | undefined): Promise<void>;
  states(): Promise<string[]>;
  /** Waits until the states are those of one full run over what is there. */
  isCaughtUp(): Promise<void>;
}

/** `serverOf` gives the server for each call: the one that runs, or any of several. */
export function sentMonth(serverOf: () => MonthServer): SentMonth {
  const groups = { sales: randomUUID(), records: randomUUID() };
  const sent: SentMonth['sent'] = [];
  const call = (path: string, method: 'GET' | 'POST', body?: unknown, headers = {}) => {
    const { url, ca } = serverOf();
    return send(url, ca, path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  async function listed<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let page = 1; ; page++) {
      const { text } = await call(`${path}?pageSize=500&pageNumber=${page}`, 'GET');
      const found = JSON.parse(text) as { items: Item[]; hasMore: boolean };
      items.push(...found.items);
      if (!found.hasMore) return items;
    }
  }

  async function states(): Promise<string[]> {
    const sales = await listed<Transaction>(operations.listTransactions.path);
    const records = await listed<SettlementRecord>(operations.listRecords.path);
    return [
      ...sales.map((sale) => `${sale.transactionMatchState} ${nameOf(sale, listedFields(transactionFields))}`),
      ...records.map((record) => `${record.matchState} ${nameOf(record, listedFields(settlementFields))}`),
    ].sort();
  }

  const there = (): Month => {
    const some = sent.filter(({ isThere }) => isThere).map(({ rows }) => rows);
    return { sales: some.flatMap(({ sales }) => sales ?? []), records: some.flatMap(({ records }) => records ?? []) };
  };
  const change = async (path: string, one: SentMonth['sent'][number] | undefined, isThere: boolean) => {
    if (!one) throw new Error('nothing was sent');
    const { status } = await call(path.replace('{uploadId}', one.id), 'POST');
    expect(status).toBe(200);
    one.isThere = isThere;
  };
  return {
    sent,
    states,
    upload: async (rows) => {
      const [path, body] = rows.sales
        ? [operations.uploadTransactions.path, { transactions: rows.sales }]
        : [operations.uploadRecords.path, { records: rows.records }];
      // Rows that are alike are no duplicates: they are of one file.
      const { status, text } = await call(path, 'POST', body, { 'upload-group': groups[rows.sales ? 'sales' : 'records'] });
      expect([status, text.slice(0, 200)]).toEqual([200, expect.stringContaining('uploadId')]);
      sent.push({ id: JSON.parse(text).uploadId, rows, isThere: true });
    },
    undo: (one) => change(operations.withdrawUpload.path, one, false),
    redo: (one) => change(operations.restoreUpload.path, one, true),
    isCaughtUp: async () => {
      const expected = expectedStates(there());
      // One small answer, again and again, before all rows are listed.
      const run = async () => JSON.parse((await call(operations.getMatchRun.path, 'GET')).text).state;
      await expect.poll(run, { timeout: 180_000, interval: 100 }).not.toBe('Pending');
      await expect
        .poll(async () => between(expected, await states()), { timeout: 180_000, interval: 500 })
        .toEqual({ lacking: [], besides: [] });
    },
  };
}

/** A row by what its side compares, so that rows which nothing tells apart have one name. */
function nameOf(row: object, fields: readonly string[]): string {
  return JSON.stringify(fields.map((field) => (row as Record<string, unknown>)[field] ?? null));
}
const listedFields = (fields: readonly string[]) =>
  fields.filter((field) => !['additionalData', 'transactionTypes', 'description'].includes(field));

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
