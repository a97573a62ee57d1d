/** A void of a sale that the acquirer has paid: the customer is owed money, once the acquirer would have taken it back. */
import { expect, test } from 'vitest';
import type { SettlementRecordUpload } from '../../../src/contract/settlement.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { openRows } from './open.js';

const sale = (number: number, more: TransactionUpload = {}): TransactionUpload => ({
  ...{ transactionReference: `REF-${1_000 + number}`, amount: 10.17 + number, currency: 'EUR', terminalId: 'T-1' },
  transactionDate: `2026-10-${String(2 + number).padStart(2, '0')}T10:10:00Z`,
  ...more,
});
const sold = Array.from({ length: 20 }, (_, number) => sale(number));
const records: SettlementRecordUpload[] = sold.map((row) => ({
  ...row,
  acquirerId: 'ACQ',
  settlementDate: row.transactionDate?.slice(0, 10) ?? null,
}));
const voidOf = (number: number, more: TransactionUpload = {}) =>
  sale(number, { amount: -Number(sale(number).amount), transactionDate: sale(number).transactionDate?.replace('10:10', '10:14'), ...more });
const told = (rows: readonly TransactionUpload[], settled = records) =>
  openRows([...sold, ...rows], settled).open.map(({ row, reason, involved }) => [rows.indexOf(row), reason.code, involved]);

test('is told with the sale and the record that paid it', () => {
  expect(told([voidOf(3)])).toEqual([[0, 'VoidPaid', [sold[3], records[3]]]]);
});

test('of the same code and card under a number of its own', () => {
  const card = { authorisationCode: '482913', cardNumberMasked: '************4943' };
  const [one, other] = [sale(3, card), voidOf(3, { ...card, transactionReference: 'REF-9999' })];
  const { open } = openRows([...sold.toSpliced(3, 1, one), other], records);
  expect(open.map(({ row, reason }) => [row === other, reason.code])).toEqual([[true, 'VoidPaid']]);
});

test.each<[string, TransactionUpload, string]>([
  ['is not due yet', {}, 'Waiting'],
  ['is a refund of another hour', { transactionDate: '2026-10-05T16:10:00Z' }, 'NotSettled'],
  ['has no number of the sale', { transactionReference: 'REF-7777' }, 'NotSettled'],
  ['is of another amount', { amount: -4 }, 'NotSettled'],
])('one that %s', (name, more, code) => {
  expect(told([voidOf(name === 'is not due yet' ? 19 : 3, more)]).map(([, told]) => told)).toEqual([code]);
});

test('one that the acquirer has taken back is paid itself', () => {
  const back = { ...records[3], type: 'Reversal' as const, transactionDate: voidOf(3).transactionDate };
  expect(told([voidOf(3)], [...records, back])).toEqual([]);
});
