/**
 * A month as files, over the command line and servers on both databases: sums of money, payouts and fees are what whole numbers say of the lines of
 * the files, for any filter and whoever asks. SEED makes the same month again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedException } from '../../src/contract/exceptions.js';
import type { MoneyItem } from '../../src/contract/money.js';
import { type MoneyDimension, moneyDimensions, soldParts } from '../../src/contract/money-parts.js';
import type { Payout, PayoutDetail } from '../../src/contract/payouts.js';
import { type CommandLine, openCommandLine } from '../cli/command-line.js';
import { isSoak, seed } from '../support/at-length.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { password, type ServeProcess, serve } from '../support/serve-process.js';
import { send } from '../support/test-server.js';
import { type Cells, csvOf, payerMonth } from './payer-month.js';

const numRuns = isSoak ? 2_000 : 150;
const month = payerMonth(seed);
const units: Record<string, (terminalId: string) => boolean> = { api: () => true, north: (terminalId) => terminalId.startsWith('N-') };

const cents = (text: string | undefined) => BigInt((text || '0.00').replace('.', ''));
const sum = (rows: readonly Cells[], name = 'amount') => rows.reduce((all, row) => all + cents(row[name]), 0n);
/** Of a line; null where it tells neither. */
const feeOf = ({ amount, fee, netAmount }: Cells) => (fee ? cents(fee) : netAmount ? cents(amount) - cents(netAmount) : null);
const netOf = (row: Cells) => (row.netAmount ? cents(row.netAmount) : cents(row.amount) - cents(row.fee));

const isCash = ({ transactionTypes }: Cells) => transactionTypes === 'Bar';
const settled = new Map(
  month.records.filter(({ type }) => type === 'Sale' || type === 'Refund').map((row) => [row.transactionReference, row]),
);

/** What must be told of these sales. */
function expected(sales: readonly Cells[], sees: (terminalId: string) => boolean) {
  const sold = sales.filter((sale) => !isCash(sale));
  const paid = sold.filter(({ transactionReference }) => settled.has(transactionReference));
  const records = paid.map(({ transactionReference }) => settled.get(transactionReference) as Cells);
  const names = new Set(records.map(({ transactionReference }) => transactionReference));
  const takenBack = month.records.filter(({ originalReference, terminalId }) => names.has(originalReference) && sees(terminalId ?? ''));
  const all = [...records, ...takenBack];
  const net = all.reduce((before, row) => before + netOf(row), 0n);
  const fees = all.reduce((before, row) => before + (feeOf(row) ?? 0n), 0n);
  return {
    sold: [sold.length, sum(sold)],
    cash: [sales.length - sold.length, sum(sales.filter(isCash))],
    paid: [paid.length, sum(paid)],
    takenBack: [takenBack.length, sum(takenBack)],
    fees,
    corrections: net - (sum(all) - fees),
    paidOut: [all.length, net],
    others: [0n, 0, 0, 0],
  };
}

/** The same of an answer, whose parts add up to what was sold. */
function answered(item: MoneyItem) {
  const sales = ({ transactions, amount }: MoneyItem['sold']) => [transactions, cents(amount)];
  const records = ({ records, amount }: MoneyItem['takenBack']) => [records, cents(amount)];
  expect(soldParts.reduce((all, part) => all + cents(item[part].amount), 0n)).toBe(cents(item.sold.amount));
  expect(soldParts.reduce((all, part) => all + item[part].transactions, 0)).toBe(item.sold.transactions);
  return {
    ...{ sold: sales(item.sold), cash: sales(item.cash), paid: sales(item.paid), takenBack: records(item.takenBack) },
    ...{ fees: cents(item.fees), corrections: cents(item.corrections), paidOut: records(item.paidOut) },
    others: [cents(item.difference), item.withoutAmount, item.withoutRecords.transactions, item.withoutNet.records],
  };
}

const keys: Record<MoneyDimension, (sale: Cells) => (string | null)[]> = {
  day: ({ transactionDate = '' }) => [transactionDate.slice(0, 10)],
  account: ({ transactionReference }) => {
    const record = settled.get(transactionReference);
    return [record?.acquirerId ?? null, record?.merchantId ?? null];
  },
  terminal: ({ terminalId = null }) => [terminalId],
  brand: ({ brandId = null }) => [brandId],
};

const some = <Value>(...values: Value[]) => fc.constantFrom(...values);
const instant = fc.tuple(fc.integer({ min: 1, max: 28 }), some('T00:00:00Z', 'T14:30:00+02:00'));
const values = {
  terminalId: some('N-1', 'N-2', 'S-1'),
  brandId: some('VISA', 'TWINT'),
  currency: some('EUR', 'EUR', 'CHF'),
  amountFrom: some('-10', '0.01', '20'),
  amountTo: some('0', '50.05', '170'),
  transactionDateFrom: instant.map(([day, time]) => `2026-09-${String(day).padStart(2, '0')}${time}`),
  transactionDateTo: instant.map(([day, time]) => `2026-09-${String(day).padStart(2, '0')}${time}`),
};
type Filter = Partial<Record<keyof typeof values, string>>;
const filters: fc.Arbitrary<Filter> = fc
  .subarray(Object.entries(values), { maxLength: 3 })
  .chain((kept) => fc.record(Object.fromEntries(kept)));

function passes(sale: Cells, filter: Filter): boolean {
  const is = (wanted: string | undefined, value: string | undefined) => wanted === undefined || wanted === value;
  const [at, amount] = [Date.parse(sale.transactionDate ?? ''), Number(sale.amount)];
  return (
    is(filter.terminalId, sale.terminalId) &&
    is(filter.brandId, sale.brandId) &&
    is(filter.currency, sale.currency) &&
    amount >= Number(filter.amountFrom ?? -1e9) &&
    amount <= Number(filter.amountTo ?? 1e9) &&
    at >= Date.parse(filter.transactionDateFrom ?? '2026-01-01T00:00:00Z') &&
    at <= Date.parse(filter.transactionDateTo ?? '2027-01-01T00:00:00Z')
  );
}

function monthOn(name: string, flagsOf: (file: (name: string, text: string) => string) => Promise<string[]>): void {
  describe(`a month of files on ${name} (SEED=${seed})`, () => {
    let [line, server, root] = [] as unknown as [CommandLine, ServeProcess, string];
    const agent = new Agent({ keepAlive: true });

    beforeAll(async () => {
      root = mkdtempSync(join(tmpdir(), 'sales-files-'));
      line = openCommandLine(null);
      const passwordFile = line.file('password', password);
      const flags = await flagsOf(line.file);
      server = await serve(join(root, 'data'), passwordFile, {}, ['--no-console', ...flags]);
      const env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: server.caFile };
      const sales = async (...argv: string[]) => {
        const { exit, stderr } = await line.run(argv, { env, stdin: `${password}\n` });
        if (exit !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
      };
      const admin = (...argv: string[]) => sales('admin', ...(flags.length > 0 ? flags : ['--data', join(root, 'data')]), ...argv);
      await admin('unit', 'add', 'North', '--tenant', 'Default', '--terminal', 'N-1', '--terminal', 'N-2');
      await admin('user', 'add', 'north', '--unit', 'North', '--password-stdin');
      await sales('upload', line.file('till.csv', csvOf(month.sales)));
      await sales('settle', line.file('acquirer.csv', csvOf(month.records)));
      await sales('match', 'wait');
    });
    afterAll(async () => {
      agent.destroy();
      await server?.end('SIGTERM');
      line?.remove();
      rmSync(root, { recursive: true, force: true });
    });

    async function ask<Answer>(user: string, path: string, query: Record<string, string> = {}): Promise<Answer> {
      const address = `/settlement/v1/${path}?${new URLSearchParams(query)}`;
      const { status, json, text } = await send(server.url, server.ca, address, { login: `${user}:${password}` }, agent);
      if (status !== 200) throw new Error(`${address}: ${status} ${text}`);
      return json;
    }
    const payoutsFor = async (user: string, query: Record<string, string> = {}) =>
      (await ask<{ items: Payout[] }>(user, 'payouts', { pageSize: '500', ...query })).items;

    it('is told as money to the cent, for any filter and whoever asks', async () => {
      let tables = 0;
      const by = some<MoneyDimension | undefined>(undefined, ...moneyDimensions);
      await fc.assert(
        fc.asyncProperty(filters, by, some(...Object.keys(units)), async (filter, by, user) => {
          const sees = units[user] as (typeof units)[string];
          const groups = new Map<string, Cells[]>();
          for (const sale of month.sales.filter((sale) => sees(sale.terminalId ?? '') && passes(sale, filter))) {
            const key = JSON.stringify(by === undefined ? [] : keys[by](sale));
            groups.set(key, [...(groups.get(key) ?? []), sale]);
          }
          const { items } = await ask<{ items: MoneyItem[] }>(user, 'money', { ...filter, ...(by && { by }) });
          const told = items.map((item) => {
            const names = {
              day: [item.day],
              account: [item.acquirerId, item.merchantId],
              terminal: [item.terminalId],
              brand: [item.brandId],
            };
            return [JSON.stringify(by === undefined ? [] : names[by]), answered(item)] as const;
          });
          expect(new Map(told)).toEqual(new Map([...groups].map(([key, sales]) => [key, expected(sales, sees)])));
          tables += items.length;
        }),
        { numRuns, seed },
      );
      expect(tables).toBeGreaterThan(numRuns);
    }, 600_000);

    it('has all payouts that do not add up, and only these, with their differences and parts', async () => {
      const items = await payoutsFor('api');
      const told = items.map(
        ({ payoutId, status, difference }) => [payoutId, { status, difference: difference && cents(difference) }] as const,
      );
      expect(new Map(told)).toEqual(month.payouts);
      const differing = [...month.payouts].filter(([, { status }]) => status === 'Differs').map(([payoutId]) => payoutId);
      expect(differing.length).toBeGreaterThan(5);
      expect((await payoutsFor('api', { status: 'Differs' })).map(({ payoutId }) => payoutId).sort()).toEqual(differing.sort());
      const { items: open } = await ask<{ items: ListedException[] }>('api', 'exceptions', { reason: 'PayoutDiffers', pageSize: '500' });
      expect(open.map(({ payoutId }) => payoutId).sort()).toEqual(differing.sort());
      for (const { id, payoutId } of items) {
        const { parts, paid } = await ask<PayoutDetail>('api', `payouts/${id}`);
        const lines = month.records.filter((row) => row.payoutId === payoutId);
        const wanted = new Map<string, [number, bigint, bigint]>();
        for (const row of lines.filter(({ type }) => type !== 'Payout')) {
          const [records, amount, net] = wanted.get(row.type ?? '') ?? [0, 0n, 0n];
          wanted.set(row.type ?? '', [records + 1, amount + cents(row.amount), net + netOf(row)]);
        }
        expect([payoutId, new Map(parts.map(({ type, records, amount, net }) => [type, [records, cents(amount), cents(net)]]))]).toEqual([
          payoutId,
          wanted,
        ]);
        const announced = lines.filter(({ type }) => type === 'Payout');
        expect(paid === null ? [] : [cents(paid)].map((value) => (value < 0n ? -value : value))).toEqual(
          announced.map(({ amount }) => cents(amount)).map((value) => (value < 0n ? -value : value)),
        );
      }
    });

    it('tells fees without what was paid out', async () => {
      const { items } = await ask<{ items: { fees: string }[] }>('api', 'fees');
      const costs = month.records
        .filter(({ type }) => type !== 'Payout')
        .map((row) => (row.type === 'Fee' ? -netOf(row) : (feeOf(row) ?? 0n)))
        .reduce((all, cost) => all + cost, 0n);
      expect(items.map(({ fees }) => cents(fees))).toEqual([costs]);
    });

    it('tells a user of units no figure of a whole payout', async () => {
      const items = await payoutsFor('north');
      expect(items.length).toBeGreaterThan(20);
      for (const { payoutId, paid, difference, status, net } of items) {
        const own = month.records.filter((row) => row.payoutId === payoutId && row.terminalId?.startsWith('N-'));
        expect([payoutId, paid, difference, status, cents(net)]).toEqual([
          ...[payoutId, null, null, null],
          own.reduce((all, row) => all + netOf(row), 0n),
        ]);
        const detail = await ask<PayoutDetail>('north', `payouts/${items.find((item) => item.payoutId === payoutId)?.id}`);
        expect([detail.paid, detail.difference, detail.status]).toEqual([null, null, null]);
      }
      expect(await payoutsFor('north', { status: 'Differs' })).toEqual([]);
      const { items: open } = await ask<{ items: ListedException[] }>('north', 'exceptions', { pageSize: '500' });
      expect(open.map(({ side }) => side)).toContain('Sale');
      expect(open.filter(({ side }) => side !== 'Sale' && side !== 'Record')).toEqual([]);
      for (const side of ['Payout', 'Account']) await expect(ask('north', 'exceptions', { side })).rejects.toThrow('403');
      const { items: records } = await ask<{ items: { recordId: string }[] }>('api', 'records', { type: 'Payout', pageSize: '500' });
      for (const { recordId } of records.slice(0, 5)) await expect(ask('north', `payouts/${recordId}`)).rejects.toThrow('404');
      expect((await ask<{ items: unknown[] }>('north', 'records', { type: 'Payout' })).items).toEqual([]);
    });
  });
}

monthOn('SQLite', async () => []);

const programs = postgresPrograms();
describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());

  monthOn('PostgreSQL', async (file) => [
    '--database-file',
    file('address', `postgres://sales_app@127.0.0.1:${cluster.port}/${await cluster.newDatabase()}`),
  ]);
});
