/** Runs work on SQLite, statement by statement, without a turn of the event loop. */
import { transactionColumns } from '../../lists/transaction-columns.js';
import { type Ask, type Dialect, nothing, sql, text, type Work } from '../../sql/work.js';
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

export const sqliteDialect: Dialect = {
  namesTenantOfUnits: false,
  tenantTables: [],
  userTables: [],
  counters: text('tenant'),
  anyTenant: (tenantKey) => sql`${tenantKey}`,
  among: (keys) => sql`IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
  join: text('CROSS JOIN'),
  indexedBy: (index) => text(`INDEXED BY ${index}`),
  notIndexed: text('NOT INDEXED'),
  oneByOne: nothing,
  withoutTerminal: text('terminal_id = 0'),
  hasLateral: false,
  hasStatistics: false,
  transactionColumns: transactionColumns({ json: (column) => `json_quote(${column})`, hexOfId: (column) => `lower(hex(${column}))` }),
  auditHead: text('SELECT audit_key AS key, hash FROM audit ORDER BY audit_key DESC LIMIT 1'),
  withAuditHead: (insertion) => insertion,
  // Uploads are numbered in sequence, and none is ever removed.
  ownFigures: text(`(SELECT coalesce(max(upload_key), 0) FROM upload) AS uploads,
    (SELECT count(*) FROM upload WHERE status = 'Processing') AS unfinished_uploads,
    (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS database_bytes`),
};

function answer(db: Database, { mode, sql: { texts, values: given } }: Ask): unknown {
  if (mode === 'dialect') return sqliteDialect;
  const prepared = statement(db, texts.join('?'));
  const values = given.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  if (mode === 'run') return prepared.run(...values).changes;
  if (mode === 'arrays') return prepared.raw(true).all(...values);
  // The same statement may have been asked for arrays.
  if (prepared.reader) prepared.raw(false);
  return mode === 'first' ? prepared.get(...values) : prepared.all(...values);
}
