/** From a valid transaction to the row as it is sent, and back. */
import type { TransactionUpload } from '../../contract/transaction.js';
import type { Sale } from '../input/row.js';
import { hasRefundWord, isRefundWord } from '../words/refund-words.js';
import { isKindOfRefund, isMark, isNoSale, markColumn } from '../words/sale-marks.js';

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
