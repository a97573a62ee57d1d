/**
 * The way to the rows of a list. There are few ways, and SQLite is told which to take: it has no statistics, and a wrong guess costs
 * seconds. Mostly the rows are walked in the order asked for until the page is full; where that could mean a walk through all of them
 * and something else narrows them down, a look at the first of them tells which costs less.
 */
import type { Database } from 'better-sqlite3';
import { type LateRows, placeOfAmount, withoutPlace } from './amount-order.js';
import type { Restriction } from './scope.js';
import { statement } from './statements.js';
import { notedFields, uploadsHolding } from './upload-values.js';

type Column = 'terminalId' | 'brandId' | 'currency' | 'amount' | 'transactionTicks' | 'transactionState' | 'transactionMatchState';

export interface FieldCondition {
  column: Column;
  operator: '=' | '>=' | '<=' | '<' | '>';
  value: unknown;
}

/** That a row belongs to one of the units of a scope, or may belong to one; that it has no place in the order of amounts. */
interface RestrictionCondition {
  /** `isNarrow` where the index by terminal leads to the rows. */
  within: Restriction & { isNarrow?: boolean };
}

export type Condition = FieldCondition | RestrictionCondition;

export interface Search {
  tenantKey: number;
  /** Under a scope of units, one of them says so. */
  conditions: readonly Condition[];
  /** The rows of one upload: `to` is the first after them. */
  seqs: { from: number; to: number } | null;
  sortKey: 'date' | 'amount';
  direction: 'ASC' | 'DESC';
  /** Those that may stand in no place of the order of amounts yet. */
  late: LateRows;
  /** Rows to be passed over, and how many are wanted then. */
  offset: number;
  limit: number;
}

/** An index, or the order of amounts, with the conditions that narrow it; all others are checked on its entries. */
export interface IndexPath {
  index: 'transaction_date' | 'transaction_terminal' | 'transaction_amount';
  narrowing: readonly Condition[];
}

/** The rows of the uploads that may hold the condition's value. */
interface UploadsPath {
  holding: FieldCondition;
}

export type Path = IndexPath | UploadsPath;

/** What the rows are sorted by; then by seq, which breaks ties as the id would, because ids rise with it. */
const sortColumns = { date: 'transactionTicks', amount: 'amount' };

/** Entries of the ordered walk that are looked at before anything is decided. */
const FIRST_ENTRIES = 1_000;
/** Of a rare value; beyond it a walk meets the value often enough. */
const HOLDING_UPLOADS_MAX = 500;
const HOLDING_ENTRIES_MIN = 10_000;
/** To read a row costs as much as so many entries of an index. */
const ENTRIES_PER_ROW = 10;

/** The seqs of the rows on places `offset` to `offset + limit` of the list, in its order. */
export function findSeqs(db: Database, search: Search): number[] {
  if (search.seqs) return seqsOn(db, search, null);
  const [ordered, ...others] = pathsOf(search);
  if (others.length === 0 && search.offset > FIRST_ENTRIES) return seqsOn(db, search, ordered);
  const first = firstEntries(db, search, ordered);
  if (first.isEnough) return isIncomplete(search, ordered) ? seqsOn(db, search, ordered) : first.seqs;
  return seqsOn(db, search, cheapest(db, search, ordered, others, first.fitting));
}

/** As {@link findSeqs}, on the path given; by seq alone where it is null. */
export function seqsOn(db: Database, search: Search, path: Path | null): number[] {
  const column = sortColumns[search.sortKey];
  const parts = [partOn(search, path, column)];
  // Late rows without an amount have their place among those in the order.
  const place = column === 'amount' ? `${placeOfAmount} AS amount` : column;
  if (path && isIncomplete(search, path)) parts.push(partOn(lateOf(search, path), null, place));
  const sql = `${parts.map((part) => part.sql).join(' UNION ALL ')} ORDER BY ${orderBy(search)} LIMIT ? OFFSET ?`;
  return statement(db, sql)
    .pluck()
    .all(...parts.flatMap((part) => part.values), search.limit, search.offset) as number[];
}

/** Whether late rows are to be looked at beside the path. */
export function isIncomplete({ late }: Search, path: Path): path is IndexPath {
  return late.count > 0 && 'index' in path && path.index === 'transaction_amount';
}

/** The late rows alone; as those of an upload, they are found by seq. */
function lateOf(search: Search, { narrowing }: IndexPath): Search {
  const { count, after } = search.late;
  const conditions = [...new Set([...narrowing, ...search.conditions]), { within: withoutPlace(search.late) }];
  return { ...search, conditions, seqs: { from: after + 1, to: after + 1 + count } };
}

function partOn(search: Search, path: Path | null, sortedBy: string): { sql: string; values: unknown[] } {
  const source = sourceOf(path, search.tenantKey);
  const narrowing = path && 'index' in path ? path.narrowing : [];
  const { where, values } = restriction(search, [...new Set([...narrowing, ...search.conditions])]);
  const sql = `SELECT seq, ${sortedBy} FROM ${source.sql} WHERE ${where}`;
  return { sql, values: [...source.values, ...values] };
}

function orderBy({ sortKey, direction }: Search): string {
  return `${sortColumns[sortKey]} ${direction}, seq ${direction}`;
}

/** Without a path, the rows are found by seq alone. */
function sourceOf(path: Path | null, tenantKey: number): { sql: string; values: unknown[] } {
  if (!path) return { sql: '"transaction" AS sale NOT INDEXED', values: [] };
  if ('index' in path) {
    const isTable = path.index === 'transaction_amount';
    return { sql: isTable ? 'transaction_amount AS sale' : `"transaction" AS sale INDEXED BY ${path.index}`, values: [] };
  }
  // CROSS JOIN keeps SQLite from turning the order round.
  const sql = `(SELECT uploadKey FROM upload_value WHERE tenantKey = ? AND field = ? AND value = ?) AS held
    CROSS JOIN upload ON upload.tenantKey = ? AND upload.uploadKey = held.uploadKey
    CROSS JOIN "transaction" AS sale NOT INDEXED ON seq >= upload.firstSeq AND seq < upload.firstSeq + upload.rows`;
  return { sql, values: [tenantKey, path.holding.column, path.holding.value, tenantKey] };
}

function restriction({ tenantKey, seqs }: Search, conditions: readonly Condition[]): { where: string; values: unknown[] } {
  const tests = ['sale.tenantKey = ?', ...conditions.map(test), ...(seqs ? ['seq >= ?', 'seq < ?'] : [])];
  const values = [tenantKey, ...conditions.flatMap(valuesOf), ...(seqs ? [seqs.from, seqs.to] : [])];
  return { where: tests.join(' AND '), values };
}

function test(condition: Condition): string {
  return 'within' in condition ? condition.within.sql : `sale.${condition.column} ${condition.operator} ?`;
}

function valuesOf(condition: Condition): unknown[] {
  return 'within' in condition ? condition.within.values : [condition.value];
}

/** The path that costs least, by what the first entries of the ordered one held. */
function cheapest(db: Database, search: Search, ordered: IndexPath, others: readonly Path[], fitting: number): Path {
  let best: Path = ordered;
  const needed = search.offset + search.limit;
  // Half of it, because looking at the other ways costs something, too.
  let cost = ((FIRST_ENTRIES / Math.max(fitting, 0.5)) * needed) / 2 + lateEntries(search, ordered);
  for (const path of others) {
    // To ask for the uploads of a value is only worth it where the walk is long.
    if ('holding' in path && cost < HOLDING_ENTRIES_MIN) continue;
    const found = 'index' in path ? entriesUpTo(db, search, path, Math.ceil(cost)) : entriesOfUploads(db, search, path);
    const entries = found + lateEntries(search, path);
    if (entries >= cost) continue;
    best = path;
    cost = entries;
  }
  return best;
}

/** What the late rows cost beside a path: as they stand together, each is about as quick as an entry. */
function lateEntries(search: Search, path: Path): number {
  return isIncomplete(search, path) ? search.late.count : 0;
}

const hasAmount: FieldCondition = { column: 'amount', operator: '>', value: Number.NEGATIVE_INFINITY };

/** The path in the order of the list comes first. */
export function pathsOf({ conditions, sortKey }: Search): [IndexPath, ...Path[]] {
  const fields = conditions.filter((condition): condition is FieldCondition => !('within' in condition));
  const of = (...columns: Column[]) => fields.filter(({ column }) => columns.includes(column));
  const byDate: IndexPath = { index: 'transaction_date', narrowing: of('transactionTicks') };
  const amounts = of('amount');
  // Rows without an amount stand before all others in the order of amounts, and are below no bound.
  if (amounts.length > 0 && !amounts.some(({ operator }) => operator === '>=')) amounts.push(hasAmount);
  const byAmount: IndexPath = { index: 'transaction_amount', narrowing: amounts };
  const byTerminal: IndexPath | null =
    of('terminalId').length > 0 ? { index: 'transaction_terminal', narrowing: of('terminalId', 'transactionTicks') } : null;
  // Inside a terminal its index is in the order of dates, too.
  const dated = byTerminal ?? byDate;
  const [ordered, other] = sortKey === 'amount' ? [byAmount, dated] : [dated, byAmount];
  const byValue = of(...notedFields).map((holding) => ({ holding }));
  const units = byTerminal ? [] : conditions.filter((condition) => 'within' in condition && condition.within.isNarrow);
  const byUnits = units.map((ofUnits): IndexPath => ({ index: 'transaction_terminal', narrowing: [ofUnits, ...of('transactionTicks')] }));
  return [ordered, ...(other.narrowing.length > 0 ? [other] : []), ...byUnits, ...byValue];
}

interface FirstEntries {
  /** The page, as far as it was found. */
  seqs: number[];
  /** Entries that fit, those before the page included. */
  fitting: number;
  /** Whether the page is found, or there are no further entries. */
  isEnough: boolean;
}

/** What the first entries on the path hold, late rows not among them. */
export function firstEntries(db: Database, search: Search, path: IndexPath, count = FIRST_ENTRIES): FirstEntries {
  const { conditions, offset, limit } = search;
  const checked = conditions.filter((condition) => !path.narrowing.includes(condition));
  const { where, values } = restriction(search, path.narrowing);
  const sql = `SELECT seq FROM (SELECT seq, ${checked.map(test).join(' AND ') || '1'} AS fits
    FROM ${sourceOf(path, search.tenantKey).sql} WHERE ${where} ORDER BY ${orderBy(search)} LIMIT ?) WHERE fits LIMIT ?`;
  const fitting = statement(db, sql)
    .pluck()
    .all(...checked.flatMap(valuesOf), ...values, count, offset + limit) as number[];
  const isEnough = fitting.length >= offset + limit || entriesUpTo(db, search, path, count) < count;
  return { seqs: fitting.slice(offset), fitting: fitting.length, isEnough };
}

/** How many entries the path has, counted up to a bound. */
export function entriesUpTo(db: Database, search: Search, path: IndexPath, bound: number): number {
  const { where, values } = restriction(search, path.narrowing);
  const sql = `SELECT count(*) FROM (SELECT 1 FROM ${sourceOf(path, search.tenantKey).sql} WHERE ${where} LIMIT ?)`;
  return statement(db, sql)
    .pluck()
    .get(...values, bound) as number;
}

/** What the path costs, in entries of an index. */
function entriesOfUploads(db: Database, { tenantKey }: Search, { holding }: UploadsPath): number {
  const field = notedFields.find((name) => name === holding.column);
  if (!field) return Number.POSITIVE_INFINITY;
  const { uploads, rows } = uploadsHolding(db, tenantKey, field, holding.value, HOLDING_UPLOADS_MAX);
  return uploads < HOLDING_UPLOADS_MAX ? rows * ENTRIES_PER_ROW : Number.POSITIVE_INFINITY;
}
