/** A row that is good, as it is sent: the JSON of its transaction, and what sums are made of. */
import type { TransactionUpload } from '../contract/transaction.js';

export interface Sale {
  /** A TransactionUpload as JSON.stringify writes it. */
  json: string;
  /** Null: there is none. */
  amount: number | null;
  currency: string | null;
}

export function saleOf(transaction: TransactionUpload): Sale {
  return { json: JSON.stringify(transaction), amount: transaction.amount ?? null, currency: transaction.currency ?? null };
}

export function transactionOf({ json }: Pick<Sale, 'json'>): TransactionUpload {
  return JSON.parse(json) as TransactionUpload;
}
