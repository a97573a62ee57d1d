/** Decimals: any double is the text that names it, and sums lose no digit. */
import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { decimalFrom, decimalOf, plus, textOfDecimal } from '../../src/contract/decimal.js';

test.each([
  [0, '0.00'],
  [-0, '0.00'],
  [12.5, '12.50'],
  [-0.1, '-0.10'],
  [1.23456, '1.23456'],
  [1e21, '1000000000000000000000.00'],
  [1.5e-7, '0.00000015'],
  [-5e-324, `-0.${'0'.repeat(323)}5`],
])('%s is %s', (amount, text) => {
  expect(textOfDecimal(decimalOf(amount))).toBe(text);
});

test('0.1 and 0.2 are 0.3, and what a large amount hides comes back', () => {
  const sum = (amounts: number[]) => textOfDecimal(amounts.map(decimalOf).reduce(plus));
  expect(sum([0.1, 0.2])).toBe('0.30');
  expect(sum([1e308, 0.0001, -1e308])).toBe('0.0001');
});

test.prop([fc.double({ noNaN: true, noDefaultInfinity: true })])('the text of a double reads back as it', (amount) => {
  const text = textOfDecimal(decimalOf(amount));
  expect(Number(text) + 0).toBe(amount + 0);
  expect(textOfDecimal(decimalFrom(text) ?? decimalOf(1))).toBe(text);
});

test.prop([fc.array(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), { maxLength: 50 })])('sums are those of whole cents', (cents) => {
  const textOf = (value: bigint) => {
    const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
    return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  const sum = cents.map((value) => decimalFrom(textOf(value)) ?? decimalOf(Number.NaN)).reduce(plus, decimalOf(0));
  expect(textOfDecimal(sum)).toBe(textOf(cents.reduce((all, value) => all + value, 0n)));
});

test.each(['', 'EUR', '1,5', '0x1', '1.', 'NaN', ' 1'])('%j is no number', (text) => {
  expect(decimalFrom(text)).toBeNull();
});
