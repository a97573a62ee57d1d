/** Finds the earlier rows that a new row may be a duplicate of, by the index of duplicate keys. */
import type { Decide, EarlierRows, RowDecision } from '../../decisions.js';
import { earlierRowOf, foundColumns, seedOf, wasSentBefore } from '../../rows/earlier-rows.js';
import { rowTables } from '../../rows/row-tables.js';
import { direct, type Work } from '../../sql/work.js';
import type { Belonging } from '../../stored-upload.js';
import type { LoopConnection } from './connection.js';

/**
 * The decisions about rows of the upload `own`. Rows are looked up one by one: there is no way to save, and of a group of a hundred thousand
 * equal rows only a few are needed.
 */
export function* decisionsOf(tenantKey: number, own: Belonging, decide: Decide): Work<readonly RowDecision[]> {
  const seed = yield* seedOf(tenantKey);
  return yield* direct((connection: LoopConnection) => decide.decisions(decide.hashes(seed), earlierRows(connection, tenantKey, own)));
}

/** The earlier rows, as the upload `own` sees them. */
export function earlierRows({ prepare, runNow }: LoopConnection, tenantKey: number, own: Belonging): EarlierRows {
  const table = rowTables[own.kind];
  const { name, duplicates } = table;
  const has = prepare(`SELECT 1 FROM ${name} INDEXED BY ${duplicates} WHERE tenant_key = ? AND duplicate_hash = ? LIMIT 1`).pluck();
  // Rows come as arrays, because this runs for every row of a file that is sent again.
  const find = prepare(
    `SELECT ${foundColumns(table)} FROM ${name} AS sale INDEXED BY ${duplicates}
     JOIN upload ON upload.tenant_key = ? AND upload.upload_key = sale.upload_key
     WHERE sale.tenant_key = ? AND duplicate_hash = ? AND occurrence = ? AND duplicate_group IN (0, ?)`,
  ).raw();
  const group = own.groupKey ?? 0;
  let before: boolean | undefined;
  return {
    // Kept, because it is asked for many rows of a file that is sent again, and reads all uploads of the group.
    wasSentBefore: () => (before ??= runNow(wasSentBefore(tenantKey, own))),
    has: (hash) => has.get(tenantKey, hash) !== undefined,
    find: (hash, occurrence) =>
      (find.all(tenantKey, tenantKey, hash, occurrence, group) as unknown[][]).map((row) => earlierRowOf(row, 0, own)),
  };
}
