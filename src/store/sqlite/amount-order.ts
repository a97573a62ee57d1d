/**
 * The rows in the order of their amounts. They are put into it in blocks and sorted, so that what is written at once lies together; until
 * then the last rows to arrive are late for it, and a list by amount looks at them themselves.
 */
import type { Database } from 'better-sqlite3';
import { statement } from './statements.js';

export const placeColumns = [
  'tenantKey',
  'amountBucket',
  'seq',
  'amount',
  'transactionTicks',
  'currency',
  'brandId',
  'terminalId',
  'locationId',
  'transactionState',
  'transactionMatchState',
];
const columns = placeColumns.join(', ');

/** How many rows are late, and the last one that is not. */
export interface LateRows {
  count: number;
  after: number;
}

export function lateRows(db: Database): LateRows {
  const sql = 'SELECT sortedTo, (SELECT ifnull(max(seq), 0) FROM "transaction") AS last FROM amount_order';
  const { sortedTo, last } = statement(db, sql).get() as { sortedTo: number; last: number };
  return { count: last - sortedTo, after: sortedTo };
}

/** Puts the late rows into the order, of all tenants, where there are at least so many. No other connection may add rows meanwhile. */
export function sortLateRows(db: Database, countMin: number): void {
  const { count, after } = lateRows(db);
  if (count < countMin) return;
  const sort = db.transaction(() => {
    statement(
      db,
      `INSERT INTO transaction_amount (${columns}) SELECT ${columns} FROM "transaction" NOT INDEXED
       WHERE seq > ? AND seq <= ? ORDER BY tenantKey, amountBucket, seq`,
    ).run(after, after + count);
    statement(db, 'UPDATE amount_order SET sortedTo = ?').run(after + count);
  });
  sort.immediate();
}
