/** A card that pays twice within a minute at two tills of a shop, where one record has not come: the card narrows, and names neither payment. */
import { expect, test } from 'vitest';
import { linesOf, type Sale } from './given.js';

const paid = { amount: 12.5, currency: 'CHF', terminalId: 'T2', cardNumberMasked: '************1822' };
const sale = (time: string, more: Sale = {}): Sale => ({
  ...paid,
  locationId: 'L9',
  transactionDate: `2026-10-24T13:${time}+02:00`,
  ...more,
});
const record = { ...paid, acquirerId: 'ACQ', settlementDate: '2026-10-26', transactionDate: '2026-10-24T13:53:31+02:00' };

test.each([
  ['names the other till', { terminalId: 'T1' }],
  ['names no till', { terminalId: null }],
])('a sale of the same card and amount that is nearer and %s is a rival', (_, other) => {
  const known = { ...sale('10:00', { terminalId: 'T1', amount: 8.5, cardNumberMasked: '************0852' }) };
  const own = {
    ...record,
    amount: 8.5,
    cardNumberMasked: known.cardNumberMasked,
    terminalId: 'T1',
    transactionDate: known.transactionDate,
  };
  const rows = { sales: [sale('54:05'), sale('53:43', other), known], records: [record, own] };
  expect(linesOf(rows).filter((line) => !line.startsWith('?'))).toEqual(['2:1']);
  // Alone, it is sure.
  expect(linesOf({ ...rows, sales: [sale('54:05')] })).toEqual(['0:0']);
});
