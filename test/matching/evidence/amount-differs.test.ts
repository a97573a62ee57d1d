/** Rows that a number names, with another amount: told where that row is not another's payment to the cent. */
import { expect, test } from 'vitest';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { openRows } from './open.js';

const invoice = (orderId: string, day: number, amount: number): TransactionUpload => ({
  ...{ orderId, amount, currency: 'EUR', transactionDate: `2026-10-${day}T10:${day}:00Z` },
});
const paid = (sale: TransactionUpload) => ({ ...sale, acquirerId: 'ACQ', settlementDate: sale.transactionDate?.slice(0, 10) });

test('of three invoices of an order one was never paid: it is overdue, as the others are paid to the cent', () => {
  const orders = Array.from({ length: 15 }, (_, index) => invoice(`SO-7788990${index}`, 10 + index, 20.5 + index));
  const [first, never, third] = [invoice('SO-44556677', 11, 80), invoice('SO-44556677', 13, 70), invoice('SO-44556677', 17, 50)];
  const { open } = openRows([...orders, first, never, third], [...orders, first, third].map(paid));
  expect(open.map(({ row, reason }) => [row.amount, reason.code])).toEqual([[70, 'NotSettled']]);
});

test('a payment with another amount is told with its record, also where that one is matched by less', () => {
  const sales = Array.from({ length: 30 }, (_, index) => ({
    ...invoice(`SO-7788990${index}`, 10 + (index % 15), 20.5 + index),
    ...{ authorisationCode: `7123${10 + index}`, cardNumberMasked: `************${1_000 + index}` },
  }));
  const [sale] = sales as [TransactionUpload];
  const other = { ...sale, amount: 70, authorisationCode: null, cardNumberMasked: null };
  const { open } = openRows([...sales.slice(1), { ...sale, amount: 60 }, other], [...sales.slice(1), { ...sale, amount: 70 }].map(paid));
  expect(open.map(({ row, reason }) => [row.amount, reason.code])).toEqual([[60, 'AmountDiffers']]);
});
