import { describe, expect, test } from 'vitest';
import type { Faults } from '../../src/contract/faults.js';
import { Transaction, TransactionDetail, transactionFields } from '../../src/contract/transaction.js';
import { readUploadRequest } from '../../src/contract/upload.js';

const textFields = [
  'acquirerId',
  'applicationId',
  'authorisationCode',
  'brandId',
  'cardNumberMasked',
  'currency',
  'locationId',
  'orderId',
  'panEncrypted',
  'terminalId',
  'transactionReference',
  'transactionSequenceCounter',
] as const;
const dateTimeFields = ['eftTransactionDate', 'transactionDate'] as const;
const listFields = ['transactionTypes', 'additionalData'] as const;

const astral = '\u{1f600}';
const loneSurrogates = ['\ud800', '\udc00', 'a\ud83db', '\udc00\ud800', '\u{1f600}\ud83d'];

test('the tables below are about every field', () => {
  expect([...textFields, ...dateTimeFields, ...listFields, 'amount', 'businessDate'].sort()).toEqual([...transactionFields].sort());
});

describe.each(textFields)('%s', (field) => {
  test.each([
    ['empty', ''],
    ['one character', 'x'],
    ['1,024 characters', 'x'.repeat(1_024)],
    ['1,024 characters beyond the BMP', astral.repeat(1_024)],
    ['a NUL', 'a\u0000b'],
    ['combining marks', 'e\u0301'],
    ['right-to-left text', 'שלום'],
    ['null', null],
  ])('takes %s, unchanged', (_, value) => {
    expect(read({ [field]: value })).toEqual({ [field]: value });
  });

  test.each<[string, unknown, unknown]>([
    ['1,025 characters', 'x'.repeat(1_025), 'must have at most 1024 characters'],
    ['1,025 characters beyond the BMP', astral.repeat(1_025), 'must have at most 1024 characters'],
    ['1,025 characters, some beyond the BMP', astral + 'x'.repeat(1_024), 'must have at most 1024 characters'],
    ...loneSurrogates.map((value): [string, unknown, unknown] => [
      JSON.stringify(value),
      value,
      expect.stringContaining('well-formed Unicode'),
    ]),
    ['a number', 1, 'must be a string'],
    ['a boolean', true, 'must be a string'],
    ['a list', ['x'], 'must be a string'],
    ['an object', {}, 'must be a string'],
  ])('refuses %s', (_, value, message) => {
    expect(faults({ [field]: value })).toEqual({ [`transactions[0].${field}`]: [message] });
  });
});

describe('amount', () => {
  test.each([0, 12.5, -3, 1e-7, 5e-324, 1.7976931348623157e308, -1e21, 0.1 + 0.2, null])('takes %d, unchanged', (amount) => {
    expect(read({ amount })).toEqual({ amount });
  });

  test.each([
    ['a string', '12.50', 'must be a number'],
    ['a boolean', false, 'must be a number'],
    ['a list', [1], 'must be a number'],
    ['an object', {}, 'must be a number'],
    ['1e400, which JSON.parse reads as Infinity', JSON.parse('1e400'), 'must be a number that a double can carry'],
    ['-1e400', JSON.parse('-1e400'), 'must be a number that a double can carry'],
    ['NaN', Number.NaN, expect.stringMatching(/^must be a number|^must be NaN/)],
  ])('refuses %s', (_, amount, message) => {
    expect(faults({ amount })).toEqual({ 'transactions[0].amount': [message] });
  });
});

describe('businessDate', () => {
  test.each(['2026-11-20', '2024-02-29', '0001-01-01', '9999-12-31', null])('takes %s, unchanged', (businessDate) => {
    expect(read({ businessDate })).toEqual({ businessDate });
  });

  test.each(['0000-01-01', '2026-02-30', '2026-13-01', '2026-1-1', '20261120', '2026-11-20T00:00:00Z', '', ' 2026-11-20'])(
    'refuses %j',
    (businessDate) => {
      expect(faults({ businessDate })).toEqual({ 'transactions[0].businessDate': ['must be a date as yyyy-MM-dd'] });
    },
  );

  test.each([20261120, true, [], {}])('refuses %j', (businessDate) => {
    expect(faults({ businessDate })).toEqual({ 'transactions[0].businessDate': ['must be a string'] });
  });
});

describe.each(dateTimeFields)('%s', (field) => {
  test.each([
    '2026-11-20T14:03:59+01:00',
    '2026-11-20T14:03:59Z',
    '2026-11-20T14:03:59.1Z',
    '2026-11-20T14:03:59.1234567-23:59',
    '2026-11-20T00:00:00+23:59',
    '2024-02-29T23:59:59-00:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.9999999Z',
    null,
  ])('takes %s, unchanged', (value) => {
    expect(read({ [field]: value })).toEqual({ [field]: value });
  });

  test.each([
    '2026-11-20T24:00:00Z',
    '2026-11-20T14:03:60Z',
    '2026-11-20T14:60:00Z',
    '2026-11-20T14:03:59.12345678Z',
    '2026-11-20T14:03:59',
    '2026-11-20T14:03:59+0100',
    '2026-11-20T14:03:59 01:00',
    '2026-11-20T14:03:59+24:00',
    '2026-11-20T14:03:59z',
    '2026-11-20 14:03:59Z',
    '2026-11-20',
    '',
  ])('refuses %j', (value) => {
    expect(faults({ [field]: value })).toEqual({ [`transactions[0].${field}`]: [expect.stringContaining('date-time with offset')] });
  });

  test.each(['2026-02-30T14:03:59Z', '0000-01-01T00:00:00Z'])('says of %j that there is no such day', (value) => {
    expect(faults({ [field]: value })).toEqual({ [`transactions[0].${field}`]: ['must be a day that exists'] });
  });

  test('refuses a number', () => {
    expect(faults({ [field]: 1_700_000_000 })).toEqual({ [`transactions[0].${field}`]: ['must be a string'] });
  });
});

describe('cardNumberMasked', () => {
  test.each(['424242******4242', '0000000000000000', '4242424242424241', '************4242'])('takes %s', (cardNumberMasked) => {
    expect(read({ cardNumberMasked })).toEqual({ cardNumberMasked });
  });

  test.each(['4242424242424242', '41111111 11111111 12/26', '411111 1111111111 1226', '4222222222222', '４２４２４２４２４２４２４２４２'])(
    'refuses %s and does not repeat it',
    (cardNumberMasked) => {
      const found = faults({ cardNumberMasked });
      expect(found).toEqual({ 'transactions[0].cardNumberMasked': [expect.stringContaining('must be masked')] });
      expect(JSON.stringify(found)).not.toMatch(/\p{Nd}{4}/u);
    },
  );
});

describe('transactionTypes', () => {
  test.each([[[]], [['sale']], [Array(32).fill('x'.repeat(1_024))], [null]])('takes a list %#, unchanged', (transactionTypes) => {
    expect(read({ transactionTypes })).toEqual({ transactionTypes });
  });

  test.each([
    ['33 items', Array(33).fill('x'), { transactionTypes: ['must hold at most 32 items'] }],
    ['a million items', Array(1_000_000).fill(0), { transactionTypes: ['must hold at most 32 items'] }],
    ['a string', 'sale', { transactionTypes: ['must be an array'] }],
    ['an object', { 0: 'sale' }, { transactionTypes: ['must be an array'] }],
    ['a null item', ['sale', null], { 'transactionTypes[1]': ['must be a string'] }],
    [
      'several bad items',
      [1, 'x', '\ud800', 'x'.repeat(1_025)],
      {
        'transactionTypes[0]': ['must be a string'],
        'transactionTypes[2]': [expect.stringContaining('well-formed')],
        'transactionTypes[3]': ['must have at most 1024 characters'],
      },
    ],
  ])('refuses %s', (_, transactionTypes, expected) => {
    expect(faults({ transactionTypes })).toEqual(underFirst(expected));
  });
});

describe('additionalData', () => {
  const item = { key: 'k', value: 'v' };

  test.each([
    ['none', []],
    ['key and value', [item]],
    ['a type', [{ ...item, type: 'string' }]],
    ['a null type', [{ ...item, type: null }]],
    ['64 items', Array(64).fill(item)],
    ['a value of 8,192 characters', [{ key: 'k', value: astral.repeat(8_192) }]],
    ['a key of 1,024 characters', [{ key: 'k'.repeat(1_024), value: '' }]],
    ['the same key twice', [item, item]],
    ['null', null],
  ])('takes %s, unchanged', (_, additionalData) => {
    expect(read({ additionalData })).toEqual({ additionalData });
  });

  test.each([
    ['65 items', Array(65).fill(item), { additionalData: ['must hold at most 64 items'] }],
    ['a million items', Array(1_000_000).fill(0), { additionalData: ['must hold at most 64 items'] }],
    ['an object', { k: 'v' }, { additionalData: ['must be an array'] }],
    ['a string item', ['k=v'], { 'additionalData[0]': ['must be an object'] }],
    ['a null item', [item, null], { 'additionalData[1]': ['must be an object'] }],
    ['no key', [{ value: 'v' }], { 'additionalData[0].key': ['is required'] }],
    ['no value', [item, { key: 'k' }], { 'additionalData[1].value': ['is required'] }],
    ['a null key', [{ key: null, value: 'v' }], { 'additionalData[0].key': ['must be a string'] }],
    ['a number as value', [{ key: 'k', value: 1 }], { 'additionalData[0].value': ['must be a string'] }],
    ['a number as type', [{ ...item, type: 1 }], { 'additionalData[0].type': ['must be a string'] }],
    [
      'a value of 8,193 characters',
      [{ key: 'k', value: 'x'.repeat(8_193) }],
      { 'additionalData[0].value': ['must have at most 8192 characters'] },
    ],
    [
      'a value of 8,193 characters beyond the BMP',
      [{ key: 'k', value: astral.repeat(8_193) }],
      { 'additionalData[0].value': ['must have at most 8192 characters'] },
    ],
    [
      'a key of 1,025 characters',
      [{ key: 'k'.repeat(1_025), value: 'v' }],
      { 'additionalData[0].key': ['must have at most 1024 characters'] },
    ],
    [
      'a type of 1,025 characters',
      [{ ...item, type: 't'.repeat(1_025) }],
      { 'additionalData[0].type': ['must have at most 1024 characters'] },
    ],
    ['half a surrogate pair', [{ key: 'k', value: '\ud83d' }], { 'additionalData[0].value': [expect.stringContaining('well-formed')] }],
  ])('refuses %s', (_, additionalData, expected) => {
    expect(faults({ additionalData })).toEqual(underFirst(expected));
  });
});

describe('fields that are not documented', () => {
  test.each([
    ['unknown', '{"colour": "red", "amount": 1}'],
    ['of another case', '{"Amount": "x", "amount": 1}'],
    ['__proto__', '{"__proto__": {"currency": 7}, "amount": 1}'],
    ['constructor', '{"constructor": 1, "amount": 1}'],
  ])('%s: ignored', (_, json) => {
    expect(read(JSON.parse(json))).toEqual({ amount: 1 });
  });

  test('in an item of additionalData: ignored', () => {
    expect(read({ additionalData: [{ key: 'k', value: 'v', colour: 'red' }] })).toEqual({ additionalData: [{ key: 'k', value: 'v' }] });
  });

  test('an empty transaction is taken', () => {
    expect(read({})).toEqual({});
  });
});

describe('what the server answers', () => {
  test('a list item has every documented field and neither additional data nor comment', () => {
    const fields = [
      ...transactionFields.filter((field) => field !== 'additionalData'),
      'transactionId',
      'transactionState',
      'transactionMatchState',
    ];
    expect(Object.keys(Transaction.shape).sort()).toEqual(fields.sort());
    expect(Object.keys(TransactionDetail.shape).sort()).toEqual([...fields, 'additionalData', 'comment'].sort());
  });

  test('no field may be absent', () => {
    for (const field of Object.keys(TransactionDetail.shape)) {
      const reading = TransactionDetail.safeParse({});
      expect(reading.error?.issues.map((issue) => issue.path[0])).toContain(field);
    }
  });
});

function read(transaction: unknown): unknown {
  const reading = readUploadRequest({ transactions: [transaction] });
  if ('faults' in reading) throw new Error(JSON.stringify(reading.faults));
  return reading.data[0];
}

function faults(transaction: unknown): Faults {
  const reading = readUploadRequest({ transactions: [transaction] });
  if (!('faults' in reading)) throw new Error('taken');
  return reading.faults;
}

function underFirst(expected: object): object {
  return Object.fromEntries(Object.entries(expected).map(([path, messages]) => [`transactions[0].${path}`, messages]));
}
