import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { z } from 'zod';
import { AccessQuery, ListQuery, readQuery, UploadQuery } from '../../src/contract/query.js';

const defaults = { pageSize: 30, pageNumber: 1, 'sorting.key': 'TransactionDate', 'sorting.direction': 'Descending' };
const id = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';

const uuids = {
  good: [[id], [id.toUpperCase()]],
  bad: ['1', `${id}0`, id.slice(1), `{${id}}`, id.replaceAll('-', ''), ` ${id}`, id.replace('e', 'g')],
};
const texts = {
  good: [['x'], ['0'], [' '], ['null'], ['Zürich & Söhne'], ['x'.repeat(1_024)], ['\u{1f600}'.repeat(1_024)], ['\u0000']],
  bad: ['x'.repeat(1_025), '\u{1f600}'.repeat(1_025)],
};
const doubles = {
  good: [
    ['0', 0],
    ['12.50', 12.5],
    ['-3', -3],
    ['+0.05', 0.05],
    ['007', 7],
    ['1e3', 1_000],
    ['1.5E-3', 0.0015],
  ],
  bad: ['abc', '1,5', '1.', '.5', '0x10', 'NaN', 'Infinity', '-Infinity', '1e400', '1e', ' 1', '1 ', '1_000', "1'000", '--1', '١'],
};
const dateTimes = {
  good: [
    ['2026-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00+01:00'],
    ['2026-01-01T00:00:00.1234567-23:59'],
    ['2026-01-01T00:00:00 01:00', '2026-01-01T00:00:00+01:00'],
    ['2026-01-01T00:00:00.5 01:00', '2026-01-01T00:00:00.5+01:00'],
  ],
  bad: [
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00+0100',
    '2026-01-01T00:00:00z',
    '2026-01-01 00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00  01:00',
    '1767225600',
  ],
};
const integers = (max: number) => ({
  good: [
    ['1', 1],
    [String(max), max],
    ['007', 7],
    ['+5', 5],
  ],
  bad: ['0', '-1', String(max + 1), '1e2', '0x10', '1.0', '1.5', ' 5', 'abc', 'NaN', '99999999999999999999', '1'.repeat(400), 'true', '１'],
});
const choices = (...values: string[]) => ({
  good: values.map((value) => [value]),
  bad: values
    .flatMap((value) => [value.toLowerCase(), value.toUpperCase(), ` ${value}`, `${value},${value}`])
    .concat('0', 'null', 'undefined'),
});

const listParameters: Record<string, { good: unknown[][]; bad: string[] }> = {
  customerId: uuids,
  tenantId: uuids,
  terminalId: texts,
  brandId: texts,
  currency: texts,
  amountFrom: doubles,
  amountTo: doubles,
  transactionDateFrom: dateTimes,
  transactionDateTo: dateTimes,
  transactionState: choices('Unprocessed', 'Processed'),
  transactionMatchState: choices('NotApplicable', 'Unmatched', 'Match', 'Skip'),
  uploadId: { good: [...texts.good, [id]], bad: texts.bad },
  pageSize: integers(500),
  pageNumber: integers(2_147_483_647),
  'sorting.key': choices('TransactionDate', 'Amount'),
  'sorting.direction': choices('Ascending', 'Descending'),
};

test('the table is about every parameter of a list', () => {
  expect(Object.keys(listParameters).sort()).toEqual(Object.keys(ListQuery.shape).sort());
});

test('the other queries have these parameters', () => {
  expect(Object.keys(AccessQuery.shape)).toEqual(['customerId', 'tenantId']);
  expect(Object.keys(UploadQuery.shape)).toEqual(['customerId', 'tenantId', 'importConfigurationId']);
});

describe.each(Object.entries(listParameters))('%s', (name, { good, bad }) => {
  test.each(good)('takes %j', (text, value = text) => {
    expect(read(ListQuery, [[name, String(text)]])).toEqual({ data: { ...defaults, [name]: value } });
  });

  test.each(bad)('refuses %j', (text) => {
    expect(read(ListQuery, [[name, text]])).toEqual({ faults: { [name]: expect.arrayContaining([expect.any(String)]) } });
  });

  test('refuses an empty value', () => {
    expect(read(ListQuery, [[name, '']])).toEqual({ faults: { [name]: [expect.stringContaining('must not be empty')] } });
  });

  test('refuses to be given twice, also with the same value', () => {
    const value = String(good[0]?.[0]);
    expect(
      read(ListQuery, [
        [name, value],
        [name, value],
      ]),
    ).toEqual({ faults: { [name]: ['must be given once'] } });
    expect(
      read(ListQuery, [
        [name, value],
        [name, ''],
      ]),
    ).toEqual({ faults: { [name]: ['must be given once'] } });
  });
});

test.each(uuids.bad)('importConfigurationId refuses %j', (text) => {
  expect(read(UploadQuery, [['importConfigurationId', text]])).toEqual({ faults: { importConfigurationId: ['must be a UUID'] } });
});

test('without parameters, the defaults', () => {
  expect(read(ListQuery, [])).toEqual({ data: defaults });
  expect(read(AccessQuery, [])).toEqual({ data: {} });
});

test('unknown parameters are ignored, whatever they hold', () => {
  const unknown = [
    ['colour', 'red'],
    ['PageSize', '0'],
    ['sorting', 'x'],
    ['', ''],
    ['__proto__', '1'],
    ['toString', ''],
    ['colour', 'blue'],
  ] as [string, string][];
  expect(read(ListQuery, unknown)).toEqual({ data: defaults });
  expect(read(AccessQuery, [['pageSize', 'abc']])).toEqual({ data: {} });
});

test('every fault is reported at once', () => {
  const everyBad = Object.entries(listParameters).map(([name, { bad }]) => [name, bad[0] ?? ''] as [string, string]);
  const reading = read(ListQuery, everyBad);
  expect('faults' in reading && Object.keys(reading.faults).sort()).toEqual(Object.keys(listParameters).sort());
});

test.each(['1.5', '5.0', '1e2', 'abc', '0x10'])('pageSize=%s is told to be a whole number', (pageSize) => {
  expect(read(ListQuery, [['pageSize', pageSize]])).toEqual({ faults: { pageSize: ['must be a whole number'] } });
});

test('messages say what is asked for', () => {
  const given = 'customerId=x&pageSize=501&pageNumber=0&sorting.key=amount&amountFrom=1e400&transactionDateFrom=today';
  expect(readQuery(ListQuery, new URLSearchParams(given))).toEqual({
    faults: {
      customerId: ['must be a UUID'],
      pageSize: ['must be at most 500'],
      pageNumber: ['must be at least 1'],
      'sorting.key': ['must be one of TransactionDate, Amount'],
      amountFrom: [expect.stringContaining('number')],
      transactionDateFrom: [expect.stringContaining('date-time with offset')],
    },
  });
});

test('a number beyond all measure is told the limit of its parameter alone', () => {
  expect(read(ListQuery, [['pageNumber', '9'.repeat(20)]])).toEqual({ faults: { pageNumber: ['must be at most 2147483647'] } });
  expect(read(ListQuery, [['pageNumber', `-${'9'.repeat(20)}`]])).toEqual({ faults: { pageNumber: ['must be at least 1'] } });
});

test('a plus sign that was not encoded is read as the sign of the offset', () => {
  const reading = readQuery(
    ListQuery,
    new URLSearchParams('transactionDateFrom=2026-01-01T00:00:00+01:00&transactionDateTo=2026-01-02T00:00:00%2B01:00'),
  );
  expect(reading).toEqual({
    data: { ...defaults, transactionDateFrom: '2026-01-01T00:00:00+01:00', transactionDateTo: '2026-01-02T00:00:00+01:00' },
  });
});

test.prop([fc.array(fc.tuple(fc.constantFrom(...Object.keys(listParameters)), fc.string()), { maxLength: 6 })])(
  'messages never repeat a value',
  (parameters) => {
    const marked = parameters.map(([name, value]) => [name, `§${value}`] as [string, string]);
    expect(JSON.stringify(read(ListQuery, marked))).not.toMatch(/"faults".*§/);
  },
);

test.prop([fc.constantFrom('amountFrom', 'amountTo'), fc.double({ noNaN: true, noDefaultInfinity: true })])(
  '%s takes every double as JavaScript writes it',
  (name, value) => {
    const reading = read(ListQuery, [[name, String(value)]]);
    expect('data' in reading && reading.data).toMatchObject({ [name]: value === 0 ? 0 : value });
  },
);

function read<Schema extends z.ZodObject>(schema: Schema, parameters: [string, string][]) {
  return readQuery(schema, new URLSearchParams(parameters));
}
