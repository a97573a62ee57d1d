/**
 * Keeps the rows in the order of their amounts, for lists by amount. Rows are not put into the order one by one but sorted, in blocks, so
 * that what is written at once lies close together. Until then the latest rows are "late", and a list by amount reads those themselves. A
 * block goes in piece by piece, from the lowest amounts to the highest, so that nothing has to wait long; or all at once when nobody is
 * expected to wait. Rows without an amount come first: minus infinity stands for it there, because a primary key cannot hold null.
 */

import { column, first, run, type Sql, sql, text, type Work } from '../../sql/work.js';
import type { Database } from '../database/engine.js';
import { runOn } from '../database/run-at-once.js';

/** Rows in a block. More would lie closer together, but lists by amount have to read late rows one by one. */
const BLOCK_ROWS = 40_000;
/** About how many rows are put in with one transaction, for which everything else that writes must wait. */
const PIECE_ROWS = 10_000;
/** Where rows come slowly, blocks are smaller, so that lists by amount stay fast even on a day without a quiet moment. */
const CALM_MS = 5_000;
const CALM_ROWS = 1_000;

/** SQL for a row's amount as its place in the order. */
export const placeOfAmount = 'ifnull(amount, -9e999)';

/** The columns of the order besides the amount itself. */
export const placeColumns = ['tenant_key', 'seq', 'ticks', 'currency', 'brand_id', 'terminal_id', 'location_id', 'state', 'match_state'];
const columns = text(placeColumns.join(', '));
const place = text(placeOfAmount);

/**
 * The rows after `after`, which are not all in the order yet. If a block is being put in, its rows are those up to `block.to`, and those
 * among them with amounts up to `block.amount` already have their place. If none is, `block.to` equals `after`.
 */
export interface LateRows {
  count: number;
  after: number;
  block: { to: number; amount: number };
}

/** Selects the rows among the late ones that have no place yet. */
export function withoutPlace({ block }: LateRows): Sql {
  return sql`(seq > ${block.to} OR ${place} > ${block.amount})`;
}

/** SQL that tells whether the row `sale` has its place, given the single row of `amount_order`. */
export const hasPlace = '(sale.seq <= sorted_to OR sale.seq <= block_to AND ifnull(sale.amount, -9e999) <= block_amount)';

/** The rows that are late now, and how far the block under way has come. */
export function* lateRows(): Work<LateRows> {
  const found = yield* first<Record<'sortedTo' | 'blockTo' | 'blockAmount' | 'last', number>>(
    sql`SELECT sorted_to, block_to, block_amount, (SELECT ifnull(max(seq), 0) FROM "transaction") AS last FROM amount_order`,
  );
  const { sortedTo, blockTo, blockAmount, last } = found as NonNullable<typeof found>;
  return { count: last - sortedTo, after: sortedTo, block: { to: blockTo, amount: blockAmount } };
}

/** Gives all late rows their places. Must run inside the caller's transaction, with no other connection adding rows meanwhile. */
export function placeLateRows(late: LateRows): Work<void> {
  return placeUpTo(late, late.after + late.count, Number.POSITIVE_INFINITY);
}

/**
 * In a transaction of its own, gives places to those rows of the block up to `to` whose amounts go up to `amount`; the others stay late.
 */
export function placePiece(db: Database, late: LateRows, to: number, amount: number): void {
  db.transaction(() => runOn(db, placeUpTo(late, to, amount))).immediate();
}

function* placeUpTo(late: LateRows, to: number, amount: number): Work<void> {
  yield* run(
    sql`INSERT INTO transaction_amount (amount, ${columns}) SELECT ${place}, ${columns} FROM "transaction" NOT INDEXED
      WHERE seq > ${late.after} AND seq <= ${to} AND ${withoutPlace(late)} AND ${place} <= ${amount} ORDER BY tenant_key, amount, seq`,
  );
  const isWhole = amount === Number.POSITIVE_INFINITY;
  const [sortedTo, blockAmount] = isWhole ? [to, Number.NEGATIVE_INFINITY] : [late.after, amount];
  yield* run(sql`UPDATE amount_order SET sorted_to = ${sortedTo}, block_to = ${to}, block_amount = ${blockAmount}`);
}

/**
 * Where to divide the late rows into pieces: the highest amount of each piece except the last. Rows with the same amount stay in one piece,
 * however many they are.
 */
function* boundsOf({ after, count }: LateRows): Work<number[]> {
  if (count <= PIECE_ROWS) return [];
  const found = yield* column<number>(sql`SELECT ${place} FROM "transaction" NOT INDEXED WHERE seq > ${after} AND seq <= ${after + count}`);
  const amounts = Float64Array.from(found).sort();
  const pieces = Math.ceil(count / PIECE_ROWS);
  const bounds = Array.from({ length: pieces - 1 }, (_, index) => amounts[Math.floor(((index + 1) * count) / pieces)] as number);
  return [...new Set(bounds)];
}

/**
 * Returns a function that puts late rows into the order: `due` takes one piece of a block, if one is under way or due; `idle` takes all
 * late rows. It returns whether it did anything. No other connection may add rows meanwhile.
 */
export function amountSorter(db: Database, now: () => Date): (when: 'due' | 'idle') => boolean {
  let sortedAt = now().getTime();
  /** Where the pieces of the block under way end. A block that an earlier process began is finished in one go. */
  let bounds: number[] = [];
  return (when) => {
    const late = runOn(db, lateRows());
    const atMs = now().getTime();
    const isUnderWay = late.block.to > late.after;
    const countDue = when === 'idle' || isUnderWay ? 1 : atMs - sortedAt < CALM_MS ? BLOCK_ROWS : CALM_ROWS;
    if (late.count < countDue) return false;
    if (when === 'idle') bounds = [];
    else if (!isUnderWay) bounds = runOn(db, boundsOf(late));
    const to = when === 'due' && isUnderWay ? late.block.to : late.after + late.count;
    placePiece(db, late, to, bounds.shift() ?? Number.POSITIVE_INFINITY);
    sortedAt = atMs;
    return true;
  };
}
