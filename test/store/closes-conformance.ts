/** Closes as a store makes them, held against the same claims over rows that are counted in plain memory. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeOf } from '../../src/closing/close.js';
import { dayNumber, dayText } from '../../src/closing/days.js';
import type { ClosingFacts } from '../../src/closing/facts.js';
import { missingOf } from '../../src/closing/missing.js';
import type { Close, CloseList } from '../../src/contract/closes.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { daysOfPeriod } from '../../src/store/lists/closes.js';
import type { TenantStore } from '../../src/store/store.js';
import { type Booked, type Months, monthsOf, type Sold } from '../closing/months.js';
import { plainFacts } from '../closing/plain-facts.js';
import type { MatchHarness } from './match-engines.js';
import { type MatchWorld, type MatchWorlds, now, openMatchWorldsOn } from './match-world.js';

const span = { from: dayNumber('2026-10-01'), to: dayNumber('2026-11-14') };
/** Some of everything is missing, so that claims have much to say. */
const all = monthsOf(7, span);
const gone = <Row>(rows: readonly Row[], every: number) => rows.filter((_, at) => at % every !== every - 1);
const holes: Months = {
  sales: gone(all.sales, 397).filter(({ terminalId, day }) => terminalId !== 'D-2' || day !== dayNumber('2026-11-06')),
  records: gone(all.records, 211)
    .filter(({ bookedOn }) => bookedOn !== dayNumber('2026-11-05'))
    // What its account usually says is known from the payouts of the month before.
    .filter(({ type, payoutId }) => type !== 'Payout' || payoutId !== `DAILY-${dayNumber('2026-11-02')}`)
    .concat(totalsOfTill('D-3')),
};

/** What a till says of each of its days itself, one of them without a sale that is missing. */
function totalsOfTill(terminalId: string): Booked[] {
  const own = all.sales.filter((sale) => sale.terminalId === terminalId);
  return [...new Set(own.map(({ day }) => day))].map((day) => {
    const ofDay = own.filter((sale) => sale.day === day);
    const none = { acquirerId: '', payoutId: '', bookedOn: day, paidOn: null, fee: 0 };
    return {
      ...none,
      type: 'TillTotal',
      cents: ofDay.reduce((sum, { cents }) => sum + cents, 0),
      total: { terminalId, day, count: ofDay.length },
    };
  });
}

const clock = (second: number) => new Date(second * 1_000).toISOString().slice(11, 19);

export function saleOf({ terminalId, day, second, cents, counter }: Sold, at: number): TransactionUpload {
  return {
    ...{ terminalId, locationId: terminalId.slice(0, 1), amount: cents / 100, currency: 'EUR', transactionReference: `SALE-${at}` },
    // Where it is late in UTC, the local day counts.
    transactionDate: `${dayText(day)}T${clock(second + 14_000)}-05:00`,
    transactionSequenceCounter: counter === null ? null : String(counter).padStart(4, '0'),
  };
}

export function recordOf({ type, acquirerId, payoutId, bookedOn, paidOn, cents, fee, total }: Booked, at: number): SettlementRecordUpload {
  if (type === 'TillTotal')
    return {
      ...{ type, settlementDate: dayText(bookedOn), amount: cents / 100, currency: 'EUR' },
      ...{ terminalId: total?.terminalId ?? null, transactionCount: total?.count ?? null },
    };
  return {
    ...{
      type,
      acquirerId,
      payoutId,
      payoutDate: dayText(bookedOn),
      settlementDate: dayText(bookedOn),
      amount: cents / 100,
      currency: 'EUR',
    },
    ...(type === 'Sale' && { fee: fee / 100 }),
    ...(paidOn !== null && { businessDate: dayText(paidOn) }),
    transactionReference: `REC-${at}`,
    terminalId: total?.terminalId ?? null,
    transactionCount: total?.count ?? null,
  };
}

const contentOf = ({ version, approved, ...close }: Close) => close;
const told = async (tenant: TenantStore, day: string) => contentOf(JSON.parse(await tenant.getClose({ day })));

/** Nothing is matched here. */
const factsOf = (months: Months): ClosingFacts => {
  const facts = plainFacts(months, Math.floor(now.getTime() / 86_400_000));
  const payments = months.records.filter(({ paidOn }) => paidOn !== null);
  const withoutSale = payments.map(({ paidOn, total }) => ({ day: paidOn ?? 0, rows: total?.count ?? 1 }));
  return { ...facts, withoutSale, matching: 'Pending', sold: facts.sold.map((sum) => ({ ...sum, part: 'notMatched' })) };
};

export function closesConformance(name: string, openHarness: (now: () => Date) => Promise<MatchHarness>): void {
  describe(`closes on ${name}`, () => {
    let worlds: MatchWorlds;
    let world: MatchWorld;
    beforeAll(async () => {
      worlds = await openMatchWorldsOn(openHarness);
      world = await worlds.newWorld();
      for (let at = 0; at < holes.sales.length; at += 2_000)
        await world.upload(holes.sales.slice(at, at + 2_000).map((sale, number) => saleOf(sale, at + number)));
      for (let at = 0; at < holes.records.length; at += 2_000)
        await world.settle(holes.records.slice(at, at + 2_000).map((record, number) => recordOf(record, at + number)));
    });
    afterAll(() => worlds.close());

    async function limitedTo(places: { terminalIds?: string[]; locationIds?: string[] }): Promise<TenantStore> {
      const { harness } = worlds;
      const user = `keeper ${JSON.stringify(places)}`;
      await harness.addUser(user);
      await harness.grant(user, { unitId: await harness.addUnit(world.tenantId, places) });
      return harness.store.tenant(world.tenantId, { unitsOf: (await harness.store.userByName(user))?.id ?? '' });
    }

    it.each(['2026-11-04', '2026-11-05', '2026-11-06', '2026-11-08', '2026-11-11', '2026-11-14', '2026-11', '2026-10', '2026-07'])(
      'of %s it says what plain memory says',
      async (day) => {
        expect(await told(world.tenant, day)).toEqual(closeOf(factsOf(holes), daysOfPeriod(day)));
      },
    );

    it('a day of a month is told as by itself, and what is missing of both once', async () => {
      const { items, missing }: CloseList = JSON.parse(await world.tenant.listCloses({ month: '2026-11' }));
      const days = items.filter(({ day }) => day <= '2026-11-14');
      expect(days).toHaveLength(14);
      const closes = [];
      for (const { day } of items) closes.push(await told(world.tenant, day));
      expect(missing).toEqual(missingOf((await told(world.tenant, '2026-11')).claims));
      expect(missing).not.toEqual([]);
      for (const [at, { day, state, claims, sales }] of days.entries()) {
        const close = closes[at] as (typeof closes)[number];
        expect({ state, claims }, day).toEqual({ state: close.state, claims: close.claims.map(({ claim, state }) => ({ claim, state })) });
        expect(sales, day).toBe(close.items[0]?.sold.transactions ?? 0);
      }
    });

    it('a user of some units is told of their rows alone', async () => {
      const keeper = await limitedTo({ terminalIds: ['D-1', 'S-1'] });
      const own = ({ terminalId }: { terminalId: string }) => ['D-1', 'S-1'].includes(terminalId);
      const months = { sales: holes.sales.filter(own), records: holes.records.filter(({ total }) => total !== null && own(total)) };
      for (const day of ['2026-11-06', '2026-11'])
        expect(await told(keeper, day)).toEqual(
          closeOf({ ...factsOf(months), isWhole: false, booked: [], payouts: [] }, daysOfPeriod(day)),
        );
    });

    it('a counter of a terminal that the units have by its location alone says nothing of hidden sales', async () => {
      const keeper = await limitedTo({ locationIds: ['D'] });
      const { claims } = await told(keeper, '2026-11');
      const counters = claims.find(({ claim }) => claim === 'Counters');
      expect(counters?.findings.map(({ code, terminalId }) => [code, terminalId])).toEqual(
        ['D-1', 'D-2', 'D-3'].map((terminalId) => ['PartOfTerminal', terminalId]),
      );
    });
  });
}
