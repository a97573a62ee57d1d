/** Rows that look like one payment twice: posted or settled twice, or two refunds, parts of a bill, months of a subscription. */
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
  transactionDate: `2026-09-${at}:00Z`,
});
type Paid = (typeof settled)[number];
const paid = { ...order, orderId: 'ORD-50010', amount: -5, transactionDate: '2026-09-12T11:00:04Z', settlementDate: '2026-09-12' };

const codesOf = ({ open }: ReturnType<typeof openRows>) => open.map(({ reason }) => reason.code);

test.each([
  ['of one moment', '12T11:05', 2, ['PostedTwice']],
  ['of one day, hours apart', '12T15:00', 2, []],
  ['of two days, each with a reference of its own', '13T11:00', 2, []],
  ['of two days, with the same reference', '13T11:00', 1, []],
])('refunds %s', (_, second, number, codes) => {
  const told = openRows([...sales, refund('12T11:00', 1), refund(second, number)], [...settled, paid]);
  expect(codesOf(told).filter((code) => code === 'PostedTwice')).toEqual(codes);
});

test('parts of a bill, of which others have records of their own', () => {
  const part = (minute: number) => ({
    ...{ transactionReference: 'BILL-7001', amount: 25, currency: 'EUR' },
    transactionDate: `2026-09-12T20:0${minute}:00Z`,
  });
  const records = [1, 2].map((minute) => ({ ...order, ...part(minute), settlementDate: '2026-09-13' }));
  expect(codesOf(openRows([...sales, ...[0, 1, 2].map(part)], [...settled, ...records]))).not.toContain('PostedTwice');
});

test('the next month of a subscription is not settled twice', () => {
  const sold = { ...{ orderId: 'CUST-40012300', amount: 29.9, currency: 'EUR' }, transactionDate: '2026-09-05T03:00:00Z' };
  const [first, next] = [`2026-09-05`, `2026-10-05`].map((day) => ({
    ...order,
    ...sold,
    transactionDate: `${day}T03:00:05Z`,
    settlementDate: day,
  }));
  expect(codesOf(openRows([...sales, sold], [...settled, first as Paid, next as Paid]))).not.toContain('SettledTwice');
  const again = { ...(first as Paid), settlementDate: '2026-09-20' };
  expect(codesOf(openRows([...sales, sold], [...settled, first as Paid, again]))).toContain('SettledTwice');
  const [one, two] = ['09-06', '09-20'].map((day) => ({ ...order, orderId: sold.orderId, amount: 29.9, settlementDate: `2026-${day}` }));
  expect(codesOf(openRows([...sales, sold], [...settled, one as Paid, two as Paid]))).toContain('SettledTwice');
});
