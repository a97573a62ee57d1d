/** Statements are prepared once for each connection: to prepare one costs more than to run most of them. */
import type { Database, Statement } from 'better-sqlite3';

const prepared = new WeakMap<Database, Map<string, Statement<unknown[]>>>();
/** Far more than there are; lists make theirs from filters, and nothing may grow without end. */
const STATEMENTS_MAX = 1_000;

export function statement(db: Database, sql: string): Statement<unknown[]> {
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
