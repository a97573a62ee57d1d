/** The currency of a cell, as exports write it. */
import { expect, it } from 'vitest';
import { readCell } from '../../../src/files/values/cell-values.js';

it.each([
  ['EUR', 'EUR'],
  ['eur', 'EUR'],
  ['208', 'DKK'],
  ['€', 'EUR'],
  // The back office of an acquirer: docs.pay.sibs.com.
  ['978 – Euro', 'EUR'],
  ['EUR - 978', 'EUR'],
  ['US Dollar (USD)', 'USD'],
])('%j is %s', (cell, code) => {
  expect(readCell('currency', cell)).toBe(code);
});

it.each(['EURO', 'Kč', 'USD/EUR', '978 USD', 'ABC', '000', 'R978'])('%j stays as it is', (cell) => {
  expect(readCell('currency', cell)).toBe(cell);
});
