import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { amountIn, currencyOfMark, type DecimalSign, markFits } from '../../../src/files/values/amount-text.js';

const read = (text: string, decimal: DecimalSign) => {
  const reading = amountIn(text, decimal);
  return 'fault' in reading ? null : reading.amount;
};

describe('an amount under a decimal sign', () => {
  it.each<[text: string, point: number | null, comma: number | null]>([
    ['12.50', 12.5, null],
    ['12,50', null, 12.5],
    ['12', 12, 12],
    ['1.234', 1.234, 1234],
    ['1,234', 1234, 1.234],
    ['0.123', 0.123, null],
    ['0,123', null, 0.123],
    ['1234.567', 1234.567, null],
    ['1.355,90', null, 1355.9],
    ['1,355.90', 1355.9, null],
    ["1'355.90", 1355.9, null],
    ["1'355,90", null, 1355.9],
    ['1’355.90', 1355.9, null],
    ["1'355", 1355, 1355],
    ['1 355,90', null, 1355.9],
    ['1\u00a0355,90', null, 1355.9],
    ['1\u202f355\u202f000,90', null, 1355000.9],
    ['1.234.567', null, 1234567],
    ['1.234.567,8', null, 1234567.8],
    ['1,23,456.78', 123456.78, null],
    ['12,34,567', 1234567, null],
    ['1.23.456,78', null, null],
    ['.5', 0.5, null],
    [',5', null, 0.5],
    ['5.', 5, null],
    ['5,', null, 5],
    ['-12,5', null, -12.5],
    ['12,5-', null, -12.5],
    ['12.50 -', -12.5, null],
    ['\u221212,50', null, -12.5],
    ['(12,50)', null, -12.5],
    ['( 12.50 )', -12.5, null],
    ['+12.50', 12.5, null],
    ['12.50+', 12.5, null],
    ['€ 12,50', null, 12.5],
    ['12,50 €', null, 12.5],
    ['12,50\u00a0€', null, 12.5],
    ['EUR 1.355,90', null, 1355.9],
    ['EUR12.50', 12.5, null],
    ["CHF 1'204.50", 1204.5, null],
    ['Fr. 12.50', 12.5, null],
    ['-€12.50', -12.5, null],
    ['€-12.50', -12.5, null],
    ['€ -12.50', -12.5, null],
    ['12.50-€', -12.5, null],
    ['12,50 €-', null, -12.5],
    ['($12.50)', -12.5, null],
    ['CA$12.50', 12.5, null],
    ['R 1 250.00', 1250, null],
    ['-R45.00', -45, null],
    ['Rs. 1,25,000.00', 125000, null],
    ['Rs. 950', 950, 950],
    ['Rs. 1,900', 1900, 1.9],
    ['RM 12,50', null, 12.5],
    ['R1001', null, null],
    ['12.50 R', null, null],
    ['12,50 zł', null, 12.5],
    ['\u200f12.50\u200e', 12.5, null],
    ['  12.50\t', 12.5, null],
    ['000012.50', 12.5, null],
    ['0', 0, 0],
    ['-0.00', -0, null],
    ['١٢.٥٠', null, null],
    ['１２.５０', null, null],
    ['1e3', null, null],
    ['1.5E+3', null, null],
    ['--12', null, null],
    ['-12-', null, null],
    ['(-12)', null, null],
    ['-(12)', null, null],
    ['12.-', 12, null],
    ['12,--', null, 12],
    ['27.\u2013', 27, null],
    ['CHF 1\u2019027.-', 1027, null],
    ['-27.-', -27, null],
    ['27.- CHF', 27, null],
    ['1,234.-', 1234, null],
    ['12.5-', -12.5, null],
    ['.-', null, null],
    ['12.50.', null, null],
    ['1..5', null, null],
    ['1,2.3', null, null],
    ['12 34', null, null],
    ['1234 567', null, null],
    ['0 123', null, null],
    ['0.123.456', null, null],
    ["1'23", null, null],
    ['12.50 %', null, null],
    ['12.50 EUR EUR', null, null],
    ['EUR 12.50 €', null, null],
    ['12 Stück', null, null],
    ['12.50eur', null, null],
    ['EUR', null, null],
    ['-', null, null],
    ['.', null, null],
    [',', null, null],
    ['()', null, null],
    ['', null, null],
    ['1\n2', null, null],
    ['Infinity', null, null],
    ['NaN', null, null],
    ['0x10', null, null],
    ['1_000', null, null],
    ['1 000.50 000', null, null],
    ['1/2', null, null],
    ['12:50', null, null],
    ['12\u202e50', null, null],
    ['1234567890123.4567', null, null],
    ['1.234.567.890.123,45', null, 1234567890123.45],
  ])('%j is %j with a point, %j with a comma', (text, point, comma) => {
    expect({ point: read(text, '.'), comma: read(text, ',') }).toEqual({ point, comma });
  });
});

/** Digits of an amount of at most 15 significant ones, and what it is worth. */
const amount = fc
  .record({ whole: fc.bigInt({ min: 0n, max: 10n ** 11n - 1n }), fraction: fc.stringMatching(/^\d{0,4}$/), isNegative: fc.boolean() })
  .map((parts) => ({ ...parts, value: Number(`${parts.isNegative ? '-' : ''}${parts.whole}.${parts.fraction || '0'}`) }));

const groupedBy = (digits: string, sign: string) => digits.replace(/\d(?=(?:\d{3})+$)/g, (digit) => digit + sign);
const minuses: ((text: string) => string)[] = [
  (text) => `-${text}`,
  (text) => `\u2212${text}`,
  (text) => `- ${text}`.replace(' ', ''),
  (text) => `${text}-`,
  (text) => `${text} -`,
  (text) => `(${text})`,
];
const marked: ((text: string) => string)[] = [
  (text) => text,
  (text) => `${text} €`,
  (text) => `${text}\u00a0EUR`,
  (text) => `CHF ${text}`,
  (text) => `$${text}`,
  (text) => ` ${text}\u202f`,
];

property.prop(
  {
    amount,
    decimal: fc.constantFrom<DecimalSign[]>('.', ','),
    group: fc.constantFrom('', "'", '’', ' ', '\u00a0', '\u202f', 'other'),
    minus: fc.constantFrom(...minuses),
    mark: fc.constantFrom(...marked),
  },
  { numRuns: 3_000 },
)('any amount in any notation is read back equal, and never as another under the other sign', ({ amount, decimal, group, minus, mark }) => {
  const other = decimal === '.' ? ',' : '.';
  const digits = group === '' ? String(amount.whole) : groupedBy(String(amount.whole), group === 'other' ? other : group);
  const number = amount.fraction === '' ? digits : `${digits}${decimal}${amount.fraction}`;
  const text = mark(amount.isNegative ? minus(number) : number);
  expect(read(text, decimal)).toBe(amount.value);
  const asOther = read(text, other);
  const isAmbiguous = /^\d{1,3}[.,]\d{3}$/.test(number);
  if (asOther !== null && asOther !== amount.value) expect(isAmbiguous, text).toBe(true);
});

property.prop({ text: fc.string(), decimal: fc.constantFrom<DecimalSign[]>('.', ',') }, { numRuns: 3_000 })(
  'whatever is read has the digits of the text, and no others',
  ({ text, decimal }) => {
    const reading = amountIn(text, decimal);
    if ('fault' in reading) return void expect(reading.fault).toMatch(/\w/);
    const own = text.replace(/\D/g, '').replace(/^0+/, '');
    expect(own.startsWith(String(Math.abs(reading.amount)).replace(/[.-]/g, '').replace(/^0+/, '').replace(/e.*/, ''))).toBe(true);
  },
);

it.each([
  ['€', 'EUR', true],
  ['€', 'CHF', false],
  ['EUR', 'EUR', true],
  ['EUR', 'USD', false],
  ['$', 'USD', true],
  ['$', 'AUD', true],
  ['$', 'EUR', false],
  ['Fr.', 'CHF', true],
  ['£', 'GBP', true],
  ['£', 'EUR', false],
  ['US$', 'USD', true],
  ['US$', 'CAD', false],
  ['R$', 'USD', false],
  ['HK$', 'USD', false],
  ['R', 'ZAR', true],
  ['R', 'EUR', false],
  ['Rs.', 'INR', true],
  ['CA$', 'CAD', true],
])('the mark %j may mean %s: %s', (mark, currency, fits) => expect(markFits(mark, currency)).toBe(fits));

it('a mark means a currency only where there is no other', () => {
  expect([currencyOfMark('€'), currencyOfMark('USD'), currencyOfMark('$'), currencyOfMark('kr')]).toEqual(['EUR', 'USD', null, null]);
});
