/**
 * Payouts, fees and the table of money against the truth of generated months, on both stores: for the whole tenant and for users of some units. Two
 * months on SQLite and one on PostgreSQL in CI; 60 and 12 in `npm run soak`, which prints its SEED.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ExceptionListQuery } from '../../src/contract/exceptions.js';
import { type Fees, FeesQuery } from '../../src/contract/fees.js';
import type { FoundTransaction } from '../../src/contract/found-transaction.js';
import { type Money, type MoneyItem, MoneyQuery } from '../../src/contract/money.js';
import { moneyDimensions, moneyParts, soldParts } from '../../src/contract/money-parts.js';
import { type Payout, type PayoutDetail, PayoutListQuery } from '../../src/contract/payouts.js';
import { SearchQuery } from '../../src/contract/query.js';
import { payoutStatuses } from '../../src/contract/states.js';
import { grouped } from '../closing/independent-months.js';
import { postgresForMatches } from '../postgres/match-harness.js';
import { sqliteForMatches } from '../store/match-engines.js';
import { type MatchWorld, type MatchWorlds, openMatchWorldsOn } from '../store/match-world.js';
import { isSoak, seed as SEED } from '../support/at-length.js';
import { type Chance, chances } from '../support/colliding-rows.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { lineRow, momentOf, type Sale, saleRow, span, sumOf, textOf, type World, worldOf } from './independent-payouts.js';
import { decimal, feesOf, type MoneyFilter, moneyOf, paymentsOf, payoutsOf, type Unit } from './independent-payouts-truth.js';

const seedsOf = (ci: number, soak: number) => Array.from({ length: isSoak ? soak : ci }, (_, at) => SEED * 100 + at);
const filters = isSoak ? 60 : 30;
const ALL = 500;
const judged = { months: 0, payouts: 0, statuses: {} as Record<string, number>, tables: 0, filters: 0, fees: 0 };

const units: Unit[] = [null, { terminalIds: ['A-1', 'C-1'], locationIds: [] }, { terminalIds: ['B-1'], locationIds: ['A', 'WEB'] }];

async function load(world: MatchWorld, { sales, lines }: World): Promise<string[]> {
  const uploads: string[] = [];
  for (const rows of [...grouped(sales, ({ file }) => file)].sort(([one], [other]) => one - other).map(([, rows]) => rows))
    uploads.push(await world.upload(rows.map(saleRow)));
  const files = [...grouped(lines, ({ account }) => account).values()];
  for (const rows of files) {
    const half = rows.filter(({ bookedOn }) => bookedOn <= span.from + 17);
    await world.settle(half.map(lineRow));
    await world.settle(rows.filter((line) => !half.includes(line)).map(lineRow));
  }
  // The same files again say nothing new.
  await world.upload(sales.filter(({ file }) => file === 0).map(saleRow));
  await world.settle((files[1] ?? []).map(lineRow));
  await world.match();
  return uploads;
}

type Tenant = MatchWorld['tenant'];
type Given<Query extends z.ZodType> = z.input<Query>;
const moneyBy = async (tenant: Tenant, query: Given<typeof MoneyQuery>): Promise<Money> =>
  JSON.parse(await tenant.getMoney(MoneyQuery.parse(query)));
const feesBy = async (tenant: Tenant, query: Given<typeof FeesQuery>): Promise<Fees> =>
  JSON.parse(await tenant.getFees(FeesQuery.parse(query)));
const payoutsBy = async (tenant: Tenant, query: Given<typeof PayoutListQuery>): Promise<Payout[]> =>
  JSON.parse(await tenant.listPayouts(PayoutListQuery.parse({ pageSize: ALL, ...query }))).items;

/** In an order of its own. */
const sorted = <Item>(items: readonly Item[], keyOf: (item: Item) => unknown) =>
  [...items].sort((one, other) => (JSON.stringify(keyOf(one)) < JSON.stringify(keyOf(other)) ? -1 : 1));
const keyOfPayout = ({ payoutId, merchantId, currency }: Record<'payoutId' | 'merchantId' | 'currency', string | null>) => [
  payoutId,
  merchantId,
  currency,
];
const keyOfTable = (item: { currency: string | null }) => {
  const { month, day, terminalId, brandId, acquirerId, merchantId } = item as Record<string, string | null>;
  return [month, day, terminalId, brandId, acquirerId, merchantId, item.currency];
};

async function judgePayouts(tenant: Tenant, world: World, unit: Unit, wholes: readonly Payout[], { pick, random }: Chance): Promise<void> {
  const truth = sorted(payoutsOf(world, unit), keyOfPayout);
  // Where no record tells the day of the payout, that of its records counts, which is not asked about.
  const seen = (payout: Payout) => ({
    ...payout,
    id: undefined,
    date: truth.find((one) => `${keyOfPayout(one)}` === `${keyOfPayout(payout)}`)?.date && payout.date,
  });
  const expected = (payouts: typeof truth) =>
    payouts.map((payout) => ({ ...payout, parts: undefined, id: undefined, date: payout.date ?? undefined }));
  const check = async (query: Given<typeof PayoutListQuery>, isOf: (payout: (typeof truth)[number]) => boolean) => {
    const answer = sorted(await payoutsBy(tenant, query), keyOfPayout);
    expect(
      answer.map((one) => ({ ...seen(one), date: seen(one).date ?? undefined })),
      JSON.stringify(query),
    ).toEqual(expected(truth.filter(isOf)));
    return answer;
  };
  const all = await check({}, () => true);
  for (const status of payoutStatuses) await check({ status }, (payout) => payout.status === status);
  for (const { acquirerId, merchantId } of world.accounts)
    await check({ acquirerId, merchantId }, (payout) => payout.merchantId === merchantId);
  for (const currency of ['CHF', 'EUR']) await check({ currency }, (payout) => payout.currency === currency);
  if (truth.every(({ date }) => date !== null))
    for (let left = 4; left > 0; left -= 1) {
      const [dateFrom, dateTo] = [textOf(span.from + Math.floor(random() * 40)), textOf(span.from + Math.floor(random() * 40))];
      await check({ dateFrom, dateTo }, ({ date }) => dateFrom <= (date ?? '') && (date ?? '') <= dateTo);
    }
  for (let left = Math.min(all.length, 12); left > 0; left -= 1) {
    const payout = pick(all);
    const { parts }: PayoutDetail = JSON.parse((await tenant.getPayout({ id: payout.id })) ?? '{}');
    const told = truth.find((one) => `${keyOfPayout(one)}` === `${keyOfPayout(payout)}`)?.parts ?? [];
    expect(
      sorted(parts, ({ type }) => type),
      payout.payoutId,
    ).toEqual(sorted(told, ({ type }) => type));
  }
  for (const { id, ...hidden } of wholes.filter((one) => !all.some((own) => `${keyOfPayout(own)}` === `${keyOfPayout(one)}`)))
    await expect(tenant.getPayout({ id }), JSON.stringify(hidden)).rejects.toMatchObject({ code: 'notFound' });
  judged.payouts += truth.length;
  if (unit) return;
  for (const { status } of truth) judged.statuses[status ?? ''] = (judged.statuses[status ?? ''] ?? 0) + 1;
  const exceptions = JSON.parse(await tenant.listExceptions(ExceptionListQuery.parse({ reason: 'PayoutDiffers', pageSize: ALL }))).items;
  const differing = truth.filter(({ status }) => status === 'Differs').map(({ payoutId }) => payoutId);
  expect(exceptions.map(({ payoutId }: Payout) => payoutId).sort()).toEqual(differing.sort());
}

/** Records that are no payments and tell no fee need no line of their own. */
const saysSomething = ({ payments, withoutFee, feeRecords, otherLines }: Fees['items'][number]) =>
  payments.records + withoutFee.records + feeRecords.records > 0 || otherLines !== '0.00';

async function judgeFees(tenant: Tenant, world: World, unit: Unit, { random }: Chance): Promise<void> {
  for (const by of [[], ['month'], ['account'], ['brand'], ['month', 'account'], ['month', 'account', 'brand']]) {
    const days = [0, 45].map((least) => textOf(span.from + Math.floor(least * random())));
    for (const [dateFrom, dateTo] of [['2026-01-01', '2026-12-31'], days] as [string, string][]) {
      const query = { dateFrom, dateTo, ...(by.length > 0 && { by: by.join() }) };
      const { items } = await feesBy(tenant, query);
      const truth = feesOf(world, unit, by, dateFrom, dateTo);
      expect(sorted(items, keyOfTable), JSON.stringify(query)).toEqual(sorted((truth as Fees['items']).filter(saysSomething), keyOfTable));
      judged.fees += items.length;
    }
  }
}

const centsOf = (text: string) => BigInt(text.replace('.', ''));
/** Figures of which the generator knows nothing. */
const unknown = ['notDue', 'overdue', 'toDecide', 'toCheck', 'missingFile', 'notCovered', 'setAside'] as const;

function knownOf(item: MoneyItem): Partial<MoneyItem> {
  const { notMatched, withoutAmount, ...rest } = item;
  expect([notMatched, withoutAmount]).toEqual([{ transactions: 0, amount: '0.00' }, 0]);
  const parts = soldParts.map((part) => item[part]);
  const sum = (amounts: string[]) => decimal(amounts.map(centsOf).reduce((sum, one) => sum + one, 0n));
  expect({
    transactions: parts.reduce((sum, { transactions }) => sum + transactions, 0),
    amount: sum(parts.map(({ amount }) => amount)),
  }).toEqual(item.sold);
  const { paid, withoutRecords, difference, takenBack, fees, corrections, withoutNet, paidOut } = item;
  const minus = (amount: string) => decimal(-centsOf(amount));
  const added = [
    paid.amount,
    minus(withoutRecords.amount),
    difference,
    takenBack.amount,
    minus(fees),
    corrections,
    minus(withoutNet.amount),
  ];
  expect(sum(added)).toBe(paidOut.amount);
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !unknown.includes(name as never)));
}

async function judgeMoney(tenant: Tenant, world: World, unit: Unit, uploads: readonly string[], chance: Chance): Promise<void> {
  const payments = paymentsOf(world, unit);
  for (let at = 0; at < filters; at += 1) {
    const filter = at === 0 ? {} : filterBy(chance, world);
    const by = at === 0 ? null : chance.pick([null, null, ...moneyDimensions]);
    const { file, matchState, from, to, amountFrom, amountTo, ...same } = filter;
    const query = {
      ...{ ...same, by: by ?? undefined, uploadId: file === undefined ? undefined : uploads[file], transactionMatchState: matchState },
      transactionDateFrom: from === undefined ? undefined : momentOf({ at: from, offset: 2 }),
      transactionDateTo: to === undefined ? undefined : momentOf({ at: to, offset: 0 }),
      amountFrom: amountFrom === undefined ? undefined : Number(amountFrom) / 100,
      amountTo: amountTo === undefined ? undefined : Number(amountTo) / 100,
    };
    const { matching, items } = await moneyBy(tenant, query);
    expect(matching).toBe('Current');
    expect(sorted(items.map(knownOf) as MoneyItem[], keyOfTable), JSON.stringify(query)).toEqual(
      sorted(moneyOf(world, unit, filter, by), keyOfTable),
    );
    judged.filters += 1;
    if (by !== null) continue;
    // What is listed under the name of a sum, with the same filters, comes to it.
    const part = chance.pick(moneyParts);
    const listed: FoundTransaction[] = [];
    for (let pageNumber = 1; listed.length === (pageNumber - 1) * ALL; pageNumber += 1) {
      const { by: _, ...filters } = query;
      const page = SearchQuery.parse({ ...filters, moneyPart: part, pageSize: ALL, pageNumber });
      listed.push(...JSON.parse(await tenant.searchTransactions(page)).items);
    }
    for (const { transactionReference, orderId, amount, paidAmount, payoutId } of listed) {
      const paid = payments.get(`${orderId ?? transactionReference} ${Math.round((amount ?? 0) * 100)}`);
      if (paid) expect({ paidAmount, payoutId }, JSON.stringify(query)).toEqual(paid);
    }
    for (const item of items) {
      const own = listed.filter(({ currency }) => currency === item.currency).map(({ amount }) => BigInt(Math.round((amount ?? 0) * 100)));
      expect({ transactions: own.length, amount: decimal(sumOf(own)) }, `${part} ${JSON.stringify(query)}`).toEqual(item[part]);
    }
    judged.tables += items.length;
  }
}

function filterBy({ random, pick }: Chance, { sales, places }: World): MoneyFilter {
  const maybe = <Value>(share: number, value: () => Value) => (random() < share ? value() : undefined);
  const one = () => pick(sales) as Sale;
  const [from, to] = [maybe(0.5, () => one().at), maybe(0.4, () => one().at)];
  return {
    ...{ from, to: from !== undefined && to !== undefined && to < from ? undefined : to },
    terminalId: maybe(0.25, () => pick(places).terminalId ?? undefined),
    brandId: maybe(0.2, () => one().brandId),
    currency: maybe(0.15, () => one().currency),
    amountFrom: maybe(0.15, () => one().cents),
    amountTo: maybe(0.15, () => one().cents),
    matchState: maybe(0.15, () => pick(['Match', 'NotApplicable'] as const)),
    file: maybe(0.1, () => one().file),
  };
}

function judge(name: string, seeds: readonly number[], open: () => Promise<MatchWorlds>): void {
  describe(name, () => {
    let worlds: MatchWorlds;
    beforeAll(async () => {
      worlds = await open();
    });
    afterAll(() => worlds.close());

    async function tenantFor(world: MatchWorld, unit: Unit): Promise<Tenant> {
      if (unit === null) return world.tenant;
      const { harness } = worlds;
      const user = `${world.tenantId} ${JSON.stringify(unit)}`;
      await harness.addUser(user);
      await harness.grant(user, { unitId: await harness.addUnit(world.tenantId, unit) });
      return harness.store.tenant(world.tenantId, { unitsOf: (await harness.store.userByName(user))?.id ?? '' });
    }

    test.each(seeds)('month %i: payouts, fees and money are those of its truth, whole and within units', async (seed) => {
      const made = worldOf(seed);
      const world = await worlds.newWorld();
      const uploads = await load(world, made);
      const chance = chances(seed);
      const wholes = await payoutsBy(world.tenant, {});
      for (const unit of units) {
        const tenant = await tenantFor(world, unit);
        await judgePayouts(tenant, made, unit, wholes, chance);
        await judgeFees(tenant, made, unit, chance);
        await judgeMoney(tenant, made, unit, uploads, chance);
      }
      judged.months += 1;
    });
  });
}

judge('on SQLite', seedsOf(2, 60), () => openMatchWorldsOn(sqliteForMatches));

const programs = postgresPrograms();
describe.skipIf(programs === null)('on a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
  });
  afterAll(() => cluster.stop());
  judge('on PostgreSQL', seedsOf(1, 12), () => openMatchWorldsOn((now) => postgresForMatches(cluster, now)));
});

afterAll(() => {
  if (isSoak) process.stdout.write(`SEED=${SEED} ${JSON.stringify(judged)}\n`);
});
