/**
 * The rows in the order of their amounts. They are put into it in blocks and sorted, so that what is written at once lies together; until
 * then the last rows to arrive are late for it, and a list by amount looks at them themselves. A block goes in by pieces, from the lowest
 * amounts to the highest, so that nothing waits long; in one, when nobody is expected to wait. Rows without an amount come before all
 * others: there, minus infinity stands for it, because nothing else may be missing in a primary key.
 */
import type { Database } from 'better-sqlite3';
import type { Restriction } from './scope.js';
import { statement } from './statements.js';

/** As many rows are a block: more would lie closer together, but lists by amount look at late rows one by one. */
const BLOCK_ROWS = 40_000;
/** About as many are put in with one transaction, which everything else that is to be written waits for. */
const PIECE_ROWS = 10_000;
/** Where rows come slowly, blocks are smaller, so that lists by amount stay quick on a day that is never quiet. */
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

/**
 * The rows after `after`, to the last one, of which those of the block under way that go up to its amount have their places already.
 * Without a block under way its `to` is `after`.
 */
export interface LateRows {
  count: number;
  after: number;
  block: { to: number; amount: number };
}

/** That a row among the late ones has no place yet. */
export function withoutPlace({ block }: LateRows): Restriction {
  return { sql: `(seq > ? OR ${placeOfAmount} > ?)`, values: [block.to, block.amount] };
}

/** That the row `sale` has its place, beside the one row of `amount_order`. */
export const hasPlace = '(sale.seq <= sortedTo OR sale.seq <= blockTo AND ifnull(sale.amount, -9e999) <= blockAmount)';

export function lateRows(db: Database): LateRows {
  const sql = 'SELECT sortedTo, blockTo, blockAmount, (SELECT ifnull(max(seq), 0) FROM "transaction") AS last FROM amount_order';
  const { sortedTo, blockTo, blockAmount, last } = statement(db, sql).get() as Record<
    'sortedTo' | 'blockTo' | 'blockAmount' | 'last',
    number
  >;
  return { count: last - sortedTo, after: sortedTo, block: { to: blockTo, amount: blockAmount } };
}

/** Gives all late rows their places, inside a transaction of the caller. No other connection may add rows meanwhile. */
export function placeLateRows(db: Database, late: LateRows): void {
  place(db, late, late.after + late.count, Number.POSITIVE_INFINITY);
}

/** Gives their places to the rows of the block that ends with `to`, as far as their amounts go up to `amount`; all that go further stay late. */
export function placePiece(db: Database, late: LateRows, to: number, amount: number): void {
  db.transaction(() => place(db, late, to, amount)).immediate();
}

function place(db: Database, late: LateRows, to: number, amount: number): void {
  const isLate = withoutPlace(late);
  statement(
    db,
    `INSERT INTO transaction_amount (amount, ${columns}) SELECT ${placeOfAmount}, ${columns} FROM "transaction" NOT INDEXED
     WHERE seq > ? AND seq <= ? AND ${isLate.sql} AND ${placeOfAmount} <= ? ORDER BY tenantKey, amount, seq`,
  ).run(late.after, to, ...isLate.values, amount);
  const isWhole = amount === Number.POSITIVE_INFINITY;
  const marks = isWhole ? [to, to, Number.NEGATIVE_INFINITY] : [late.after, to, amount];
  statement(db, 'UPDATE amount_order SET sortedTo = ?, blockTo = ?, blockAmount = ?').run(marks);
}

/** The highest amount of each piece of the late rows but the last. Rows of one amount are in one piece, however many they are. */
function boundsOf(db: Database, { after, count }: LateRows): number[] {
  if (count <= PIECE_ROWS) return [];
  const sql = `SELECT ${placeOfAmount} FROM "transaction" NOT INDEXED WHERE seq > ? AND seq <= ?`;
  const amounts = Float64Array.from(
    statement(db, sql)
      .pluck()
      .all(after, after + count) as number[],
  ).sort();
  const pieces = Math.ceil(count / PIECE_ROWS);
  const bounds = Array.from({ length: pieces - 1 }, (_, index) => amounts[Math.floor(((index + 1) * count) / pieces)] as number);
  return [...new Set(bounds)];
}

/**
 * Puts late rows into the order: with each call one piece of a block that is `due` or under way, or all that are late when it is `idle`.
 * Gives whether it did anything. No other connection may add rows meanwhile.
 */
export function amountSorter(db: Database, now: () => Date): (when: 'due' | 'idle') => boolean {
  let sortedAt = now().getTime();
  /** Of the block under way. What a process before has begun is put in at once. */
  let bounds: number[] = [];
  return (when) => {
    const late = lateRows(db);
    const atMs = now().getTime();
    const isUnderWay = late.block.to > late.after;
    const countDue = when === 'idle' || isUnderWay ? 1 : atMs - sortedAt < CALM_MS ? BLOCK_ROWS : CALM_ROWS;
    if (late.count < countDue) return false;
    if (when === 'idle') bounds = [];
    else if (!isUnderWay) bounds = boundsOf(db, late);
    const to = when === 'due' && isUnderWay ? late.block.to : late.after + late.count;
    placePiece(db, late, to, bounds.shift() ?? Number.POSITIVE_INFINITY);
    sortedAt = atMs;
    return true;
  };
}
