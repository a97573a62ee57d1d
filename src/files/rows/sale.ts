/** A row that is good, as it is sent: the JSON of its transaction, and what sums and notes are made of. */
import type { TransactionUpload } from '../../contract/transaction.js';
import { hasRefundWord, isRefundWord } from './refund-words.js';
import { isKindOfRefund, isMark, isNoSale, markColumn } from './sale-marks.js';

export interface Sale {
  /** A TransactionUpload as JSON.stringify writes it. */
  json: string;
  /** Null: there is none. */
  amount: number | null;
  currency: string | null;
  /** It calls itself a refund, in its types or in an additional value. */
  isRefund: boolean;
  /** The first additional value, by its key, that says that the row is cancelled, failed, a test, not captured, or money that went out; `transactionMatchState` where a list says that it is a duplicate; null: none does. */
  mark: string | null;
  /** `transactionTypes`, or the first additional value, by its key, that calls the row a pay-out, a fee, or cash put in or taken out; null: none does. */
  noSale: string | null;
  /** Its transactionDate. */
  date: string | null;
}

/** `given` is the name of a column beside the transaction's that marks the row. */
export function saleOf(transaction: TransactionUpload, given: string | null = null): Sale {
  const { amount = null, currency = null, transactionDate: date = null, transactionTypes, additionalData } = transaction;
  let isRefund = transactionTypes?.some(isRefundType) ?? false;
  let mark = given;
  let noSale = transactionTypes?.some(isNoSale) ? 'transactionTypes' : null;
  for (const { key, value } of additionalData ?? []) {
    const column = markColumn(key);
    isRefund ||= isRefundWord(value) || isKindOfRefund(column, value);
    if (mark === null && isMark(column, value)) mark = key;
    if (noSale === null && column === 'kind' && isNoSale(value)) noSale = key;
  }
  return { json: JSON.stringify(transaction), amount, currency, isRefund, mark, noSale, date };
}

/** Whether one of the transactionTypes calls itself a refund. */
export function isRefundType(type: string): boolean {
  return isRefundWord(type) || hasRefundWord(type);
}

/** The transaction as an object, for the few places that need one. */
export function transactionOf({ json }: Pick<Sale, 'json'>): TransactionUpload {
  return JSON.parse(json) as TransactionUpload;
}
