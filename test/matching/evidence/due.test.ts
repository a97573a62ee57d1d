/** From which day on a sale without a record is overdue. */
import { expect, test } from 'vitest';
import type { SettlementRecordUpload } from '../../../src/contract/settlement.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { openRows } from './open.js';

const dayText = (day: number) => new Date(Date.UTC(2026, 9, day)).toISOString().slice(0, 10);
/** Sales of days of October 2026, each of its own reference, amount and minute. */
const sold = (days: readonly number[], terminalId = 'T-1'): TransactionUpload[] =>
  days.map((day, index) => ({
    ...{ transactionReference: `REF-${terminalId}-${1_000 + index}`, amount: 10.17 + index, currency: 'EUR', terminalId },
    transactionDate: `${dayText(day)}T1${index % 10}:${10 + (index % 50)}:00Z`,
  }));
const paid = (sales: readonly TransactionUpload[], settled: (sale: TransactionUpload, index: number) => string): SettlementRecordUpload[] =>
  sales.map((sale, index) => ({ ...sale, acquirerId: 'ACQ', settlementDate: settled(sale, index) }));
const daysLater = (sale: TransactionUpload, days: number) => dayText(Number(sale.transactionDate?.slice(8, 10)) + days);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('a payment that came four weeks late makes no other sale wait as long', () => {
  const sales = sold([...range(1, 20), ...range(1, 20), ...range(1, 20)]);
  const records = paid(sales, (sale, index) => daysLater(sale, index === 30 ? 28 : 2));
  records.splice(7, 1);
  const { open } = openRows(sales, records);
  expect(open.map(({ reason }) => reason)).toEqual([{ code: 'NotSettled', parameters: { acquirerId: 'ACQ', dueDay: '2026-10-12' } }]);
});

test('a file with payments of a day covers its sales, whenever it was booked', () => {
  const sales = sold([...range(2, 15), ...range(2, 15)]);
  const records = paid(sales, () => '2026-10-20').filter((_, index) => index !== 0);
  const next = sold([28], 'T-2');
  const { open } = openRows([...sales, ...next], [...records, ...paid(next, () => '2026-11-20')]);
  expect(open.map(({ reason }) => reason.code)).toEqual(['NotSettled']);
});

/** Monday 5 October 2026 to Saturday 31 October. */
const workdays = range(5, 31).filter((day) => day % 7 !== 4);
/** Booked on the next working day. */
const nextWorkday = (sale: TransactionUpload) => {
  const day = Number(sale.transactionDate?.slice(8, 10));
  return dayText(day + ([2, 3].includes(day % 7) ? 5 - (day % 7) : 1));
};

test.each([
  ['of which nothing is known', []],
  ['the others of which are in the file of Monday', [11, 11, 11, 25]],
])('a sale of a Sunday %s is overdue where that file came without it', (_, sundays) => {
  const sales = sold([...workdays, ...workdays, ...sundays]);
  const [unpaid] = sold([18], 'T-2') as [TransactionUpload];
  const { open } = openRows([...sales, { ...unpaid, terminalId: 'T-1', amount: 77 }], paid(sales, nextWorkday));
  expect(open.map(({ reason }) => reason.code)).toEqual(['NotSettled']);
});

test('a sale of a Friday is no file of a Saturday that is missing, where no other Friday tells when it is booked', () => {
  const sales = sold(workdays.filter((day) => day >= 12 && day <= 22));
  const { open } = openRows(sales, paid(sales, nextWorkday).toSpliced(4, 1));
  expect(open.map(({ reason }) => reason.code)).toEqual(['NotSettled']);
});

test('a second payment of an order says nothing of a day on which the till sold nothing, nor of a sale of the same amount', () => {
  const sales = sold([...Array(10).fill(1), ...Array(10).fill(15), ...Array(10).fill(29)]).map((sale) => ({ ...sale, terminalId: null }));
  const again = { ...(sales[3] as TransactionUpload), transactionDate: '2026-10-03T09:00:00Z' };
  const unpaid = { ...again, transactionReference: 'REF-T-1-2000', transactionDate: '2026-10-01T20:00:00Z' };
  const { open } = openRows(
    [...sales, unpaid],
    paid([...sales, again], (sale) => daysLater(sale, 1)),
  );
  expect(open.map(({ reason }) => reason.code)).toEqual(['NotSettled', 'NoSale']);
});
