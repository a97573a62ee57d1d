/** Runs work on PostgreSQL: each statement is awaited, its values are numbered, and the columns of rows come back in camel case. */
import { SalesError } from '../../../contract/problem.js';
import { type Ask, type Dialect, inCamelCase, type Sql, type Work } from '../../sql/work.js';
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

const dialect: Dialect = { namesTenantOfUnits: true, tenantTables: ['tenant_counter'], userTables: ['dropped_file'] };

async function answer(session: Session, { mode, sql }: Ask): Promise<unknown> {
  if (mode === 'dialect') return dialect;
  const text = textOf(sql);
  if (sql.values.some((value) => typeof value === 'string' && value.includes('\0'))) return withoutRows(mode, text);
  if (mode === 'run') return session.run(text, ...sql.values);
  const rows = (await session.all<Record<string, unknown>>(text, ...sql.values)).map(inCamelCase);
  return mode === 'first' ? rows[0] : rows;
}

/** No text here can hold U+0000: no row is found or deleted by it. */
function withoutRows(mode: Ask['mode'], text: string): unknown {
  if (/^\s*(?:INSERT|UPDATE)/.test(text)) throw new SalesError('usage', 'No text here can hold the character U+0000.');
  if (mode === 'all') return [];
  return mode === 'run' ? 0 : undefined;
}

function textOf({ texts }: Sql): string {
  return texts.reduce((before, text, index) => `${before}$${index}${text}`);
}
