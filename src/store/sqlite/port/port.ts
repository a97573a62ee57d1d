/** What SQLite does in its own way. */
import type { Port } from '../../port.js';
import { rowTables } from '../../rows/row-tables.js';
import { first, run, sql } from '../../sql/work.js';
import { decisionsOf } from './earlier-rows.js';
import { insertRows } from './insert-rows.js';
import { noteDecisions, noteMatchState } from './noted-values.js';

export const sqlitePort: Port = {
  tenantTables: [],
  userTables: [],
  hasStatistics: false,
  *asAdmin() {},
  *administer() {},
  insertRows,
  decisionsOf,
  noteMatchState,
  *noteStates(kind, tenantKey, uploadKey, decisions) {
    if (kind === 'Sales') yield* noteDecisions(tenantKey, uploadKey, decisions);
  },
  moveRows(tenantKey, { kind, uploadKey, firstSeq, rows }, to) {
    const [from, moved] = to === 'withdrawn' ? [tenantKey, -tenantKey] : [-tenantKey, tenantKey];
    return run(
      sql`UPDATE ${rowTables[kind].table} SET tenant_key = ${moved}
        WHERE tenant_key = ${from} AND seq >= ${firstSeq} AND seq < ${firstSeq + rows} AND upload_key = ${uploadKey}`,
    );
  },
  *newMatchKeys() {
    return (yield* first<{ key: number }>(sql`SELECT coalesce(max(match_key), 0) + 1 AS key FROM match`))?.key ?? 1;
  },
};
