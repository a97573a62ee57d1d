/** Numbers that begin anew each day and are shifted by one on the acquirer's side: the second tells payments apart, and the number does not. */
import { expect, test } from 'vitest';
import { openRows } from './open.js';

const days = [1, 2, 3, 4].map((day) => `2026-09-0${day}`);
const sold = (day: string, at: string, amount: number, number: string) => ({
  ...{ amount, currency: 'EUR', terminalId: 'T-1', transactionReference: number, transactionDate: `${day}T${at}Z` },
});
const paid = (day: string, at: string, amount: number, number: string) => ({
  ...sold(day, at, amount, number),
  ...{ acquirerId: 'ACQ', settlementDate: '2026-09-08', payoutId: `PO-${day}` },
});

test('a sale minutes before the record is not taken for the one that is seconds before it', () => {
  const sales = days.flatMap((day) => [
    ...[sold(day, '09:00:00', 5.5, '0101'), sold(day, '09:06:00', 5.5, '0102'), sold(day, '12:00:00', 7, '0103')],
  ]);
  const records = days.flatMap((day) => [paid(day, '09:06:20', 5.5, '0101'), paid(day, '12:00:20', 7, '0102')]);
  const { isOpen } = openRows(sales, records);
  expect(sales.filter((sale) => !isOpen.get(sale) && sale.transactionReference === '0101')).toEqual([]);
});

test('a sale a minute before its record is its own, whatever else is sold for the same price meanwhile', () => {
  const sales = days.flatMap((day) => [sold(day, '09:00:00', 5.5, '0101'), sold(day, '09:01:05', 5.5, '0102')]);
  const records = days.flatMap((day) => [paid(day, '09:01:10', 5.5, '0101'), paid(day, '09:02:00', 5.5, '0102')]);
  const { open, isOpen } = openRows(sales, records);
  expect([open, sales.filter((sale) => isOpen.get(sale))]).toEqual([[], []]);
});

test('a number that names the nearer row, too, by chance, books neither', () => {
  const sales = days.flatMap((day) => [
    ...[sold(day, '09:00:00', 5.5, '0101'), sold(day, '09:06:00', 5.5, '0102'), sold(day, '09:12:00', 5.5, '0103')],
  ]);
  const records = days.flatMap((day) => [paid(day, '09:06:20', 5.5, '0101'), paid(day, '09:12:20', 5.5, '0102')]);
  const { isOpen } = openRows(sales, records);
  expect(sales.filter((sale) => !isOpen.get(sale))).toEqual([]);
});

test('a number that runs ahead of the till books nothing, where records tell their day alone', () => {
  const prices = [5.5, 7, 5.5, 5.5, 9, 7, 5.5, 7, 7, 5.5];
  const sales = days.flatMap((day) => prices.map((price, at) => sold(day, `09:${10 + at}:00`, price, `01${10 + at}`)));
  const records = days.flatMap((day) => prices.map((price, at) => paid(day, '00:00:00', price, `01${11 + at}`)));
  const { isOpen } = openRows(sales, records);
  expect(sales.filter((sale) => !isOpen.get(sale))).toEqual([]);
});
