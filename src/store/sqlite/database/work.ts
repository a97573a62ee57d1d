/** Runs work on SQLite, statement by statement, without a turn of the event loop. */
import type { Ask, Dialect, Work } from '../../sql/work.js';
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
  const prepared = statement(db, sql.texts.join('?'));
  const values = sql.values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  if (mode === 'run') return prepared.run(...values).changes;
  return mode === 'first' ? prepared.get(...values) : prepared.all(...values);
}
