/** Runs work on PostgreSQL: each statement is awaited, its values are numbered, and the columns of rows come back in camel case. */
import { SalesError } from '../../../contract/problem.js';
import { type Ask, type AskForEach, inCamelCase, joined, text as plain, type Sql, sql, type Work, writtenFor } from '../../sql/work.js';
import { postgresPort } from '../port/port.js';
import type { Session } from './session.js';

export async function runOn<Result>(session: Session, work: Work<Result>): Promise<Result> {
  let step = work.next();
  while (!step.done) {
    let found: unknown;
    try {
      found = await answer(session, step.value);
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next(found);
  }
  return step.value;
}

async function answer(session: Session, ask: Ask): Promise<unknown> {
  if (ask.mode === 'port') return postgresPort;
  if (ask.mode === 'direct') return ask.use(session as never);
  if ('rows' in ask) return forAll(session, ask);
  const { mode, sql } = ask;
  const { text, values } = numbered(sql);
  if (values.some((value) => typeof value === 'string' && value.includes('\0'))) return withoutRows(mode, text);
  if (mode === 'run') return session.run(text, ...values);
  if (mode === 'arrays') return session.arrays(text, ...values);
  if (mode === 'column') return (await session.arrays<[unknown]>(text, ...values)).map(([value]) => value);
  const rows = (await session.all<Record<string, unknown>>(text, ...values)).map(inCamelCase);
  return mode === 'first' ? rows[0] : rows;
}

/** A list of values for each column, as which the rows are sent. */
function forAll(session: Session, { mode, columns, rows, statement }: AskForEach): Promise<unknown> {
  const types = Object.entries(columns);
  const lists = types.map(([, type], at) => sql`${rows.map((row) => asSent(row[at]))}::${plain(type)}[]`);
  const from = sql`FROM unnest(${joined(lists, ', ')}) AS given (${plain(Object.keys(columns).join(', '))})`;
  const key = plain(`given.${types[0]?.[0]}`);
  const { text, values } = numbered(
    statement({
      value: Object.fromEntries(types.map(([name]) => [name, plain(`given.${name}`)])),
      from,
      // Said twice, so that no plan reads other rows of the tenant, also without statistics about it.
      isKey: (column) => sql`${column} = ${key} AND ${column} = ANY(${lists[0]})`,
    }),
  );
  return mode === 'runEach' ? session.run(text, ...values) : session.arrays(text, ...values);
}

/** No text here can hold U+0000: no row is found or deleted by it. */
function withoutRows(mode: 'all' | 'arrays' | 'column' | 'first' | 'run', text: string): unknown {
  if (/^\s*(?:INSERT|UPDATE)/.test(text)) throw new SalesError('usage', 'No text here can hold the character U+0000.');
  if (mode === 'run') return 0;
  return mode === 'first' ? undefined : [];
}

/** The text with the numbers of its values. A list that stands in it twice is sent once. */
function numbered(statement: Sql): { text: string; values: unknown[] } {
  const { texts, values } = writtenFor('postgres', statement);
  const sent: unknown[] = [];
  const numberOf = (value: unknown) => {
    const known = Array.isArray(value) ? sent.indexOf(value) : -1;
    return known >= 0 ? known + 1 : sent.push(asSent(value));
  };
  return { text: texts.reduce((before, text, index) => `${before}$${numberOf(values[index - 1])}${text}`), values: sent };
}

/** Ids are bytes in SQLite, and uuid here. */
function asSent(value: unknown): unknown {
  return Buffer.isBuffer(value) ? value.toString('hex') : value;
}
