/** The table of money as a store adds it up, held against plain memory. Ten thousand filters in `npm run soak`; SEED makes the same history again. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundTransaction } from '../../src/contract/found-transaction.js';
import type { Money, MoneyQuery } from '../../src/contract/money.js';
import { moneyDimensions, moneyParts } from '../../src/contract/money-parts.js';
import type { SearchQuery } from '../../src/contract/query.js';
import type { NewMatch, OpenRow } from '../../src/store/matching.js';
import { rowNumber } from '../../src/store/matching.js';
import type { TenantStore } from '../../src/store/store.js';
import { isSoak, seed } from '../support/at-length.js';
import { query } from './list-model.js';
import { newMatch } from './match-calls.js';
import type { MatchHarness } from './match-engines.js';
import { type MatchWorld, type MatchWorlds, openMatchWorldsOn } from './match-world.js';
import {
  answeredMoney,
  exact,
  expectedFound,
  expectedMoney,
  type MoneyModel,
  moneyFilters,
  type Place,
  sampleMoney,
} from './money-model.js';

const numRuns = isSoak ? 10_000 : 300;

export const moneyOf = async (tenant: TenantStore, query: MoneyQuery = {}): Promise<Money> => JSON.parse(await tenant.getMoney(query));

/** All rows of a search. */
async function salesOf(tenant: TenantStore, filter: Partial<SearchQuery>): Promise<FoundTransaction[]> {
  const rows: FoundTransaction[] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const { items, hasMore } = JSON.parse(await tenant.searchTransactions({ ...query({ pageSize: 500, pageNumber }), ...filter }));
    rows.push(...items);
    if (!hasMore) return rows;
  }
}

/** Uploads what the model has, and makes of it what the model says. Resolves to the ids of the two uploads. */
async function make({ upload, settle, apply }: MatchWorld, { sales, records }: MoneyModel): Promise<string[]> {
  const uploads = [];
  for (const batch of [0, 1]) uploads.push(await upload(sales.filter((sale) => sale.batch === batch).map(({ row }) => row)));
  await settle(records.map(({ row }) => row));
  await apply((source) => {
    const seqs = (rows: readonly { seq: number; fields: { transactionReference?: string | null | undefined } }[]) =>
      new Map(rows.map(({ seq, fields }) => [fields.transactionReference ?? '', seq]));
    const [ofSales, ofRecords] = [seqs(source.sales), seqs(source.records)];
    const seqOf = (among: Map<string, number>, row: { transactionReference?: string | null | undefined }) =>
      among.get(row.transactionReference ?? '') ?? -1;
    const begun = new Map<number, NewMatch & { sales: number[]; records: number[] }>();
    const open: OpenRow[] = [];
    for (const { row, fate, together, reason } of sales) {
      const seq = seqOf(ofSales, row);
      if (reason) open.push({ ...reason, row: rowNumber('Sales', seq), day: 20_000, parameters: '{}', involved: null });
      if (together === undefined || !['Match', 'Proposal', 'Cancellation'].includes(fate)) continue;
      const settled = records.filter((record) => record.together === together).map((record) => seqOf(ofRecords, record.row));
      const match = begun.get(together) ?? { ...newMatch([], [], { kind: fate as NewMatch['kind'] }), sales: [], records: settled };
      match.sales.push(seq);
      begun.set(together, match);
    }
    for (const match of begun.values()) match.sales.sort((one, other) => one - other);
    return { begun: [...begun.values()], open };
  });
  return uploads;
}

const sale = (reference: string, amount: number, day: string, over = {}) => ({
  ...{ transactionReference: reference, amount, currency: 'EUR', brandId: 'VISA', terminalId: 'T-1' },
  ...{ transactionDate: `2026-11-${day}T10:00:00Z`, ...over },
});
const record = (reference: string, amount: number, day: string, over = {}) => ({
  ...{ transactionReference: reference, amount, currency: 'EUR', brandId: 'VISA', terminalId: 'T-1', acquirerId: 'ACQ' },
  ...{ transactionDate: `2026-11-${day}T10:00:00Z`, settlementDate: `2026-11-${day}`, payoutId: `PO-${day}`, fee: 0.1, ...over },
});

export function moneyConformance(name: string, openHarness: (now: () => Date) => Promise<MatchHarness>): void {
  describe(`money on ${name}`, () => {
    let worlds: MatchWorlds;
    beforeAll(async () => {
      worlds = await openMatchWorldsOn(openHarness);
    });
    afterAll(() => worlds.close());

    async function limitedTo(tenantId: string, places: { terminalIds?: string[]; locationIds?: string[] }): Promise<TenantStore> {
      const { harness } = worlds;
      const user = `keeper ${JSON.stringify(places)} ${tenantId}`;
      await harness.addUser(user);
      await harness.grant(user, { unitId: await harness.addUnit(tenantId, places) });
      return harness.store.tenant(tenantId, { unitsOf: (await harness.store.userByName(user))?.id ?? '' });
    }

    it(`adds up to what was sold and to what was paid out, for any filter and whoever asks (SEED=${seed})`, async () => {
      const world = await worlds.newWorld();
      const model = sampleMoney(400, seed);
      const uploads = await make(world, model);
      // A tenant beside it, with rows of the same terminals.
      await make(await worlds.newWorld(), sampleMoney(40, seed + 1));
      const scopes: { tenant: TenantStore; sees: (row: Place) => boolean }[] = [
        { tenant: world.tenant, sees: () => true },
        { tenant: await limitedTo(world.tenantId, { terminalIds: ['T-1'] }), sees: ({ terminalId }) => terminalId === 'T-1' },
        {
          tenant: await limitedTo(world.tenantId, { terminalIds: ['T-2'], locationIds: ['L-1'] }),
          sees: ({ terminalId, locationId }) => terminalId === 'T-2' || locationId === 'L-1',
        },
      ];
      let tables = 0;
      let listed = 0;
      const by = fc.constantFrom(undefined, ...moneyDimensions);
      await fc.assert(
        fc.asyncProperty(moneyFilters([...uploads, 'unknown']), fc.nat(scopes.length - 1), by, async (filter, index, by) => {
          const { tenant, sees } = scopes[index] as (typeof scopes)[number];
          const { items } = await moneyOf(tenant, by === undefined ? filter : { ...filter, by });
          expect(answeredMoney(items, by).sort()).toEqual(expectedMoney(model, { filter, by, sees, uploads }).sort());
          tables += items.length;
        }),
        { numRuns },
      );
      expect(tables).toBeGreaterThan(numRuns);
      const figures = fc.record({
        filter: moneyFilters(uploads),
        index: fc.nat(scopes.length - 1),
        moneyPart: fc.constantFrom(...moneyParts),
      });
      await fc.assert(
        fc.asyncProperty(figures, async ({ filter, index, moneyPart }) => {
          const { tenant, sees } = scopes[index] as (typeof scopes)[number];
          const found = expectedFound(model, sees);
          const rows = await salesOf(tenant, { ...filter, moneyPart });
          const { items } = await moneyOf(tenant, filter);
          const sums = items.map((item) => [item.currency, item[moneyPart].transactions, exact(item[moneyPart].amount)]);
          const wanted = items.map(({ currency }) => {
            const own = rows.filter((row) => row.currency === currency);
            return [currency, own.length, own.reduce((sum, { amount }) => sum + exact(amount), 0n)];
          });
          expect([moneyPart, sums]).toEqual([moneyPart, wanted]);
          expect(rows.every(({ currency }) => items.some((item) => item.currency === currency))).toBe(true);
          for (const { transactionReference, paidAmount, fee, payoutId } of rows)
            expect([transactionReference, { paidAmount, fee, payoutId }]).toEqual([
              transactionReference,
              found.get(transactionReference ?? ''),
            ]);
          listed += rows.length;
        }),
        { numRuns: numRuns / 5 },
      );
      expect(listed).toBeGreaterThan(numRuns);
    }, 3_600_000);

    it('of a month by hand says what came, what is missing and what it cost', async () => {
      const { tenant, upload, settle, match } = await worlds.newWorld();
      const days = ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];
      await upload([
        ...days.map((day) => sale(`REF-1000${day}`, 20, day)),
        sale('REF-200001', -5, '05'),
        sale('REF-300001', 33, '03'),
        sale('REF-400001', 44, '14'),
        sale('REF-500001', 7.5, '04', { brandId: 'CASH' }),
      ]);
      // A duplicate.
      await upload([sale('REF-100002', 20, '02')]);
      await settle([
        ...days.map((day) => record(`REF-1000${day}`, 20, day)),
        record('REF-200001', -5, '05', { type: 'Refund', fee: 0 }),
        record('CB-1', -20, '11', { type: 'Chargeback', fee: 15, originalReference: 'REF-100003' }),
        // They are about no sale.
        record('CB-2', -9, '11', { type: 'Chargeback', originalReference: 'REF-999999' }),
        record('FEE-1', -3, '11', { type: 'Fee' }),
        record('PAY-1', 181, '11', { type: 'Payout' }),
      ]);
      await match();
      const { matching, items } = await moneyOf(tenant);
      expect(matching).toBe('Current');
      answeredMoney(items, undefined);
      expect(items).toEqual([
        {
          currency: 'EUR',
          sold: { transactions: 14, amount: '292.00' },
          paid: { transactions: 12, amount: '215.00' },
          notDue: { transactions: 1, amount: '44.00' },
          overdue: { transactions: 1, amount: '33.00' },
          ...Object.fromEntries(
            ['toDecide', 'toCheck', 'missingFile', 'notCovered', 'setAside', 'notMatched'].map((part) => [
              part,
              { transactions: 0, amount: '0.00' },
            ]),
          ),
          withoutAmount: 0,
          cash: { transactions: 1, amount: '7.50' },
          withoutRecords: { transactions: 0, amount: '0.00' },
          difference: '0.00',
          takenBack: { records: 1, amount: '-20.00' },
          fees: '16.10',
          corrections: '0.00',
          withoutNet: { records: 0, amount: '0.00' },
          paidOut: { records: 13, amount: '178.90' },
          payouts: 11,
        },
      ]);
      const undecided = await moneyOf(tenant, { by: 'terminal', transactionDateFrom: '2026-11-13T00:00:00Z' });
      expect(undecided.items).toMatchObject([{ terminalId: 'T-1', sold: { amount: '44.00' }, takenBack: { records: 0 }, fees: '0.00' }]);
      // Before there is anything to match with, nothing is said of a sale.
      const { tenant: other, upload: sell } = await worlds.newWorld();
      await sell([sale('REF-1', 20, '02')]);
      expect(await moneyOf(other)).toMatchObject({ matching: 'None', items: [{ notMatched: { transactions: 1, amount: '20.00' } }] });
    });

    it('says of each payment of a payout what its own record tells', async () => {
      const { tenant, upload, settle, match } = await worlds.newWorld();
      const told = [{}, { netAmount: 19.7 }, { fee: null, netAmount: 19.6 }, { fee: null }, { netAmount: 20, settlementCurrency: 'USD' }];
      await upload(told.map((_, at) => sale(`REF-10000${at}`, 20, '02')));
      await settle(told.map((over, at) => record(`REF-10000${at}`, 20, '02', over)));
      await match();
      expect((await moneyOf(tenant)).items).toMatchObject([
        {
          ...{ paid: { transactions: 5, amount: '100.00' }, fees: '0.60', corrections: '-0.20' },
          ...{ withoutNet: { records: 2, amount: '40.00' }, paidOut: { records: 3, amount: '59.20' } },
        },
      ]);
    });
  });
}
