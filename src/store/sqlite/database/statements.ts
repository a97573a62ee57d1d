/** Prepares each statement once per connection: preparing one costs more than running most of them. */
import type { Database, Statement } from './engine.js';

const prepared = new WeakMap<Database, Map<string, Statement>>();
/** Far more than are in use. Lists build theirs from filters, and the cache must not grow without end. */
const STATEMENTS_MAX = 1_000;

/** The prepared statement for `sql`; the same one for the same connection and text. */
export function statement(db: Database, sql: string): Statement {
  let ofDb = prepared.get(db);
  if (!ofDb || ofDb.size >= STATEMENTS_MAX) {
    ofDb = new Map();
    prepared.set(db, ofDb);
  }
  let found = ofDb.get(sql);
  if (!found) {
    found = db.prepare<unknown[]>(sql);
    ofDb.set(sql, found);
  }
  return found;
}
