/** What a store keeps and tells of matches: what a piece of an outcome changes; and that undoing either side ends them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MatchSettings } from '../../src/contract/match-settings.js';
import type { MatchRun } from '../../src/contract/matches.js';
import type { SettlementRecord } from '../../src/contract/records.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { Transaction, TransactionUpload } from '../../src/contract/transaction.js';
import { decideAgain } from '../../src/importing/decide.js';
import { dryRunOf } from '../../src/matcher/dry-run.js';
import { noRequest } from '../../src/store/audit.js';
import { type MatchReader, rowNumber } from '../../src/store/matching.js';
import type { TenantStore } from '../../src/store/store.js';
// @ts-expect-error The bench is plain JavaScript.
import { monthOf } from '../bench/matching/month.js';
import { recordQuery } from './every-statement.js';
import { query } from './list-model.js';
import { emptyPiece, everyDay, newMatch, notSettled, readSource } from './match-calls.js';
import type { MatchHarness } from './match-engines.js';
import { type MatchWorld, type MatchWorlds, openMatchWorldsOn } from './match-world.js';

export const sale = (reference: string, amount = 5, over: TransactionUpload = {}): TransactionUpload => ({
  ...{ transactionReference: reference, amount, currency: 'EUR', transactionDate: '2026-11-19T10:00:00Z', terminalId: 'T-1' },
  ...over,
});
export const record = (reference: string, amount = 5, over: SettlementRecordUpload = {}): SettlementRecordUpload => ({
  ...{ transactionReference: reference, amount, currency: 'EUR', settlementDate: '2026-11-20', terminalId: 'T-1' },
  ...over,
});
export const seqAt = (rows: readonly { seq: number }[], index: number) => rows[index]?.seq ?? 0;

async function sales(tenant: TenantStore, over = {}): Promise<Transaction[]> {
  const asked = query({ pageSize: 500, 'sorting.direction': 'Ascending', ...over });
  const list = JSON.parse(await tenant.listTransactions(asked));
  return list.items.sort((one: Transaction, other: Transaction) => (one.transactionId < other.transactionId ? -1 : 1));
}

async function records(tenant: TenantStore, over = {}): Promise<SettlementRecord[]> {
  const list = JSON.parse(await tenant.listRecords(recordQuery({ pageSize: 500, ...over })));
  return list.items.sort((one: SettlementRecord, other: SettlementRecord) => (one.recordId < other.recordId ? -1 : 1));
}

const states = async (tenant: TenantStore) => ({
  sales: (await sales(tenant)).map(({ transactionMatchState }) => transactionMatchState),
  records: (await records(tenant)).map(({ matchState }) => matchState),
});
const commentOf = async (tenant: TenantStore, id: string) =>
  JSON.parse((await tenant.transaction(id)) ?? (await tenant.record(id)) ?? '{}').comment;
const isSome = (number: number) => number > 0;
const totalsOf = async (tenant: TenantStore) => JSON.parse(await tenant.getTotals({ by: 'day,terminal,currency' }));

export function matchConformance(name: string, open: (now: () => Date) => Promise<MatchHarness>): void {
  let worlds: MatchWorlds;
  let harness: MatchHarness;
  let reader: MatchReader;
  let newWorld: MatchWorlds['newWorld'];

  describe(`matches on ${name}`, () => {
    beforeAll(async () => {
      worlds = await openMatchWorldsOn(open);
      ({ harness, reader, newWorld } = worlds);
    });
    afterAll(() => worlds.close());

    describe('a match', () => {
      it('changes the states of its rows, which comment, history and lists tell', async () => {
        const { tenant, upload, settle, matchFirst } = await newWorld();
        await upload([sale('A'), sale('B', 6)]);
        await settle([record('A'), record('C', 7, { type: 'Fee' })]);
        expect(await matchFirst()).toBe(true);
        expect(await states(tenant)).toEqual({ sales: ['Match', 'Unmatched'], records: ['Match', 'NotApplicable'] });
        const [first] = await sales(tenant, { transactionMatchState: 'Match' });
        const [settled] = await records(tenant, { matchState: 'Match' });
        expect([first?.transactionReference, settled?.transactionReference]).toEqual(['A', 'A']);
        expect(await sales(tenant, { transactionMatchState: 'Unmatched', 'sorting.key': 'Amount' })).toMatchObject([
          { transactionReference: 'B' },
        ]);
        expect(settled?.matchId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
        expect(await commentOf(tenant, first?.transactionId ?? '')).toBe(`Matched with record ${settled?.recordId} by rule reference.`);
        expect(await commentOf(tenant, settled?.recordId ?? '')).toBe(
          `Matched with transaction ${first?.transactionId} by rule reference.`,
        );
        const histories = [await tenant.history(first?.transactionId ?? ''), await tenant.recordHistory(settled?.recordId ?? '')];
        for (const history of histories) {
          expect(history?.items.at(-1)).toMatchObject({
            from: { transactionMatchState: 'Unmatched' },
            to: { transactionMatchState: 'Match' },
            reason: 'Matched by rule reference',
            by: 'matching',
          });
        }
      });

      it('of several rows tells how many, and by how much they differ', async () => {
        const { tenant, upload, settle, apply } = await newWorld();
        await upload([sale('A', 3), sale('A', 4)]);
        await settle([record('A', 7.5)]);
        const group = { how: 'Sum', salesUnits: 70_000, recordsUnits: 75_000 };
        await apply(({ sales: [one, two], records: [first] }) => ({
          begun: [newMatch([one?.seq ?? 0, two?.seq ?? 0], [first?.seq ?? 0], group)],
        }));
        expect(await states(tenant)).toEqual({ sales: ['Match', 'Match'], records: ['Match'] });
        const [one] = await sales(tenant);
        const text = 'Matched with 1 record and 1 more transaction (sum) by rule reference; settled is 0.50 more.';
        expect(await commentOf(tenant, one?.transactionId ?? '')).toBe(text);
      });

      it('that ends leaves both changes in the history', async () => {
        const { tenant, upload, settle, matchFirst, apply } = await newWorld();
        await upload([sale('A')]);
        await settle([record('A')]);
        await matchFirst();
        await apply(({ matches }) => ({ ended: matches.map(({ matchKey }) => matchKey) }));
        expect(await states(tenant)).toEqual({ sales: ['Unmatched'], records: ['Unmatched'] });
        const [one] = await sales(tenant);
        const history = (await tenant.history(one?.transactionId ?? ''))?.items ?? [];
        expect(history.slice(-2).map(({ to }) => to?.transactionMatchState)).toEqual(['Match', 'Unmatched']);
      });

      it('that is only proposed changes no state', async () => {
        const { tenant, upload, settle, apply } = await newWorld();
        await upload([sale('A')]);
        await settle([record('B')]);
        const open = { day: 20_000, reason: 'Proposed', parameters: '{"rule":"reference","rows":1}', missing: null } as const;
        await apply(({ sales, records }) => ({
          begun: [newMatch([seqAt(sales, 0)], [seqAt(records, 0)], { kind: 'Proposal' })],
          open: [{ ...open, row: rowNumber('Sales', seqAt(sales, 0)), involved: [rowNumber('Settlement', seqAt(records, 0))] }],
        }));
        expect(await states(tenant)).toEqual({ sales: ['Unmatched'], records: ['Unmatched'] });
        expect(await records(tenant)).toMatchObject([{ matchId: null }]);
        const [one] = await sales(tenant);
        expect(await commentOf(tenant, one?.transactionId ?? '')).toMatch(/^Probably record 0\S+, by reference: somebody should look.$/);
        expect((await tenant.history(one?.transactionId ?? ''))?.items).toHaveLength(2);
      });

      it('leaves totals and counts of uploads as they are, cancelled sales included', async () => {
        const { tenantId, tenant, upload, settle, apply } = await newWorld();
        const id = await upload([sale('A'), sale('V', 9), sale('V', -9), sale('A'), sale('D'), sale('D')]);
        const copy = await upload([sale('A'), sale('X', 3)]);
        await settle([record('A')]);
        const before = [await totalsOf(tenant), await tenant.upload(id), await tenant.upload(copy)];
        expect(before[0].items[0].duplicates.transactions).toBe(1);
        await apply(({ sales, records }) => ({
          begun: [
            newMatch([seqAt(sales, 0)], [seqAt(records, 0)]),
            newMatch([seqAt(sales, 1), seqAt(sales, 2)], [], { kind: 'Cancellation', how: 'Cancel', salesUnits: 0, recordsUnits: 0 }),
          ],
        }));
        expect((await states(tenant)).sales.slice(0, 3)).toEqual(['Match', 'Skip', 'Skip']);
        const [, voided, itsVoid] = await sales(tenant);
        expect(await commentOf(tenant, voided?.transactionId ?? '')).toBe(
          `Cancelled by transaction ${itsVoid?.transactionId}, by rule reference.`,
        );
        expect([await totalsOf(tenant), await tenant.upload(id), await tenant.upload(copy)]).toEqual(before);
        expect(await harness.matchesOf(tenantId)).toHaveLength(2);
      });
    });

    describe('a piece', () => {
      it('is stored as a whole or not at all', async () => {
        const { tenant, upload, settle, apply, source } = await newWorld();
        await upload([sale('A'), sale('B')]);
        await settle([record('A')]);
        const twice = apply(({ sales, records }) => ({
          begun: [newMatch([seqAt(sales, 0)], [seqAt(records, 0)]), newMatch([seqAt(sales, 1)], [seqAt(records, 0)])],
        }));
        await expect(twice).rejects.toThrow('not open');
        expect(await states(tenant)).toEqual({ sales: ['Unmatched', 'Unmatched'], records: ['Unmatched'] });
        expect((await source()).matches).toEqual([]);
      });

      it('is worth nothing where rows went meanwhile, and does not mind those that came', async () => {
        const { tenant, upload, settle, source } = await newWorld();
        const id = await upload([sale('A')]);
        await settle([record('A')]);
        const { changed, sales, records } = await source();
        const piece = { ...emptyPiece, changed, begun: [newMatch([seqAt(sales, 0)], [seqAt(records, 0)])] };
        await tenant.withdraw(id, 'admin', decideAgain);
        await tenant.restore(id, 'admin', decideAgain);
        expect(await tenant.applyMatches(piece)).toBe(false);
        expect((await states(tenant)).sales).toEqual(['Unmatched']);
        await upload([sale('B')]);
        expect(await tenant.applyMatches({ ...piece, changed: (await source()).changed })).toBe(true);
      });

      it('that is the last makes the tenant one with nothing to match, until something comes', async () => {
        const { tenantId, tenant, upload, settle, apply } = await newWorld();
        const isDue = async (rules = 'rules') => (await reader.tenantsToMatch(rules)).includes(tenantId);
        await upload([sale('A')]);
        expect(await isDue()).toBe(false);
        await settle([record('A')]);
        expect(await isDue()).toBe(true);
        const finish = () => apply(({ seen }) => ({ finished: { seen, rules: 'rules', frontier: null } }));
        await finish();
        expect([await isDue(), await isDue('other rules')]).toEqual([false, true]);
        const more = await upload([sale('B')]);
        expect(await isDue()).toBe(true);
        await finish();
        await tenant.withdraw(more, 'admin', decideAgain);
        expect(await isDue()).toBe(true);
        await finish();
        await tenant.restore(more, 'admin', decideAgain);
        expect(await isDue()).toBe(true);
      });
    });

    describe('undoing', () => {
      it.each(['Sales', 'Settlement'] as const)('an upload of %s ends its matches, and its rows come back open', async (kind) => {
        const { tenant, upload, settle, apply, matchFirst, source } = await newWorld();
        const ids = { Sales: await upload([sale('A'), sale('B')]), Settlement: await settle([record('A'), record('B')]) };
        const open = { day: null, ...notSettled('ACQ'), involved: [] };
        await matchFirst();
        await apply(({ sales, records }) => ({
          begun: [newMatch([seqAt(sales, 1)], [seqAt(records, 1)], { kind: 'Proposal' })],
          open: [rowNumber('Sales', seqAt(sales, 1)), rowNumber('Settlement', seqAt(records, 1))].map((row) => ({ ...open, row })),
        }));
        await tenant.withdraw(ids[kind], 'admin', decideAgain);
        const left =
          kind === 'Sales' ? { sales: [], records: ['Unmatched', 'Unmatched'] } : { sales: ['Unmatched', 'Unmatched'], records: [] };
        expect(await states(tenant)).toEqual(left);
        expect(await source()).toMatchObject({ matches: [], openRows: { length: 1 } });
        await tenant.restore(ids[kind], 'admin', decideAgain);
        expect(await states(tenant)).toEqual({ sales: ['Unmatched', 'Unmatched'], records: ['Unmatched', 'Unmatched'] });
        const after = await source();
        expect([...after.sales, ...after.records].map(({ matchKey }) => matchKey)).toEqual([null, null, null, null]);
      });

      it('an upload whose rows others are duplicates of, ends the matches of neither more nor less', async () => {
        const { tenant, upload, settle, matchFirst, source } = await newWorld();
        const first = await upload([sale('A')]);
        await upload([sale('A'), sale('B')]);
        await settle([record('A')]);
        await matchFirst();
        expect((await states(tenant)).sales).toEqual(['Match', 'Skip', 'Unmatched']);
        await tenant.withdraw(first, 'admin', decideAgain);
        expect(await states(tenant)).toEqual({ sales: ['Unmatched', 'Unmatched'], records: ['Unmatched'] });
        await matchFirst();
        expect((await states(tenant)).sales).toEqual(['Match', 'Unmatched']);
        await tenant.restore(first, 'admin', decideAgain);
        expect((await states(tenant)).sales).toEqual(['Unmatched', 'Skip', 'Unmatched']);
        expect((await source()).matches).toEqual([]);
      });
    });

    describe('who is told', () => {
      /** The tenant as a user of a unit with the terminal T-1 sees it. */
      async function limitedTo(tenantId: string): Promise<TenantStore> {
        await harness.addUser(`keeper ${tenantId}`);
        await harness.grant(`keeper ${tenantId}`, { unitId: await harness.addUnit(tenantId, { terminalIds: ['T-1'] }) });
        return harness.store.tenant(tenantId, { unitsOf: (await harness.store.userByName(`keeper ${tenantId}`))?.id ?? '' });
      }

      it('a user of some units hears of no row outside of them', async () => {
        const { tenantId, tenant, upload, settle, apply } = await newWorld();
        await upload([sale('A'), sale('B')]);
        await settle([record('A', 5, { terminalId: 'T-2' }), record('B')]);
        await apply(({ sales, records }) => ({
          begun: [newMatch([seqAt(sales, 0)], [seqAt(records, 0)])],
          open: [
            {
              row: rowNumber('Sales', seqAt(sales, 1)),
              day: 1,
              ...notSettled('ACQ'),
              involved: [],
            },
          ],
        }));
        const limited = await limitedTo(tenantId);
        const [matched, open] = await sales(tenant);
        expect(await commentOf(limited, matched?.transactionId ?? '')).toBe('Matched with another record by rule reference.');
        expect(await commentOf(limited, open?.transactionId ?? '')).toBe('The settlement files have gone beyond it, and none has it.');
        expect(await commentOf(tenant, open?.transactionId ?? '')).toBe(
          'The files of ACQ go beyond 2026-11-25, when it was due, and none has it.',
        );
      });

      it('nor how many there are', async () => {
        const { tenantId, tenant, upload, settle, apply } = await newWorld();
        await upload([sale('A', 3), sale('A', 4, { terminalId: 'T-2' }), sale('A', 5, { terminalId: 'T-2' })]);
        await settle([record('A', 12)]);
        await apply(({ sales, records }) => ({
          begun: [
            newMatch(
              sales.map(({ seq }) => seq),
              [seqAt(records, 0)],
              { how: 'Sum', salesUnits: 120_000, recordsUnits: 120_000 },
            ),
          ],
        }));
        const limited = await limitedTo(tenantId);
        const [one] = await sales(limited);
        expect(await commentOf(tenant, one?.transactionId ?? '')).toBe(
          'Matched with 1 record and 2 more transactions (sum) by rule reference.',
        );
        expect(await commentOf(limited, one?.transactionId ?? '')).toBe('Matched with other rows (sum) by rule reference.');
      });
    });

    describe('a dry run', () => {
      const runOf = async ({ tenant }: MatchWorld): Promise<MatchRun> => JSON.parse(await tenant.getMatchRun({}));
      const countsOf = async (world: MatchWorld) => {
        const { matches, proposals, cancellations, open } = await runOf(world);
        return { matches, proposals, cancellations, open };
      };
      const change = ({ tenant }: MatchWorld, version: number, settings: MatchSettings) =>
        tenant.changeMatchSettings({ version, settings, by: 'admin', from: noRequest });
      /** Numbers that name nothing by themselves, so that the moment has to say it, and a rule that books what was proposed. */
      const narrows = { reference: 'narrows', order: 'narrows', 'reference-in-order': 'ignore', 'order-in-reference': 'ignore' };
      const otherSettings = MatchSettings.parse({ waitDays: 1, numbers: narrows, book: ['terminal-and-moment'] });

      /** Makes a run; gives what was stored of matches. */
      async function made(world: MatchWorld) {
        const before = new Map((await world.source()).matches.map(({ matchKey, rule }) => [matchKey, rule]));
        const counts = { begin: 0, end: 0, changeRule: 0 };
        await world.match(({ begun, ended, renamed }) => {
          counts.begin += begun.length;
          counts.end += ended.length;
          counts.changeRule += renamed.filter(({ matchKey, rule }) => before.get(matchKey) !== rule).length;
        });
        return counts;
      }

      it('tells what a run then does, and changes nothing', async () => {
        const month = monthOf({ rows: 400, seed: 3, noise: 3 });
        const world = await newWorld();
        await world.upload(month.sales);
        await world.settle(month.records);
        for (const [version, settings] of [null, otherSettings, MatchSettings.parse({})].entries()) {
          const stored = async () => [await world.source(), await runOf(world), await harness.matchesOf(world.tenantId)];
          const untouched = await stored();
          const before = await countsOf(world);
          const dry = await dryRunOf(reader, world.tenantId, { settings, isAll: true });
          expect(await stored()).toEqual(untouched);
          await world.tenant.askToMatch({ isAll: true, by: 'admin', from: noRequest });
          if (settings) expect(await change(world, version - 1, settings)).toBe(version - 1);
          const counts = await made(world);
          expect(counts.begin).toBeGreaterThan(0);
          if (settings) expect([counts.end, counts.changeRule]).toEqual([expect.toSatisfy(isSome), expect.toSatisfy(isSome)]);
          expect(dry).toMatchObject({ ...counts, before, after: await countsOf(world) });
          const { items } = JSON.parse(await world.tenant.listMatches({ pageSize: 500, pageNumber: 1 }));
          for (const { rule, kind, after } of dry.rules) {
            const standing = items.filter((one: { rule: string; kind: string }) => one.rule === rule && one.kind === kind);
            expect([rule, kind, after]).toEqual([rule, kind, standing.length]);
          }
          for (const { matchState, sales: ofSales, records: ofRecords } of dry.after.states) {
            const some = [ofSales, ofRecords];
            const rows = [await sales(world.tenant, { transactionMatchState: matchState }), await records(world.tenant, { matchState })];
            if (matchState !== 'Skip' && matchState !== 'NotApplicable')
              expect([matchState, ...some]).toEqual([matchState, ...rows.map(({ length }) => length)]);
          }
          // The same rules once more change nothing.
          const again = await dryRunOf(reader, world.tenantId, { settings: null, isAll: true });
          expect(again).toMatchObject({ begin: 0, end: 0, changeRule: 0, ending: [], before: again.after });
        }
      });

      it('names matches that would end by their rows', async () => {
        const world = await newWorld();
        await world.upload([sale('REF-710001'), sale('REF-710002', 6)]);
        await world.settle([record('REF-710001'), record('REF-710009', 7)]);
        await world.match();
        const [one] = await sales(world.tenant, { transactionMatchState: 'Match' });
        const [other] = await records(world.tenant, { matchState: 'Match' });
        const withoutReferences = MatchSettings.parse({ numbers: { reference: 'ignore' } });
        const dry = await dryRunOf(reader, world.tenantId, { settings: withoutReferences, isAll: false });
        expect(dry).toMatchObject({
          ...{ begin: 0, end: 1, changeRule: 0 },
          rules: [{ rule: 'number-and-amount', kind: 'Match', before: 1, begin: 0, end: 1, changeRule: 0, after: 0 }],
          ending: [{ rule: 'number-and-amount', transactionIds: [one?.transactionId], recordIds: [other?.recordId] }],
          before: {
            matches: 1,
            states: [{ matchState: 'Match', sales: 1, records: 1 }, {}, { matchState: 'Unmatched', sales: 1, records: 1 }, {}],
          },
          after: {
            matches: 0,
            states: [{ matchState: 'Match', sales: 0, records: 0 }, {}, { matchState: 'Unmatched', sales: 2, records: 2 }, {}],
          },
        });
      });
    });

    describe('a tenant that never had a settlement record', () => {
      it('has no row in any table of matches, whatever is done with its sales', async () => {
        const { tenantId, tenant, upload, source } = await newWorld();
        const id = await upload([sale('A'), sale('A')]);
        await upload([sale('A')]);
        await tenant.withdraw(id, 'admin', decideAgain);
        await tenant.restore(id, 'admin', decideAgain);
        await tenant.reprocess(id, 'admin', decideAgain);
        expect(await harness.rowsOfMatching(tenantId)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
        expect(await tenant.applyMatches({ ...emptyPiece, changed: 0 })).toBe(false);
        await expect(source()).rejects.toMatchObject({ code: 'internal' });
      });
    });

    describe('what there is to match', () => {
      it('are the rows that stand for payments, and records that say how far their files reach', async () => {
        const { upload, settle, source } = await newWorld();
        await upload([sale('A', 5, { transactionTypes: ['refund'] }), { amount: 5 }]);
        await upload([sale('A', 5, { transactionTypes: ['refund'] })]);
        await settle([record('A'), record('B', 1, { type: 'Fee', acquirerId: 'ACQ' }), { amount: 1 }]);
        await settle([record('A')]);
        const { sales, records } = await source();
        expect(sales.map(({ fields }) => [fields.transactionReference, fields.amount, fields.transactionTypes])).toEqual([
          ['A', 5, ['refund']],
        ]);
        expect(records.map(({ isCandidate, fields }) => [fields.transactionReference, fields.acquirerId, isCandidate])).toEqual([
          ['A', null, true],
          ['B', 'ACQ', false],
        ]);
      });

      it('is told as what it is where the reading of it fails, and can be read again', async () => {
        const { tenantId, settle } = await newWorld();
        await settle([record('A')]);
        const failing = () => {
          throw new Error('the first');
        };
        await expect(
          reader.rowsToMatch(tenantId, async ({ numbers, records: read }) => read(await numbers('Settlement', everyDay), failing)),
        ).rejects.toThrow('the first');
        expect((await readSource(reader, tenantId)).records).toHaveLength(1);
      });
    });
  });
}
