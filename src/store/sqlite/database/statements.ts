/** Prepares each statement once per connection: preparing one costs more than running most of them. */
import { inCamelCase } from '../../sql/work.js';
import type { Database, Statement } from './engine.js';

const prepared = new WeakMap<Database, Map<string, Statement<unknown[]>>>();
/** Far more than are in use. Lists build theirs from filters, and the cache must not grow without end. */
const STATEMENTS_MAX = 1_000;

/** The prepared statement for `sql`; the same one for the same connection and text. The columns of its rows come back in camel case. */
export function statement(db: Database, sql: string): Statement<unknown[]> {
  let ofDb = prepared.get(db);
  if (!ofDb || ofDb.size >= STATEMENTS_MAX) {
    ofDb = new Map();
    prepared.set(db, ofDb);
  }
  let found = ofDb.get(sql);
  if (!found) {
    found = inCamelCaseOf(db.prepare<unknown[]>(sql));
    ofDb.set(sql, found);
  }
  return found;
}

/** Rows that are lists or single values (`raw`, `pluck`) have no names to change. */
function inCamelCaseOf(prepared: Statement<unknown[]>): Statement<unknown[]> {
  if (!prepared.reader || !prepared.columns().some(({ name }) => name.includes('_'))) return prepared;
  const [get, all, iterate] = [prepared.get.bind(prepared), prepared.all.bind(prepared), prepared.iterate.bind(prepared)];
  return Object.assign(prepared, {
    get: (...values: unknown[]) => renamed(get(...values)),
    all: (...values: unknown[]) => {
      const rows = all(...values);
      return isNamed(rows[0]) ? rows.map(renamed) : rows;
    },
    *iterate(...values: unknown[]) {
      for (const row of iterate(...values)) yield renamed(row);
    },
  });
}

function renamed(row: unknown): unknown {
  return isNamed(row) ? inCamelCase(row) : row;
}

function isNamed(row: unknown): row is Record<string, unknown> {
  return typeof row === 'object' && row !== null && !Array.isArray(row) && !Buffer.isBuffer(row);
}
