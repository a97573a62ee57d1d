/** Two shops number their orders alike, and the acquirer does not say which shop was paid: nearness in time names no payment. */
import { expect, test } from 'vitest';
import { linesOf, type Sale } from './given.js';

const times = { sale: '2026-10-02T02:01:41+02:00', own: '2026-10-02T02:11:53+02:00', others: '2026-10-02T02:00:43+02:00' };

test.each([
  ['another amount that is near', 57.1],
  ['the same amount', 53.3],
])("the other shop's payment of %s is nearer than the own one, and is not booked", (_, others) => {
  const orderId = '1014';
  const sales = [
    { amount: 53.3, currency: 'EUR', transactionDate: times.sale, orderId, locationId: 'BER' },
    { amount: others, currency: 'EUR', transactionDate: '2026-10-02T01:54:24+02:00', orderId, locationId: 'ZRH' },
  ];
  const record = { currency: 'EUR', acquirerId: 'PSP', settlementDate: '2026-10-05', orderId };
  const records = [
    { ...record, amount: 53.3, transactionDate: times.own },
    { ...record, amount: others, transactionDate: times.others },
  ];
  const booked = linesOf({ sales, records }).filter((line) => !line.startsWith('?'));
  expect(booked.filter((line) => line !== '0:0' && line !== '1:1' && line !== '0+1:0+1')).toEqual([]);
});

test('a setting says that orders name payments, but each of two shops has such an order', () => {
  const paid: Sale = { amount: 53.3, currency: 'EUR', orderId: '1014' };
  const sale = { ...paid, locationId: 'BER', transactionDate: '2026-10-02T10:00:00+02:00' };
  const others = {
    ...paid,
    locationId: 'Zurich',
    transactionDate: '2026-10-05T10:00:00+02:00',
    acquirerId: 'PSP',
    settlementDate: '2026-10-07',
  };
  expect(linesOf({ sales: [sale], records: [others], settings: { numbers: { order: 'names' } } })).toEqual(['?0:0']);
});
