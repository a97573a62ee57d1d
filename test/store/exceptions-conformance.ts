/** What a store tells of what is missing, and of sales that matching sets aside as paid in cash: by whole runs over its rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedException } from '../../src/contract/exceptions.js';
import { MatchSettings } from '../../src/contract/match-settings.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { Transaction, TransactionUpload } from '../../src/contract/transaction.js';
import { dryRunOf } from '../../src/matcher/dry-run.js';
import { noRequest } from '../../src/store/audit.js';
import { rowNumber } from '../../src/store/matching.js';
import type { TenantStore } from '../../src/store/store.js';
// @ts-expect-error The bench is plain JavaScript.
import { monthOf } from '../bench/matching/month.js';
import { query } from './list-model.js';
import { newMatch } from './match-calls.js';
import type { MatchHarness } from './match-engines.js';
import { type MatchWorld, type MatchWorlds, openMatchWorldsOn } from './match-world.js';

const sale = (reference: string, over: TransactionUpload = {}): TransactionUpload => ({
  ...{ transactionReference: reference, amount: 5, currency: 'EUR', transactionDate: '2026-11-19T10:00:00Z', terminalId: 'T-1' },
  ...over,
});
const record = (reference: string, over: SettlementRecordUpload = {}): SettlementRecordUpload => ({
  ...{ transactionReference: reference, amount: 5, currency: 'EUR', settlementDate: '2026-11-20', terminalId: 'T-1' },
  ...over,
});

const exceptionsOf = async (tenant: TenantStore, over = {}): Promise<{ items: ListedException[]; hasMore: boolean }> =>
  JSON.parse(await tenant.listExceptions({ pageSize: 500, pageNumber: 1, ...over }));
const salesOf = async (tenant: TenantStore, over = {}): Promise<Transaction[]> =>
  JSON.parse(await tenant.listTransactions(query({ pageSize: 500, ...over }))).items;
const stateOf = async (tenant: TenantStore, reference: string) =>
  (await salesOf(tenant)).find(({ transactionReference }) => transactionReference === reference)?.transactionMatchState;
const reasonsOf = async (tenant: TenantStore): Promise<Record<string, number>> =>
  Object.fromEntries(
    (JSON.parse(await tenant.getMatchRun({})).open as { reason: string; sales: number; records: number }[]).map((open) => [
      open.reason,
      open.sales + open.records,
    ]),
  );

export function exceptionConformance(name: string, open: (now: () => Date) => Promise<MatchHarness>): void {
  let worlds: MatchWorlds;
  let harness: MatchHarness;
  let newWorld: () => Promise<MatchWorld>;
  beforeAll(async () => {
    worlds = await openMatchWorldsOn(open);
    ({ harness, newWorld } = worlds);
  });
  afterAll(() => worlds.close());

  describe(`what is missing, on ${name}`, () => {
    it('is one exception for each file and each day of a till, by what rows wait for', async () => {
      const { tenant, upload, settle, apply } = await newWorld();
      await upload([sale('A'), sale('B', { amount: 7.25 }), sale('C', { currency: 'CHF', amount: -1 }), sale('D', { amount: 9e10 })]);
      await settle([record('X', { amount: 2.5 }), record('Y')]);
      const part = (day: string | null, code: string, terminalId: string | null) =>
        JSON.stringify({ day, code, acquirerId: code === 'NoFile' ? 'ACQ' : null, merchantId: null, terminalId });
      const [file, till, never] = [part('2026-11-18', 'NoFile', null), part('2026-11-17', 'NoSales', 'T-1'), part(null, 'NoFile', 'T-9')];
      const opened = (row: number, missing: string | null) => ({
        ...{ row, day: 20_000, reason: 'Waiting' as const, parameters: '{}', missing, involved: [] },
      });
      await apply(({ sales, records }) => ({
        open: [
          ...[file, file, file, never].map((missing, at) => opened(rowNumber('Sales', sales[at]?.seq ?? 0), missing)),
          ...[till, null].map((missing, at) => opened(rowNumber('Settlement', records[at]?.seq ?? 0), missing)),
        ],
      }));
      const expected = [
        {
          ...{ side: 'Terminal', code: 'NoSales', acquirerId: null, merchantId: null, terminalId: 'T-1', day: '2026-11-17', rows: 1 },
          amounts: [{ currency: 'EUR', amount: '2.50' }],
        },
        {
          ...{ side: 'Account', code: 'NoFile', acquirerId: 'ACQ', merchantId: null, terminalId: null, day: '2026-11-18', rows: 3 },
          amounts: [
            { currency: 'CHF', amount: '-1.00' },
            { currency: 'EUR', amount: '12.25' },
          ],
        },
        {
          ...{ side: 'Account', code: 'NoFile', acquirerId: 'ACQ', merchantId: null, terminalId: 'T-9', day: null, rows: 1 },
          amounts: [{ currency: 'EUR', amount: '90000000000.00' }],
        },
      ];
      expect(await exceptionsOf(tenant)).toEqual({ items: expected, hasMore: false });
      expect((await exceptionsOf(tenant, { side: 'Terminal' })).items).toEqual(expected.slice(0, 1));
      expect((await exceptionsOf(tenant, { side: 'Account' })).items).toEqual(expected.slice(1));
      for (const [pageNumber, hasMore] of [
        [1, true],
        [2, true],
        [3, false],
        [4, false],
      ] as const) {
        expect(await exceptionsOf(tenant, { pageSize: 1, pageNumber })).toEqual({
          items: expected.slice(pageNumber - 1, pageNumber),
          hasMore,
        });
      }
    });

    it('of a month without one file and the day of one till are these two, and no row of theirs is called overdue', async () => {
      const month = monthOf({ rows: 6_000, seed: 1, noise: 0 }) as { sales: TransactionUpload[]; records: SettlementRecordUpload[] };
      const fileOf = ({ acquirerId, merchantId, settlementDate }: SettlementRecordUpload) =>
        `${acquirerId} ${merchantId} ${settlementDate}`;
      const files = [...new Set(month.records.filter(({ merchantId }) => merchantId === 'M-1001').map(fileOf))].sort();
      const file = files[Math.floor(files.length / 2)] as string;
      const dayOf = ({ businessDate, transactionDate }: TransactionUpload) => (businessDate ?? transactionDate ?? '').slice(0, 10);
      const till = busiestDay(month.sales, dayOf);
      const isOfTill = (one: TransactionUpload) => one.terminalId === till.terminalId && dayOf(one) === till.day;
      const whole = await newWorld();
      await sendMonth(whole, month);
      expect((await exceptionsOf(whole.tenant)).items).toEqual([]);
      const before = await reasonsOf(whole.tenant);
      const world = await newWorld();
      await sendMonth(world, {
        sales: month.sales.filter((one) => !isOfTill(one)),
        records: month.records.filter((one) => fileOf(one) !== file),
      });
      const { items } = await exceptionsOf(world.tenant);
      const told = items.map(({ side, code, acquirerId, merchantId, terminalId, day }) =>
        [side, code, acquirerId, merchantId, terminalId, day].join(' '),
      );
      const [acquirerId, merchantId, day] = file.split(' ');
      expect(told.sort()).toEqual([
        `Account NoFile ${acquirerId?.toUpperCase()} ${merchantId}  ${day}`,
        `Terminal NoSales   ${till.terminalId} ${till.day}`,
      ]);
      expect(items.every(({ rows, amounts }) => rows > 1 && amounts.length > 0)).toBe(true);
      const after = await reasonsOf(world.tenant);
      for (const reason of ['NotSettled', 'NoSale']) expect([reason, after[reason] ?? 0]).toEqual([reason, before[reason] ?? 0]);
    });
  });

  describe(`sales paid in cash, on ${name}`, () => {
    const cash = (reference: string, over: TransactionUpload = {}) => sale(reference, { transactionTypes: ['Bar'], amount: 8.5, ...over });
    /** What lists by each state, the totals, the comment, the history and the matching tables say of a sale. */
    async function toldOf({ tenant, tenantId }: MatchWorld, reference: string) {
      const one = (await salesOf(tenant)).find(({ transactionReference }) => transactionReference === reference);
      const id = one?.transactionId ?? '';
      const states = [];
      for (const transactionMatchState of ['NotApplicable', 'Unmatched', 'Match', 'Skip'] as const)
        for (const key of ['TransactionDate', 'Amount'] as const) {
          const found = await salesOf(tenant, { transactionMatchState, 'sorting.key': key });
          if (found.some(({ transactionId }) => transactionId === id)) states.push(transactionMatchState);
        }
      expect(new Set(states)).toEqual(new Set([one?.transactionMatchState]));
      // Fails where rows and matches do not agree.
      await harness.matchesOf(tenantId);
      const { comment, transactionState, transactionMatchState } = JSON.parse((await tenant.transaction(id)) ?? '{}');
      expect([transactionState, transactionMatchState]).toEqual(['Processed', one?.transactionMatchState]);
      const history = (await tenant.history(id))?.items.map(({ to, by }) => `${to?.transactionMatchState} ${by}`);
      return { state: one?.transactionMatchState, comment, history };
    }
    const asCash = {
      state: 'NotApplicable',
      comment: 'Paid in cash: no settlement record is expected.',
      history: ['NotApplicable api', 'Unmatched import', 'NotApplicable matching'],
    };

    it('are NotApplicable, and nothing else is', async () => {
      const world = await newWorld();
      const { tenant, upload, settle, match } = world;
      const totals = async () => JSON.parse(await tenant.getTotals({ by: 'currency' }));
      const id = await upload([cash('CASH-000001'), sale('CARD-000001'), sale('CARD-000002', { brandId: 'Cash', amount: 3 })]);
      const untouched = [await totals(), await tenant.upload(id)];
      await settle([record('CARD-000001')]);
      expect(await stateOf(tenant, 'CASH-000001')).toBe('Unmatched');
      await match();
      expect(await toldOf(world, 'CASH-000001')).toEqual(asCash);
      expect(await stateOf(tenant, 'CARD-000002')).toBe('NotApplicable');
      expect(await stateOf(tenant, 'CARD-000001')).toBe('Match');
      expect((await reasonsOf(tenant)).Cash).toBe(2);
      expect([await totals(), await tenant.upload(id)]).toEqual(untouched);
      const [one] = await salesOf(tenant, { amountFrom: 8.5 });
      expect(await tenant.matchFacts('Sales', one?.transactionId ?? '')).toMatchObject({
        ...{ match: null, reason: 'Cash', sentence: asCash.comment, others: [], hasMore: false },
      });
      // Once more changes nothing.
      await world.tenant.askToMatch({ isAll: true, by: 'admin', from: noRequest });
      const open: unknown[] = [];
      await match((piece) => open.push(...piece.open, ...piece.begun, ...piece.closed));
      expect([open, await toldOf(world, 'CASH-000001')]).toEqual([[], asCash]);
    });

    it('are open again where a record names them, and set aside again where it goes', async () => {
      const world = await newWorld();
      const { tenant, upload, settle, match, undo } = world;
      await upload([cash('CASH-000001'), sale('CARD-000001')]);
      await settle([record('CARD-000001')]);
      await match();
      const later = await settle([record('CASH-000001', { amount: 8.5 })]);
      await match();
      const named = await toldOf(world, 'CASH-000001');
      expect(named).toMatchObject({ state: 'Unmatched', history: [...asCash.history, 'Unmatched matching'] });
      expect(named.comment).toMatch(/^Probably record 0/);
      await undo(later);
      await match();
      expect(await toldOf(world, 'CASH-000001')).toMatchObject({ state: 'NotApplicable', comment: asCash.comment });
      expect(await stateOf(tenant, 'CARD-000001')).toBe('Match');
    });

    it('can be matched like others', async () => {
      const world = await newWorld();
      const { upload, settle, match, apply } = world;
      await upload([cash('CASH-000001', { amount: 5 })]);
      await settle([record('OTHER-00001')]);
      await match();
      await apply(({ sales, records }) => ({
        begun: [newMatch([sales[0]?.seq ?? 0], [records[0]?.seq ?? 0])],
        closed: [rowNumber('Sales', sales[0]?.seq ?? 0), rowNumber('Settlement', records[0]?.seq ?? 0)],
      }));
      expect(await toldOf(world, 'CASH-000001')).toMatchObject({
        state: 'Match',
        history: [...asCash.history, 'Unmatched matching', 'Match matching'],
      });
    });

    it('are open again where the settings change, which a dry run foretells', async () => {
      const world = await newWorld();
      const { tenant, tenantId, upload, settle, match } = world;
      await upload([cash('CASH-000001'), sale('CARD-000001')]);
      await settle([record('CARD-000001')]);
      await match();
      const settings = MatchSettings.parse({ notByCard: [] });
      const dry = await dryRunOf(worlds.reader, tenantId, { settings, isAll: false });
      const states = ({ states }: typeof dry.before) => states.map(({ matchState, sales }) => [matchState, sales]);
      expect(states(dry.before)).toEqual([
        ['Match', 1],
        ['Skip', 0],
        ['Unmatched', 0],
        ['NotApplicable', 1],
      ]);
      expect(states(dry.after)).toEqual([
        ['Match', 1],
        ['Skip', 0],
        ['Unmatched', 1],
        ['NotApplicable', 0],
      ]);
      expect(await tenant.changeMatchSettings({ version: 0, settings, by: 'admin', from: noRequest })).toBe(0);
      await match();
      expect(await toldOf(world, 'CASH-000001')).toMatchObject({ state: 'Unmatched', history: [...asCash.history, 'Unmatched matching'] });
    });

    it('are withdrawn and restored with their upload, and go where no record is left', async () => {
      const world = await newWorld();
      const { tenant, upload, settle, match, undo, redo } = world;
      const statesOf = async () => (await salesOf(tenant)).map((one) => one.transactionMatchState).sort();
      const id = await upload([cash('CASH-000001'), sale('CARD-000001')]);
      const copy = await upload([cash('CASH-000001')]);
      const settled = await settle([record('CARD-000001')]);
      await match();
      expect(await statesOf()).toEqual(['Match', 'NotApplicable', 'Skip']);
      await undo(id);
      // The copy stands for the sale now.
      expect(await statesOf()).toEqual(['Unmatched']);
      await match();
      expect(await statesOf()).toEqual(['NotApplicable']);
      await redo(id);
      const [restored] = await salesOf(tenant, { uploadId: id, amountFrom: 8.5 });
      const history = (await tenant.history(restored?.transactionId ?? ''))?.items.map(({ reason }) => reason) ?? [];
      expect(history.slice(2, 5)).toEqual(['Paid in cash: no settlement record is expected', `Upload ${id} was withdrawn`, 'Withdrawn']);
      await match();
      expect(await statesOf()).toEqual(['Match', 'NotApplicable', 'Skip']);
      await undo(copy);
      await undo(settled);
      await match();
      expect(await stateOf(tenant, 'CASH-000001')).toBe('Unmatched');
      expect(await harness.matchesOf(world.tenantId)).toEqual([]);
      expect(await reasonsOf(tenant)).toEqual({});
    });

    it('are found by their state among many, as matched ones are', async () => {
      const { tenant, upload, settle, match } = await newWorld();
      // Beyond as many, the list is found by which uploads may hold the state.
      const many = Array.from({ length: 15_000 }, (_, at) => sale(`REF-${at + 10_000}`, { amount: 100 + at }));
      const early = { transactionDate: '2026-11-18T10:00:00Z' };
      await upload([cash('CASH-000001', early), sale('CARD-000001', early), ...many]);
      await settle([record('CARD-000001')]);
      await match();
      for (const [transactionMatchState, reference] of [
        ['NotApplicable', 'CASH-000001'],
        ['Match', 'CARD-000001'],
      ] as const) {
        const found = await salesOf(tenant, { transactionMatchState, pageSize: 10 });
        expect(found.map(({ transactionReference }) => transactionReference)).toEqual([reference]);
      }
    });
  });
}

async function sendMonth(world: MatchWorld, { sales, records }: { sales: TransactionUpload[]; records: SettlementRecordUpload[] }) {
  await world.upload(sales);
  await world.settle(records);
  await world.match();
}

/** In the middle of the month, so that there are days before and behind it. */
function busiestDay(sales: readonly TransactionUpload[], dayOf: (sale: TransactionUpload) => string): { terminalId: string; day: string } {
  const counts = new Map<string, number>();
  const days = [...new Set(sales.map(dayOf))].sort();
  const [first, last] = [days[Math.floor(days.length / 3)] as string, days[Math.floor((2 * days.length) / 3)] as string];
  for (const sale of sales) {
    const key = `${sale.terminalId}|${dayOf(sale)}`;
    if (sale.terminalId && dayOf(sale) >= first && dayOf(sale) <= last) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [[busiest]] = [...counts].sort(([, one], [, other]) => other - one) as [[string, number]];
  const [terminalId, day] = busiest.split('|') as [string, string];
  return { terminalId, day };
}
