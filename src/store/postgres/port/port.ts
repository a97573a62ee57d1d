/** What PostgreSQL does in its own way. */
import type { Port } from '../../port.js';
import { rowTables } from '../../rows/row-tables.js';
import { first, run, sql, text, type Work } from '../../sql/work.js';
import { decisionsOf } from './earlier-rows.js';
import { copiedColumns, insertRows } from './insert-rows.js';

function* asAdmin(): Work<void> {
  yield* run(text('SET LOCAL ROLE sales_admin'));
}

export const postgresPort: Port = {
  tenantTables: ['tenant_counter'],
  userTables: ['dropped_file'],
  hasStatistics: true,
  asAdmin,
  *administer() {
    yield* asAdmin();
    // Waits for the end of a session that was lost, too.
    yield* first(sql`SELECT 1 FROM installation FOR UPDATE`);
  },
  insertRows,
  decisionsOf,
  *noteMatchState() {},
  *noteStates() {},
  moveRows(tenantKey, { kind, uploadKey, firstSeq, rows }, to) {
    const { table, withdrawn } = rowTables[kind];
    const [source, target] = to === 'withdrawn' ? [table, withdrawn] : [withdrawn, table];
    const moved = text(copiedColumns[kind].join(', '));
    return run(
      sql`WITH gone AS (
          DELETE FROM ${source} WHERE tenant_key = (SELECT ${tenantKey}::int) AND seq >= ${firstSeq} AND seq < ${firstSeq + rows}
            AND upload_key = ${uploadKey} RETURNING ${moved}
        )
        INSERT INTO ${target} (${moved}) SELECT ${moved} FROM gone WHERE tenant_key = ${tenantKey}`,
    );
  },
  *newMatchKeys(tenantKey, count) {
    const progress = yield* first<{ next: number }>(
      sql`UPDATE match_progress SET next_match_key = next_match_key + ${count} WHERE tenant_key = ${tenantKey} RETURNING next_match_key AS next`,
    );
    return (progress?.next ?? 0) - count;
  },
};
