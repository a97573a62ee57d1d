/**
 * Counts and sums of all rows that match, read anew for each question. The rows are grouped piece by piece, each piece small enough that
 * SQLite sorts it within the processor's caches, which takes half the time of one large sort; the pieces are added up outside. The pieces
 * are stretches of an index that holds all that is asked for. A row's own day stands only in the row itself: there a few days are found by
 * the index by date, and rows that lie together, or most of them all, are read as they lie. The rows of a user's units are found by their
 * terminals.
 */
import type { TotalsQuery } from '../../../contract/totals.js';
import { dimensionsOf, type TotalsDimension } from '../../../contract/totals-dimensions.js';
import { placesOfUnits, type Reach } from '../../access/scope.js';
import { rowsOf, seqsOfUpload } from '../../lists/bounds.js';
import { conditionsOf, type FieldCondition } from '../../lists/conditions.js';
import { isWhole } from '../../lists/exact-sums.js';
import { type CountedSql, countedOf, dimensionColumns, runningTotals } from '../../lists/totals-of-groups.js';
import { NO_TERMINAL } from '../../rows/location-terminals.js';
import { arrays, sql } from '../../sql/work.js';
import type { Database } from '../database/engine.js';
import type { Restriction } from '../database/restriction.js';
import { runOn } from '../database/run-at-once.js';
import { statement } from '../database/statements.js';
import { lateRows } from './amount-order.js';
import { nearUnits, withinUnits } from './list.js';
import { type Condition, hasFewer, restriction, type Search } from './list-paths.js';

type Index = 'transaction_date' | 'transaction_terminal';

/** Rows to be grouped at once; null for the index reads them in the order of arrival. */
interface Piece {
  index: Index | null;
  conditions: readonly Condition[];
  seqs: Search['seqs'];
  /** Terminal of all rows of the piece, null for none; absent where they are of several. */
  terminal?: string | null;
}

/** A request for totals. Its bounds of the date are apart from the other conditions. */
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

/** Totals as JSON. Fails with `validation` where there are too many groups. */
export function totals(db: Database, reach: Reach, query: TotalsQuery): string {
  // The terminal comes first, so that it can be set before the others.
  const dimensions = dimensionsOf(query).sort((one, other) => Number(other === 'terminal') - Number(one === 'terminal'));
  const sums = runningTotals(dimensions);
  const counted = runOn(db, countedOf(reach.tenantKey));
  for (const piece of piecesOf(db, reach, query, dimensions)) {
    const isOfOne = dimensions[0] === 'terminal' && piece.terminal !== undefined;
    const [begin, grouped] = isOfOne ? [`[${JSON.stringify(piece.terminal)},`, dimensions.slice(1)] : ['[', dimensions];
    for (const [key, ...rows] of groupsOf(db, reach, piece, grouped, counted)) sums.add(begin + key.slice(2), [key[0] as string, ...rows]);
  }
  return sums.all();
}

/** The kind and the key as one text: one value to sort by takes less time than several. */
type GroupRow = readonly [kindAndKey: string, transactions: number | bigint, units: number | bigint | null, each: number | null];

/** Limit below which a double is exact. Amounts of one kind have one sign, so that none is larger than their sum. */
const UNITS_MAX = 1e15;

/**
 * First as doubles, which takes the least time, and is exact as long as all amounts are whole numbers of units and the sums are small.
 * Where they are not, which is rare, the rows are grouped once more, by amount where need be.
 */
function groupsOf(
  db: Database,
  { tenantKey }: Reach,
  piece: Piece,
  dimensions: readonly TotalsDimension[],
  counted: CountedSql,
): Iterable<GroupRow> {
  const { where, values } = restriction({ tenantKey, seqs: piece.seqs }, piece.conditions);
  const key = `${counted.kind} || json_array(${dimensions.map((dimension) => dimensionColumns[dimension]).join(', ')})`;
  const from = `FROM "transaction" AS sale ${piece.index ? `INDEXED BY ${piece.index}` : 'NOT INDEXED'} WHERE ${where}`;
  const areOthers = `nullif(total(NOT ${isWhole('sale.amount')}), 0)`;
  const summed = `SELECT ${key} AS key, count(*), total(${counted.units}), ${areOthers} ${from} GROUP BY key`;
  const rows = statement(db, summed)
    .raw()
    .all(...values) as GroupRow[];
  if (rows.every(([, , units, others]) => Math.abs(Number(units)) < UNITS_MAX && others === null)) return rows;
  const exact = statement(db, `SELECT ${key} AS key, count(*), ${counted.sum}, ${counted.each} AS each ${from} GROUP BY key, each`);
  // A sum may have more digits than a number can carry.
  return exact
    .safeIntegers()
    .raw()
    .iterate(...values) as Iterable<GroupRow>;
}

function piecesOf(db: Database, reach: Reach, query: TotalsQuery, dimensions: readonly TotalsDimension[]): Iterable<Piece> {
  const { tenantKey, limit } = reach;
  const conditions = conditionsOf(query);
  const units: Condition[] = limit ? [withinUnits(reach)] : [];
  const isDate = ({ column }: FieldCondition) => column === 'ticks';
  const wanted: Wanted = {
    tenantKey,
    others: [...conditions.filter((condition) => !isDate(condition)), ...units],
    dates: conditions.filter(isDate),
    dimensions,
  };
  const all = [...wanted.others, ...wanted.dates];
  if (query.uploadId !== undefined) {
    const seqs = runOn(db, seqsOfUpload(tenantKey, 'Sales', query.uploadId));
    return seqs ? [{ index: null, conditions: all, seqs }] : [];
  }
  if (query.terminalId !== undefined) return [{ index: 'transaction_terminal', conditions: all, seqs: null }];
  if (limit) {
    const path = { index: 'transaction_terminal', narrowing: [nearUnits(db, reach), ...wanted.dates] } as const;
    const areFew = hasFewer(db, { tenantKey, seqs: null }, path, rowsOfAll(db).count / ROWS_PER_FOUND);
    return areFew ? ofTerminals(terminalsNear(db, reach), wanted) : inOrderOfArrival(rowsOfAll(db), all);
  }
  if (dimensions.includes('day')) {
    const arrived = arrivalOf(db, wanted);
    return arrived ? inOrderOfArrival(arrived, all) : byDate(db, wanted, TICKS_PER_DAY);
  }
  return dimensions.includes('terminal') ? byTerminal(db, wanted) : byDate(db, wanted, TICKS_PER_DAY * PIECE_DAYS);
}

/** Rows that arrived one after the other, other tenants' included. */
interface Arrived {
  first: number;
  count: number;
}

function rowsOfAll(db: Database): Arrived {
  const { after, count } = lateRows(db);
  return { first: 1, count: after + count };
}

/**
 * Among which rows those within the dates are, where it is quicker to read all of these as they lie than to find each by its date: where
 * most rows are wanted, or where they arrived day by day. Otherwise null.
 */
function arrivalOf(db: Database, { tenantKey, dates }: Wanted): Arrived | null {
  const all = rowsOfAll(db);
  const search: Pick<Search, 'tenantKey' | 'seqs'> = { tenantKey, seqs: null };
  const path = { index: 'transaction_date', narrowing: dates } as const;
  const few = all.count / ROWS_PER_FOUND;
  if (dates.length === 0 ? runOn(db, rowsOf(tenantKey, 'transactions')) >= few : !hasFewer(db, search, path, few)) return all;
  const { where, values } = restriction(search, dates);
  const among = `SELECT min(seq) AS first, max(seq) AS last, count(*) AS found FROM "transaction" AS sale INDEXED BY transaction_date WHERE ${where}`;
  const { first, last, found } = statement(db, among).get(...values) as Record<'first' | 'last' | 'found', number>;
  const count = last - first + 1;
  return found > 0 && count <= found * ROWS_PER_FOUND ? { first, count } : null;
}

function* inOrderOfArrival({ first, count }: Arrived, conditions: readonly Condition[]): Iterable<Piece> {
  const end = first + count;
  for (let from = first; from < end; from += PIECE_ROWS)
    yield { index: null, conditions, seqs: { from, to: Math.min(from + PIECE_ROWS, end) } };
}

/** Stretches of so many ticks that have rows; at the end the rows without a date, where no bound leaves them out. */
function* byDate(db: Database, { tenantKey, others, dates }: Wanted, ticks: bigint): Iterable<Piece> {
  const bound = (operator: string) => dates.find((date) => date.operator === operator)?.value as bigint | undefined;
  const end = (bound('<=') ?? TICKS_MAX) + 1n;
  const next = statement(
    db,
    `SELECT ticks FROM "transaction" INDEXED BY transaction_date
     WHERE tenant_key = ? AND ticks >= ? ORDER BY ticks LIMIT 1`,
  )
    .pluck()
    .safeIntegers();
  for (let at = bound('>=') ?? -TICKS_MAX; ; ) {
    const first = next.get(tenantKey, at) as bigint | undefined;
    if (first === undefined || first >= end) break;
    at = first + ticks < end ? first + ticks : end;
    const stretch: FieldCondition[] = [
      { column: 'ticks', operator: '>=', value: first },
      { column: 'ticks', operator: '<', value: at },
    ];
    yield { index: 'transaction_date', conditions: [...stretch, ...others], seqs: null };
  }
  if (dates.length === 0) yield { index: 'transaction_date', conditions: [isNull('ticks'), ...others], seqs: null };
}

/** Terminal by terminal; at the end the rows without one. */
function* byTerminal(db: Database, wanted: Wanted): Iterable<Piece> {
  const next = statement(
    db,
    `SELECT terminal_id FROM "transaction" INDEXED BY transaction_terminal WHERE tenant_key = ? AND terminal_id > ? ORDER BY terminal_id LIMIT 1`,
  ).pluck();
  yield* ofTerminals([''], wanted);
  for (let last = ''; ; ) {
    const terminal = next.get(wanted.tenantKey, last) as string | undefined;
    if (terminal === undefined) break;
    yield* ofTerminals([terminal], wanted);
    last = terminal;
  }
  yield* ofTerminals([null], wanted);
}

/** The terminals of the rows that may belong to the units of the scope; null for those without one. */
function terminalsNear(db: Database, reach: Reach): (string | null)[] {
  const { terminals, locations } = placesOfUnits(reach);
  const ofLocations = sql`SELECT terminal_id FROM location_terminal WHERE tenant_key = ${reach.tenantKey} AND location_id IN (${locations})`;
  const found = runOn(db, arrays<[string | typeof NO_TERMINAL]>(sql`${terminals} UNION ${ofLocations}`)).flat();
  return found.map((terminal) => (terminal === NO_TERMINAL ? null : terminal));
}

/** Null: the rows without a terminal. */
function* ofTerminals(terminals: readonly (string | null)[], { dates, others }: Wanted): Iterable<Piece> {
  for (const value of terminals) {
    const terminal: Condition = value === null ? isNull('terminal_id') : { column: 'terminal_id', operator: '=', value };
    yield { index: 'transaction_terminal', conditions: [terminal, ...dates, ...others], seqs: null, terminal: value };
  }
}

function isNull(column: string): { within: Restriction } {
  return { within: { sql: `sale.${column} IS NULL`, values: [] } };
}
