/** What rows suggest to be set: told of what a store keeps, each with the setting that lets its sales go, and nothing of what only looks alike. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MatchSettings } from '../../src/contract/match-settings.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { dryRunOf } from '../../src/matcher/dry-run.js';
import { suggestionsOf } from '../../src/matcher/suggest.js';
import { noRequest } from '../../src/store/audit.js';
import type { MatchHarness } from './match-engines.js';
import { type MatchWorld, type MatchWorlds, openMatchWorldsOn } from './match-world.js';

const currency = 'EUR';
const series = <Row>(count: number, rowOf: (at: number) => Row) => Array.from({ length: count }, (_, at) => rowOf(at));
const amount = (at: number) => 10 + at * 1.37;
const sold = (at: number, over: TransactionUpload): TransactionUpload => ({
  ...{ amount: amount(at), currency, transactionDate: `2026-11-1${at % 5}T10:${10 + at}:00Z` },
  ...over,
});
const settled = (at: number, over: SettlementRecordUpload): SettlementRecordUpload => ({
  ...{ acquirerId: 'ACQ', amount: amount(at), currency, settlementDate: `2026-11-1${(at % 5) + 2}` },
  ...over,
});

export function suggestionConformance(name: string, open: (now: () => Date) => Promise<MatchHarness>): void {
  describe(`settings that rows suggest, in ${name}`, () => {
    let worlds: MatchWorlds;
    beforeAll(async () => {
      worlds = await openMatchWorldsOn(open);
    });
    afterAll(() => worlds.close());

    const worldOf = async (sales: TransactionUpload[], records: SettlementRecordUpload[]) => {
      const world = await worlds.newWorld();
      await world.upload(sales);
      await world.settle(records);
      await world.match();
      return world;
    };
    /** What each suggestion would change, and what is suggested once it is set. */
    const followed = async ({ tenantId, tenant }: MatchWorld, settings: object) => {
      const set = MatchSettings.parse(settings);
      const { begin, before, after } = await dryRunOf(worlds.reader, tenantId, { settings: set, isAll: false });
      expect(await tenant.changeMatchSettings({ version: 0, settings: set, by: 'admin', from: noRequest })).toBe(0);
      return { begin, matches: after.matches - before.matches, ...(await suggestionsOf(worlds.reader, tenantId)) };
    };

    it('are brands that are one, as the files write them', async () => {
      const order = (at: number) => ({ orderId: `ORD-70${at}001` });
      const world = await worldOf(
        [
          ...series(8, (at) => sold(at, { ...order(at), brandId: 'Amazon Pay' })),
          // Paid as it says: the brand of the other side is no other name of it.
          ...series(9, (at) => sold(at, { orderId: `ORD-80${at}001`, brandId: 'Visa' })),
          // A few that look alike are wrong rows, not another name.
          ...series(3, (at) => sold(at, { orderId: `ORD-90${at}001`, brandId: 'Visa' })),
        ],
        [
          ...series(8, (at) => settled(at, { ...order(at), brandId: 'Visa' })),
          ...series(9, (at) => settled(at, { orderId: `ORD-80${at}001`, brandId: 'Visa' })),
          ...series(3, (at) => settled(at, { orderId: `ORD-90${at}001`, brandId: 'American Express' })),
          ...series(5, (at) => settled(at, { orderId: `ORD-60${at}001`, brandId: 'American Express' })),
        ],
      );
      const { suggestions } = await suggestionsOf(worlds.reader, world.tenantId);
      const settings = { names: { brands: { 'Amazon Pay': 'Visa' } } };
      expect(suggestions).toEqual([
        {
          ...{ setting: 'names.brands', from: 'Amazon Pay', to: 'Visa', sales: 8, settings },
          sentence: '8 sales are held back by the brand Amazon Pay / Visa: treat as one?',
        },
      ]);
      expect(await followed(world, settings)).toMatchObject({ begin: 8, matches: 8, suggestions: [] });
    });

    it('are kinds of numbers that the amounts have not proven yet', async () => {
      const world = await worldOf(
        series(8, (at) => sold(at, { orderId: `#10001312${at}` })),
        series(8, (at) => settled(at, { orderId: `WEB10001312${at}` })),
      );
      const { suggestions } = await suggestionsOf(worlds.reader, world.tenantId);
      const settings = { numbers: { 'order-digits': 'names' } };
      expect(suggestions).toEqual([
        {
          ...{ setting: 'numbers', from: 'order-digits', to: 'names', sales: 8, settings },
          sentence:
            '8 sales are only proposed by the number order-digits: 8 of 8 payments under it have equal amounts. Does it name a payment?',
        },
      ]);
      expect(await followed(world, settings)).toMatchObject({ begin: 8, matches: 8, suggestions: [] });
    });

    it('are none where amounts differ, and none without records', async () => {
      const world = await worldOf(
        series(8, (at) => sold(at, { orderId: `#10001312${at}` })),
        series(8, (at) => settled(at + 9, { orderId: `WEB10001312${at}` })),
      );
      expect((await suggestionsOf(worlds.reader, world.tenantId)).suggestions).toEqual([]);
      const empty = await worlds.newWorld();
      await empty.upload([sold(1, { orderId: 'A' })]);
      // Nothing is there to be matched, and so to be suggested.
      expect(await suggestionsOf(worlds.reader, empty.tenantId).catch(({ code }) => code)).toBe('internal');
    });

    it('stand beside what is learnt without being told', async () => {
      const reference = (at: number) => ({ transactionReference: `REF-5500${10 + at}` });
      const world = await worldOf(
        series(25, (at) => sold(at, { ...reference(at), terminalId: 'K 1' })),
        series(25, (at) => settled(at, { ...reference(at), terminalId: '22-900' })),
      );
      const { suggestions, learnt } = await suggestionsOf(worlds.reader, world.tenantId);
      expect(suggestions).toEqual([]);
      expect(learnt).toContainEqual({
        ...{ setting: 'numbers', from: 'reference', to: 'names', sales: 25, settings: { numbers: { reference: 'names' } } },
        sentence: 'The number reference names a payment: 25 of 25 payments under it have equal amounts.',
      });
      expect(learnt).toContainEqual({
        ...{ setting: 'names.terminals', from: '22-900', to: 'K-1', sales: 25, settings: { names: { terminals: { '22-900': 'K-1' } } } },
        sentence: 'The terminal 22-900 of the records is K-1 of the till, in 25 of 25 payments.',
      });
    });
  });
}
