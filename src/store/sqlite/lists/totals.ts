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
import { rowsOf, seqsOfUpload, stretchesOf, TICKS_PER_DAY } from '../../lists/bounds.js';
import { conditionsOf, type FieldCondition } from '../../lists/conditions.js';
import { isWhole } from '../../lists/exact-sums.js';
import { type CountedSql, countedOf, dimensionColumns, runningTotals } from '../../lists/totals-of-groups.js';
import { NO_TERMINAL } from '../../rows/location-terminals.js';
import { arrays, column, first, sql, text, type Work } from '../../sql/work.js';
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
const PIECE_DAYS = 7n;
/** Found by date, a row costs about as much as this many that are read as they lie. */
const ROWS_PER_FOUND = 3;

/** Totals as JSON. Fails with `validation` where there are too many groups. */
export function* totals(reach: Reach, query: TotalsQuery): Work<string> {
  // The terminal comes first, so that it can be set before the others.
  const dimensions = dimensionsOf(query).sort((one, other) => Number(other === 'terminal') - Number(one === 'terminal'));
  const sums = runningTotals(dimensions);
  const counted = yield* countedOf(reach.tenantKey);
  for (const piece of yield* piecesOf(reach, query, dimensions)) {
    const isOfOne = dimensions[0] === 'terminal' && piece.terminal !== undefined;
    const [begin, grouped] = isOfOne ? [`[${JSON.stringify(piece.terminal)},`, dimensions.slice(1)] : ['[', dimensions];
    for (const [key, ...rows] of yield* groupsOf(reach, piece, grouped, counted))
      sums.add(begin + key.slice(2), [key[0] as string, ...rows]);
  }
  return sums.all();
}

/** The kind and the key as one text: one value to sort by takes less time than several. */
type GroupRow = readonly [kindAndKey: string, transactions: number, units: number | string | null, each: number | null];

/** Limit below which a double is exact. Amounts of one kind have one sign, so that none is larger than their sum. */
const UNITS_MAX = 1e15;

/**
 * First as doubles, which takes the least time, and is exact as long as all amounts are whole numbers of units and the sums are small.
 * Where they are not, which is rare, the rows are grouped once more, by amount where need be.
 */
function* groupsOf(
  { tenantKey }: Reach,
  { index, conditions, seqs }: Piece,
  dimensions: readonly TotalsDimension[],
  counted: CountedSql,
): Work<readonly GroupRow[]> {
  const key = text(`${counted.kind} || json_array(${dimensions.map((dimension) => dimensionColumns[dimension]).join(', ')}) AS key`);
  const way = text(index ? `INDEXED BY ${index}` : 'NOT INDEXED');
  const from = sql`FROM "transaction" AS sale ${way} WHERE ${restriction({ tenantKey, seqs }, conditions)}`;
  const doubles = text(`total(${counted.units}), nullif(total(NOT ${isWhole('sale.amount')}), 0)`);
  const rows = yield* arrays<GroupRow>(sql`SELECT ${key}, count(*), ${doubles} ${from} GROUP BY key`);
  if (rows.every(([, , units, others]) => Math.abs(Number(units)) < UNITS_MAX && others === null)) return rows;
  return yield* arrays<GroupRow>(
    sql`SELECT ${key}, count(*), ${text(counted.sum)}, ${text(counted.each)} AS each ${from} GROUP BY key, each`,
  );
}

function* piecesOf(reach: Reach, query: TotalsQuery, dimensions: readonly TotalsDimension[]): Work<Piece[]> {
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
    const seqs = yield* seqsOfUpload(tenantKey, 'Sales', query.uploadId);
    return seqs ? [{ index: null, conditions: all, seqs }] : [];
  }
  if (query.terminalId !== undefined) return [{ index: 'transaction_terminal', conditions: all, seqs: null }];
  if (limit) {
    const path = { index: 'transaction_terminal', narrowing: [yield* nearUnits(reach), ...wanted.dates] } as const;
    const rows = yield* rowsOfAll();
    const areFew = yield* hasFewer({ tenantKey, seqs: null }, path, rows.count / ROWS_PER_FOUND);
    return areFew ? ofTerminals(yield* terminalsNear(reach), wanted) : inOrderOfArrival(rows, all);
  }
  if (dimensions.includes('day')) {
    const arrived = yield* arrivalOf(wanted);
    return arrived ? inOrderOfArrival(arrived, all) : yield* byDate(wanted, TICKS_PER_DAY);
  }
  return yield* dimensions.includes('terminal') ? byTerminal(wanted) : byDate(wanted, TICKS_PER_DAY * PIECE_DAYS);
}

/** Rows that arrived one after the other, other tenants' included. */
interface Arrived {
  first: number;
  count: number;
}

function* rowsOfAll(): Work<Arrived> {
  const { after, count } = yield* lateRows();
  return { first: 1, count: after + count };
}

/**
 * Among which rows those within the dates are, where it is quicker to read all of these as they lie than to find each by its date: where
 * most rows are wanted, or where they arrived day by day. Otherwise null.
 */
function* arrivalOf({ tenantKey, dates }: Wanted): Work<Arrived | null> {
  const all = yield* rowsOfAll();
  const search: Pick<Search, 'tenantKey' | 'seqs'> = { tenantKey, seqs: null };
  const few = all.count / ROWS_PER_FOUND;
  const areMost =
    dates.length === 0
      ? (yield* rowsOf(tenantKey, 'transactions')) >= few
      : !(yield* hasFewer(search, { index: 'transaction_date', narrowing: dates }, few));
  if (areMost) return all;
  const among = yield* first<Record<'first' | 'last' | 'found', number>>(
    sql`SELECT min(seq) AS first, max(seq) AS last, count(*) AS found FROM "transaction" AS sale INDEXED BY transaction_date
      WHERE ${restriction(search, dates)}`,
  );
  if (!among || among.found === 0) return null;
  const count = among.last - among.first + 1;
  return count <= among.found * ROWS_PER_FOUND ? { first: among.first, count } : null;
}

function inOrderOfArrival({ first, count }: Arrived, conditions: readonly Condition[]): Piece[] {
  const end = first + count;
  return Array.from({ length: Math.ceil(count / PIECE_ROWS) }, (_, at) => {
    const from = first + at * PIECE_ROWS;
    return { index: null, conditions, seqs: { from, to: Math.min(from + PIECE_ROWS, end) } };
  });
}

/** Stretches of so many ticks that have rows; at the end the rows without a date, where no bound leaves them out. */
function* byDate({ tenantKey, others, dates }: Wanted, ticks: bigint): Work<Piece[]> {
  const bound = (operator: string) => dates.find((date) => date.operator === operator)?.value as bigint | undefined;
  const stretches = yield* stretchesOf(tenantKey, { from: bound('>='), to: bound('<=') }, ticks);
  const dated = stretches.map(([from, before]): Condition[] => [
    { column: 'ticks', operator: '>=', value: from },
    { column: 'ticks', operator: '<', value: before },
  ]);
  const pieces = dates.length === 0 ? [...dated, [isNull('ticks')]] : dated;
  return pieces.map((piece) => ({ index: 'transaction_date', conditions: [...piece, ...others], seqs: null }));
}

/** Terminal by terminal; at the end the rows without one. */
function* byTerminal(wanted: Wanted): Work<Piece[]> {
  const terminals: (string | null)[] = [''];
  for (let last: string | undefined = ''; last !== undefined; ) {
    const next: string[] = yield* column<string>(
      sql`SELECT terminal_id FROM "transaction" INDEXED BY transaction_terminal
        WHERE tenant_key = ${wanted.tenantKey} AND terminal_id > ${last} ORDER BY terminal_id LIMIT 1`,
    );
    terminals.push(...next);
    last = next[0];
  }
  return ofTerminals([...terminals, null], wanted);
}

/** The terminals of the rows that may belong to the units of the scope; null for those without one. */
function* terminalsNear(reach: Reach): Work<(string | null)[]> {
  const { terminals, locations } = placesOfUnits(reach);
  const ofLocations = sql`SELECT terminal_id FROM location_terminal WHERE tenant_key = ${reach.tenantKey} AND location_id IN (${locations})`;
  const found = yield* column<string | typeof NO_TERMINAL>(sql`${terminals} UNION ${ofLocations}`);
  return found.map((terminal) => (terminal === NO_TERMINAL ? null : terminal));
}

/** Null: the rows without a terminal. */
function ofTerminals(terminals: readonly (string | null)[], { dates, others }: Wanted): Piece[] {
  return terminals.map((value) => {
    const terminal: Condition = value === null ? isNull('terminal_id') : { column: 'terminal_id', operator: '=', value };
    return { index: 'transaction_terminal', conditions: [terminal, ...dates, ...others], seqs: null, terminal: value };
  });
}

const isNull = (name: 'ticks' | 'terminal_id') => ({ within: text(`sale.${name} IS NULL`) });
