/** Fees as a store adds them up, held against whole numbers in plain memory. SEED makes the same records again. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fees, FeesItem, FeesQuery } from '../../src/contract/fees.js';
import { feesDimensions } from '../../src/contract/money-parts.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import { settlementTypes } from '../../src/contract/states.js';
import type { TenantStore } from '../../src/store/store.js';
import { isSoak, seed } from '../support/at-length.js';
import type { MatchHarness } from './match-engines.js';
import { type MatchWorlds, openMatchWorldsOn } from './match-world.js';
import { exact, type Place } from './money-model.js';

const numRuns = isSoak ? 2_000 : 100;

const some = <Value>(...values: Value[]) => fc.constantFrom(...values);
const cents = (min: number, max: number) => fc.integer({ min, max }).map((value) => value / 100);
const odd = some(99_999_999.99, 900_000_000_000.01, 0.1 + 0.2);
const day = fc.nat(99).map((days) => new Date(Date.UTC(2026, 8, 1 + days)).toISOString().slice(0, 10));
const line = fc.record({
  type: some(...settlementTypes, null, null, 'Sale' as const, 'Fee' as const),
  acquirerId: some('ACQ', 'ACQ', 'OTHER', null),
  merchantId: some('M-1', null),
  payoutId: some('P-1', 'P-2'),
  payoutDate: fc.option(day),
  settlementDate: fc.option(day),
  businessDate: fc.option(day),
  // Another day, and at the end of a month another month, in UTC.
  transactionDate: day.map((date) => `${date}T00:30:00+02:00`),
  terminalId: some('T-1', 'T-2', null),
  locationId: some('L-1', null),
  brandId: some('VISA', 'MC', '', null),
  amount: fc.oneof({ weight: 9, arbitrary: cents(-20_000, 90_000) }, odd),
  fee: fc.oneof({ weight: 4, arbitrary: cents(-20, 500) }, some(null, null, 0, 0.123456)),
  interchangeFee: fc.oneof(cents(-20, 500), some(null, 0.1234567)),
  schemeFee: fc.option(cents(0, 50)),
  markupFee: fc.option(cents(0, 50)),
  netAmount: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, cents(-20_000, 90_000), some(7.1234567)),
  currency: some('EUR', 'EUR', 'CHF'),
  settlementCurrency: some(null, null, 'EUR'),
});

const payments = ['Sale', 'Refund', 'Reversal'];
const noSums = {
  interchange: 0n,
  scheme: 0n,
  markup: 0n,
  payments: 0n,
  amount: 0n,
  paymentFees: 0n,
  without: 0n,
  withoutAmount: 0n,
  otherLines: 0n,
  feeRecords: 0n,
  cost: 0n,
};
type Sums = typeof noSums;

const dateOf = ({ settlementDate, payoutDate, businessDate, transactionDate }: SettlementRecordUpload) =>
  settlementDate ?? payoutDate ?? businessDate ?? transactionDate?.slice(0, 10) ?? '';

/** What a row adds, and in which currency. */
function brought(row: SettlementRecordUpload): { currency: string; sums: Partial<Sums> } {
  const isNone = (value: unknown) => value === null || value === undefined;
  const type = row.type ?? (Number(row.amount) < 0 ? 'Refund' : 'Sale');
  const turned = (value: bigint) => (row.type === 'Refund' && Number(row.amount) > 0 && value > 0n ? -value : value);
  const [amount, net, fee] = [turned(exact(row.amount)), turned(exact(row.netAmount)), exact(row.fee)];
  const [noFee, noNet] = [isNone(row.fee), isNone(row.netAmount)];
  const own = row.currency as string;
  const paidIn = row.settlementCurrency ?? own;
  if (type === 'Fee') return { currency: noNet ? own : paidIn, sums: { feeRecords: 1n, cost: noNet ? fee - amount : -net } };
  const isPayment = payments.includes(type);
  const isKnown = paidIn === own ? !noFee || !noNet : !noFee && !noNet;
  if (!isKnown) {
    const isUncounted = isPayment || !noFee;
    return { currency: own, sums: isUncounted ? { without: 1n, withoutAmount: amount } : {} };
  }
  const fees = noFee ? amount - net : fee;
  const parts = { interchange: exact(row.interchangeFee), scheme: exact(row.schemeFee), markup: exact(row.markupFee) };
  const gross = paidIn === own ? amount : net + fee;
  return { currency: paidIn, sums: isPayment ? { payments: 1n, amount: gross, paymentFees: fees, ...parts } : { otherLines: fees } };
}

/** Percent with two decimals, half away from zero. */
function rate(fees: bigint, amount: bigint): string | null {
  if (amount <= 0n) return null;
  const hundredths = ((fees < 0n ? -fees : fees) * 20_000n + amount) / (2n * amount);
  const text = hundredths.toString().padStart(3, '0');
  return `${fees < 0n && hundredths > 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** Each group with its sums. */
function expectedFees(rows: readonly SettlementRecordUpload[], by: readonly string[]) {
  const groups = new Map<string, Sums>();
  for (const row of rows) {
    const { currency, sums } = brought(row);
    const key = JSON.stringify([
      ...(by.includes('month') ? [dateOf(row).slice(0, 7) || null] : []),
      ...(by.includes('account') ? [row.acquirerId || null, row.merchantId || null] : []),
      ...(by.includes('brand') ? [row.brandId || null] : []),
      currency,
    ]);
    const group = { ...(groups.get(key) ?? noSums) };
    for (const [name, value] of Object.entries(sums) as [keyof Sums, bigint][]) group[name] += value;
    groups.set(key, group);
  }
  return [...groups]
    .filter(([, { payments, without, feeRecords, otherLines }]) => payments + without + feeRecords > 0n || otherLines !== 0n)
    .map(([key, sums]) => {
      const fees = sums.paymentFees + sums.otherLines + sums.cost;
      const otherFees = sums.paymentFees - sums.interchange - sums.scheme - sums.markup;
      return { key, ...sums, otherFees, fees, rates: [rate(sums.paymentFees, sums.amount), rate(fees, sums.amount + sums.withoutAmount)] };
    });
}

function answeredFees({ month, acquirerId, merchantId, brandId, currency, ...item }: FeesItem) {
  const { payments, withoutFee, otherLines, feeRecords } = item;
  return {
    key: JSON.stringify([month, acquirerId, merchantId, brandId, currency].filter((value) => value !== undefined)),
    ...{ payments: BigInt(payments.records), amount: exact(payments.amount), paymentFees: exact(payments.fees) },
    ...{ interchange: exact(payments.interchangeFee), scheme: exact(payments.schemeFee), markup: exact(payments.markupFee) },
    otherFees: exact(payments.otherFees),
    ...{ without: BigInt(withoutFee.records), withoutAmount: exact(withoutFee.amount) },
    ...{ otherLines: exact(otherLines), feeRecords: BigInt(feeRecords.records), cost: exact(feeRecords.fees) },
    ...{ fees: exact(item.fees), rates: [payments.rate, item.rate] },
  };
}

const sorted = <Group extends { key: string }>(groups: Group[]) => groups.toSorted((one, other) => (one.key < other.key ? -1 : 1));

export function feesConformance(name: string, openHarness: (now: () => Date) => Promise<MatchHarness>): void {
  describe(`fees on ${name}`, () => {
    let worlds: MatchWorlds;
    beforeAll(async () => {
      worlds = await openMatchWorldsOn(openHarness);
    });
    afterAll(() => worlds.close());

    const feesOf = async (tenant: TenantStore, query: FeesQuery = {}) => (JSON.parse(await tenant.getFees(query)) as Fees).items;

    async function limitedTo(tenantId: string, places: { terminalIds?: string[]; locationIds?: string[] }): Promise<TenantStore> {
      const { harness } = worlds;
      const user = `keeper ${JSON.stringify(places)} ${tenantId}`;
      await harness.addUser(user);
      await harness.grant(user, { unitId: await harness.addUnit(tenantId, places) });
      return harness.store.tenant(tenantId, { unitsOf: (await harness.store.userByName(user))?.id ?? '' });
    }

    it(`add up to the cent, for any days and whoever asks (SEED=${seed})`, async () => {
      const world = await worlds.newWorld();
      const records = fc.sample(line, { numRuns: 400, seed }).map((row, index) => ({ ...row, transactionReference: `R-${index}` }));
      await world.settle(records);
      // Duplicates count once.
      await world.settle(records.slice(0, 60));
      await (await worlds.newWorld()).settle(records.slice(0, 90));
      const isSeen = ({ terminalId, locationId }: Place) => terminalId === 'T-1' || locationId === 'L-1';
      const scopes = [
        { tenant: world.tenant, sees: () => true },
        { tenant: await limitedTo(world.tenantId, { terminalIds: ['T-1'], locationIds: ['L-1'] }), sees: isSeen },
      ];
      let groups = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.option(day, { nil: undefined }),
          fc.option(day, { nil: undefined }),
          fc.shuffledSubarray([...feesDimensions]),
          fc.nat(1),
          async (dateFrom, dateTo, by, index) => {
            const { tenant, sees } = scopes[index] as (typeof scopes)[number];
            const rows = records.filter(
              (row) =>
                row.type !== 'Payout' &&
                row.type !== 'TillTotal' &&
                sees(row) &&
                dateOf(row) >= (dateFrom ?? '') &&
                dateOf(row) <= (dateTo ?? '9'),
            );
            const items = await feesOf(tenant, { dateFrom, dateTo, ...(by.length > 0 && { by: by.join(',') }) });
            expect(sorted(items.map(answeredFees))).toEqual(sorted(expectedFees(rows, by)));
            groups += items.length;
          },
        ),
        { numRuns, seed },
      );
      expect(groups).toBeGreaterThan(numRuns);
      const [whole, months] = [await feesOf(world.tenant), await feesOf(world.tenant, { by: 'month' })];
      for (const { currency, fees } of whole) {
        const ofMonths = months.filter((item) => item.currency === currency).reduce((sum, item) => sum + exact(item.fees), 0n);
        expect(ofMonths).toBe(exact(fees));
      }
      expect(months.map(({ month }) => month)).toEqual(
        months
          .map(({ month }) => month)
          .toSorted()
          .toReversed(),
      );
    }, 600_000);

    it('of a month by hand tell fees of payments and those of the month apart', async () => {
      const { tenant, settle } = await worlds.newWorld();
      const record = (reference: string, amount: number, over = {}) => ({
        ...{ transactionReference: reference, amount, currency: 'EUR', acquirerId: 'ACQ', brandId: 'VISA', payoutId: 'PO-1' },
        ...{ settlementDate: '2026-11-02', transactionDate: '2026-10-31T10:00:00+01:00', ...over },
      });
      await settle([
        record('S-1', 500, { fee: 5, interchangeFee: 2, schemeFee: 0.5 }),
        record('S-2', 100, { netAmount: 98.5, brandId: 'MC' }),
        record('R-1', 20, { type: 'Refund', fee: 0 }),
        record('S-3', 40),
        record('C-1', -30, { type: 'Chargeback', fee: 15 }),
        record('F-1', -9.9, { type: 'Fee', brandId: null }),
        record('A-1', 7, { type: 'Adjustment', brandId: 'OTHER' }),
        record('P-1', 584.1, { type: 'Payout', fee: 3 }),
        // Not imported.
        record('S-4', 9, { currency: null, fee: 1 }),
      ]);
      const parts = { interchangeFee: '2.00', schemeFee: '0.50', markupFee: '0.00', otherFees: '4.00' };
      expect(await feesOf(tenant, { by: 'month' })).toEqual([
        {
          month: '2026-11',
          currency: 'EUR',
          payments: { records: 3, amount: '580.00', fees: '6.50', rate: '1.12', ...parts },
          withoutFee: { records: 1, amount: '40.00' },
          otherLines: '15.00',
          feeRecords: { records: 1, fees: '9.90' },
          fees: '31.40',
          rate: '5.06',
        },
      ]);
      const byBrand = await feesOf(tenant, { by: 'brand', dateTo: '2026-11-02' });
      expect(byBrand.map(({ brandId, fees, rate }) => [brandId, fees, rate])).toEqual([
        ['MC', '1.50', '1.50'],
        ['VISA', '20.00', '3.85'],
        [null, '9.90', null],
      ]);
      expect(await feesOf(tenant, { dateFrom: '2026-11-03' })).toEqual([]);
    });
  });
}
