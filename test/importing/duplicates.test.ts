/** Duplicates over the real store: whatever is uploaded in which order, each true sale stands once. */
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { ImportSettings, identifyingFields } from '../../src/contract/import-configuration.js';
import { recordIdentifyingFields } from '../../src/contract/settlement.js';
import {
  type TransactionDetail,
  type TransactionField,
  type TransactionUpload,
  transactionFields,
} from '../../src/contract/transaction.js';
import { decideAbout } from '../../src/importing/decide.js';
import { keyReader } from '../../src/importing/duplicate-key.js';
import { saleIdentity } from '../../src/importing/identity.js';
import { recordDuplicateKey } from '../../src/importing/record-rules.js';
import type { Decide } from '../../src/store/import-decisions.js';
import type { TenantStore } from '../../src/store/store.js';
import { query } from '../store/list-model.js';
import { openSqlite, type SqliteHarness } from '../store/sqlite-harness.js';
import { transactionUpload } from '../support/arbitraries.js';

/** Of how many hashes there are: with few of them most rows have the hash of others, and values alone must decide. */
const hashes = vi.hoisted(() => ({ count: Number.MAX_SAFE_INTEGER }));
vi.mock('../../src/importing/duplicate-key.js', async (original) => {
  const { keyReader: real } = (await original()) as { keyReader: typeof keyReader };
  const weakened: typeof keyReader = (...given) => {
    const key = real(...given);
    return { ...key, hash: (row) => key.hash(row) % hashes.count };
  };
  return { keyReader: weakened };
});

const settings = ImportSettings.parse({ requiredFields: [], currencyCheck: false });
/** Set by hand, and therefore exact. */
const byFields = { ...settings, duplicateKey: saleIdentity.fields as TransactionField[] };
const context = { known: null, receivedAt: new Date('2026-11-20T12:00:00Z') };

let harness: SqliteHarness;
let userId: string;
beforeAll(async () => {
  harness = await openSqlite(() => context.receivedAt);
  await harness.store.setUp({
    customerName: 'c',
    tenantName: 't',
    importConfiguration: { name: 'Default', settings },
    userName: 'api',
    passwordHash: 'h',
  });
  userId = (await harness.store.userByName('api'))?.id ?? '';
});
afterAll(() => harness.close());

const newTenant = async () => harness.store.tenant((await harness.addTenant()).tenantId, 'whole');

interface Batch {
  uploadGroup: string | null;
  rows: readonly TransactionUpload[];
}

async function upload(tenant: TenantStore, { uploadGroup, rows }: Batch, over = settings): Promise<string> {
  const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
  const decide = askingForWhatWasNamed(decideAbout(rows, { settings: over }, context));
  return (await tenant.stageUpload({ userId, importConfigurationId, idempotency: null, uploadGroup, transactions: rows, decide })).uploadId;
}

/** Fails where rows are asked for whose hashes were not named before: a store may fetch just those. */
function askingForWhatWasNamed(decide: Decide): Decide {
  return {
    ...decide,
    decisions: (hashes, earlier) => {
      const named =
        <Rest extends unknown[], Found>(ask: (hash: number, ...rest: Rest) => Found) =>
        (hash: number, ...rest: Rest) => {
          if (!hashes.includes(hash)) throw new Error(`hash ${hash} was not named`);
          return ask(hash, ...rest);
        };
      return decide.decisions(hashes, { ...earlier, has: named(earlier.has), find: named(earlier.find) });
    },
  };
}

async function everyRow(tenant: TenantStore): Promise<TransactionDetail[]> {
  const { items } = JSON.parse(await tenant.listTransactions(query({ pageSize: 500, 'sorting.direction': 'Ascending' })));
  return Promise.all(
    items.map(async ({ transactionId }: TransactionDetail) => JSON.parse((await tenant.transaction(transactionId)) ?? '')),
  );
}

/** What a row says, so that equal sales are equal texts. */
function saleOf(row: TransactionUpload): string {
  const date = row.transactionDate ? new Date(row.transactionDate).toISOString() : null;
  return JSON.stringify([row.amount ?? null, row.currency || null, date, ...identifyingFields.map((field) => row[field] || null)]);
}

async function standing(tenant: TenantStore): Promise<string[]> {
  const rows = await everyRow(tenant);
  for (const row of rows.filter(({ transactionMatchState }) => transactionMatchState === 'Skip')) {
    const original = rows.find(({ transactionId }) => row.comment === `Duplicate of ${transactionId}`);
    expect(original).toMatchObject({ transactionState: 'Processed', transactionMatchState: 'Unmatched' });
    expect(saleOf(original ?? {})).toBe(saleOf(row));
  }
  return rows
    .filter(({ transactionMatchState }) => transactionMatchState !== 'Skip')
    .map(saleOf)
    .sort();
}

/** A sale and how often it was made: two equal coffees are two. */
const sale = fc.record({
  times: fc.constantFrom(1, 1, 1, 2, 3, 5),
  row: fc
    .record(
      {
        amount: fc.constantFrom(2.5, 0, -2.5),
        currency: fc.constantFrom('EUR', 'CHF', ''),
        transactionDate: fc.constantFrom('2026-11-20T10:00:00+01:00', '2026-11-20T10:00:01+01:00', '1960-01-01T00:00:00Z'),
        transactionReference: fc.constantFrom('R1', 'R2', ''),
        orderId: fc.constantFrom('O1', 'O2'),
        terminalId: fc.constantFrom('T1', 'T2'),
        eftTransactionDate: fc.constantFrom('2026-11-20T10:00:00.5Z', '2026-11-20T10:00:00.6Z'),
        additionalData: fc.constantFrom('1', '2').map((value) => [{ key: 'k', value }]),
      },
      { requiredKeys: [] },
    )
    .filter((row) => identifyingFields.some((field) => row[field as keyof typeof row])),
});

/** The same value as another export may write it. */
function rewritten(row: TransactionUpload, style: number): TransactionUpload {
  if (style === 0) return row;
  const { transactionDate } = row;
  const utc = transactionDate ? new Date(transactionDate).toISOString() : null;
  return { ...row, orderId: row.orderId ?? null, terminalId: row.terminalId ?? '', ...(style === 2 && { transactionDate: utc }) };
}

/** Which sales are in a file, in which order and style, how it is cut, and how often it is sent. */
const file = fc.record({
  picked: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  order: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
  style: fc.integer({ min: 0, max: 2 }),
  batchRows: fc.integer({ min: 1, max: 20 }),
  sent: fc.constantFrom('once', 'once', 'twice', 'interrupted' as const),
});

const groupOf = (number: number) => `00000000-0000-8000-a000-${String(number).padStart(12, '0')}`;

type File = typeof file extends fc.Arbitrary<infer Value> ? Value : never;
type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

function batchesOf(sales: readonly Sale[], { picked, order, style, batchRows }: File, group: number): Batch[] {
  const rows = sales
    .flatMap(({ row, times }, index) => (picked[index] ? Array.from({ length: times }, () => rewritten(row, style)) : []))
    .map((row, index) => ({ row, at: order[index % order.length] ?? 0 }))
    .sort((one, other) => one.at - other.at)
    .map(({ row }) => row);
  const batches: Batch[] = [];
  for (let at = 0; at < rows.length; at += batchRows) {
    batches.push({ uploadGroup: groupOf(group), rows: rows.slice(at, at + batchRows) });
  }
  return batches;
}

describe('each real sale counts once', () => {
  test.prop(
    [
      fc.array(sale, { minLength: 1, maxLength: 12 }),
      fc.array(file, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
      fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 3, 1),
    ],
    { numRuns: 80 },
  )(
    'in any number of overlapping files, cut and ordered anyhow, in any order, twice or broken off',
    async (sales, files, order, hashCount) => {
      hashes.count = hashCount;
      const tenant = await newTenant();
      // What is equal is one sale, made so many times.
      const made = new Map<string, Sale>();
      for (const one of sales) if (!made.has(saleOf(one.row))) made.set(saleOf(one.row), one);
      const all = [...made.values()];
      const inFiles = new Set<string>();
      const sent: Batch[] = [];
      for (const [number, one] of files.entries()) {
        const batches = batchesOf(all, one, number * 2 + 1);
        for (const { row } of all.filter((_, index) => one.picked[index])) inFiles.add(saleOf(row));
        if (one.sent === 'interrupted') sent.push(...batchesOf(all, one, number * 2 + 2).slice(0, -1));
        sent.push(...batches);
        if (one.sent === 'twice') sent.push(...batchesOf(all, one, number * 2 + 2));
      }
      // Batches of all files in any order; those of one file, too, because several are under way.
      const inOrder = sent.map((batch, index) => ({ batch, at: order[index % order.length] ?? 0 })).sort((one, other) => one.at - other.at);
      for (const { batch } of inOrder) await upload(tenant, batch, byFields);
      const expected = [...made].flatMap(([text, { times }]) => (inFiles.has(text) ? Array(times).fill(text) : [])).sort();
      expect(await standing(tenant)).toEqual(expected);
    },
  );
});

describe('what is a duplicate', () => {
  const bill: TransactionUpload = { amount: 2.5, currency: 'EUR', transactionDate: '2026-11-20T10:00:00+01:00', terminalId: 'T1' };
  const states = async (tenant: TenantStore) => (await everyRow(tenant)).map(({ transactionMatchState }) => transactionMatchState);
  const send = async (tenant: TenantStore, rows: readonly TransactionUpload[], group: number | null = null, over = settings) =>
    upload(tenant, { uploadGroup: group === null ? null : groupOf(group), rows }, over);

  beforeAll(() => {
    hashes.count = Number.MAX_SAFE_INTEGER;
  });

  test('twins of one upload are two sales, and the same upload again is none', async () => {
    const tenant = await newTenant();
    await send(tenant, [bill, bill]);
    const again = await send(tenant, [bill, bill, bill]);
    expect(await states(tenant)).toEqual(['Unmatched', 'Unmatched', 'Skip', 'Skip', 'Unmatched']);
    expect(await tenant.upload(again)).toMatchObject({
      status: 'Processed',
      processed: 3,
      duplicates: 2,
      rejected: 0,
      errors: [],
      amounts: [{ currency: 'EUR', rows: 1, units: 25_000n, rowsWithoutAmount: 0, rowsFiner: 0 }],
    });
  });

  test('twins in two uploads of a group are two sales, of other groups or of none one', async () => {
    const tenant = await newTenant();
    await send(tenant, [bill], 1);
    await send(tenant, [bill], 1);
    await send(tenant, [bill], 2);
    await send(tenant, [bill]);
    await send(tenant, [bill], 2);
    expect(await states(tenant)).toEqual(['Unmatched', 'Unmatched', 'Skip', 'Skip', 'Skip']);
  });

  test('a group belongs to its user', async () => {
    const tenant = await newTenant();
    await send(tenant, [bill], 1);
    await harness.addUser('second clerk');
    const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
    await tenant.stageUpload({
      userId: (await harness.store.userByName('second clerk'))?.id ?? '',
      importConfigurationId,
      idempotency: null,
      uploadGroup: groupOf(1),
      transactions: [bill],
      decide: decideAbout([bill], { settings }, context),
    });
    expect(await states(tenant)).toEqual(['Unmatched', 'Skip']);
  });

  test('what failed a rule is no earlier row, and neither is a duplicate or a row of another tenant', async () => {
    const tenant = await newTenant();
    const strict = ImportSettings.parse({ requiredFields: ['brandId'], duplicateKey: ['terminalId'] });
    await send(await newTenant(), [{ ...bill, brandId: 'VISA' }], null, strict);
    await send(tenant, [bill, { ...bill, brandId: 'VISA' }], null, strict);
    await send(tenant, [{ ...bill, brandId: 'AMEX' }, bill], null, strict);
    const rows = await everyRow(tenant);
    expect(rows.map(({ transactionState, transactionMatchState }) => `${transactionState} ${transactionMatchState}`)).toEqual([
      'Unprocessed NotApplicable',
      'Processed Unmatched',
      'Processed Skip',
      'Unprocessed NotApplicable',
    ]);
    expect(rows[2]?.comment).toBe(`Duplicate of ${rows[1]?.transactionId}`);
  });

  test.each<[string, TransactionUpload, TransactionUpload]>([
    ['another offset, the same instant', bill, { ...bill, transactionDate: '2026-11-20T09:00:00.0Z' }],
    ['absent, null and empty', bill, { ...bill, brandId: null, orderId: '', transactionTypes: [] }],
    ['additional data is not in the key', bill, { ...bill, additionalData: [{ key: 'table', value: '7' }] }],
    ['minus zero', { ...bill, amount: 0 }, { ...bill, amount: -0 }],
  ])('the same: %s', async (_, one, other) => {
    const tenant = await newTenant();
    await send(tenant, [one]);
    await send(tenant, [other]);
    expect(await states(tenant)).toEqual(['Unmatched', 'Skip']);
  });

  test.each<[string, TransactionUpload, TransactionUpload, TransactionField[]?]>([
    ['a fraction of a second', bill, { ...bill, transactionDate: '2026-11-20T10:00:00.0000001+01:00' }],
    ['letters of another case', bill, { ...bill, terminalId: 't1' }],
    ['a space', bill, { ...bill, terminalId: 'T1 ' }],
    ['a value in another field', { ...bill, orderId: '7' }, { ...bill, transactionReference: '7' }],
    ['the order of types', { ...bill, transactionTypes: ['a', 'b'] }, { ...bill, transactionTypes: ['b', 'a'] }],
    ['the cut between two types', { ...bill, transactionTypes: ['ab', 'c'] }, { ...bill, transactionTypes: ['a', 'bc'] }],
    [
      'the type of an item',
      { ...bill, additionalData: [{ key: 'a', value: 'b', type: 'T1' }] },
      { ...bill, additionalData: [{ key: 'a', value: 'b', type: 'T2' }] },
      ['terminalId', 'additionalData'],
    ],
    ['a double next to it', { ...bill, amount: 0.3 }, { ...bill, amount: 0.1 + 0.2 }],
  ])('not the same: %s', async (_, one, other, duplicateKey = byFields.duplicateKey) => {
    const tenant = await newTenant();
    await send(tenant, [one], null, { ...settings, duplicateKey });
    await send(tenant, [other], null, { ...settings, duplicateKey });
    expect(await states(tenant)).toEqual(['Unmatched', 'Unmatched']);
  });

  test('never a row that nothing identifies, whatever else it says', async () => {
    const tenant = await newTenant();
    const { terminalId, ...anonymous } = { ...bill, locationId: 'L1', brandId: 'VISA', panEncrypted: 'x', acquirerId: 'A' };
    await send(tenant, [anonymous]);
    await send(tenant, [anonymous]);
    expect(await states(tenant)).toEqual(['Unmatched', 'Unmatched']);
  });

  test.each(identifyingFields)('a row that %s identifies can be one', async (field) => {
    const tenant = await newTenant();
    const { terminalId, ...anonymous } = bill;
    const row = { ...anonymous, [field]: field === 'eftTransactionDate' ? '2026-11-20T10:00:02Z' : '1' };
    await send(tenant, [row]);
    await send(tenant, [row]);
    expect(await states(tenant)).toEqual(['Unmatched', 'Skip']);
  });

  test('by the fields of the key alone; rows of another key are not compared, and with no key none are', async () => {
    const tenant = await newTenant();
    const byReference = ImportSettings.parse({ requiredFields: [], duplicateKey: ['transactionReference', 'amount'] });
    const sameInAnotherOrder = ImportSettings.parse({ requiredFields: [], duplicateKey: ['amount', 'transactionReference'] });
    const unchecked = ImportSettings.parse({ requiredFields: [], duplicateKey: [] });
    const row = { ...bill, transactionReference: 'R1' };
    await send(tenant, [row], null, byReference);
    await send(tenant, [{ ...row, terminalId: 'T2', currency: 'CHF' }], null, sameInAnotherOrder);
    await send(tenant, [row]);
    await send(tenant, [row, row], null, unchecked);
    const anonymous = { ...bill, terminalId: 'T3' };
    await send(tenant, [anonymous], null, byReference);
    await send(tenant, [anonymous], null, byReference);
    expect(await states(tenant)).toEqual(['Unmatched', 'Skip', 'Unmatched', 'Unmatched', 'Unmatched', 'Unmatched', 'Unmatched']);
  });

  test('also among ten thousand of the same kind, sent in parts, in any order and again', async () => {
    const tenant = await newTenant();
    const many = Array.from({ length: 5_000 }, () => bill);
    for (const group of [1, 1, 2, 1, 2, 2]) await send(tenant, many, group);
    const counts = await Promise.all(
      (['Unmatched', 'Skip'] as const).map(async (transactionMatchState) => {
        const page = { transactionMatchState, pageSize: 500, pageNumber: 30 };
        const { items, hasMore } = JSON.parse(await tenant.listTransactions(query(page)));
        return [items.length, hasMore];
      }),
    );
    expect(counts).toEqual([
      [500, false],
      [500, false],
    ]);
  });
});

describe('the key of a row', () => {
  test.prop([transactionUpload, transactionUpload, fc.integer({ min: 0, max: 1 }), fc.nat()], { numRuns: 300 })(
    'has equal hashes for equal rows, whole numbers below 2^47',
    (one, other, style, seed) => {
      const key = keyReader(saleIdentity.fields, seed);
      const again = { ...rewritten(one, style), additionalData: other.additionalData };
      expect(key.same(one, again)).toBe(true);
      expect(key.hash(again)).toBe(key.hash(one));
      if (key.same(one, other)) expect(key.hash(other)).toBe(key.hash(one));
      expect(key.hash(one)).toBeGreaterThanOrEqual(0);
      expect(key.hash(one)).toBeLessThan(2 ** 47);
      expect(Number.isInteger(key.hash(one))).toBe(true);
    },
  );

  const sale: Required<TransactionUpload> = {
    acquirerId: 'ACQUIRER-1',
    amount: 24.07,
    applicationId: 'A0000000031010',
    authorisationCode: '033996',
    brandId: 'VISA',
    businessDate: '2025-01-01',
    cardNumberMasked: '447172******3169',
    currency: 'CHF',
    eftTransactionDate: '2025-01-01T11:58:20+01:00',
    locationId: 'L049',
    orderId: 'ORDER-1',
    panEncrypted: '17b6',
    terminalId: 'T0494',
    transactionDate: '2025-01-01T11:58:19+01:00',
    transactionReference: 'R1',
    transactionSequenceCounter: '0',
    transactionTypes: ['Purchase', 'Tip'],
    additionalData: [{ key: 'cashier', value: 'Ben' }],
  };

  // Databases hold hashes: a version with others would find no duplicate of what came before it.
  test('has the hashes that databases hold', () => {
    expect(keyReader(transactionFields, 42).hash(sale)).toBe(129_425_230_666_532);
    expect(keyReader(['amount', 'terminalId'], 42).hash(sale)).toBe(3_571_789_061);
    const poor = { amount: -3, currency: 'EUR', terminalId: '', transactionDate: null };
    expect(keyReader(saleIdentity.fields, 42).hash(poor)).toBe(2_134_756_652);
    const record = {
      type: 'Sale' as const,
      amount: 24.07,
      fee: 0.24,
      currency: 'CHF',
      transactionDate: '2025-01-01T11:58:19+01:00',
      payoutId: 'P1',
      transactionCount: 2,
      terminalId: 'T0494',
    };
    expect(keyReader(recordDuplicateKey, 42, recordIdentifyingFields).hash(record)).toBe(129_425_178_796_852);
  });

  test.each(transactionFields)('takes %s where it is named, and only there', (field) => {
    const without = { ...sale, [field]: null };
    const others = transactionFields.filter((other) => other !== field);
    expect(keyReader(transactionFields, 42).hash(without)).not.toBe(keyReader(transactionFields, 42).hash(sale));
    expect(keyReader(others, 42).hash(without)).toBe(keyReader(others, 42).hash(sale));
  });

  test('differs for nearly all rows that differ, and by seed', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ transactionReference: `R${index}`, amount: index % 100 }));
    const key = keyReader(saleIdentity.fields, 7);
    expect(new Set(rows.map(key.hash)).size).toBeGreaterThan(19_990);
    const others = keyReader(saleIdentity.fields, 8);
    expect(rows.filter((row) => key.hash(row) === others.hash(row)).length).toBeLessThan(10);
  });

  test('has lists apart of which one begins with the other, whatever their hashes are', () => {
    const item = (value: string) => ({ key: 'k', value });
    const lists: [TransactionUpload, TransactionUpload][] = [
      [{ transactionTypes: ['sale'] }, { transactionTypes: ['sale', 'tip'] }],
      [{ additionalData: [item('1')] }, { additionalData: [item('1'), item('2')] }],
    ];
    const key = keyReader(['transactionTypes', 'additionalData'], 1);
    for (const [short, long] of lists)
      expect([key.same(short, long), key.same(long, short), key.same(long, { ...long })]).toEqual([false, false, true]);
  });
});
