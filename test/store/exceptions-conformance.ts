/** What a store tells of what is missing, and of sales that matching sets aside as paid in cash: by whole runs over its rows. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Close } from '../../src/contract/closes.js';
import type { ListedException } from '../../src/contract/exceptions.js';
import type { FoundTransaction } from '../../src/contract/found-transaction.js';
import { MatchSettings } from '../../src/contract/match-settings.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { Transaction, TransactionUpload } from '../../src/contract/transaction.js';
import { dryRunOf } from '../../src/matcher/dry-run.js';
import { noRequest } from '../../src/store/audit.js';
import { type OpenRow, rowNumber } from '../../src/store/matching.js';
import type { TenantStore } from '../../src/store/store.js';
// @ts-expect-error The bench is plain JavaScript.
import { monthOf } from '../bench/matching/month.js';
import { missingPart } from '../support/missing-days.js';
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

const missingAlone = { reason: 'NoFile,NoSales' };

/** Two sales a day, but for Sundays, of an acquirer that books each week on the Monday after it. */
function weeksOf(from: string, to: string): { sales: TransactionUpload[]; records: SettlementRecordUpload[] } {
  const dayOf = (date: string) => Date.parse(date) / 86_400_000;
  const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
  const weekdayOf = (day: number) => new Date(day * 86_400_000).getUTCDay();
  const days = Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, at) => dayOf(from) + at).filter((day) => weekdayOf(day) !== 0);
  const sales = days.flatMap((day) =>
    [5, 7].map((amount) => sale(`S-${day}-${amount}`, { amount, transactionDate: `${dateOf(day)}T1${amount}:00:00Z` })),
  );
  const records = sales.map((one) => {
    const day = dayOf((one.transactionDate ?? '').slice(0, 10));
    const booked = dateOf(day + 8 - weekdayOf(day));
    const { transactionReference, amount, transactionDate } = one;
    return record(transactionReference ?? '', { amount, transactionDate, acquirerId: 'Weekly', merchantId: 'W-1', settlementDate: booked });
  });
  return { sales, records };
}

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
      const missing = (side: string, text: string, rows: number, amounts: ListedException['amounts'], sentence: string) =>
        missingPart(side, JSON.parse(text), rows, amounts, sentence);
      const expected = [
        missing('Terminal', till, 1, [{ currency: 'EUR', amount: '2.50' }], 'Terminal T-1 has sent no sale of 2026-11-17.'),
        missing(
          'Account',
          file,
          3,
          [
            { currency: 'CHF', amount: '-1.00' },
            { currency: 'EUR', amount: '12.25' },
          ],
          'The file of ACQ of 2026-11-18 has not come.',
        ),
        missing('Account', never, 1, [{ currency: 'EUR', amount: '90000000000.00' }], 'No settlement file has ever had terminal T-9.'),
      ];
      expect(await exceptionsOf(tenant)).toEqual({ items: expected, hasMore: false });
      expect((await exceptionsOf(tenant, { side: 'Terminal' })).items).toEqual(expected.slice(0, 1));
      expect((await exceptionsOf(tenant, { side: 'Account' })).items).toEqual(expected.slice(1));
      expect((await exceptionsOf(tenant, { reason: 'NoSales' })).items).toEqual(expected.slice(0, 1));
      expect((await exceptionsOf(tenant, { dayFrom: '2026-11-18' })).items).toEqual(expected.slice(1, 2));
      expect((await exceptionsOf(tenant, { dayTo: '2026-11-17' })).items).toEqual(expected.slice(0, 1));
      expect((await exceptionsOf(tenant, { dayFrom: '2026-11-18', dayTo: '2026-11-18' })).items).toEqual(expected.slice(1, 2));
      expect((await exceptionsOf(tenant, { currency: 'EUR' })).items).toEqual([]);
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
      expect((await exceptionsOf(whole.tenant, missingAlone)).items).toEqual([]);
      const before = await reasonsOf(whole.tenant);
      const world = await newWorld();
      await sendMonth(world, {
        sales: month.sales.filter((one) => !isOfTill(one)),
        records: month.records.filter((one) => fileOf(one) !== file),
      });
      const { items } = await exceptionsOf(world.tenant, missingAlone);
      const told = items.map(({ side, reason, acquirerId, merchantId, terminalId, day }) =>
        [side, reason, acquirerId, merchantId, terminalId, day].join(' '),
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

    it.each(['settlementDate', 'payoutDate'] as const)(
      'is also the last file, once it is late by the weeks before, by %s; list, table of money and closes say the same',
      async (date) => {
        const world = await newWorld();
        const weeks = weeksOf('2026-08-31', '2026-11-14');
        const told = (before: string, from = '') =>
          weeks.records
            .filter(({ settlementDate }) => (settlementDate ?? '') < before && (settlementDate ?? '') >= from)
            .map(({ settlementDate, ...one }) => ({ ...one, [date]: settlementDate }));
        await world.upload(weeks.sales);
        const payout = { type: 'Payout', payoutId: 'P', acquirerId: 'Weekly', merchantId: 'W-1', settlementDate: null } as const;
        await world.settle([...told('2026-11-09'), record('P', { ...payout, payoutDate: '2026-11-10' })]);
        await world.match();
        const { tenant } = world;
        // The file of 16 November may still come on the 20th.
        const file = missingPart(
          'Account',
          { day: '2026-11-09', code: 'NoFile', acquirerId: 'Weekly', merchantId: 'W-1', terminalId: null },
          12,
          [{ currency: 'EUR', amount: '72.00' }],
          'The file of Weekly W-1 of 2026-11-09 has not come.',
        );
        expect(await exceptionsOf(tenant)).toEqual({ items: [file], hasMore: false });
        for (const over of [{ reason: 'NoFile' }, { side: 'Account' }, { dayFrom: '2026-11-09', dayTo: '2026-11-09' }])
          expect((await exceptionsOf(tenant, over)).items).toEqual([file]);
        for (const over of [{ reason: 'NoSales' }, { dayTo: '2026-11-08' }, { dayFrom: '2026-11-10' }, { pageSize: 1, pageNumber: 2 }])
          expect(await exceptionsOf(tenant, over)).toEqual({ items: [], hasMore: false });

        const [{ missingFile, notDue, overdue }] = JSON.parse(await tenant.getMoney({})).items;
        expect([missingFile, notDue, overdue]).toEqual([
          { transactions: 12, amount: '72.00' },
          { transactions: 12, amount: '72.00' },
          { transactions: 0, amount: '0.00' },
        ]);
        const found: FoundTransaction[] = JSON.parse(
          await tenant.searchTransactions({ ...query({ pageSize: 500 }), moneyPart: 'missingFile' }),
        ).items;
        expect(found.map(({ transactionDate }) => transactionDate?.slice(0, 10)).sort()).toEqual(
          ['02', '03', '04', '05', '06', '07'].flatMap((day) => [`2026-11-${day}`, `2026-11-${day}`]),
        );

        const brokenIn = async (day: string) =>
          (JSON.parse(await tenant.getClose({ day })) as Close).claims.flatMap(({ claim, findings }) =>
            findings.filter(({ state }) => state === 'Broken').map(({ code, dayFrom, rows }) => [claim, code, dayFrom, rows]),
          );
        const noFile = ['Files', 'NoFile', '2026-11-09', null];
        expect(await brokenIn('2026-11-09')).toEqual([noFile]);
        expect(await brokenIn('2026-11-03')).toEqual([['Pending', 'Unpaid', '2026-11-03', 2]]);
        expect(await brokenIn('2026-11')).toEqual(expect.arrayContaining([noFile, ['Pending', 'Unpaid', '2026-11-01', 12]]));
        expect(await brokenIn('2026-11-16')).toEqual([]);
        expect(await brokenIn('2026-10')).toEqual([]);

        await world.settle(told('2026-11-10', '2026-11-09'));
        await world.match();
        expect((await exceptionsOf(tenant)).items).toEqual([]);
        expect(JSON.parse(await tenant.getMoney({})).items[0]).toMatchObject({
          missingFile: { transactions: 0 },
          notDue: { transactions: 12 },
        });
      },
    );

    it('is the first one behind the last, once two weeks went by, however few weeks there were', async () => {
      const world = await newWorld();
      const weeks = weeksOf('2026-10-05', '2026-11-14');
      await world.upload(weeks.sales);
      await world.settle(weeks.records.filter(({ settlementDate }) => (settlementDate ?? '') < '2026-10-26'));
      await world.match();
      const told = (await exceptionsOf(world.tenant)).items.map(({ reason, day, rows }) => [reason, day, rows]);
      // That of 2 November stands behind the first; that of 9 November may still come on the 20th.
      expect(told).toEqual([['NoFile', '2026-10-26', 24]]);
    });

    it('is not there by the payout of its day, which is of the file before', async () => {
      const world = await newWorld();
      const weeks = weeksOf('2026-10-05', '2026-11-14');
      const paidOut = { type: 'Payout', acquirerId: 'Weekly', merchantId: 'W-1', terminalId: null } as const;
      const payouts = ['2026-10-19', '2026-10-26'].map((date) =>
        record(date, { ...paidOut, payoutId: `P-${date}`, payoutDate: date, settlementDate: date }),
      );
      await world.upload(weeks.sales);
      await world.settle([...weeks.records.filter(({ settlementDate }) => (settlementDate ?? '') < '2026-10-26'), ...payouts]);
      await world.match();
      expect((await exceptionsOf(world.tenant)).items.map(({ reason, day, rows }) => [reason, day, rows])).toEqual([
        ['NoFile', '2026-10-26', 24],
      ]);
    });

    it.each([
      ['2026-10-05', '2026-10-17', '2026-10-26'],
      // Due on a Friday, on which no file ever comes.
      ['2026-08-31', '2026-10-14', '2026-10-26'],
    ])('is the one that would have a sale of the last file, weeks after it was due (sales from %s)', async (from, day, file) => {
      const world = await newWorld();
      const weeks = weeksOf(from, '2026-10-17');
      const unpaid = `${day}T15:00:00Z`;
      await world.upload(weeks.sales);
      await world.settle(weeks.records.filter(({ transactionDate }) => transactionDate !== unpaid));
      await world.match();
      expect((await exceptionsOf(world.tenant)).items.map((told) => [told.reason, told.day, told.rows])).toEqual([['NoFile', file, 1]]);
    });

    it('is no file before the weeks tell that it is late', async () => {
      for (const [from, gone] of [
        // Three weeks tell no rhythm.
        ['2026-10-19', '2026-11-09'],
        // The last file may still come.
        ['2026-08-31', '2026-11-16'],
      ] as const) {
        const world = await newWorld();
        const weeks = weeksOf(from, '2026-11-14');
        await world.upload(weeks.sales);
        await world.settle(weeks.records.filter(({ settlementDate }) => (settlementDate ?? '') < gone));
        await world.match();
        expect((await exceptionsOf(world.tenant)).items).toEqual([]);
        expect(JSON.parse(await world.tenant.getMoney({})).items[0].missingFile.transactions).toBe(0);
      }
    });
  });

  describe(`what somebody has to see to, on ${name}`, () => {
    const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`;
    const numberOf = (date: string) => Date.parse(date) / 86_400_000;
    /** Rows of every reason, with two of most; those of T-2 are of another shop. */
    async function openWorld() {
      const world = await newWorld();
      const { upload, settle, apply } = world;
      await upload(
        Array.from({ length: 12 }, (_, at) =>
          sale(`S-${at}`, { amount: 1 + at, currency: at % 3 === 0 ? 'CHF' : 'EUR', terminalId: at % 2 === 0 ? 'T-1' : 'T-2' }),
        ),
      );
      const line = (reference: string, over: SettlementRecordUpload = {}) => record(reference, { acquirerId: 'ACQ', ...over });
      await settle([
        line('R-0', { payoutId: 'PO-1', fee: 0 }),
        line('R-1', { terminalId: 'T-2', amount: 2 }),
        line('R-2'),
        line('CB-1', { type: 'Chargeback', amount: -5, originalReference: 'P-1', settlementDate: day(12), respondBy: day(20) }),
        line('CB-2', { type: 'Chargeback', amount: -6, originalReference: 'P-2', settlementDate: day(10) }),
        line('RE-2', { type: 'ChargebackReversal', amount: 6, originalReference: 'P-2', settlementDate: day(13) }),
        line('CB-3', {
          type: 'Chargeback',
          amount: -6,
          originalReference: 'P-2',
          settlementDate: day(14),
          terminalId: 'T-2',
          respondBy: day(18),
        }),
        line('CB-4', { type: 'Chargeback', amount: -7, originalReference: 'P-4', acquirerId: 'OTHER', settlementDate: day(9) }),
        line('RE-4', { type: 'ChargebackReversal', amount: 7, originalReference: 'P-4', settlementDate: day(15) }),
        line('PO-1', { type: 'Payout', amount: 4.5, payoutId: 'PO-1', payoutDate: day(16), terminalId: null }),
      ]);
      const acquirer = { acquirerId: 'ACQ', dueDay: day(20) };
      await apply(({ sales, records }) => {
        const saleRow = (at: number) => rowNumber('Sales', sales[at]?.seq ?? 0);
        const recordRow = (at: number) => rowNumber('Settlement', records[at]?.seq ?? 0);
        const open = (row: number, date: string | null, reason: OpenRow['reason'], parameters: object = {}, involved: number[] = []) => ({
          ...{ row, day: date === null ? null : numberOf(date), reason, parameters: JSON.stringify(parameters), missing: null, involved },
        });
        return {
          begun: [newMatch([sales[6]?.seq ?? 0], [records[1]?.seq ?? 0], { kind: 'Proposal', rule: 'number' })],
          open: [
            open(saleRow(0), day(3), 'NotSettled', acquirer),
            open(saleRow(1), day(2), 'NotSettled', acquirer),
            open(saleRow(2), day(1), 'Waiting', { side: 'Sale', ...acquirer, terminalId: null, toDay: day(1), missing: null }),
            open(saleRow(3), day(4), 'PostedTwice', {}, [saleRow(8), recordRow(2)]),
            open(saleRow(4), day(5), 'AmountDiffers', { ours: '5.00', theirs: '5.50' }, [recordRow(2)]),
            open(saleRow(5), day(5), 'Cash'),
            open(saleRow(6), day(6), 'Proposed', { rule: 'number', rows: 1 }, [recordRow(1)]),
            open(recordRow(1), day(6), 'Proposed', { rule: 'number', rows: 1 }, [saleRow(6)]),
            open(saleRow(7), day(7), 'Proposed', { rule: 'number', rows: 1 }, [recordRow(2)]),
            open(saleRow(9), null, 'Incomplete'),
            { ...open(saleRow(10), day(8), 'NotCovered', { terminalId: null, fromDay: null, missing: null }), missing: neverCame },
            open(saleRow(11), day(8), 'NotCovered', { terminalId: null, fromDay: day(9), missing: null }),
            open(recordRow(0), day(9), 'NoSale', { terminalId: 'T-1', dueDay: day(10) }),
          ],
        };
      });
      return world;
    }
    const neverCame = JSON.stringify({ day: null, code: 'NoFile', acquirerId: null, merchantId: null, terminalId: 'T-1' });
    const nameOf = (one: ListedException) => `${one.reason} ${one.transactionReference ?? one.payoutId ?? one.terminalId}`;
    const inOrder = [
      ...['PostedTwice S-3', 'Chargeback CB-3', 'Chargeback CB-1', 'Chargeback CB-4', 'NotSettled S-1', 'NotSettled S-0'],
      ...['NoFile T-1', 'AmountDiffers S-4', 'PayoutDiffers PO-1', 'Proposed S-6', 'NoSale R-0', 'NotCovered S-11', 'Incomplete S-9'],
    ];

    it('is one list in the order in which a person sees to it, in pages of any size', async () => {
      const { tenant } = await openWorld();
      const { items, hasMore } = await exceptionsOf(tenant);
      expect([items.map(nameOf), hasMore]).toEqual([inOrder, false]);
      for (let pageSize = 1; pageSize <= inOrder.length; pageSize++) {
        const paged: ListedException[] = [];
        for (let pageNumber = 1; ; pageNumber++) {
          const page = await exceptionsOf(tenant, { pageSize, pageNumber });
          paged.push(...page.items);
          expect(page.items.length).toBeLessThanOrEqual(pageSize);
          if (!page.hasMore) break;
        }
        expect(paged).toEqual(items);
      }
    });

    it('says what it is without ids, with its candidates', async () => {
      const { tenant } = await openWorld();
      const { items } = await exceptionsOf(tenant);
      const one = (name: string) => items.find((item) => nameOf(item) === name) as ListedException;
      const idOfSale = async (reference: string) =>
        (await salesOf(tenant)).find(({ transactionReference }) => transactionReference === reference)?.transactionId;
      expect(one('PostedTwice S-3')).toMatchObject({
        ...{ side: 'Sale', id: await idOfSale('S-3'), day: day(4), rows: 1, amounts: [{ currency: 'CHF', amount: '4.00' }] },
        sentence: 'The same payment is in the till twice: another sale has its record.',
        candidateRows: [{ id: await idOfSale('S-8') }, one('AmountDiffers S-4').candidateRows[0]],
      });
      expect(one('NotSettled S-0')).toMatchObject({
        parameters: { acquirerId: 'ACQ', dueDay: day(20) },
        terminalId: 'T-1',
        candidateRows: [],
      });
      expect(one('AmountDiffers S-4').sentence).toBe('A settlement record has the same number, and 5.50 instead of 5.00.');
      expect(one('PayoutDiffers PO-1')).toMatchObject({
        ...{ side: 'Payout', day: day(16), acquirerId: 'ACQ', amounts: [{ currency: 'EUR', amount: '-0.50' }] },
        sentence: 'Paid 4.50, and the lines come to 5.00: 0.50 is missing.',
      });
      expect(one('Chargeback CB-1')).toMatchObject({
        ...{ side: 'Record', day: day(12), amounts: [{ currency: 'EUR', amount: '-5.00' }], parameters: { respondBy: day(20) } },
        sentence: `Taken back by the card holder: answer the acquirer by ${day(20)}.`,
      });
      expect(one('Chargeback CB-4')).toMatchObject({
        ...{ parameters: { respondBy: null }, sentence: 'Taken back by the card holder: answer the acquirer in time.' },
      });
      for (const { sentence } of items) expect(sentence).not.toMatch(/[0-9a-f]{8}-/);
    });

    it('is a chargeback until all of it is given back', async () => {
      const { tenant, settle } = await newWorld();
      const line = (reference: string, type: 'Chargeback' | 'ChargebackReversal', amount: number, over: SettlementRecordUpload = {}) => {
        const originalReference = reference.split(' ')[0] as string;
        return record(reference, { type, amount, originalReference, acquirerId: 'ACQ', settlementDate: day(12), ...over });
      };
      await settle([
        line('HALF', 'Chargeback', -25),
        line('HALF 1', 'ChargebackReversal', 12.5, { settlementDate: day(13) }),
        line('TWICE', 'Chargeback', -25.3),
        line('TWICE 1', 'ChargebackReversal', 10.1),
        line('TWICE 2', 'ChargebackReversal', 15.2, { settlementDate: day(19) }),
        // Of the first, before the second.
        line('AGAIN', 'Chargeback', -8, { settlementDate: day(10) }),
        line('AGAIN 1', 'ChargebackReversal', 8, { settlementDate: day(11) }),
        line('AGAIN 2', 'Chargeback', -8, { settlementDate: day(14) }),
        // Of one day, as acquirers write that of the sale; and given back twice.
        line('LOST', 'Chargeback', -150),
        line('LOST 1', 'ChargebackReversal', 150),
        line('LOST 2', 'Chargeback', -150),
        line('WON', 'Chargeback', -9, { settlementDate: day(10) }),
        line('WON 1', 'ChargebackReversal', 9, { settlementDate: day(11) }),
        line('WON 2', 'Chargeback', -9, { settlementDate: day(14) }),
        line('WON 3', 'ChargebackReversal', 9, { settlementDate: day(15) }),
        // Written without signs.
        line('PLAIN', 'Chargeback', 6),
        line('PLAIN 1', 'ChargebackReversal', 6),
        line('TINY', 'Chargeback', -0.3),
        ...[1, 2, 3].map((part) => line(`TINY ${part}`, 'ChargebackReversal', 0.1)),
      ]);
      const { items } = await exceptionsOf(tenant, { reason: 'Chargeback' });
      expect(items.map(({ transactionReference }) => transactionReference)).toEqual(['HALF', 'LOST 2', 'AGAIN 2']);
    });

    it('is narrowed by each filter, and by several', async () => {
      const { tenant } = await openWorld();
      const { items } = await exceptionsOf(tenant);
      const isRow = ({ side }: ListedException) => side === 'Sale' || side === 'Record';
      const amountOf = ({ amounts }: ListedException) => Number(amounts[0]?.amount);
      const tests: Record<string, (item: ListedException, value: never) => boolean> = {
        side: ({ side }, value: string) => side === value,
        reason: ({ reason }, value: string) => value.split(',').includes(reason),
        dayFrom: (item, value: string) => item.day !== null && item.day >= value,
        dayTo: (item, value: string) => item.day !== null && item.day <= value,
        terminalId: (item, value: string) => isRow(item) && item.terminalId === value,
        currency: (item, value: string) => isRow(item) && item.amounts[0]?.currency === value,
        amountFrom: (item, value: number) => isRow(item) && amountOf(item) >= value,
        amountTo: (item, value: number) => isRow(item) && amountOf(item) <= value,
      };
      const values = {
        // Records, of which a suggestion is listed there alone, have a test of their own.
        side: ['Sale', 'Payout', 'Account', 'Terminal'],
        reason: ['NotSettled', 'Chargeback,NoFile,Proposed', 'Ambiguous'],
        ...{
          dayFrom: [day(6)],
          dayTo: [day(9)],
          terminalId: ['T-1', 'T-2'],
          currency: ['CHF', 'EUR'],
          amountFrom: [2, -6],
          amountTo: [-6, 4],
        },
      };
      const choices = Object.fromEntries(
        Object.entries(values).map(([filter, some]) => [filter, fc.option(fc.constantFrom(...some), { nil: undefined })]),
      );
      await fc.assert(
        fc.asyncProperty(fc.record(choices), fc.integer({ min: 1, max: 3 }), async (filters, pageNumber) => {
          const wanted = items.filter((item) =>
            Object.entries(filters).every(([filter, value]) => value === undefined || tests[filter]?.(item, value as never)),
          );
          const page = await exceptionsOf(tenant, { ...filters, pageSize: 2, pageNumber });
          expect([page.items, page.hasMore]).toEqual([wanted.slice(2 * pageNumber - 2, 2 * pageNumber), wanted.length > 2 * pageNumber]);
        }),
      );
      const ofRecords = await exceptionsOf(tenant, { side: 'Record' });
      expect(ofRecords.items.map(nameOf)).toEqual(['Chargeback CB-3', 'Chargeback CB-1', 'Chargeback CB-4', 'Proposed R-1', 'NoSale R-0']);
    });

    it('is found by a search for a reason, which tells the reason of each sale, and no list does', async () => {
      const { tenant } = await openWorld();
      const found = async (over = {}) => {
        const page = JSON.parse(await tenant.searchTransactions({ ...query({ pageSize: 500 }), ...over }));
        return page.items.map((one: FoundTransaction) => `${one.transactionReference} ${one.openReason}`).sort();
      };
      const reasons: Record<string, string> = {
        ...{ 'S-0': 'NotSettled', 'S-1': 'NotSettled', 'S-2': 'Waiting', 'S-3': 'PostedTwice', 'S-4': 'AmountDiffers', 'S-5': 'Cash' },
        ...{ 'S-6': 'Proposed', 'S-7': 'Proposed', 'S-9': 'Incomplete', 'S-10': 'NotCovered', 'S-11': 'NotCovered' },
      };
      const all = Array.from({ length: 12 }, (_, at) => `S-${at}`);
      expect(await found()).toEqual(all.map((name) => `${name} ${reasons[name] ?? null}`).sort());
      for (const openReason of [...new Set(Object.values(reasons)), 'NoSale'])
        for (const terminalId of [undefined, 'T-1'])
          expect([openReason, await found({ openReason, terminalId })]).toEqual([
            openReason,
            all
              .filter((name, at) => reasons[name] === openReason && (terminalId === undefined || at % 2 === 0))
              .map((name) => `${name} ${openReason}`)
              .sort(),
          ]);
      const paged = await Promise.all(
        [1, 2].map(async (pageNumber) =>
          JSON.parse(await tenant.searchTransactions({ ...query({ pageSize: 1, pageNumber }), openReason: 'NotSettled' })),
        ),
      );
      expect(paged.map(({ items, hasMore }) => [items.length, hasMore])).toEqual([
        [1, true],
        [1, false],
      ]);
      expect((await salesOf(tenant)).some((one) => 'openReason' in one)).toBe(false);
    });

    it('is told within some units of their rows alone, and of a unit to everybody who reaches it', async () => {
      const { tenant, tenantId } = await openWorld();
      const unit = await harness.addUnit(tenantId, { locationIds: [], terminalIds: ['T-2'] });
      const elsewhere = await harness.addUnit(tenantId, { locationIds: [], terminalIds: ['T-1'] });
      await harness.addUser('keeper of exceptions');
      await harness.grant('keeper of exceptions', { unitId: unit });
      const limited = harness.store.tenant(tenantId, { unitsOf: (await harness.store.userByName('keeper of exceptions'))?.id ?? '' });
      const seen = (await exceptionsOf(limited)).items;
      const ofUnit = ['PostedTwice S-3', 'Chargeback CB-3', 'NotSettled S-1', 'NotCovered S-11', 'Incomplete S-9'];
      expect(seen.map(nameOf)).toEqual([...ofUnit.slice(0, 3), 'Proposed R-1', ...ofUnit.slice(3)]);
      // Neither what other rows are, nor how far the tenant's files reach.
      expect(seen.map(({ parameters, candidateRows }) => [parameters, candidateRows])).toEqual(
        seen.map(({ reason }) => [reason === 'Chargeback' ? { respondBy: day(18) } : null, []]),
      );
      for (const side of ['Payout', 'Account', 'Terminal'] as const)
        await expect(exceptionsOf(limited, { side })).rejects.toMatchObject({ code: 'forbidden' });
      expect((await exceptionsOf(limited, { unitId: elsewhere })).items).toEqual([]);
      expect((await exceptionsOf(limited, { unitId: unit })).items).toEqual(seen);
      const whole = await exceptionsOf(tenant, { unitId: unit });
      expect(whole.items.map(nameOf)).toEqual(ofUnit);
      expect(whole.items[2]?.parameters).toMatchObject({ acquirerId: 'ACQ' });
      expect((await exceptionsOf(tenant, { unitId: tenantId })).items).toEqual([]);
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
