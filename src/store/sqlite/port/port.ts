/** What SQLite does in its own way. */
import { transactionColumns } from '../../lists/transaction-columns.js';
import type { Port } from '../../port.js';
import { rowTables } from '../../rows/row-tables.js';
import { first, nothing, run, sql, text } from '../../sql/work.js';
import { decisionsOf } from './earlier-rows.js';
import { insertRows } from './insert-rows.js';
import { noteDecisions, noteMatchState } from './noted-values.js';

/** In the place of a location's terminal. */
export const NO_TERMINAL = 0;

export const sqlitePort: Port = {
  namesTenantOfUnits: false,
  tenantTables: [],
  userTables: [],
  anyTenant: (key) => sql`${key}`,
  among: (keys) => sql`IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
  notIndexed: text('NOT INDEXED'),
  indexedBy: (index) => text(`INDEXED BY ${index}`),
  counters: text('tenant'),
  dayOfDate: (date) => sql`CAST(julianday(${date}) - 2440587.5 AS INTEGER)`,
  oneByOne: nothing,
  join: text('CROSS JOIN'),
  withoutTerminal: text(`terminal_id = ${NO_TERMINAL}`),
  notedTerminal: (terminal) => ({ columns: text('terminal_id'), values: sql`coalesce(${terminal}, ${text(String(NO_TERMINAL))})` }),
  hasLateral: false,
  hasStatistics: false,
  transactionColumns: transactionColumns({ json: (column) => `json_quote(${column})`, hexOfId: (column) => `lower(hex(${column}))` }),
  auditHead: text('SELECT audit_key AS key, hash FROM audit ORDER BY audit_key DESC LIMIT 1'),
  withAuditHead: (insertion) => insertion,
  // Uploads are numbered in sequence, and none is ever removed.
  ownFigures: text(`(SELECT coalesce(max(upload_key), 0) FROM upload) AS uploads,
    (SELECT count(*) FROM upload WHERE status = 'Processing') AS unfinished_uploads,
    (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS database_bytes`),
  *asAdmin() {},
  *administer() {},
  foundForEach: (_, query) => query,
  endOfLease: nothing,
  duplicateSeed: 'seed FROM duplicate_seed',
  insertRows,
  decisionsOf,
  noteMatchState,
  *noteStates(kind, tenantKey, uploadKey, decisions) {
    if (kind === 'Sales') yield* noteDecisions(tenantKey, uploadKey, decisions);
  },
  // Withdrawn rows stand under the negative of the tenant's key, where no statement about a tenant finds them.
  withdrawn: (kind, tenantKey) => ({ table: rowTables[kind].table, key: -tenantKey }),
  moveRows(tenantKey, { kind, uploadKey, firstSeq, rows }, to) {
    const [from, moved] = to === 'withdrawn' ? [tenantKey, -tenantKey] : [-tenantKey, tenantKey];
    return run(
      sql`UPDATE ${rowTables[kind].table} SET tenant_key = ${moved}
        WHERE tenant_key = ${from} AND seq >= ${firstSeq} AND seq < ${firstSeq + rows} AND upload_key = ${uploadKey}`,
    );
  },
  historyKey: () => text('NULL'),
  *newMatchKeys() {
    return (yield* first<{ key: number }>(sql`SELECT coalesce(max(match_key), 0) + 1 AS key FROM match`))?.key ?? 1;
  },
  // SQLite has no import queue: an upload's status says whether it waits for import.
  *leaveQueue() {},
};
