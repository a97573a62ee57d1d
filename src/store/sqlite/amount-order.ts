/**
 * The rows in the order of their amounts. They are put into it in blocks and sorted, so that what is written at once lies together; until
 * then the last rows to arrive are late for it, and a list by amount looks at them themselves. Rows without an amount come before all
 * others: there, minus infinity stands for it, because nothing else may be missing in a primary key.
 */
import type { Database } from 'better-sqlite3';
import { statement } from './statements.js';

/** As many rows are sorted in at once: more would lie closer together, but lists by amount look at late rows one by one. */
const BLOCK_ROWS = 40_000;
/** Where rows come slowly, fewer are, so that lists by amount stay quick on a day that is never quiet. */
const CALM_MS = 5_000;
const CALM_ROWS = 1_000;

/** A row's amount as a place in the order. */
export const placeOfAmount = 'ifnull(amount, -9e999)';

/** In the order; beside the amount, which is a place there. */
export const placeColumns = [
  'tenantKey',
  'seq',
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
function sortLateRows(db: Database, countMin: number): boolean {
  if (lateRows(db).count < countMin) return false;
  db.transaction(() => placeLateRows(db, lateRows(db))).immediate();
  return true;
}

/** Gives these rows their places, inside a transaction of the caller. */
export function placeLateRows(db: Database, { count, after }: LateRows): void {
  statement(
    db,
    `INSERT INTO transaction_amount (amount, ${columns}) SELECT ${placeOfAmount}, ${columns} FROM "transaction" NOT INDEXED
     WHERE seq > ? AND seq <= ? ORDER BY tenantKey, amount, seq`,
  ).run(after, after + count);
  statement(db, 'UPDATE amount_order SET sortedTo = ?').run(after + count);
}

/** Sorts the late rows in: at once those that are `due`, all of them when it is `idle`. */
export function amountSorter(db: Database, now: () => Date): (when: 'due' | 'idle') => void {
  let sortedAt = now().getTime();
  return (when) => {
    const atMs = now().getTime();
    const countDue = atMs - sortedAt < CALM_MS ? BLOCK_ROWS : CALM_ROWS;
    if (sortLateRows(db, when === 'idle' ? 1 : countDue)) sortedAt = atMs;
  };
}
