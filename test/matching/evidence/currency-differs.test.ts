/** A sale that was paid in another currency than it was sold in, as with the card's own: it is told, and not called overdue. */
import { expect, test } from 'vitest';
import type { SettlementRecordUpload } from '../../../src/contract/settlement.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { openRows } from './open.js';

const sale = (number: number, more: TransactionUpload = {}): TransactionUpload => ({
  ...{ transactionReference: String(1_001 + number), amount: 10.17 + number, currency: 'CHF', terminalId: 'T-1' },
  transactionDate: `2026-10-${String(2 + number).padStart(2, '0')}T10:10:00Z`,
  ...more,
});
const sold = Array.from({ length: 20 }, (_, number) => sale(number));
const records: SettlementRecordUpload[] = sold.map((row) => ({
  ...row,
  acquirerId: 'ACQ',
  settlementDate: row.transactionDate?.slice(0, 10) ?? null,
}));
const paid = { amount: 12.34, currency: 'EUR' };
/** What is told of the fourth sale, and by which record, if that is so. */
const told = (more: SettlementRecordUpload, others: readonly TransactionUpload[] = []) => {
  const record = { ...(records[3] as SettlementRecordUpload), ...paid, ...more };
  const { open } = openRows([...sold, ...others], records.with(3, record));
  const { reason, involved } = open.find(({ row }) => row === sold[3]) as (typeof open)[number];
  return [reason.code, involved.includes(record)];
};

test('by its reference, terminal and day', () => expect(told({})).toEqual(['CurrencyDiffers', true]));
test('by its order, terminal and day', () => {
  const orderId = 'A12';
  const [one, record] = [sale(3, { orderId, transactionReference: null }), { ...records[3], ...paid, orderId, transactionReference: null }];
  const { open } = openRows(sold.with(3, one), records.with(3, record));
  expect(open.map(({ reason }) => reason.code)).toEqual(['CurrencyDiffers', 'CurrencyDiffers']);
});
test('a longer reference makes it a suggestion', () => {
  const transactionReference = 'REF-1004';
  const { open } = openRows(
    sold.with(3, sale(3, { transactionReference })),
    records.with(3, { ...records[3], ...paid, transactionReference }),
  );
  expect(open.map(({ reason }) => reason.code)).toEqual(['Proposed', 'Proposed']);
});

test.each<[string, SettlementRecordUpload]>([
  ['of another day', { transactionDate: '2026-10-07T10:10:00Z' }],
  ['at another terminal', { terminalId: 'T-2' }],
  ['that takes money back', { amount: -12.34, type: 'Refund' }],
  ['of the same currency', { currency: 'CHF', amount: 1 }],
])('not by a record %s', (_, more) => expect(told(more)[0]).not.toBe('CurrencyDiffers'));
