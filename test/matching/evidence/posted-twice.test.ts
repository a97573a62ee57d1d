/** Two sales that look like one payment: the same payment posted twice, or two refunds of one order. */
import { expect, test } from 'vitest';
import { openRows } from './open.js';

const order = { currency: 'EUR', acquirerId: 'PSP' };
const sales = Array.from({ length: 12 }, (_, at) => ({
  ...{ transactionReference: `ORD-500${10 + at}`, orderId: `ORD-500${10 + at}`, amount: 20.1 + at, currency: 'EUR' },
  transactionDate: `2026-09-0${1 + (at % 9)}T1${at % 10}:10:00Z`,
}));
const settled = sales.map(({ transactionReference: _, ...row }) => ({
  ...order,
  ...row,
  settlementDate: row.transactionDate.slice(0, 10),
}));
const refund = (at: string, number: number) => ({
  ...{ transactionReference: `ORD-50010-${number}`, orderId: 'ORD-50010', amount: -5, currency: 'EUR' },
  transactionDate: `2026-09-${at}:00:00Z`,
});
const paid = { ...order, orderId: 'ORD-50010', amount: -5, transactionDate: '2026-09-12T11:00:04Z', settlementDate: '2026-09-12' };

test.each([
  ['of one day', refund('12T15', 2), ['PostedTwice']],
  ['of two days, each with a reference of its own', refund('13T11', 2), []],
  ['of two days, with the same reference', refund('13T11', 1), ['PostedTwice']],
])('refunds %s', (_, second, codes) => {
  const { open } = openRows([...sales, refund('12T11', 1), second], [...settled, paid]);
  expect(open.map(({ reason }) => reason.code).filter((code) => code === 'PostedTwice')).toEqual(codes);
});
