/** Full runs over the store: what they store is what matching says of a generated month, and follows from nothing but what is there. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MatchSettings } from '../../src/contract/match-settings.js';
import type { SettlementRecord } from '../../src/contract/records.js';
import type { Transaction } from '../../src/contract/transaction.js';
import { matchTenant } from '../../src/matcher/run.js';
import { noRequest } from '../../src/store/audit.js';
import { type MatchPiece, rowNumber } from '../../src/store/matching.js';
// @ts-expect-error The bench is plain JavaScript.
import { monthOf } from '../bench/matching/month.js';
import { recordQuery } from '../store/every-statement.js';
import { query } from '../store/list-model.js';
import { everyDay } from '../store/match-calls.js';
import { type MatchWorld, type MatchWorlds, openMatchWorlds } from '../store/match-world.js';
import { matchedOnce, stateOf, storedHistory } from './stored-history.js';

const { matched } = (await import(new URL('../bench/matching/matched.js', import.meta.url).href)) as {
  matched(month: unknown): { results: { sales: number[]; records: number[]; proposed?: true; skip?: true }[] };
};

let worlds: MatchWorlds;
beforeAll(async () => {
  worlds = await openMatchWorlds();
});
afterAll(() => worlds.close());

async function all<Item>(page: (pageNumber: number) => Promise<string>): Promise<Item[]> {
  const items: Item[] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const found = JSON.parse(await page(pageNumber)) as { items: Item[]; hasMore: boolean };
    items.push(...found.items);
    if (!found.hasMore) return items;
  }
}
const salesOf = ({ tenant }: MatchWorld) => all<Transaction>((pageNumber) => tenant.listTransactions(query({ pageSize: 500, pageNumber })));
const recordsOf = ({ tenant }: MatchWorld) =>
  all<SettlementRecord>((pageNumber) => tenant.listRecords(recordQuery({ pageSize: 500, pageNumber })));

describe('a full run', () => {
  const month = monthOf({ rows: 1_500, seed: 3, noise: 3 });
  let world: MatchWorld;
  beforeAll(async () => {
    world = await worlds.newWorld();
    await world.upload(month.sales);
    await world.settle(month.records);
  });

  it('gives a month the states that matching says', async () => {
    await world.match();
    const counted = (states: readonly string[]) =>
      Object.fromEntries(
        ['Match', 'Unmatched', 'Skip', 'NotApplicable'].map((state) => [state, states.filter((one) => one === state).length]),
      );
    const { results } = matched(month);
    const booked = results.filter(({ proposed }) => !proposed);
    const rowsIn = (side: 'sales' | 'records', isSkip: boolean) =>
      booked.filter(({ skip }) => Boolean(skip) === isSkip).reduce((sum, one) => sum + one[side].length, 0);
    const sales = counted((await salesOf(world)).map(({ transactionMatchState }) => transactionMatchState));
    const records = counted((await recordsOf(world)).map(({ matchState }) => matchState));
    expect(sales).toMatchObject({ Match: rowsIn('sales', false), Skip: rowsIn('sales', true) });
    expect(records).toMatchObject({ Match: rowsIn('records', false), Skip: rowsIn('records', true) });
    expect(sales.Match).toBeGreaterThan(1_000);
    expect([sales.Unmatched, sales.NotApplicable, records.NotApplicable].every((count) => (count as number) > 0)).toBe(true);
  });

  it('says of every open row why, naming only rows that there are', async () => {
    const sales = await salesOf(world);
    const records = await recordsOf(world);
    const ids = new Set([...sales.map(({ transactionId }) => transactionId), ...records.map(({ recordId }) => recordId)]);
    const open = [
      ...sales.filter(({ transactionMatchState }) => transactionMatchState === 'Unmatched').map(({ transactionId }) => transactionId),
      ...records.filter(({ matchState }) => matchState === 'Unmatched').map(({ recordId }) => recordId),
    ];
    for (const id of open) {
      const { comment } = JSON.parse((await world.tenant.transaction(id)) ?? (await world.tenant.record(id)) ?? '{}');
      expect(comment).toMatch(/\.$/);
      for (const [named] of comment.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)) expect(ids.has(named)).toBe(true);
    }
    expect(open.length).toBeGreaterThan(100);
  });

  it('made once more changes nothing', async () => {
    const pieces: MatchPiece[] = [];
    await world.match((piece) => pieces.push(piece));
    expect(pieces).toMatchObject([{ ended: [], begun: [], renamed: [], open: [], closed: [], finished: {} }]);
  });

  it('that is ended after any piece is made again, and ends the same', async () => {
    const before = await stateOf({ world, harness: worlds.harness });
    const other = await worlds.newWorld();
    await other.upload(month.sales);
    await other.settle(month.records);
    for (const ended of [0, 1, 2]) {
      let pieces = 0;
      const broken = other.match(() => {
        if (pieces++ === ended) throw new Error('ended here');
      });
      await broken.catch((error: Error) => expect(error.message).toBe('ended here'));
    }
    await other.match();
    expect(await stateOf({ world: other, harness: worlds.harness })).toEqual(before);
  });

  it('stores one piece after the other, and none after one that was refused', async () => {
    const large = monthOf({ rows: 6_000, seed: 4, noise: 1 });
    const other = await worlds.newWorld();
    await other.upload(large.sales);
    await other.settle(large.records);
    const told = { pieces: 0, underWay: 0, most: 0 };
    const applyUpTo = (last: number) => async () => {
      told.most = Math.max(told.most, ++told.underWay);
      await setImmediate();
      told.underWay -= 1;
      return ++told.pieces < last;
    };
    expect(await matchTenant(worlds.reader, other.tenantId, applyUpTo(2))).toBe(false);
    expect(told).toEqual({ pieces: 2, underWay: 0, most: 1 });
    expect(await matchTenant(worlds.reader, other.tenantId, applyUpTo(Number.POSITIVE_INFINITY))).toBe(true);
    expect(told.pieces).toBeGreaterThan(4);
    expect(told.most).toBe(1);
  });
});

describe('names that settings give', () => {
  it("match rows by the record's name of a terminal, in any case", async () => {
    const world = await worlds.newWorld();
    const settings = MatchSettings.parse({ names: { terminals: { 'ACQUIRER-TERMINAL-0001': 'TILL-1' } } });
    expect(await world.tenant.changeMatchSettings({ version: 0, settings, by: 'admin', from: noRequest })).toBe(0);
    const row = { amount: 5, currency: 'CHF', transactionDate: '2026-11-10T12:00:00+01:00', transactionSequenceCounter: '0471' };
    await world.upload([{ ...row, terminalId: 'TILL-1' }]);
    await world.settle([{ ...row, terminalId: 'Acquirer-Terminal-0001', settlementDate: '2026-11-12' }]);
    await world.match();
    const states = [
      ...(await salesOf(world)).map(({ transactionMatchState }) => transactionMatchState),
      ...(await recordsOf(world)).map(({ matchState }) => matchState),
    ];
    expect(states).toEqual(['Match', 'Match']);
  });

  it('match totals of a brand with a long name, however it is spelt', async () => {
    const world = await worlds.newWorld();
    const row = { currency: 'CHF', terminalId: 'T1', transactionDate: '2026-11-10T12:00:00+01:00' };
    await world.upload([2, 3].map((amount) => ({ ...row, amount, brandId: 'PostFinance Card' })));
    const total = { ...row, transactionDate: null, businessDate: '2026-11-10', amount: 5, transactionCount: 2, brandId: 'POSTFINANCE' };
    await world.settle([{ ...total, settlementDate: '2026-11-12' }]);
    await world.match();
    const { items } = JSON.parse(await world.tenant.listMatches({ pageNumber: 1, pageSize: 20 })) as { items: { rule: string }[] };
    expect(items.map(({ rule }) => rule)).toEqual(['total-of-terminal-and-brand']);
  });
});

describe('what is stored', () => {
  it('of a match of several days has the oldest, whichever of its rows came first', async () => {
    const fields = { currency: 'CHF', terminalId: 'T1', transactionReference: 'REF-770001', cardNumberMasked: '*0416' };
    const paid = { ...fields, amount: 5, transactionDate: '2026-11-10T23:58:00+01:00' };
    const taken = { ...fields, amount: -5, transactionDate: '2026-11-11T00:03:00+01:00' };
    const other = { amount: 7, currency: 'CHF', transactionDate: '2026-11-12T12:00:00+01:00', settlementDate: '2026-11-13' };
    for (const rows of [
      [paid, taken],
      [taken, paid],
    ]) {
      const world = await worlds.newWorld();
      await world.upload(rows);
      await world.settle([other]);
      await world.match();
      const { items } = JSON.parse(await world.tenant.listMatches({ pageNumber: 1, pageSize: 20 })) as { items: object[] };
      expect(items).toMatchObject([{ rule: 'cancellation', day: '2026-11-10' }]);
    }
  });

  it('follows from what is there: a few histories end as one full run', async () => {
    for (const seed of [11, 12, 13]) {
      const history = await storedHistory(worlds, seed, async (world) => void (await world.match()));
      await history.world.match();
      const once = await matchedOnce(worlds, history);
      const [told, expected] = await Promise.all([history.world, once].map((world) => stateOf({ world, harness: worlds.harness })));
      expect(told, `seed ${seed}`).toEqual(expected);
    }
  });

  it('knows nothing any more of an upload of either side that was undone', async () => {
    const world = await worlds.newWorld();
    const sale = { amount: 5, currency: 'CHF', transactionDate: '2026-11-10T12:00:00+01:00', transactionReference: 'a long reference 01' };
    await world.upload([sale, { ...sale, transactionReference: 'REF2' }]);
    await world.settle([{ ...sale, settlementDate: '2026-11-12' }]);
    await world.match();
    const before = await stateOf({ world, harness: worlds.harness });
    expect(before.matches).toHaveLength(1);
    const uploads = [
      await world.upload([{ ...sale, amount: 6 }]),
      await world.settle([{ ...sale, settlementDate: '2026-11-13', payoutId: 'P' }]),
    ];
    await world.match();
    expect(await stateOf({ world, harness: worlds.harness })).not.toEqual(before);
    for (const upload of uploads) await world.undo(upload);
    await world.match();
    expect(await stateOf({ world, harness: worlds.harness })).toEqual(before);
  });
});

describe('a day of equal amounts at one terminal', () => {
  const ROWS = 3_000;
  const at = (place: number) => new Date(Date.UTC(2026, 10, 10, 6) + place * 1_000).toISOString().replace('.000Z', 'Z');
  const row = (place: number) => ({ amount: 4.5, currency: 'CHF', terminalId: '22128577', transactionDate: at(place) });
  const days = Array.from({ length: ROWS }, (_, place) => row(place));

  it('is told of every row, and of one sale more of that one alone', async () => {
    const world = await worlds.newWorld();
    await world.upload(days);
    await world.settle(days.map((one) => ({ ...one, settlementDate: '2026-11-12', acquirerId: 'ACQ' })));
    const open: number[] = [];
    const apply = async (piece: MatchPiece) => {
      expect(piece.begun).toEqual([]);
      open.push(piece.open.length);
      return world.tenant.applyMatches(piece);
    };
    expect(await matchTenant(worlds.reader, world.tenantId, apply)).toBe(true);
    expect(open.reduce((sum, one) => sum + one, 0)).toBe(2 * ROWS);
    open.length = 0;
    await world.upload([row(ROWS)]);
    expect(await matchTenant(worlds.reader, world.tenantId, apply)).toBe(true);
    expect(open.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await world.match()).toBe(1);
  });
});

describe('rows of before the frontier that are looked at again', () => {
  const dayOf = (day: number) => new Date(Date.UTC(2026, 5, 1 + day)).toISOString().slice(0, 10);
  const sale = (day: number, more = {}) => ({
    ...{ transactionReference: `REF-${1_000 + day}`, amount: 10.17 + day, currency: 'EUR', terminalId: 'T-1' },
    transactionDate: `${dayOf(day)}T10:10:00Z`,
    ...more,
  });
  const recordOf = (row: ReturnType<typeof sale>, more = {}) => ({
    ...{ ...row, acquirerId: 'ACQ', payoutId: `P-${row.transactionDate}`, settlementDate: row.transactionDate.slice(0, 10) },
    ...more,
  });
  const sold = Array.from({ length: 100 }, (_, day) => sale(day));

  it('are told by the payments that stand, whatever is found: a void that was paid, a payment that came twice', async () => {
    const world = await worlds.newWorld();
    const reasons = () =>
      worlds.reader.rowsToMatch(world.tenantId, async (source) => {
        const told: string[] = [];
        const numbers = [...(await source.numbers('Sales', everyDay))].map((seq) => rowNumber('Sales', seq));
        const others = [...(await source.numbers('Settlement', everyDay))].map((seq) => rowNumber('Settlement', seq));
        await source.openRows(Float64Array.from([...numbers, ...others]).sort(), ({ reason }) => told.push(reason));
        return told.sort();
      });
    await world.upload([...sold, sale(3, { amount: -13.17, transactionDate: `${dayOf(3)}T10:14:00Z` })]);
    await world.settle(sold.map((row) => recordOf(row)));
    await world.match();
    expect(await reasons()).toEqual(['VoidPaid']);
    await world.upload([sale(2, { amount: 5.55, transactionReference: 'REF-LATE' })]);
    await world.settle([recordOf(sale(5), { payoutId: 'P-AGAIN' })]);
    await world.match();
    expect(await reasons()).toEqual(['NotSettled', 'SettledTwice', 'VoidPaid']);
  });
});
