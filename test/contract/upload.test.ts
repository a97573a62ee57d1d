import { fc, test } from '@fast-check/vitest';
import { describe, expect, vi } from 'vitest';
import { faultyFields, TransactionUpload, transactionFields } from '../../src/contract/transaction.js';
import { readUploadRequest, UploadRequest, UploadState, uploadStatuses } from '../../src/contract/upload.js';
import { transactionUpload } from '../support/arbitraries.js';

describe('the request as a whole', () => {
  test.each([
    ['null', null, '$', 'must be an object'],
    ['a list', [{ amount: 1 }], '$', 'must be an object'],
    ['a string', 'transactions', '$', 'must be an object'],
    ['a number', 1, '$', 'must be an object'],
    ['an empty object', {}, 'transactions', 'is required'],
    ['the field in another case', { Transactions: [{}] }, 'transactions', 'is required'],
    ['null transactions', { transactions: null }, 'transactions', 'is required'],
    ['an object of transactions', { transactions: { 0: {} } }, 'transactions', 'must be an array'],
    ['a string of transactions', { transactions: '[]' }, 'transactions', 'must be an array'],
    ['no transactions', { transactions: [] }, 'transactions', 'must hold at least one transaction'],
    ['20,001 transactions', { transactions: Array(20_001).fill({}) }, 'transactions', 'must hold at most 20000 transactions, not 20001'],
  ])('refuses %s', (_, json, path, message) => {
    expect(readUploadRequest(json)).toEqual({ faults: { [path]: [expect.stringContaining(message)] } });
  });

  test('takes 20,000 transactions and ignores fields beside them', () => {
    const reading = readUploadRequest({ transactions: Array(20_000).fill({}), comment: 'monthly' });
    expect(reading).toEqual({ data: Array(20_000).fill({}) });
  });

  test.each([null, 1, 'x', true, [[]]])('refuses the element %j under its own path', (element) => {
    expect(readUploadRequest({ transactions: [{}, element] })).toEqual({ faults: { 'transactions[1]': ['must be an object'] } });
  });

  test('an element that is a list is no transaction', () => {
    expect(readUploadRequest({ transactions: [[]] })).toEqual({ faults: { 'transactions[0]': ['must be an object'] } });
  });
});

describe('the report of faults', () => {
  test('names every faulty field of every element', () => {
    const reading = readUploadRequest({
      transactions: [
        { amount: '1', currency: 7 },
        { amount: 1 },
        { businessDate: '2026-02-30', additionalData: [{ key: 'k', value: 'v' }, { key: 1 }], transactionTypes: [null] },
      ],
    });
    expect(reading).toEqual({
      faults: {
        'transactions[0].amount': ['must be a number'],
        'transactions[0].currency': ['must be a string'],
        'transactions[2].businessDate': ['must be a date as yyyy-MM-dd'],
        'transactions[2].additionalData[1].key': ['must be a string'],
        'transactions[2].additionalData[1].value': ['is required'],
        'transactions[2].transactionTypes[0]': ['must be a string'],
      },
    });
  });

  const junk = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(null, '', '\ud800', 'x'.repeat(1_025), '4111 1111 1111 1111', Number.NaN, -0, {}, [], true),
  );
  const item = fc.oneof(junk, fc.record({ key: junk, value: junk, type: junk }, { requiredKeys: [] }));
  const listOf = (one: fc.Arbitrary<unknown>) =>
    fc.oneof(junk, fc.array(one, { maxLength: 3 }), fc.array(one, { minLength: 30, maxLength: 70 }));
  const anyRow = fc.record(
    {
      ...Object.fromEntries(transactionFields.map((field) => [field, junk])),
      transactionTypes: listOf(junk),
      additionalData: listOf(item),
    },
    { requiredKeys: [] },
  );

  test.prop([fc.oneof(junk, anyRow, transactionUpload), fc.boolean()], { numRuns: 1_000 })(
    'has as many fields as are counted where they are not named',
    (row, isOutside) => {
      const reading = readUploadRequest({ transactions: [row] }, isOutside ? () => false : null);
      const isRow = typeof row === 'object' && row !== null && !Array.isArray(row);
      expect('faults' in reading ? Object.keys(reading.faults).length : 0).toBe(faultyFields(row, isOutside && isRow));
    },
  );

  test('tells of a list without end that it is too long, and looks at few of its items', () => {
    let looks = 0;
    const additionalData = Array.from({ length: 100_000 }, () =>
      Object.defineProperty({}, 'key', { enumerable: true, get: () => ++looks }),
    );
    expect(readUploadRequest({ transactions: [{ additionalData }] })).toEqual({
      faults: { 'transactions[0].additionalData': ['must hold at most 64 items'] },
    });
    expect(looks).toBeLessThan(5_000);
  });

  test('words no more than it names, however many faults there are', () => {
    const rows = Array.from({ length: 20_000 }, () => ({ additionalData: Array.from({ length: 64 }, () => ({})) }));
    const zod = vi.spyOn(TransactionUpload, 'safeParse');
    const reading = readUploadRequest({ transactions: rows });
    expect('faults' in reading && reading.faults.transactions).toEqual([`${20_000 * 128 - 1_000} more fields have faults`]);
    expect(zod.mock.calls.length).toBe(8);
    zod.mockRestore();
  });

  const faulty = (count: number) => ({ transactions: Array.from({ length: count }, () => ({ amount: '1' })) });

  test('has room for 1,000 fields', () => {
    const faults = faultsOf(faulty(1_000));
    expect(Object.keys(faults)).toHaveLength(1_000);
    expect(faults).toHaveProperty(['transactions[999].amount']);
    expect(faults).not.toHaveProperty('transactions');
  });

  test.each([
    [1_001, 1],
    [20_000, 19_000],
  ])('of %d faulty fields shows 1,000 and counts the other %d', (count, left) => {
    const faults = faultsOf(faulty(count));
    expect(Object.keys(faults)).toHaveLength(1_001);
    expect(faults).not.toHaveProperty(['transactions[1000].amount']);
    expect(faults.transactions).toEqual([expect.stringMatching(new RegExp(`^${left} `))]);
  });

  test('counts fields, not elements', () => {
    const transactions = Array.from({ length: 600 }, () => ({ amount: '1', currency: 1 }));
    expect(faultsOf({ transactions }).transactions).toEqual([expect.stringMatching(/^200 /)]);
  });

  const secret = fc.constantFrom('hunter2hunter2', '4242424242424242', '9876543210123');

  test.prop([
    fc.constantFrom('amount', 'businessDate', 'transactionDate', 'transactionTypes', 'additionalData', 'cardNumberMasked'),
    secret,
  ])('never repeats a value', (field, value) => {
    for (const given of [value, Number(value), [value], { [value]: value }]) {
      const reading = readUploadRequest({ transactions: [{ [field]: given }] });
      if ('faults' in reading) expect(JSON.stringify(reading)).not.toContain(value);
    }
  });
});

test.prop([fc.array(transactionUpload, { minLength: 1, maxLength: 5 })])('a valid upload is read as it is', (transactions) => {
  expect(readUploadRequest(JSON.parse(JSON.stringify({ transactions })))).toEqual({ data: transactions });
});

test.prop([fc.jsonValue({ maxDepth: 5 })], { numRuns: 500 })('any JSON is read or refused, never a defect', (value) => {
  for (const json of [
    value,
    { transactions: value },
    { transactions: [value] },
    { transactions: [{ additionalData: [value], amount: value }] },
  ]) {
    const reading = readUploadRequest(json);
    expect('faults' in reading).toBe(!UploadRequest.safeParse(json).success);
    if ('faults' in reading) expect(Object.keys(reading.faults).length).toBeGreaterThan(0);
  }
});

test('a state of any status is a state', () => {
  const state = { date: '2026-11-20T14:03:59Z', summary: '', errors: [] };
  for (const status of [...uploadStatuses, 'Archived']) expect(UploadState.safeParse({ ...state, status }).success).toBe(true);
});

test.each(['2', -1, 0.5, null, ['T1']])('that another server calls %j duplicates does not spoil its state', (duplicates) => {
  const state = { date: '2026-11-20T14:03:59Z', status: 'Processed', summary: '', errors: [] };
  expect(UploadState.parse({ ...state, duplicates }).duplicates).toBeUndefined();
  expect(UploadState.parse({ ...state, duplicates: 2 }).duplicates).toBe(2);
});

function faultsOf(json: unknown) {
  const reading = readUploadRequest(json);
  if (!('faults' in reading)) throw new Error('taken');
  return reading.faults;
}
