/**
 * The way to the rows of a list. There are few ways, and SQLite is told which to take: it has no statistics, and a wrong guess costs
 * seconds. Mostly the rows are walked in the order asked for until the page is full; where that could mean a walk through all of them
 * and another index narrows them down, a look at the first few thousand tells which costs less.
 */
import type { Database } from 'better-sqlite3';
import { statement } from './statements.js';

type Column = 'terminalId' | 'brandId' | 'currency' | 'amount' | 'transactionTicks' | 'transactionState' | 'transactionMatchState';

export interface Condition {
  column: Column;
  operator: '=' | '>=' | '<=';
  value: unknown;
}

export interface Search {
  tenantKey: number;
  conditions: readonly Condition[];
  /** The rows of one upload: `to` is the first after them. */
  seqs: { from: number; to: number } | null;
  sortColumn: 'transactionTicks' | 'amount';
  direction: 'ASC' | 'DESC';
}

/** An index with the conditions that narrow it; the others are checked on its entries. */
interface Path {
  index: string;
  narrowing: readonly Condition[];
}

/** Entries of the ordered walk that are looked at where there is a choice. */
const SAMPLE_ENTRIES = 2_000;

/** The seqs of the rows on places `offset` to `offset + limit` of a list, in its order. */
export function findSeqs(db: Database, search: Search, limit: number, offset: number): number[] {
  const { sortColumn, direction } = search;
  const path = search.seqs ? null : bestPath(db, search, limit + offset);
  const { where, values } = restriction(search, search.conditions);
  // Ids rise with seq, so seq breaks ties as the id would.
  const sql = `SELECT seq FROM "transaction" ${access(path)} WHERE ${where} ORDER BY ${sortColumn} ${direction}, seq ${direction} LIMIT ? OFFSET ?`;
  return statement(db, sql)
    .pluck()
    .all(...values, limit, offset) as number[];
}

/** Without an index the rows are found by seq alone. */
function access(path: Path | null): string {
  return path ? `INDEXED BY ${path.index}` : 'NOT INDEXED';
}

function restriction({ tenantKey, seqs }: Search, conditions: readonly Condition[]): { where: string; values: unknown[] } {
  const tests = ['tenantKey = ?', ...conditions.map(test), ...(seqs ? ['seq >= ?', 'seq < ?'] : [])];
  const values = [tenantKey, ...conditions.map(({ value }) => value), ...(seqs ? [seqs.from, seqs.to] : [])];
  return { where: tests.join(' AND '), values };
}

function test({ column, operator }: Condition): string {
  return `${column} ${operator} ?`;
}

function bestPath(db: Database, search: Search, needed: number): Path {
  const [ordered, ...others] = pathsOf(search);
  if (others.length === 0) return ordered;
  const { walked, fitting } = sampled(db, search, ordered);
  if (walked < SAMPLE_ENTRIES || fitting >= needed) return ordered;
  let best = ordered;
  // Half of it, because counting the other way costs something, too.
  let cost = ((walked / Math.max(fitting, 0.5)) * needed) / 2;
  for (const path of others) {
    const entries = entriesUpTo(db, search, path, Math.ceil(cost));
    if (entries >= cost) continue;
    best = path;
    cost = entries;
  }
  return best;
}

/** The path in the order of the list comes first. */
function pathsOf({ conditions, sortColumn }: Search): [Path, ...Path[]] {
  const of = (...columns: Column[]) => conditions.filter(({ column }) => columns.includes(column));
  const byDate = { index: 'transaction_date', narrowing: of('transactionTicks') };
  const byAmount = { index: 'transaction_amount', narrowing: of('amount') };
  const byTerminal =
    of('terminalId').length > 0 ? { index: 'transaction_terminal', narrowing: of('terminalId', 'transactionTicks') } : null;
  // Inside a terminal its index is in the order of dates, too.
  const dated = byTerminal ?? byDate;
  const [ordered, other] = sortColumn === 'amount' ? [byAmount, dated] : [dated, byAmount];
  return other.narrowing.length > 0 ? [ordered, other] : [ordered];
}

/** Of the first entries on the path, how many fit all conditions. */
function sampled(db: Database, search: Search, path: Path): { walked: number; fitting: number } {
  const { sortColumn, direction, conditions } = search;
  const checked = conditions.filter((condition) => !path.narrowing.includes(condition));
  const fits = checked.length === 0 ? '1' : checked.map(test).join(' AND ');
  const { where, values } = restriction(search, path.narrowing);
  const sql = `SELECT count(*) AS walked, ifnull(sum(fits), 0) AS fitting FROM
    (SELECT ${fits} AS fits FROM "transaction" ${access(path)} WHERE ${where} ORDER BY ${sortColumn} ${direction}, seq ${direction} LIMIT ?)`;
  return statement(db, sql).get(...checked.map(({ value }) => value), ...values, SAMPLE_ENTRIES) as { walked: number; fitting: number };
}

/** How many entries the path has, counted up to a bound. */
function entriesUpTo(db: Database, search: Search, path: Path, bound: number): number {
  const { where, values } = restriction(search, path.narrowing);
  const sql = `SELECT count(*) FROM (SELECT 1 FROM "transaction" ${access(path)} WHERE ${where} LIMIT ?)`;
  return statement(db, sql)
    .pluck()
    .get(...values, bound) as number;
}
