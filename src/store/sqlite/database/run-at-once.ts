/** Runs work on SQLite, statement by statement, without a turn of the event loop. */
import { type Ask, type AskForEach, inCamelCase, nothing, type Sql, sql, type Work, writtenFor } from '../../sql/work.js';
import type { LoopConnection, Prepared } from '../port/connection.js';
import { sqlitePort } from '../port/port.js';
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

function answer(db: Database, ask: Ask): unknown {
  if (ask.mode === 'port') return sqlitePort;
  if (ask.mode === 'direct') return ask.use(connectionOf(db) as never);
  if ('rows' in ask) return forEach(db, ask);
  const { mode } = ask;
  const asked = writtenFor('sqlite', ask.sql);
  const prepared = statement(db, textOf(asked));
  const values = asked.values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  if (mode === 'run') return prepared.run(...values).changes;
  if (mode === 'arrays') return prepared.raw(true).all(...values);
  if (mode === 'column') return prepared.pluck(true).all(...values);
  // The same statement may have been asked for arrays, or for its column.
  if (prepared.reader) prepared.raw(false).pluck(false);
  const rows = (mode === 'first' ? [prepared.get(...values)] : prepared.all(...values)) as (Record<string, unknown> | undefined)[];
  const named = rows.map((row) => row && inCamelCase(row));
  return mode === 'first' ? named[0] : named;
}

function connectionOf(db: Database): LoopConnection {
  return { home: db, prepare: (text) => statement(db, text) as Prepared, runNow: (work) => runOn(db, work) };
}

/** The place in a row of a value that a statement binds. */
class RowValue {
  constructor(readonly at: number) {}
}

function forEach(db: Database, { mode, columns, rows, statement: of }: AskForEach): unknown {
  const value = Object.fromEntries(Object.keys(columns).map((name, at) => [name, sql`${new RowValue(at)}`]));
  const asked = of({ value, from: nothing, isKey: (column) => sql`${column} = ${new RowValue(0)}` });
  const made = writtenFor('sqlite', asked);
  const prepared = statement(db, textOf(made));
  const bound = made.values.map((one) => (one instanceof RowValue ? null : one));
  const places = made.values.flatMap((one, at) => (one instanceof RowValue ? [[at, one.at] as const] : []));
  const bind = (row: readonly unknown[]) => {
    for (const [at, from] of places) bound[at] = row[from];
    return bound;
  };
  if (mode === 'arraysEach') {
    prepared.raw(true);
    return rows.flatMap((row) => prepared.all(...bind(row)));
  }
  let changes = 0;
  for (const row of rows) changes += prepared.run(...bind(row)).changes;
  return changes;
}

function textOf({ texts }: Sql): string {
  return texts.join('?');
}
