/** Runs work on PostgreSQL: each statement is awaited, its values are numbered, and the columns of rows come back in camel case. */
import { SalesError } from '../../../contract/problem.js';
import { transactionColumns } from '../../lists/transaction-columns.js';
import { type Ask, type Dialect, inCamelCase, nothing, type Sql, sql, text, type Work } from '../../sql/work.js';
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

export const postgresDialect: Dialect = {
  namesTenantOfUnits: true,
  tenantTables: ['tenant_counter'],
  userTables: ['dropped_file'],
  counters: text('tenant_counter'),
  anyTenant: (tenantKey) => sql`(SELECT ${tenantKey}::int)`,
  among: (keys) => sql`= ANY(${keys})`,
  join: text('JOIN'),
  indexedBy: () => nothing,
  notIndexed: nothing,
  oneByOne: text('OFFSET 0'),
  withoutTerminal: text('no_terminal'),
  hasLateral: true,
  hasStatistics: true,
  transactionColumns: transactionColumns({ json: (column) => `coalesce(to_json(${column})::text, 'null')`, hexOfId: (column) => column }),
  auditHead: text('SELECT audit_key AS key, hash FROM audit_head FOR UPDATE'),
  withAuditHead: (insertion, { key, hash }) =>
    sql`WITH appended AS (${insertion}) UPDATE audit_head SET audit_key = ${key}, hash = ${hash}`,
  // A server says every few seconds that it runs; see nodes.ts.
  ownFigures: text(`CAST(coalesce(sum(uploads), 0) AS bigint) AS uploads, (SELECT count(*) FROM import_queue) AS unfinished_uploads,
    pg_database_size(current_database()) AS database_bytes,
    (SELECT count(*) FROM node WHERE seen_at > now() - interval '30 seconds') AS servers`),
};

async function answer(session: Session, { mode, sql: asked }: Ask): Promise<unknown> {
  if (mode === 'dialect') return postgresDialect;
  const numbered = textOf(asked);
  if (asked.values.some((value) => typeof value === 'string' && value.includes('\0'))) return withoutRows(mode, numbered);
  // Ids of 16 bytes are of the type uuid here.
  const values = asked.values.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value));
  if (mode === 'run') return session.run(numbered, ...values);
  if (mode === 'arrays') return session.arrays(numbered, ...values);
  const rows = (await session.all<Record<string, unknown>>(numbered, ...values)).map(inCamelCase);
  return mode === 'first' ? rows[0] : rows;
}

/** No text here can hold U+0000: no row is found or deleted by it. */
function withoutRows(mode: Ask['mode'], statement: string): unknown {
  if (/^\s*(?:INSERT|UPDATE)/.test(statement)) throw new SalesError('usage', 'No text here can hold the character U+0000.');
  if (mode === 'all' || mode === 'arrays') return [];
  return mode === 'run' ? 0 : undefined;
}

function textOf({ texts }: Sql): string {
  return texts.reduce((before, after, index) => `${before}$${index}${after}`);
}
