/** What PostgreSQL does in its own way. */
import { transactionColumns } from '../../lists/transaction-columns.js';
import type { Port } from '../../port.js';
import { rowTables } from '../../rows/row-tables.js';
import { direct, first, nothing, run, sql, text, type Work } from '../../sql/work.js';
import { decisionsOf } from './earlier-rows.js';
import { insertRows } from './insert-rows.js';
import { rowCopies } from './row-copies.js';

function asAdmin(): Work<void> {
  return direct((session: { plain(sql: string): Promise<void> }) => session.plain('SET LOCAL ROLE sales_admin'));
}

export const postgresPort: Port = {
  namesTenantOfUnits: true,
  tenantTables: ['tenant_counter'],
  userTables: ['dropped_file'],
  anyTenant: (key) => sql`(SELECT ${key}::int)`,
  among: (keys) => sql`= ANY(${keys})`,
  notIndexed: nothing,
  indexedBy: () => nothing,
  counters: text('tenant_counter'),
  dayOfDate: (date) => sql`(${date})::date - DATE '1970-01-01'`,
  oneByOne: text('OFFSET 0'),
  join: text('JOIN'),
  withoutTerminal: text('no_terminal'),
  notedTerminal: (terminal) => ({ columns: text('terminal_id, no_terminal'), values: sql`coalesce(${terminal}, ''), ${terminal} IS NULL` }),
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
  asAdmin,
  *administer() {
    yield* asAdmin();
    // Waits for the end of a session that was lost, too.
    yield* first(sql`SELECT 1 FROM installation FOR UPDATE`);
  },
  foundForEach: (from, query) => sql`SELECT found.* ${from} CROSS JOIN LATERAL (${query} OFFSET 0) AS found`,
  endOfLease: text('leased_by = NULL, leased_until = NULL,'),
  duplicateSeed: 'duplicate_seed AS seed FROM installation',
  insertRows,
  decisionsOf,
  *noteMatchState() {},
  *noteStates() {},
  withdrawn: (kind, tenantKey) => ({ table: text(rowCopies[kind].withdrawn), key: tenantKey }),
  moveRows(tenantKey, { kind, uploadKey, firstSeq, rows }, to) {
    const { withdrawn, columns } = rowCopies[kind];
    const { table } = rowTables[kind];
    const [source, target] = to === 'withdrawn' ? [table, text(withdrawn)] : [text(withdrawn), table];
    const moved = text(columns.join(', '));
    return run(
      sql`WITH gone AS (
          DELETE FROM ${source} WHERE tenant_key = (SELECT ${tenantKey}::int) AND seq >= ${firstSeq} AND seq < ${firstSeq + rows}
            AND upload_key = ${uploadKey} RETURNING ${moved}
        )
        INSERT INTO ${target} (${moved}) SELECT ${moved} FROM gone WHERE tenant_key = ${tenantKey}`,
    );
  },
  historyKey: (tenantKey) =>
    sql`(SELECT coalesce(max(history_key), 0) FROM history WHERE tenant_key = ${tenantKey} AND upload_key = given.upload_key)
      + row_number() OVER (PARTITION BY given.upload_key ORDER BY given.place)`,
  *newMatchKeys(tenantKey, count) {
    const progress = yield* first<{ next: number }>(
      sql`UPDATE match_progress SET next_match_key = next_match_key + ${count} WHERE tenant_key = ${tenantKey} RETURNING next_match_key AS next`,
    );
    return (progress?.next ?? 0) - count;
  },
  *leaveQueue(tenantKey, uploadKey) {
    yield* run(sql`DELETE FROM import_queue WHERE tenant_key = ${tenantKey} AND upload_key = ${uploadKey}`);
  },
};
