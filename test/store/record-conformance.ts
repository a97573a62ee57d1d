/**
 * What every store must do with settlement records, with the rules and the search for duplicates that import has for them: whatever is
 * said of sales in conformance.ts holds for them, too, as far as it is the same code.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import type { RecordListQuery } from '../../src/contract/records.js';
import { SettlementRecord, SettlementRecordDetail } from '../../src/contract/records.js';
import { type SettlementRecordUpload, settlementFields } from '../../src/contract/settlement.js';
import { decideAboutRecords, decideAgain } from '../../src/importing/decide.js';
import type { TenantStore } from '../../src/store/store.js';
import { leaving } from '../support/decide.js';
import type { Harness } from './conformance.js';
import { recordQuery } from './every-statement.js';

/** Every field, none of which is another's value. */
const full: SettlementRecordUpload = {
  type: 'Refund',
  acquirerId: 'ACQ',
  merchantId: 'M-1',
  payoutId: 'PO-1',
  payoutDate: '2026-11-25',
  bankReference: 'BANK-7',
  settlementDate: '2026-11-22',
  terminalId: 'T-1',
  locationId: 'L-1',
  transactionDate: '2026-11-20T23:30:00.1234567+01:00',
  businessDate: '2026-11-19',
  amount: -12.35,
  currency: 'CHF',
  fee: 0.1,
  interchangeFee: 0.05,
  schemeFee: 0.02,
  markupFee: 0.03,
  netAmount: -12.45,
  settlementCurrency: 'EUR',
  exchangeRate: 0.95123,
  brandId: 'VISA',
  cardProduct: 'credit',
  cardNumberMasked: '424242******4242',
  authorisationCode: 'A1',
  transactionReference: 'REF',
  transactionSequenceCounter: '17',
  orderId: 'O-1',
  originalReference: 'ORIG',
  disputeId: 'D-1',
  respondBy: '2026-12-04',
  reasonCode: '13.1',
  transactionCount: 3,
  description: 'Grüße "an" \\alle',
  additionalData: [{ key: 'k', value: 'v', type: 't' }],
};
const sale = (reference: string, over: SettlementRecordUpload = {}): SettlementRecordUpload => ({
  amount: 5,
  currency: 'EUR',
  settlementDate: '2026-11-20',
  transactionReference: reference,
  ...over,
});

export function recordConformance(name: string, open: (now: () => Date) => Promise<Harness>): void {
  describe(`${name} keeps settlement records`, () => {
    const clock = { at: new Date('2026-11-20T12:00:00.000Z') };
    let harness: Harness;
    let userId: string;
    const setup = {
      customerName: 'Customer',
      tenantName: 'Tenant',
      importConfiguration: { name: 'Default', settings: ImportSettings.parse({}) },
      userName: 'api',
      passwordHash: 'hash',
    };

    beforeAll(async () => {
      harness = await open(() => clock.at);
      await harness.store.setUp(setup);
      userId = (await harness.store.userByName('api'))?.id ?? '';
    });
    afterAll(() => harness.close());

    const newTenant = async () => harness.store.tenant((await harness.addTenant()).tenantId, 'whole');
    const facts = async (tenant: TenantStore, over: { group?: string; key?: string; by?: string } = {}) => ({
      userId: over.by ?? userId,
      importConfigurationId: (await tenant.importConfiguration(undefined))?.id ?? '',
      idempotency: over.key === undefined ? null : { key: over.key, fingerprint: 'f' },
      uploadGroup: over.group ?? null,
    });
    /** Stages and imports. */
    const send = async (tenant: TenantStore, records: readonly SettlementRecordUpload[], over: Parameters<typeof facts>[1] = {}) =>
      (await tenant.stageUpload({ ...(await facts(tenant, over)), records, decide: decideAboutRecords(records) })).uploadId;
    const listed = async (tenant: TenantStore, over: Partial<RecordListQuery> = {}) => {
      const { items, hasMore } = JSON.parse(
        await tenant.listRecords(recordQuery({ pageSize: 500, 'sorting.direction': 'Ascending', ...over })),
      );
      for (const item of items) expect(SettlementRecord.strict().parse(item)).toEqual(item);
      return { items: items as SettlementRecord[], hasMore, references: items.map((item: SettlementRecord) => item.transactionReference) };
    };
    const detailOf = async (tenant: TenantStore, recordId: string | undefined) => {
      const json = await tenant.record(recordId ?? '');
      return json === null ? null : SettlementRecordDetail.strict().parse(JSON.parse(json));
    };
    const statesOf = async (tenant: TenantStore, over: Partial<RecordListQuery> = {}) =>
      (await listed(tenant, over)).items.map(({ state, matchState }) => `${state} ${matchState}`);

    test('every field comes back as it was given, with the same double', async () => {
      const tenant = await newTenant();
      const uploadId = await send(tenant, [full, sale('bare')]);
      const [first, second] = (await listed(tenant, { uploadId })).items.toSorted((one) => (one.transactionReference === 'REF' ? -1 : 1));
      const { additionalData, ...fields } = full;
      expect(first).toEqual({ ...fields, recordId: first?.recordId, state: 'Processed', matchState: 'Unmatched', matchId: null });
      expect(await detailOf(tenant, first?.recordId)).toEqual({ ...first, additionalData, comment: null, uploadId });
      for (const field of settlementFields) {
        if (field !== 'additionalData' && !(field in sale('bare'))) expect([field, second?.[field]]).toEqual([field, null]);
      }
      expect((await detailOf(tenant, second?.recordId))?.additionalData).toEqual([]);
    });

    test('an upload says its kind, counts its records, and sums those of payments', async () => {
      const tenant = await newTenant();
      const records = [
        sale('a'),
        sale('b', { type: 'Refund', amount: -1.5 }),
        sale('c', { type: 'Fee', amount: -0.3 }),
        sale('d', { type: 'Payout', payoutId: 'PO' }),
        sale('e', { type: 'Payout' }),
        sale('f', { currency: '' }),
        { ...sale('g'), amount: null, settlementDate: null },
        sale('h', { type: 'Chargeback' }),
        sale('i', { type: 'Reversal', amount: -2 }),
        { ...sale('j'), settlementDate: null, businessDate: '2026-11-20' },
        sale('k', { type: 'TillTotal', terminalId: 'K1', transactionCount: 12 }),
        sale('l', { type: 'TillTotal', terminalId: 'K1', payoutId: 'PO' }),
      ];
      const uploadId = await send(tenant, records);
      expect(await tenant.upload(uploadId)).toMatchObject({
        kind: 'Settlement',
        status: 'ProcessedWithErrors',
        ...{ rows: 12, decided: 12, processed: 8, rejected: 4, duplicates: 0 },
        amounts: [{ currency: 'EUR', rows: 4, units: 65_000n }],
        errors: [
          'records[4].payoutId: is required',
          'records[5].currency: is required',
          'records[6].amount: is required',
          'records[6].transactionDate: is required, or one of businessDate and settlementDate',
          'records[11].transactionCount: is required',
          'records[11].payoutId: names a payout, which has no totals of tills',
        ],
      });
      expect(
        Object.fromEntries((await listed(tenant)).items.map((item) => [item.transactionReference, `${item.state} ${item.matchState}`])),
      ).toEqual({
        ...{ a: 'Processed Unmatched', b: 'Processed Unmatched', c: 'Processed NotApplicable', d: 'Processed NotApplicable' },
        ...{ e: 'Unprocessed NotApplicable', f: 'Unprocessed NotApplicable', g: 'Unprocessed NotApplicable' },
        ...{ h: 'Processed NotApplicable', i: 'Processed Unmatched', j: 'Processed Unmatched' },
        ...{ k: 'Processed NotApplicable', l: 'Unprocessed NotApplicable' },
      });
      const rejected = (await listed(tenant, { state: 'Unprocessed' })).items.find(
        ({ transactionReference }) => transactionReference === 'g',
      );
      expect((await detailOf(tenant, rejected?.recordId))?.comment).toBe(
        'amount is required; transactionDate is required, or one of businessDate and settlementDate',
      );
      expect(JSON.parse(await tenant.listUploads({ pageSize: 10, pageNumber: 1 })).items).toMatchObject([
        { uploadId, kind: 'Settlement', transactions: 12, rejected: 4 },
      ]);
      await harness.countedRows();
    });

    test('an amount of more than four decimals is not imported, and one with the noise of floating point is found by what it means', async () => {
      const tenant = await newTenant();
      const records = [
        sale('noise', { amount: 1.1300000000000001 }),
        sale('fee', { type: 'Fee', amount: -0.30000000000000004, fee: 0.123456 }),
        sale('fine', { amount: 12.34567 }),
        sale('fine fee', { type: 'Fee', amount: 0.00001 }),
      ];
      const uploadId = await send(tenant, records);
      expect(await tenant.upload(uploadId)).toMatchObject({
        ...{ processed: 2, rejected: 2 },
        amounts: [{ currency: 'EUR', rows: 1, units: 11_300n, rowsFiner: 0 }],
        errors: [2, 3].map((index) => `records[${index}].amount: has more than four decimals (AMOUNT_DECIMALS)`),
      });
      const found = await listed(tenant, { amountFrom: -0.3, amountTo: 1.13, state: 'Processed' });
      expect(found.items.map(({ amount }) => amount).sort()).toEqual([-0.30000000000000004, 1.1300000000000001]);
    });

    test('the day of a payout is date enough for what a payout explains, and none for a payment', async () => {
      const tenant = await newTenant();
      const paidOn = { settlementDate: null, payoutDate: '2026-11-24' };
      const types = ['Fee', 'Adjustment', 'Payout', 'Chargeback', 'ChargebackReversal', 'Sale', 'Refund', 'Reversal', null] as const;
      const uploadId = await send(
        tenant,
        types.map((type, at) => ({ ...sale(`r${at}`), type, ...paidOn, payoutId: 'PO' })),
      );
      const fault =
        'transactionDate: is required, or one of businessDate and settlementDate; the day of its payout is not that of a payment';
      expect(await tenant.upload(uploadId)).toMatchObject({
        ...{ processed: 5, rejected: 4 },
        errors: [5, 6, 7, 8].map((at) => `records[${at}].${fault}`),
      });
      const fees = await listed(tenant, { type: 'Fee' });
      expect(fees.items).toMatchObject([
        { state: 'Processed', matchState: 'NotApplicable', payoutDate: '2026-11-24', settlementDate: null },
      ]);
      const none = await send(tenant, [{ ...sale('x'), type: 'Fee', settlementDate: null }]);
      expect(await tenant.upload(none)).toMatchObject({
        errors: ['records[0].transactionDate: is required, or one of businessDate, settlementDate and payoutDate'],
      });
      await harness.countedRows();
    });

    test('records and sales of one tenant stay apart: lists, details, history, totals and duplicates', async () => {
      const tenant = await newTenant();
      const row = { amount: 5, currency: 'EUR', transactionReference: 'same', transactionDate: '2026-11-20T10:00:00Z' };
      const sales = await tenant.stageUpload({ ...(await facts(tenant)), transactions: [row, row], decide: leaving([row, row]) });
      const uploadId = await send(tenant, [row]);
      expect(await statesOf(tenant)).toEqual(['Processed Unmatched']);
      const [record] = (await listed(tenant)).items;
      const transactions = JSON.parse(await tenant.listTransactions(recordQuery())).items;
      expect(transactions).toHaveLength(2);
      expect(JSON.parse(await tenant.listTransactions(recordQuery({ uploadId }))).items).toEqual([]);
      expect((await listed(tenant, { uploadId: sales.uploadId })).items).toEqual([]);
      expect(await tenant.transaction(record?.recordId ?? '')).toBeNull();
      expect(await tenant.history(record?.recordId ?? '')).toBeNull();
      for (const { transactionId } of transactions) {
        expect(await tenant.record(transactionId)).toBeNull();
        expect(await tenant.recordHistory(transactionId)).toBeNull();
      }
      expect(JSON.parse(await tenant.getTotals({ by: 'currency', uploadId }))).toMatchObject({ items: [] });
    });

    test('the same file again, whole, in parts and shuffled, adds duplicates alone; twins stay two', async () => {
      const tenant = await newTenant();
      const records = [sale('a'), sale('b'), sale('twin'), sale('twin'), sale('c', { payoutId: 'P1' })];
      await send(tenant, records);
      const before = await listed(tenant, { matchState: 'Unmatched' });
      expect(before.items).toHaveLength(5);
      await send(tenant, records.toReversed());
      await send(tenant, [{ ...records[0], description: 'other words', additionalData: [{ key: 'k', value: 'v' }] }, records[3] ?? {}]);
      // Fields that records lack that were stored before there were such.
      const told = { interchangeFee: 0.1, schemeFee: 0.02, markupFee: 0.03, cardProduct: 'credit', bankReference: 'BANK-7' };
      await send(tenant, [sale('b', { ...told, disputeId: 'D-1', respondBy: '2026-12-04', reasonCode: '13.1' })]);
      expect(await listed(tenant, { matchState: 'Unmatched' })).toEqual(before);
      const skipped = (await listed(tenant, { matchState: 'Skip' })).items;
      expect(skipped).toHaveLength(8);
      const [a] = skipped.filter(({ transactionReference }) => transactionReference === 'a');
      const original = before.items.find(({ transactionReference }) => transactionReference === 'a');
      expect((await detailOf(tenant, a?.recordId))?.comment).toBe(`Duplicate of ${original?.recordId}`);
      // Settled twice, with another payout: no duplicate.
      await send(tenant, [sale('c', { payoutId: 'P2' })]);
      expect((await listed(tenant, { matchState: 'Unmatched' })).items).toHaveLength(6);
    });

    test('one group is one file, and what nothing identifies is no duplicate', async () => {
      const tenant = await newTenant();
      const group = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';
      await send(tenant, [sale('a')], { group });
      await send(tenant, [sale('a')], { group });
      expect(await statesOf(tenant)).toEqual(['Processed Unmatched', 'Processed Unmatched']);
      const bare = { amount: 3.5, currency: 'EUR', settlementDate: '2026-11-20' };
      for (let round = 0; round < 2; round++) await send(tenant, [bare]);
      expect((await listed(tenant, { amountFrom: 3.5, amountTo: 3.5, matchState: 'Unmatched' })).items).toHaveLength(2);
    });

    test('an upload is taken back and brought again, with its duplicates and its history', async () => {
      const tenant = await newTenant();
      const first = await send(tenant, [sale('a'), sale('b')], { key: 'key' });
      const second = await send(tenant, [sale('a')]);
      expect(await statesOf(tenant, { uploadId: second })).toEqual(['Processed Skip']);
      const [gone] = (await listed(tenant, { uploadId: first })).items;
      expect(await tenant.withdraw(first, 'admin', decideAgain)).toMatchObject({ kind: 'Settlement', withdrawn: { by: 'admin' } });
      expect(await statesOf(tenant)).toEqual(['Processed Unmatched']);
      expect(await tenant.record(gone?.recordId ?? '')).toBeNull();
      await harness.countedRows();
      expect(await tenant.earlierUpload(userId, { key: 'key', fingerprint: 'f' })).toBeNull();
      await tenant.restore(first, 'admin', decideAgain);
      expect(await statesOf(tenant, { uploadId: first })).toEqual(['Processed Unmatched', 'Processed Unmatched']);
      expect(await statesOf(tenant, { uploadId: second })).toEqual(['Processed Skip']);
      const [copy] = (await listed(tenant, { uploadId: second })).items;
      const past = await tenant.recordHistory(copy?.recordId ?? '');
      expect(past?.items.map(({ reason }) => reason)).toEqual([
        ...['Uploaded', 'Imported as a duplicate', `Upload ${first} was withdrawn`, `Upload ${first} was restored`],
      ]);
      expect(past).toMatchObject({ uploadId: second, index: 0 });
      await harness.countedRows();
    });

    test('a matched record keeps its upload from being withdrawn', async () => {
      const tenant = await newTenant();
      const uploadId = await send(tenant, [sale('a'), sale('b')]);
      const record = (await listed(tenant)).items.find(({ transactionReference }) => transactionReference === 'b');
      await harness.markMatched(record?.recordId ?? '');
      expect((await listed(tenant, { matchState: 'Match' })).references).toEqual(['b']);
      await expect(tenant.withdraw(uploadId, 'admin', decideAgain)).rejects.toMatchObject({
        code: 'validation',
        errors: { uploadId: ['holds records that are matched with sales, and cannot be withdrawn', record?.recordId] },
      });
    });

    test('what was not imported is processed again', async () => {
      const tenant = await newTenant();
      const records = [sale('a'), sale('b', { currency: null }), sale('a')];
      const { uploadId } = await tenant.stageUpload({ ...(await facts(tenant)), records, decide: leaving(records) });
      expect(await statesOf(tenant)).toEqual(Array.from({ length: 3 }, () => 'Unprocessed NotApplicable'));
      expect(await tenant.reprocess(uploadId, 'admin', decideAgain)).toMatchObject({
        ...{ status: 'ProcessedWithErrors', processed: 2, rejected: 1, errors: ['records[1].currency: is required'] },
      });
      expect(await tenant.reprocess(uploadId, 'admin', decideAgain)).toMatchObject({ processed: 2, rejected: 1 });
    });

    test('lists are narrowed, sorted and cut into pages', async () => {
      const tenant = await newTenant();
      const at = (hour: string) => `2026-11-20T${hour}:00:00Z`;
      const records = [
        sale('1', {
          transactionDate: at('09'),
          amount: 3,
          brandId: 'VISA',
          acquirerId: 'A',
          merchantId: 'M',
          payoutId: 'P',
          terminalId: 'T',
        }),
        sale('2', { transactionDate: at('08'), amount: -1, type: 'Refund', settlementDate: '2026-11-21' }),
        sale('3', { amount: 7, currency: 'CHF', settlementDate: '2026-11-22' }),
        sale('4', { transactionDate: '2026-11-20T10:30:00+02:00', amount: 3, type: 'Sale' }),
      ];
      const uploadId = await send(tenant, records);
      const cases: [Partial<RecordListQuery>, string[]][] = [
        [{}, ['3', '2', '4', '1']],
        [{ 'sorting.direction': 'Descending' }, ['1', '4', '2', '3']],
        [{ 'sorting.key': 'Amount' }, ['2', '1', '4', '3']],
        [{ 'sorting.key': 'Amount', 'sorting.direction': 'Descending' }, ['3', '4', '1', '2']],
        [{ terminalId: 'T' }, ['1']],
        [{ brandId: 'VISA' }, ['1']],
        [{ currency: 'CHF' }, ['3']],
        [{ acquirerId: 'A', merchantId: 'M' }, ['1']],
        [{ payoutId: 'P' }, ['1']],
        [{ type: 'Refund' }, ['2']],
        [{ type: 'Sale' }, ['4']],
        [{ amountFrom: 3, amountTo: 3 }, ['4', '1']],
        [{ transactionDateFrom: at('08'), transactionDateTo: '2026-11-20T09:30:00+01:00' }, ['2', '4']],
        [{ settlementDateFrom: '2026-11-21', settlementDateTo: '2026-11-22' }, ['3', '2']],
        [{ state: 'Processed', matchState: 'Unmatched', uploadId: uploadId.toUpperCase() }, ['3', '2', '4', '1']],
        [{ uploadId: 'no upload' }, []],
        [{ matchState: 'Match' }, []],
        [{ pageSize: 3, pageNumber: 2 }, ['1']],
        [{ pageSize: 4, pageNumber: 2 }, []],
      ];
      for (const [filters, references] of cases)
        expect([filters, (await listed(tenant, filters)).references]).toEqual([filters, references]);
      expect((await listed(tenant, { pageSize: 3 })).hasMore).toBe(true);
      expect((await listed(tenant, { pageSize: 4 })).hasMore).toBe(false);
    });

    test('a user of some units reaches records by terminal or location, and sends no others', async () => {
      const { tenantId } = await harness.addTenant();
      const whole = harness.store.tenant(tenantId, 'whole');
      const records = [
        sale('by terminal', { terminalId: 'T' }),
        sale('by location', { locationId: 'L' }),
        sale('other', { terminalId: 'X' }),
        sale('neither'),
      ];
      const uploadId = await send(whole, records);
      await harness.addUser(`keeper ${name}`);
      await harness.grant(`keeper ${name}`, { unitId: await harness.addUnit(tenantId, { terminalIds: ['T'], locationIds: ['L'] }) });
      const by = (await harness.store.userByName(`keeper ${name}`))?.id ?? '';
      const limited = harness.store.tenant(tenantId, { unitsOf: by });
      expect((await listed(limited, { uploadId })).references).toEqual(['by terminal', 'by location']);
      for (const { recordId, transactionReference } of (await listed(whole)).items) {
        const isInside = transactionReference?.startsWith('by') ?? false;
        expect((await detailOf(limited, recordId)) !== null).toBe(isInside);
        expect((await limited.recordHistory(recordId)) !== null).toBe(isInside);
      }
      const own = await send(limited, [sale('own', { terminalId: 'T' })], { by });
      expect(await limited.upload(own)).toMatchObject({ kind: 'Settlement', rows: 1 });
      expect(await limited.upload(uploadId)).toBeNull();
      await expect(send(limited, [sale('payout')], { by })).rejects.toMatchObject({ code: 'unavailable' });
      expect(await limited.withdraw(own, 'keeper', decideAgain)).toMatchObject({ withdrawn: { by: 'keeper' } });
    });

    test('outlives the store', async () => {
      const tenant = await newTenant();
      const uploadId = await send(tenant, [full]);
      const before = await listed(tenant);
      const again = (await harness.reopen()).tenant(tenant.tenantId, 'whole');
      expect(await listed(again, { uploadId })).toEqual(before);
    });
  });
}
