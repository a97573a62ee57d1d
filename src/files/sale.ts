/** A row that is good, as it is sent: the JSON of its transaction, and what sums and notes are made of. */
import type { TransactionUpload } from '../contract/transaction.js';
import { isRefundWord } from './refund-words.js';

export interface Sale {
  /** A TransactionUpload as JSON.stringify writes it. */
  json: string;
  /** Null: there is none. */
  amount: number | null;
  currency: string | null;
  /** It calls itself a refund, in its types or in an additional value. */
  isRefund: boolean;
  /** Its transactionDate. */
  date: string | null;
}

export function saleOf(transaction: TransactionUpload): Sale {
  const { amount = null, currency = null, transactionDate: date = null, transactionTypes, additionalData } = transaction;
  const isRefund = transactionTypes?.some(isRefundWord) || additionalData?.some(({ value }) => isRefundWord(value)) || false;
  return { json: JSON.stringify(transaction), amount, currency, isRefund, date };
}

export function transactionOf({ json }: Pick<Sale, 'json'>): TransactionUpload {
  return JSON.parse(json) as TransactionUpload;
}
