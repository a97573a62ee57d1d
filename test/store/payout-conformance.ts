/** Payouts as a store adds them up, held against whole numbers in plain memory. SEED makes the same records again. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Close } from '../../src/contract/closes.js';
import type { PayoutList } from '../../src/contract/pages.js';
import type { Payout, PayoutDetail, PayoutListQuery } from '../../src/contract/payouts.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import { payoutStatuses, settlementTypes } from '../../src/contract/states.js';
import type { TenantStore } from '../../src/store/store.js';
import { isSoak, seed } from '../support/at-length.js';
import type { MatchHarness } from './match-engines.js';
import { type MatchWorlds, openMatchWorldsOn } from './match-world.js';
import { exact, type Place } from './money-model.js';

const numRuns = isSoak ? 1_000 : 40;

const some = <Value>(...values: Value[]) => fc.constantFrom(...values);
const cents = (min: number, max: number) => fc.integer({ min, max }).map((value) => value / 100);
const odd = some(99_999_999.99, 900_000_000_000.01, 0.1 + 0.2);
const day = fc.nat(27).map((days) => `2026-10-${String(days + 1).padStart(2, '0')}`);
const line = fc.record({
  // No payout has totals of tills.
  type: some(...settlementTypes.filter((type) => type !== 'TillTotal'), null, null, 'Sale' as const),
  acquirerId: some('ACQ', 'ACQ', 'OTHER', null),
  merchantId: some('M-1', null),
  payoutId: some('P-1', 'P-2', 'P-3', 'P-4', 'P-5', 'P-6', '', null),
  payoutDate: fc.option(day, { freq: 2 }),
  settlementDate: day,
  terminalId: some('T-1', 'T-2', 'T-3', null),
  locationId: some('L-1', null),
  amount: fc.oneof({ weight: 9, arbitrary: cents(-20_000, 90_000) }, odd),
  fee: fc.oneof({ weight: 4, arbitrary: cents(-20, 500) }, some(null, null, 0.123456)),
  netAmount: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, cents(-20_000, 90_000), some(7.1234567)),
  currency: some('EUR', 'EUR', 'CHF'),
  settlementCurrency: some(null, null, 'EUR'),
});

/** With a record of type Payout for most of them: half of these add up, and some of the others are a cent off. */
function sampleRecords(): SettlementRecordUpload[] {
  const lines = fc.sample(line, { numRuns: 300, seed }).map((row, index) => ({ ...row, transactionReference: `R-${index}` }));
  const announced = [...new Set(lines.filter(({ payoutId }) => payoutId).map(nameOf))].flatMap((name, index) => {
    const of = lines.filter((row) => nameOf(row) === name);
    const [first] = of as [(typeof lines)[number]];
    const off = [0, 0, 1, -250][index % 4] ?? 0;
    const own = Number(told(of, true).net) / 1e20 - of.reduce((sum, { type, amount }) => sum + (type === 'Payout' ? amount : 0), 0);
    if (index % 5 === 4 || Math.abs(own) > 1e7) return [];
    const { payoutId, acquirerId, merchantId, currency, settlementCurrency } = first;
    const names = { payoutId, acquirerId, merchantId, currency: settlementCurrency ?? currency };
    return [
      {
        ...names,
        type: 'Payout' as const,
        amount: Math.round(own * 1e4) / 1e4 + off / 100,
        payoutDate: '2026-10-30',
        transactionReference: `P-${index}`,
      },
    ];
  });
  return [...lines, ...announced];
}

/** Of a payout: account, id and the currency that it is paid in. */
const nameOf = ({ payoutId, acquirerId, merchantId, currency, settlementCurrency }: SettlementRecordUpload) =>
  JSON.stringify([payoutId, acquirerId ?? null, merchantId ?? null, settlementCurrency ?? currency]);

const withFees = ['Sale', 'Refund', 'Reversal', 'Chargeback', 'ChargebackReversal'];

/** What must be told of a payout with these records, in whole numbers. */
function told(rows: readonly SettlementRecordUpload[], isWhole: boolean) {
  const parts = new Map<string, { records: bigint; amount: bigint; fees: bigint; net: bigint }>();
  let paid: bigint | null = null;
  let withoutNet = 0;
  let [isConverted, isTold] = [false, false];
  for (const row of rows) {
    const type = row.type ?? (Number(row.amount) < 0 ? 'Refund' : 'Sale');
    const turned = row.type === 'Refund' && Number(row.amount) > 0;
    const isNone = row.netAmount === null || row.netAmount === undefined;
    const [gross, given] = [exact(row.amount), exact(row.netAmount)].map((value) => (turned && value > 0n ? -value : value)) as [
      bigint,
      bigint,
    ];
    if (type === 'Payout') {
      paid = (paid ?? 0n) + gross;
      continue;
    }
    const noFee = row.fee === null || row.fee === undefined;
    const isOther = (row.settlementCurrency ?? row.currency) !== row.currency;
    let [amount, fees, net] = [gross, exact(row.fee), given];
    if (isOther && isNone) [amount, fees, net] = [0n, 0n, 0n];
    else if (isOther) amount = net + fees;
    else if (isNone) net = gross - fees;
    else if (noFee) fees = gross - net;
    if (isNone && (isOther || (noFee && withFees.includes(type)))) withoutNet++;
    isConverted ||= isOther && isNone;
    isTold ||= withFees.includes(type) && !(noFee && isNone);
    const part = parts.get(type) ?? { records: 0n, amount: 0n, fees: 0n, net: 0n };
    parts.set(type, { records: part.records + 1n, amount: part.amount + amount, fees: part.fees + fees, net: part.net + net });
  }
  const net = [...parts.values()].reduce((sum, part) => sum + part.net, 0n);
  if (paid !== null && paid < 0n && net > 0n) paid = -paid;
  const difference = paid === null ? null : paid - net;
  const status =
    difference === null
      ? 'Unannounced'
      : parts.size === 0
        ? 'NotItemised'
        : difference === 0n
          ? 'Balanced'
          : withoutNet > 0 && (isConverted || isTold || !parts.has('Fee'))
            ? 'NoNet'
            : 'Differs';
  const isClaimed = isWhole && ['Balanced', 'Differs'].includes(status);
  return {
    net,
    paid: isWhole ? paid : null,
    difference: isClaimed ? difference : null,
    status: isWhole ? status : null,
    withoutNet,
    parts: Object.fromEntries(parts),
  };
}

/** The same of an answer. Fails where its parts do not add up. */
function answered({ paid, difference, status, withoutNet, parts, ...all }: PayoutDetail) {
  const sums = parts.map(({ type, records, amount, fees, corrections, net }) => {
    if (exact(amount) - exact(fees) + exact(corrections) !== exact(net)) throw new Error(`It does not add up: ${JSON.stringify(parts)}`);
    return [type, { records: BigInt(records), amount: exact(amount), fees: exact(fees), net: exact(net) }] as const;
  });
  for (const name of ['records', 'amount', 'fees', 'corrections', 'net'] as const) {
    const sum = parts.reduce((before, part) => before + exact(part[name]), 0n);
    if (sum !== exact(all[name])) throw new Error(`${name} does not add up: ${JSON.stringify({ ...all, parts })}`);
  }
  const whole = { paid: paid === null ? null : exact(paid), difference: difference === null ? null : exact(difference), status };
  return { net: exact(all.net), ...whole, withoutNet, parts: Object.fromEntries(sums) };
}

export function payoutConformance(name: string, openHarness: (now: () => Date) => Promise<MatchHarness>): void {
  describe(`payouts on ${name}`, () => {
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

    it(`add up to the cent, for any filter and whoever asks (SEED=${seed})`, async () => {
      const world = await worlds.newWorld();
      const records = sampleRecords();
      await world.settle(records);
      // Duplicates count once.
      await world.settle(records.slice(0, 60));
      await (await worlds.newWorld()).settle(records.slice(0, 90));
      const isSeen = ({ terminalId, locationId }: Place) => terminalId === 'T-1' || locationId === 'L-1';
      const scopes = [
        { tenant: world.tenant, isWhole: true, sees: () => true },
        { tenant: await limitedTo(world.tenantId, { terminalIds: ['T-1'], locationIds: ['L-1'] }), isWhole: false, sees: isSeen },
      ];
      const values = {
        payoutId: some('P-1', 'P-9'),
        acquirerId: some('ACQ', 'OTHER'),
        merchantId: fc.constant('M-1'),
        currency: some('EUR', 'CHF'),
        dateFrom: some('2026-10-12', '2026-10-29'),
        dateTo: some('2026-10-28', '2026-10-30'),
        status: some(...payoutStatuses),
      };
      const named = fc.subarray(Object.entries(values) as [string, fc.Arbitrary<unknown>][], { maxLength: 2 });
      const filters = named.chain((kept) => fc.record(Object.fromEntries(kept))) as fc.Arbitrary<Partial<PayoutListQuery>>;
      const seen = new Set<unknown>();
      await fc.assert(
        fc.asyncProperty(filters, fc.nat(1), some(7, 500), async (filter, index, pageSize) => {
          const { tenant, isWhole, sees } = scopes[index] as (typeof scopes)[number];
          const groups = new Map<string, SettlementRecordUpload[]>();
          for (const row of records) {
            if (!row.payoutId || !sees(row) || (!isWhole && row.type === 'Payout')) continue;
            groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row]);
          }
          const dateOf = (rows: SettlementRecordUpload[]) => {
            const latest = (dates: (string | null | undefined)[]) => dates.filter(Boolean).sort().at(-1);
            return latest(rows.map(({ payoutDate }) => payoutDate)) ?? latest(rows.map(({ settlementDate }) => settlementDate)) ?? '';
          };
          const wanted = [...groups].filter(([name, rows]) => {
            const [payoutId, acquirerId, merchantId, currency] = JSON.parse(name);
            return (
              [
                filter.payoutId ?? payoutId,
                filter.acquirerId ?? acquirerId,
                filter.merchantId ?? merchantId,
                filter.currency ?? currency,
              ].join() === [payoutId, acquirerId, merchantId, currency].join() &&
              dateOf(rows) >= (filter.dateFrom ?? '') &&
              dateOf(rows) <= (filter.dateTo ?? '9') &&
              (filter.status === undefined || told(rows, isWhole).status === filter.status)
            );
          });
          const items: Payout[] = [];
          for (let pageNumber = 1; ; pageNumber++) {
            const page = JSON.parse(await tenant.listPayouts({ ...filter, pageSize, pageNumber })) as PayoutList;
            items.push(...page.items);
            if (!page.hasMore) break;
            expect(page.items).toHaveLength(pageSize);
          }
          expect(items.map(({ date }) => date)).toEqual(
            items
              .map(({ date }) => date)
              .toSorted()
              .toReversed(),
          );
          const found = await Promise.all(
            items.map(async (item) => {
              const { parts, ...payout } = JSON.parse(await tenant.getPayout({ id: item.id })) as PayoutDetail;
              expect(payout).toEqual(item);
              seen.add(item.status);
              const name = JSON.stringify([item.payoutId, item.acquirerId, item.merchantId, item.currency]);
              return [name, item.date, answered({ ...payout, parts })] as const;
            }),
          );
          const inOrder = <Found extends readonly [string, ...unknown[]]>(list: Found[]) =>
            list.toSorted(([one], [other]) => (one < other ? -1 : 1));
          expect(inOrder(found)).toEqual(inOrder(wanted.map(([name, rows]) => [name, dateOf(rows), told(rows, isWhole)] as const)));
        }),
        { numRuns, seed },
      );
      expect([...seen]).toEqual(expect.arrayContaining(['Balanced', 'Differs', 'Unannounced', 'NoNet', null]));
    }, 600_000);

    it('count what a corrected file says was paid once, by its last word: what stands twice makes them differ', async () => {
      const { tenant, settle } = await worlds.newWorld();
      const line = (payoutId: string, amount: number, over: SettlementRecordUpload = {}) => ({
        ...{ acquirerId: 'ACQ', payoutId, payoutDate: '2026-11-02', settlementDate: '2026-11-01', currency: 'EUR', amount, fee: 0 },
        ...{ transactionReference: `${payoutId} ${amount}`, ...over },
      });
      const paid = (payoutId: string, amount: number, over: SettlementRecordUpload = {}) =>
        line(payoutId, amount, { type: 'Payout', fee: null, ...over });
      await settle([line('ONE', 68.65), paid('ONE', 68.65), line('PARTS', 30), paid('PARTS', 10), paid('PARTS', 20)]);
      await settle([line('DAYS', 50), paid('DAYS', 20)]);
      await settle([paid('DAYS', 30, { payoutDate: '2026-11-03' })]);
      await settle([line('BOOKED', 50), paid('BOOKED', 20, { payoutDate: null })]);
      await settle([paid('BOOKED', 30, { payoutDate: null, settlementDate: '2026-11-03' })]);
      // The line with the wrong amount stands, beside the right one.
      await settle([line('ONE', 58.65), paid('ONE', 58.65)]);
      const { items }: PayoutList = JSON.parse(await tenant.listPayouts({ pageSize: 30, pageNumber: 1 }));
      expect(items.map(({ payoutId, paid, status, difference }) => [payoutId, paid, status, difference]).sort()).toEqual([
        ['BOOKED', '50.00', 'Balanced', '0.00'],
        ['DAYS', '50.00', 'Balanced', '0.00'],
        ['ONE', '58.65', 'Differs', '-68.65'],
        ['PARTS', '30.00', 'Balanced', '0.00'],
      ]);
    });

    it('differ where payments are paid gross, and fees are lines of their own', async () => {
      const { tenant, settle } = await worlds.newWorld();
      const line = (payoutId: string, amount: number, over: SettlementRecordUpload = {}) => ({
        ...{ acquirerId: 'GROSS', payoutId, settlementDate: '2026-11-02', currency: 'EUR', amount },
        ...{ transactionReference: `${payoutId} ${amount}`, ...over },
      });
      const payout = (payoutId: string, paid: number, ...lines: SettlementRecordUpload[]) => [
        ...[line(payoutId, 100), line(payoutId, -20, { type: 'Refund' }), ...lines],
        line(payoutId, paid, { type: 'Payout' }),
      ];
      const fee = (payoutId: string) => line(payoutId, -2.5, { type: 'Fee' });
      await settle([
        ...payout('ALIKE', 77.5, fee('ALIKE')),
        ...payout('SHORT', 27.5, fee('SHORT')),
        // Fees may be in what was paid.
        ...payout('NO-FEE', 77.5),
        ...payout('SOME-NET', 125, fee('SOME-NET'), line('SOME-NET', 50, { fee: 0.5 })),
        ...payout('OTHER-CURRENCY', 125, fee('OTHER-CURRENCY'), line('OTHER-CURRENCY', 50, { currency: 'CHF', settlementCurrency: 'EUR' })),
      ]);
      const { items }: PayoutList = JSON.parse(await tenant.listPayouts({ pageSize: 30, pageNumber: 1 }));
      expect(items.map(({ payoutId, status, difference }) => [payoutId, status, difference]).sort()).toEqual([
        ['ALIKE', 'Balanced', '0.00'],
        ['NO-FEE', 'NoNet', null],
        ['OTHER-CURRENCY', 'NoNet', null],
        ['SHORT', 'Differs', '-50.00'],
        ['SOME-NET', 'NoNet', null],
      ]);
      const exceptions = JSON.parse(await tenant.listExceptions({ reason: 'PayoutDiffers', pageSize: 30, pageNumber: 1 }));
      expect(exceptions.items).toMatchObject([{ payoutId: 'SHORT', amounts: [{ currency: 'EUR', amount: '-50.00' }] }]);
      const { claims } = JSON.parse(await tenant.getClose({ day: '2026-11-02' })) as Close;
      const broken = claims.find(({ claim }) => claim === 'Payouts')?.findings.filter(({ state }) => state === 'Broken');
      expect(broken).toMatchObject([{ code: 'PayoutDiffers', payoutId: 'SHORT', amount: '-50.00' }]);
    });

    it('of a month by hand say what the bank got, and why', async () => {
      const { tenant, tenantId, settle, undo } = await worlds.newWorld();
      const record = (reference: string, amount: number, over = {}) => ({
        ...{ transactionReference: reference, amount, currency: 'EUR', acquirerId: 'ACQ', settlementDate: '2026-11-02', payoutId: 'PO-1' },
        ...{ terminalId: 'T-1', ...over },
      });
      const of = (payoutId: string, over = {}) => ({ payoutId, payoutDate: '2026-11-04', terminalId: null, ...over });
      await settle([
        record('S-1', 500, { fee: 5 }),
        record('S-2', 12.95, { netAmount: 12.5 }),
        // Without a minus, as some write a refund.
        record('R-1', 20, { type: 'Refund', fee: 0 }),
        record('C-1', -30, { type: 'Chargeback', fee: 15 }),
        record('F-1', -2.5, { type: 'Fee', ...of('PO-1') }),
        record('B-1', 5.94, { type: 'Balance', ...of('PO-1') }),
        record('P-1', 445.94, { type: 'Payout', ...of('PO-1') }),
        record('S-3', 40, { fee: 1, payoutId: 'PO-2' }),
        record('P-2', 38.99, { type: 'Payout', ...of('PO-2', { payoutDate: '2026-11-05' }) }),
        record('P-3', 77, { type: 'Payout', ...of('PO-3', { payoutDate: '2026-11-06' }) }),
        // As a ledger writes it, which the payout leaves: Amazon Pay, Settlement Report Details.
        record('S-7', 97, { fee: 0.46, payoutId: 'PO-4' }),
        record('P-4', -96.54, { type: 'Payout', ...of('PO-4', { payoutDate: '2026-11-07' }) }),
        // Of another account.
        record('S-4', 9, { acquirerId: 'OTHER', fee: 0 }),
        // Not imported.
        record('S-5', 9, { currency: null }),
      ]);
      const list = async (query = {}): Promise<Payout[]> =>
        JSON.parse(await tenant.listPayouts({ pageSize: 30, pageNumber: 1, ...query })).items;
      expect(
        (await list()).map(({ payoutId, acquirerId, date, net, paid, difference, status }) => [
          payoutId,
          acquirerId,
          date,
          net,
          paid,
          difference,
          status,
        ]),
      ).toEqual([
        ['PO-4', 'ACQ', '2026-11-07', '96.54', '96.54', '0.00', 'Balanced'],
        ['PO-3', 'ACQ', '2026-11-06', '0.00', '77.00', null, 'NotItemised'],
        ['PO-2', 'ACQ', '2026-11-05', '39.00', '38.99', '-0.01', 'Differs'],
        ['PO-1', 'ACQ', '2026-11-04', '445.94', '445.94', '0.00', 'Balanced'],
        ['PO-1', 'OTHER', '2026-11-02', '9.00', null, null, 'Unannounced'],
      ]);
      const [differing] = await list({ status: 'Differs' });
      expect(differing?.payoutId).toBe('PO-2');
      const [, balanced] = await list({ status: 'Balanced' });
      const { parts }: PayoutDetail = JSON.parse(await tenant.getPayout({ id: balanced?.id ?? '' }));
      expect(parts.map(({ type, records, amount, fees, net }) => [type, records, amount, fees, net])).toEqual([
        ['Sale', 2, '512.95', '5.45', '507.50'],
        ['Refund', 1, '-20.00', '0.00', '-20.00'],
        ['Chargeback', 1, '-30.00', '15.00', '-45.00'],
        ['Fee', 1, '-2.50', '0.00', '-2.50'],
        ['Balance', 1, '5.94', '0.00', '5.94'],
      ]);
      // Any record leads to its payout; one without a payout to none.
      const { items } = JSON.parse(
        await tenant.listRecords({
          pageSize: 30,
          pageNumber: 1,
          payoutId: 'PO-1',
          type: 'Payout',
          'sorting.key': 'Amount',
          'sorting.direction': 'Ascending',
        }),
      );
      expect(JSON.parse(await tenant.getPayout({ id: items[0].recordId }))).toMatchObject({ id: balanced?.id, paid: '445.94' });
      const keeper = await limitedTo(tenantId, { terminalIds: ['T-1'] });
      await expect(keeper.getPayout({ id: items[0].recordId })).rejects.toMatchObject({ code: 'notFound' });
      expect(JSON.parse(await keeper.getPayout({ id: balanced?.id ?? '' }))).toMatchObject({
        net: '442.50',
        paid: null,
        difference: null,
        status: null,
      });
      const late = await settle([record('S-6', 1, { fee: 0, payoutId: 'PO-2' })]);
      expect(await list({ payoutId: 'PO-2' })).toMatchObject([{ net: '40.00', difference: '-1.01' }]);
      await undo(late);
      expect(await list({ payoutId: 'PO-2' })).toMatchObject([{ net: '39.00' }]);
    });
  });
}
