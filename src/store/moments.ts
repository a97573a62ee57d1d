/** When rows were paid, and how much: what rows of one sale have in common, whatever else their files say. */
import { ticksOf } from '../contract/date-time.js';
import { dayOf } from '../contract/day.js';
import type { TransactionUpload } from '../contract/transaction.js';
import type { Moment } from './decisions.js';
import { dayOfRecord } from './record-row.js';
import type { UploadedFields } from './uploaded-fields.js';

/** Null for a row without an amount or a date. */
export function momentOf(row: UploadedFields): Moment | null {
  const { amount, transactionDate } = row;
  if (typeof amount !== 'number') return null;
  const ticks = transactionDate ? ticksOf(transactionDate) : null;
  const day = ticks === null ? dayOfRecord(row) : null;
  return ticks === null && day === null ? null : { amount, ticks, day };
}

/** Days since 1970; null for a sale without a date. */
export function dayOfSale({
  businessDate,
  eftTransactionDate,
  transactionDate,
}: Pick<TransactionUpload, 'businessDate' | 'eftTransactionDate' | 'transactionDate'>): number | null {
  return dayOf({ businessDate, paidAt: eftTransactionDate || transactionDate, otherDay: null });
}
