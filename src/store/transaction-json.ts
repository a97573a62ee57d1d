/** Transactions as JSON, of which the database writes all but the id and the amount, whose text for a double only JavaScript is sure of. */
import { transactionIdAt } from './ids.js';

/**
 * A row, in a list or in detail: what its id is made from (the first id of its upload in hexadecimal digits, with or without hyphens), its
 * amount, and the other members of its JSON object.
 */
export type JsonRow = [seq: number, firstSeq: number, firstTransactionId: string, amount: number | null, others: string];

/** A TransactionList as JSON. Joins all parts in one go: making a text of each row first takes longer, increasingly so with more rows. */
export function listJson(rows: readonly JsonRow[], hasMore: boolean): string {
  const parts = ['{"items":['];
  for (const [index, row] of rows.entries()) {
    if (index > 0) parts.push(',');
    addTransactionJson(parts, row);
  }
  parts.push(`],"hasMore":${hasMore}}`);
  return parts.join('');
}

/** One TransactionDetail as JSON, whose comment is not among the other members. */
export function detailJson([seq, firstSeq, firstId, amount, others]: JsonRow, comment: string | null): string {
  return transactionJson([seq, firstSeq, firstId, amount, `${others},"comment":${JSON.stringify(comment)}`]);
}

/** One Transaction or TransactionDetail as JSON. */
export function transactionJson(row: JsonRow): string {
  const parts: string[] = [];
  addTransactionJson(parts, row);
  return parts.join('');
}

function addTransactionJson(parts: string[], [seq, firstSeq, firstId, amount, others]: JsonRow): void {
  const id = transactionIdAt(firstId.replaceAll('-', ''), seq - firstSeq);
  parts.push('{"transactionId":"', id, '","amount":', JSON.stringify(amount), ',', others, '}');
}
