/**
 * From schema 8, in which columns were in camel case and some tables had other names, to schema 9, which names them as PostgreSQL does. Renaming
 * writes no row anew.
 */
import { sqliteStep } from '../../schema/step.js';
import { snakeCase } from '../../sql/work.js';
import type { Database } from './engine.js';

const tables = new Map([
  ['user', 'app_user'],
  ['grant', 'user_grant'],
  ['session', 'console_session'],
]);
const columns = new Map([
  ['transactionTicks', 'ticks'],
  ['transactionState', 'state'],
  ['transactionMatchState', 'match_state'],
  ['row', 'number'],
]);

const columnNow = (name: string) => columns.get(name) ?? snakeCase(name);
const tableNow = (name: string) => tables.get(name) ?? name;

/** The tables of schema 8 and their columns, by the names that they had. */
function tablesOf(db: Database): [table: string, columns: string[]][] {
  const names = db
    .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  return names.map((table) => [table, db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]]);
}

/** Upgrades the database, inside the caller's transaction. */
export function fromSchema8(db: Database): void {
  for (const [table, names] of tablesOf(db)) {
    for (const name of names) if (columnNow(name) !== name) db.exec(`ALTER TABLE "${table}" RENAME COLUMN "${name}" TO ${columnNow(name)}`);
    if (tableNow(table) !== table) db.exec(`ALTER TABLE "${table}" RENAME TO ${tableNow(table)}`);
  }
  db.exec(sqliteStep);
}

/**
 * Lets statements about schema 9 read a database of schema 8, which is not changed: views of this connection alone stand for its tables. Does
 * nothing with any other schema.
 */
export function viewSchema8(db: Database): void {
  if (db.pragma('user_version', { simple: true }) !== 8) return;
  for (const [table, names] of tablesOf(db)) {
    const selected = names.map((name) => `"${name}" AS ${columnNow(name)}`).join(', ');
    db.exec(`CREATE TEMP VIEW "${tableNow(table)}" AS SELECT ${selected} FROM main."${table}"`);
  }
}
