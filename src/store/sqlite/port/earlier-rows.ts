/** Finds the earlier rows that a new row may be a duplicate of, by the index of duplicate keys. */
import type { Decide, EarlierRow, EarlierRows, Moment, RowDecision } from '../../decisions.js';
import { earlierRowOf, foundColumns, NEAR_OF_AMOUNT_MAX, NEAR_ROWS_MAX, ownRows, seedOf, wasSentBefore } from '../../rows/earlier-rows.js';
import { rowTables } from '../../rows/row-tables.js';
import { direct, type Work } from '../../sql/work.js';
import type { RowsToDecide } from '../../stored-upload.js';
import type { LoopConnection } from './connection.js';

/**
 * The decisions about the rows `own`. Rows are looked up one by one: there is no way to save, and of a group of a hundred thousand equal rows
 * only a few are needed.
 */
export function* decisionsOf(tenantKey: number, own: RowsToDecide, decide: Decide): Work<readonly RowDecision[]> {
  const seed = yield* seedOf(tenantKey);
  return yield* direct((connection: LoopConnection) => decide.decisions(decide.hashes(seed), earlierRows(connection, tenantKey, own)));
}

/** The earlier rows, as the rows `own` see them. */
export function earlierRows(connection: LoopConnection, tenantKey: number, own: RowsToDecide): EarlierRows {
  const { prepare, runNow } = connection;
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
    near: nearRows(connection, tenantKey, own),
    own: ownRows(own),
  };
}

/** The rows at an instant are read once, from an index alone, whatever their amounts: many may be told at midnight. */
function nearRows({ prepare }: LoopConnection, tenantKey: number, own: RowsToDecide): EarlierRows['near'] {
  const table = rowTables[own.kind];
  const { name, byInstant, byDay } = table;
  const most = `LIMIT ${NEAR_ROWS_MAX + 1}`;
  const atInstant = prepare(`SELECT seq, amount FROM ${name} INDEXED BY ${byInstant} WHERE tenant_key = ? AND ticks = ? ${most}`).raw();
  const onDay =
    byDay === null
      ? null
      : prepare(`SELECT seq, amount FROM ${name} INDEXED BY ${byDay} WHERE tenant_key = ? AND day = ? AND ticks IS NULL ${most}`).raw();
  const bySeq = prepare(
    `SELECT ${foundColumns(table)} FROM ${name} AS sale NOT INDEXED
     JOIN upload ON upload.tenant_key = ? AND upload.upload_key = sale.upload_key
     WHERE sale.tenant_key = ? AND sale.seq = ? AND duplicate_hash IS NOT NULL`,
  ).raw();
  const known = new Map<string, [seq: number, amount: number | null][]>();
  const foundAt = ({ ticks, day }: Moment) => {
    const place = ticks === null ? `${day}` : `at ${ticks}`;
    const found =
      known.get(place) ?? ((ticks === null ? onDay?.all(tenantKey, day) : atInstant.all(tenantKey, ticks)) as [number, number][]) ?? [];
    known.set(place, found);
    return found;
  };
  return (moment) => {
    const found = foundAt(moment);
    if (found.length === 0) return [];
    if (found.length > NEAR_ROWS_MAX) return null;
    const seqs = found.filter(([, amount]) => amount === moment.amount);
    if (seqs.length > NEAR_OF_AMOUNT_MAX) return null;
    return seqs.flatMap(([seq]) => bySeq.all(tenantKey, tenantKey, seq) as unknown[][]).map((row): EarlierRow => earlierRowOf(row, 0, own));
  };
}
