import { expect, test } from 'vitest';
import { currencySums } from '../../src/contract/currency-sums.js';

const none = { currency: null, rowsWithoutAmount: 0, rowsFiner: 0 };

test('absent, null and empty are one currency, also in sums that are added', () => {
  const sums = currencySums();
  for (const currency of [undefined, null, '']) sums.add({ amount: 1, currency });
  expect(sums.all()).toEqual([{ ...none, rows: 3, units: 30_000n }]);
  // As earlier versions kept them.
  sums.addAll([{ ...none, currency: '', rows: 1, units: 5n }]);
  expect(sums.all()).toEqual([{ ...none, rows: 4, units: 30_005n }]);
});

test('amounts that are too large, or finer than the unit, are counted apart', () => {
  const sums = currencySums();
  for (const amount of [1e308, -1e21, 0.00001, 2]) sums.add({ amount, currency: 'EUR' });
  expect(sums.all()).toEqual([{ currency: 'EUR', rows: 4, units: 20_000n, rowsWithoutAmount: 0, rowsFiner: 3 }]);
});

test('amounts with the noise of floating point add up as what they mean', () => {
  const sums = currencySums();
  for (const amount of [1.1300000000000001, 0.1 + 0.2, -0.30000000000000004]) sums.add({ amount, currency: 'EUR' });
  expect(sums.all()).toEqual([{ currency: 'EUR', rows: 3, units: 11_300n, rowsWithoutAmount: 0, rowsFiner: 0 }]);
});

test('keeps no card number that stands where a currency should: what it is called by is cut', () => {
  const sums = currencySums();
  const full = '4242424242424242';
  sums.add({ amount: 1, currency: full });
  sums.add({ amount: 2, currency: full });
  sums.addAll([{ currency: full, rows: 1, units: 30_000n, rowsWithoutAmount: 0, rowsFiner: 0 }]);
  expect(sums.all()).toEqual([{ currency: '424242******4242', rows: 3, units: 60_000n, rowsWithoutAmount: 0, rowsFiner: 0 }]);
});
