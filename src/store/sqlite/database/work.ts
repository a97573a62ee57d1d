/** Runs work on SQLite, statement by statement, without a turn of the event loop. */
import { named, own } from '../../../contract/own-names.js';
import { type Ask, camelCase, type Dialect, type Sql, type Work } from '../../sql/work.js';
import type { Database } from './engine.js';
import { statement } from './statements.js';

export function runOn<Result>(db: Database, work: Work<Result>): Result {
  let step = work.next();
  while (!step.done) {
    let found: unknown;
    try {
      found = answer(db, step.value);
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next(found);
  }
  return step.value;
}

const dialect: Dialect = { namesTenantOfUnits: false, tenantTables: [], userTables: [] };

function answer(db: Database, { mode, sql }: Ask): unknown {
  if (mode === 'dialect') return dialect;
  const prepared = statement(db, textOf(sql));
  const values = sql.values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  if (mode === 'run') return prepared.run(...values).changes;
  return mode === 'first' ? prepared.get(...values) : prepared.all(...values);
}

/**
 * Until the tables of this database are spelled as PostgreSQL's: four have names of their own, and columns are in camel case, in which rows
 * come back, too.
 */
const renamed: Readonly<Record<string, string>> = named({
  app_user: 'user',
  user_grant: '"grant"',
  console_session: 'session',
  transaction: '"transaction"',
});
const tables = new Set([
  ...['amount_order', 'duplicate_seed', 'import_configuration', 'location_terminal', 'match_decision', 'match_forbidden', 'match_item'],
  ...['match_open', 'match_progress', 'settlement_record', 'settlement_settings', 'transaction_amount', 'unit_location', 'unit_terminal'],
  ...['upload_value', 'user_role'],
]);
const spelled = new Map<string, string>();
const SPELLED_MAX = 1_000;

function textOf({ texts }: Sql): string {
  const given = texts.join('?');
  let text = spelled.get(given);
  if (text === undefined) {
    if (spelled.size >= SPELLED_MAX) spelled.clear();
    text = given.replace(
      /\b(?:transaction|[a-z]+(?:_[a-z]+)+)\b(?!\()/g,
      (name) => own(renamed, name) ?? (tables.has(name) ? name : camelCase(name)),
    );
    spelled.set(given, text);
  }
  return text;
}
