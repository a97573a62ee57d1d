/**
 * Chooses how to find the rows of a list. There are only a few ways, and SQLite is told which to take: it has no statistics, and a wrong
 * guess costs seconds. Usually the rows are walked in the order asked for until the page is full. Where that might mean walking all of
 * them, and some other condition narrows them down, the first entries tell which way is cheaper.
 */
import { type FieldCondition, type ListedColumn, testOf } from '../../lists/conditions.js';
import { column, first, joined, type Sql, sql, text, type Work } from '../../sql/work.js';
import { notedFields } from '../port/noted-values.js';
import { type LateRows, placeOfAmount, withoutPlace } from './amount-order.js';

/** A condition in SQL: that a row belongs, or may belong, to the units of a scope; or that it has no place in the order of amounts. */
interface RestrictionCondition {
  within: Sql;
  /** The index by terminal leads to the rows. */
  isNarrow?: boolean;
}

export type Condition = FieldCondition | RestrictionCondition;

export interface Search {
  tenantKey: number;
  /** In a scope of units, one of these limits the rows to them. */
  conditions: readonly Condition[];
  /** Only the rows of one upload; `to` is the first seq after them. */
  seqs: { from: number; to: number } | null;
  sortKey: 'date' | 'amount';
  direction: 'ASC' | 'DESC';
  /** The rows that may have no place in the order of amounts yet. */
  late: LateRows;
  /** `offset` rows are skipped, and at most `limit` wanted after them. */
  offset: number;
  limit: number;
}

/** An index, or the order of amounts, and the conditions that narrow it; the other conditions are checked on its entries. */
export interface IndexPath {
  index: 'transaction_date' | 'transaction_terminal' | 'transaction_amount';
  narrowing: readonly Condition[];
}

/** Through the rows of the uploads that may hold the condition's value. */
interface UploadsPath {
  holding: FieldCondition;
}

export type Path = IndexPath | UploadsPath;

/** The column to sort by. Ties are broken by seq, which rises with the ids. */
const sortColumns = { date: 'ticks', amount: 'amount' } as const;

/** How many entries of the ordered walk are read before anything is decided: usually a few are enough for the page. */
const FEW_ENTRIES = 125;
const FIRST_ENTRIES = 1_000;
/** If fewer of the first entries match, they say too little about the length of the walk, and more are read. */
const FITTING_ENOUGH = 2;
const MORE_ENTRIES = 8_000;
/** More uploads than this mean that the value is not rare, and that a walk soon meets it. */
const HOLDING_UPLOADS_MAX = 500;
const HOLDING_ENTRIES_MIN = 10_000;
/** Reading a row costs about as much as reading this many entries of an index. */
const ENTRIES_PER_ROW = 10;

/** The seqs of the rows at places `offset` to `offset + limit` of the list, in its order. */
export function* findSeqs(search: Search): Work<number[]> {
  if (search.seqs) return yield* seqsOn(search, null);
  const [ordered, ...others] = pathsOf(search);
  if (others.length === 0 && search.offset > FIRST_ENTRIES) return yield* seqsOn(search, ordered);
  let found = yield* firstEntries(search, ordered);
  // Whether a row belongs to a unit can only be seen in the row itself, so looking at more of them takes too long.
  const isInIndex = !search.conditions.some((condition) => 'within' in condition);
  if (!found.isEnough && found.fitting < FITTING_ENOUGH && isInIndex) found = yield* entriesUpTo(search, ordered, MORE_ENTRIES);
  if (found.isEnough) return yield* seqsAmong(search, ordered, found);
  return yield* seqsOn(search, yield* cheapest(search, ordered, others, found));
}

/** Like {@link findSeqs}, on the given path; null means by seq alone. */
export function seqsOn(search: Search, path: Path | null): Work<number[]> {
  const sortedBy = sortColumns[search.sortKey];
  const parts = [partOn(search, path, sortedBy)];
  // Late rows without an amount sort like those in the order, by minus infinity.
  const place = sortedBy === 'amount' ? `${placeOfAmount} AS amount` : sortedBy;
  if (path && isIncomplete(search, path)) parts.push(partOn(lateOf(search, path), null, place));
  return seqsIn(search, parts);
}

function seqsIn(search: Search, parts: readonly Sql[]): Work<number[]> {
  return column(sql`${joined(parts, ' UNION ALL ')} ORDER BY ${orderBy(search)} LIMIT ${search.limit} OFFSET ${search.offset}`);
}

/** Whether late rows must be read in addition to the path. */
export function isIncomplete({ late }: Search, path: Path): path is IndexPath {
  return late.count > 0 && 'index' in path && path.index === 'transaction_amount';
}

/** A search for the late rows alone. They are found by seq, like those of an upload. */
function lateOf(search: Search, { narrowing }: IndexPath): Search {
  const { count, after } = search.late;
  const conditions = [...new Set([...narrowing, ...search.conditions]), { within: withoutPlace(search.late) }];
  return { ...search, conditions, seqs: { from: after + 1, to: after + 1 + count } };
}

function partOn(search: Search, path: Path | null, sortedBy: string): Sql {
  const narrowing = path && 'index' in path ? path.narrowing : [];
  const where = restriction(search, [...new Set([...narrowing, ...search.conditions])]);
  return sql`SELECT seq, ${text(sortedBy)} FROM ${sourceOf(path, search.tenantKey)} WHERE ${where}`;
}

function orderBy({ sortKey, direction }: Search): Sql {
  return text(`${sortColumns[sortKey]} ${direction}, seq ${direction}`);
}

/** The table or index to read. Without a path, the rows are found by seq alone. */
function sourceOf(path: Path | null, tenantKey: number): Sql {
  if (!path) return text('"transaction" AS sale NOT INDEXED');
  if ('index' in path) {
    const isTable = path.index === 'transaction_amount';
    return text(isTable ? 'transaction_amount AS sale' : `"transaction" AS sale INDEXED BY ${path.index}`);
  }
  const { column: field, value } = path.holding;
  // CROSS JOIN keeps SQLite from swapping the two.
  return sql`(SELECT upload_key FROM upload_value WHERE tenant_key = ${tenantKey} AND field = ${field} AND value = ${value}) AS held
    CROSS JOIN upload ON upload.tenant_key = ${tenantKey} AND upload.upload_key = held.upload_key
    CROSS JOIN "transaction" AS sale NOT INDEXED ON seq >= upload.first_seq AND seq < upload.first_seq + upload.rows`;
}

/** All of the conditions, inside the tenant and the upload of the search. */
export function restriction({ tenantKey, seqs }: Pick<Search, 'tenantKey' | 'seqs'>, conditions: readonly Condition[]): Sql {
  const tests = conditions.map((condition) => ('within' in condition ? condition.within : testOf(condition)));
  const inUpload = seqs ? [sql`seq >= ${seqs.from}`, sql`seq < ${seqs.to}`] : [];
  return joined([sql`sale.tenant_key = ${tenantKey}`, ...tests, ...inUpload], ' AND ');
}

/** The cheapest path, judging by what the first entries of the ordered one held. */
function* cheapest(search: Search, ordered: IndexPath, others: readonly Path[], found: Entries): Work<Path> {
  let best: Path = ordered;
  // Half of it, because looking into the other paths costs something, too.
  let cost = entriesNeeded(search, found) / 2 + lateEntries(search, ordered);
  for (const path of others) {
    // Looking up the uploads that hold a value is only worth it where the walk is long.
    if ('holding' in path && cost < HOLDING_ENTRIES_MIN) continue;
    if ('index' in path && !(yield* hasFewer(search, path, cost - lateEntries(search, path)))) continue;
    // Counting entries takes half as long as walking them, so it is only done where yet another path has to be compared.
    const entries = 'holding' in path ? yield* entriesOfUploads(search, path) : path === others.at(-1) ? 0 : yield* countOf(search, path);
    if (entries + lateEntries(search, path) >= cost) continue;
    best = path;
    cost = entries + lateEntries(search, path);
  }
  return best;
}

/** The cost of the late rows in addition to a path, in entries: they lie together, so each is about as fast to read as an entry. */
function lateEntries(search: Search, path: Path): number {
  return isIncomplete(search, path) ? search.late.count : 0;
}

const hasAmount: FieldCondition = { column: 'amount', operator: '>', value: Number.NEGATIVE_INFINITY };

/** The paths that could be taken. The first follows the order of the list. */
export function pathsOf({ conditions, sortKey }: Search): [IndexPath, ...Path[]] {
  const fields = conditions.filter((condition): condition is FieldCondition => !('within' in condition));
  const of = (...columns: ListedColumn[]) => fields.filter(({ column }) => columns.includes(column));
  const byDate: IndexPath = { index: 'transaction_date', narrowing: of('ticks') };
  const amounts = of('amount');
  // In the order of amounts, rows without an amount come first. They would pass an upper bound, so where there is no lower one, add one.
  if (amounts.length > 0 && !amounts.some(({ operator }) => operator === '>=')) amounts.push(hasAmount);
  const byAmount: IndexPath = { index: 'transaction_amount', narrowing: amounts };
  const byTerminal: IndexPath | null =
    of('terminal_id').length > 0 ? { index: 'transaction_terminal', narrowing: of('terminal_id', 'ticks') } : null;
  // Within one terminal, its index is in the order of dates, too.
  const dated = byTerminal ?? byDate;
  const [ordered, other] = sortKey === 'amount' ? [byAmount, dated] : [dated, byAmount];
  const byValue = of(...notedFields).map((holding) => ({ holding }));
  const units = byTerminal ? [] : conditions.filter((condition) => 'within' in condition && condition.isNarrow);
  const byUnits = units.map((ofUnits): IndexPath => ({ index: 'transaction_terminal', narrowing: [ofUnits, ...of('ticks')] }));
  return [ordered, ...byValue, ...(other.narrowing.length > 0 ? [other] : []), ...byUnits];
}

export interface Entries {
  /** How many entries were asked for. */
  looked: number;
  /** The seqs of the page, as far as it was found. */
  seqs: number[];
  /** How many entries match, those before the page included. */
  fitting: number;
  /** Whether the page is complete, or there are no further entries. */
  isEnough: boolean;
}

/** What the first entries on the path hold; see {@link entriesUpTo}. */
export function* firstEntries(search: Search, path: IndexPath): Work<Entries> {
  const few = yield* entriesUpTo(search, path, FEW_ENTRIES);
  return few.isEnough ? few : yield* entriesUpTo(search, path, FIRST_ENTRIES);
}

/**
 * Looks at the first `looked` entries of the path, not counting late rows: at all up to the last one, found by its date or amount and its
 * seq, because searching up to a value is far cheaper per entry than counting them off. By the value alone it might be all rows: in many
 * files every sale is dated at midnight.
 */
export function* entriesUpTo(search: Search, path: IndexPath, looked: number): Work<Entries> {
  const limit = search.offset + search.limit;
  const sought = { ...search, late: { ...search.late, count: 0 }, offset: 0, limit };
  const last = yield* entryAt(search, path, looked);
  const isAll = last === null;
  // Rows without a date all come at one end, where no bound can be given. If the entries begin or end among them, none are read.
  const hasBound = last?.value !== null && (search.direction === 'DESC' || (yield* entryAt(search, path, 1))?.value !== null);
  const fitting = isAll ? yield* seqsOn(sought, path) : hasBound ? yield* seqsUpTo(sought, path, last) : [];
  return { looked, seqs: fitting.slice(search.offset), fitting: fitting.length, isEnough: isAll || fitting.length >= limit };
}

/** An entry of a path: its date or amount, null where the row has no date, and the row's seq. */
interface IndexEntry {
  value: number | bigint | null;
  seq: number;
}

/** The nth entry of the path, from 1; null where there is none. */
function* entryAt(search: Search, path: IndexPath, number: number): Work<IndexEntry | null> {
  // Ticks are too large for a number.
  const value = text(search.sortKey === 'date' ? 'CAST(ticks AS text)' : 'amount');
  const found = yield* first<{ value: number | string | null; seq: number }>(
    sql`SELECT ${value} AS value, seq FROM ${sourceOf(path, search.tenantKey)} WHERE ${restriction(search, path.narrowing)}
      ORDER BY ${orderBy(search)} LIMIT 1 OFFSET ${number - 1}`,
  );
  return found ? { seq: found.seq, value: typeof found.value === 'string' ? BigInt(found.value) : found.value } : null;
}

/** The seqs up to an entry: those of other values, which come first, and as far as they are wanted, those of its own. */
function* seqsUpTo(search: Search, path: IndexPath, last: IndexEntry): Work<number[]> {
  const sortedBy = sortColumns[search.sortKey];
  const [beyond, upTo] = search.direction === 'ASC' ? (['<', '<='] as const) : (['>', '>='] as const);
  // A bound that was there before is replaced: given two on one side, SQLite might search by the wider one.
  const isKept = (condition: Condition) =>
    'within' in condition || condition.column !== sortedBy || ![beyond, upTo].some((operator) => operator === condition.operator);
  const kept = { ...path, narrowing: path.narrowing.filter(isKept) };
  const seqsOf = (limit: number, more: readonly Condition[]) => {
    const bounded = { ...search, conditions: [...search.conditions.filter(isKept), ...more], limit };
    return seqsIn(bounded, [partOn(bounded, kept, sortedBy)]);
  };
  const before = yield* seqsOf(search.limit, [{ column: sortedBy, operator: beyond, value: last.value }]);
  if (before.length === search.limit) return before;
  const among = { within: sql`sale.seq ${text(upTo)} ${last.seq}` };
  return [...before, ...(yield* seqsOf(search.limit - before.length, [{ column: sortedBy, operator: '=', value: last.value }, among]))];
}

/** The seqs of the page that was found among the first entries of the path in the order of the list. */
export function* seqsAmong(search: Search, ordered: IndexPath, { seqs }: Entries): Work<number[]> {
  // Late rows may belong among them, so the page is searched again. It can only end sooner than without them.
  return isIncomplete(search, ordered) ? yield* seqsOn(search, ordered) : seqs;
}

/** An estimate of how many entries the page takes, from what the first ones held. */
export function entriesNeeded({ offset, limit }: Search, { looked, fitting }: Entries): number {
  return (looked / Math.max(fitting, 0.5)) * (offset + limit);
}

/** Whether the path has fewer entries than this. */
export function* hasFewer(search: Pick<Search, 'tenantKey' | 'seqs'>, path: IndexPath, entries: number): Work<boolean> {
  if (entries < 1) return false;
  const where = restriction(search, path.narrowing);
  const another = sql`SELECT 1 FROM ${sourceOf(path, search.tenantKey)} WHERE ${where} LIMIT 1 OFFSET ${Math.ceil(entries) - 1}`;
  return (yield* first(another)) === undefined;
}

/** How many entries the path has. */
function* countOf(search: Search, path: IndexPath): Work<number> {
  const counted = sql`SELECT count(*) FROM ${sourceOf(path, search.tenantKey)} WHERE ${restriction(search, path.narrowing)}`;
  return (yield* column<number>(counted))[0] ?? 0;
}

/** The cost of the path, in entries of an index; infinite where too many uploads may hold the value. See noted-values. */
function* entriesOfUploads({ tenantKey }: Search, { holding }: UploadsPath): Work<number> {
  const found = yield* first<{ uploads: number; rows: number }>(
    sql`SELECT count(*) AS uploads, ifnull(sum(rows), 0) AS rows FROM
      (SELECT upload.rows FROM upload_value AS held
       CROSS JOIN upload ON upload.tenant_key = ${tenantKey} AND upload.upload_key = held.upload_key
       WHERE held.tenant_key = ${tenantKey} AND held.field = ${holding.column} AND held.value = ${holding.value} LIMIT ${HOLDING_UPLOADS_MAX})`,
  );
  return found && found.uploads < HOLDING_UPLOADS_MAX ? found.rows * ENTRIES_PER_ROW : Number.POSITIVE_INFINITY;
}
