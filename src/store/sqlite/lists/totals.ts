/**
 * Counts and sums of all rows that match, read anew for each question. The rows are grouped piece by piece, each piece small enough that
 * SQLite sorts it within the processor's caches, which takes half the time of one large sort; the pieces are added up outside. The pieces
 * are stretches of an index that holds all that is asked for. A row's own day stands only in the row itself: there a few days are found by
 * the index by date, and where most rows are wanted they are read as they lie.
 */
import type { TotalsQuery } from '../../../contract/totals.js';
import { dimensionsOf, type TotalsDimension } from '../../../contract/totals-dimensions.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import { runningTotals, totalsParts, totalsSides } from '../../totals.js';
import { type Reach, type Restriction, rowsWithin } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { seqsOfUpload } from '../rows/uploads.js';
import { lateRows } from './amount-order.js';
import { conditionsOf } from './list.js';
import { type Condition, type FieldCondition, hasFewer, restriction, type Search } from './list-paths.js';

type Index = 'transaction_date' | 'transaction_terminal';

/** Rows to be grouped at once; null for the index reads them in the order of arrival. */
interface Piece {
  index: Index | null;
  conditions: readonly Condition[];
  seqs: Search['seqs'];
}

/** What is asked for: the conditions without the bounds of the date, and those by themselves. */
interface Wanted {
  tenantKey: number;
  others: readonly Condition[];
  dates: readonly FieldCondition[];
  dimensions: readonly TotalsDimension[];
}

const PIECE_ROWS = 10_000;
const TICKS_PER_DAY = 864_000_000_000n;
const PIECE_DAYS = 7n;
/** Beyond all dates. */
const TICKS_MAX = 2n ** 62n;
/** Found by date, a row costs about as much as this many that are read as they lie. */
const ROWS_PER_FOUND = 3;

const columns: Record<TotalsDimension, string> = {
  day: 'substr(sale.transactionDate, 1, 10)',
  brand: 'sale.brandId',
  terminal: 'sale.terminalId',
  currency: 'sale.currency',
};

/** So small that no sum of them is beyond SQLite's integers. */
const isSmall = 'abs(sale.amount) < 1e8';
const units = 'round(sale.amount * 10000)';
/** As in contract/amount: where a whole number of units of 10⁻⁴ gives the amount back, it is exactly that. The others are told by amount. */
const each = `iif(${isSmall} AND ${units} / 10000 = sale.amount, NULL, sale.amount)`;
const kind = `CASE WHEN sale.transactionState = ${stateCodes.Unprocessed} THEN 0 WHEN sale.transactionMatchState = ${matchStateCodes.Skip} THEN 1 ELSE 2 END
  * 3 + ifnull(sale.amount < 0, 2)`;
const counted = `${kind} AS kind, ${each} AS each, count(*), sum(iif(${isSmall}, CAST(${units} AS INTEGER), NULL))`;

/** Totals as JSON. Fails with `validation` where there are too many groups. */
export function totals(db: Database, reach: Reach, query: TotalsQuery): string {
  const dimensions = dimensionsOf(query);
  const sums = runningTotals(dimensions);
  for (const piece of piecesOf(db, reach, query, dimensions)) {
    const keys = dimensions.map((dimension, index) => `${columns[dimension]} AS key${index}`).join(', ');
    const order = dimensions.map((_, index) => `key${index}`).join(', ');
    const { where, values } = restriction({ tenantKey: reach.tenantKey, seqs: piece.seqs }, piece.conditions);
    const from = `"transaction" AS sale ${piece.index ? `INDEXED BY ${piece.index}` : 'NOT INDEXED'}`;
    const grouped = statement(db, `SELECT ${keys}, ${counted} FROM ${from} WHERE ${where} GROUP BY ${order}, kind, each`);
    // A sum may have more digits than a number can carry.
    for (const row of grouped
      .safeIntegers()
      .raw()
      .iterate(...values) as Iterable<unknown[]>) {
      const [kind, each, transactions, units] = row.slice(dimensions.length) as [bigint, number | null, bigint, bigint | null];
      sums.add({
        values: row.slice(0, dimensions.length) as (string | null)[],
        part: totalsParts[(Number(kind) / 3) | 0] ?? 'imported',
        side: totalsSides[Number(kind) % 3] ?? 'sales',
        transactions: Number(transactions),
        sum: each === null ? { units: units ?? 0n } : { each },
      });
    }
  }
  return JSON.stringify(sums.all());
}

function piecesOf(db: Database, { tenantKey, limit }: Reach, query: TotalsQuery, dimensions: readonly TotalsDimension[]): Iterable<Piece> {
  const conditions = conditionsOf(query);
  const units: Condition[] = limit ? [{ within: rowsWithin(limit) }] : [];
  const isDate = ({ column }: FieldCondition) => column === 'transactionTicks';
  const wanted: Wanted = {
    tenantKey,
    others: [...conditions.filter((condition) => !isDate(condition)), ...units],
    dates: conditions.filter(isDate),
    dimensions,
  };
  const all = [...wanted.others, ...wanted.dates];
  if (query.uploadId !== undefined) {
    const seqs = seqsOfUpload(db, tenantKey, query.uploadId);
    return seqs ? [{ index: null, conditions: all, seqs }] : [];
  }
  if (limit) return inOrderOfArrival(db, all);
  if (query.terminalId !== undefined) return [{ index: 'transaction_terminal', conditions: all, seqs: null }];
  if (dimensions.includes('day')) return areFew(db, wanted) ? byDate(db, wanted, TICKS_PER_DAY) : inOrderOfArrival(db, all);
  return dimensions.includes('terminal') ? byTerminal(db, wanted) : byDate(db, wanted, TICKS_PER_DAY * PIECE_DAYS);
}

/** Whether only a small part of all rows, other tenants' included, is within the dates. */
function areFew(db: Database, { tenantKey, dates }: Wanted): boolean {
  const search: Pick<Search, 'tenantKey' | 'seqs'> = { tenantKey, seqs: null };
  return hasFewer(db, search, { index: 'transaction_date', narrowing: dates }, lastSeq(db) / ROWS_PER_FOUND);
}

function lastSeq(db: Database): number {
  const { after, count } = lateRows(db);
  return after + count;
}

function* inOrderOfArrival(db: Database, conditions: readonly Condition[]): Iterable<Piece> {
  const end = lastSeq(db) + 1;
  for (let from = 0; from < end; from += PIECE_ROWS) yield { index: null, conditions, seqs: { from, to: from + PIECE_ROWS } };
}

/** Stretches of so many ticks that have rows; at the end the rows without a date, where no bound leaves them out. */
function* byDate(db: Database, { tenantKey, others, dates }: Wanted, ticks: bigint): Iterable<Piece> {
  const bound = (operator: string) => dates.find((date) => date.operator === operator)?.value as bigint | undefined;
  const end = (bound('<=') ?? TICKS_MAX) + 1n;
  const next = statement(
    db,
    `SELECT transactionTicks FROM "transaction" INDEXED BY transaction_date
     WHERE tenantKey = ? AND transactionTicks >= ? ORDER BY transactionTicks LIMIT 1`,
  )
    .pluck()
    .safeIntegers();
  for (let at = bound('>=') ?? -TICKS_MAX; ; ) {
    const first = next.get(tenantKey, at) as bigint | undefined;
    if (first === undefined || first >= end) break;
    at = first + ticks < end ? first + ticks : end;
    const stretch: FieldCondition[] = [
      { column: 'transactionTicks', operator: '>=', value: first },
      { column: 'transactionTicks', operator: '<', value: at },
    ];
    yield { index: 'transaction_date', conditions: [...stretch, ...others], seqs: null };
  }
  if (dates.length === 0) yield { index: 'transaction_date', conditions: [isNull('transactionTicks'), ...others], seqs: null };
}

/** Terminal by terminal; at the end the rows without one. */
function* byTerminal(db: Database, { tenantKey, others, dates }: Wanted): Iterable<Piece> {
  const next = statement(
    db,
    `SELECT terminalId FROM "transaction" INDEXED BY transaction_terminal WHERE tenantKey = ? AND terminalId > ? ORDER BY terminalId LIMIT 1`,
  ).pluck();
  const of = (terminal: Condition): Piece => ({ index: 'transaction_terminal', conditions: [terminal, ...dates, ...others], seqs: null });
  yield of({ column: 'terminalId', operator: '=', value: '' });
  for (let last = ''; ; ) {
    const terminal = next.get(tenantKey, last) as string | undefined;
    if (terminal === undefined) break;
    yield of({ column: 'terminalId', operator: '=', value: terminal });
    last = terminal;
  }
  yield of(isNull('terminalId'));
}

function isNull(column: string): { within: Restriction } {
  return { within: { sql: `sale.${column} IS NULL`, values: [] } };
}
