/** A good row as it is sent: the JSON of its transaction, and what sums and notes need. */
import type { TransactionUpload } from '../../contract/transaction.js';
import { hasRefundWord, isRefundWord } from './refund-words.js';
import { isKindOfRefund, isMark, isNoSale, markColumn } from './sale-marks.js';

export interface Sale {
  /** The TransactionUpload, as JSON.stringify writes it. */
  json: string;
  /** Null: the transaction has none. */
  amount: number | null;
  currency: string | null;
  /** The row calls itself a refund, in its types or in an additional value. */
  isRefund: boolean;
  /**
   * The key of the first additional value that says that the row is cancelled, failed, a test, not captured, or money that went out;
   * `transactionMatchState` where a listing says that the row is a duplicate; null where nothing does.
   */
  mark: string | null;
  /**
   * `transactionTypes`, or the key of the first additional value, where that calls the row a pay-out, a fee, or cash put in or taken out;
   * null where nothing does.
   */
  noSale: string | null;
  /** The transactionDate; null where there is none. */
  date: string | null;
}

/** The sale for a valid transaction. `given` names a column outside the transaction that already marks the row. */
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

/** Whether one value of transactionTypes means a refund. */
export function isRefundType(type: string): boolean {
  return isRefundWord(type) || hasRefundWord(type);
}

/** The transaction as an object again, for the few places that need one. */
export function transactionOf({ json }: Pick<Sale, 'json'>): TransactionUpload {
  return JSON.parse(json) as TransactionUpload;
}
