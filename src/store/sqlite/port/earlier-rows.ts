/** Finds the earlier rows that a new row may be a duplicate of, by the index of duplicate keys. */
import type { UploadKind } from '../../../contract/states.js';
import type { Decide, EarlierRow, EarlierRows, Moment, RowDecision } from '../../import-decisions.js';
import {
  earlierRowOf,
  foundColumns,
  NEAR_OF_AMOUNT_MAX,
  NEAR_ROWS_MAX,
  ownRanges,
  ownRows,
  rangeOf,
  type SeqRange,
  seedOf,
  TICKS_PER_MINUTE,
  wasSentBefore,
} from '../../rows/earlier-rows.js';
import { rowTables } from '../../rows/row-tables.js';
import { direct, sql, type Work } from '../../sql/work.js';
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

/** The first value that they take is the tenant's key. */
const columnsOf = (kind: UploadKind) => foundColumns(kind, sql`${null}`).texts.join('?');

/** The earlier rows, as the rows `own` see them. */
export function earlierRows(connection: LoopConnection, tenantKey: number, own: RowsToDecide): EarlierRows {
  const { prepare, runNow } = connection;
  const { name, duplicates } = rowTables[own.kind];
  const has = prepare(`SELECT 1 FROM ${name} INDEXED BY ${duplicates} WHERE tenant_key = ? AND duplicate_hash = ? LIMIT 1`).pluck();
  // Rows come as arrays, because this runs for every row of a file that is sent again.
  const find = prepare(
    `SELECT ${columnsOf(own.kind)} FROM ${name} AS sale INDEXED BY ${duplicates}
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
      (find.all(tenantKey, tenantKey, tenantKey, hash, occurrence, group) as unknown[][]).map((row) => earlierRowOf(row, 0, own)),
    near: nearRows(connection, tenantKey, own),
    own: ownRows(own),
  };
}

/** The rows of a minute are read once, from an index alone, whatever their amounts: many may be told at midnight. */
function nearRows({ prepare, runNow }: LoopConnection, tenantKey: number, own: RowsToDecide): EarlierRows['near'] {
  const { name, byInstant, byDay } = rowTables[own.kind];
  const at = (index: string, condition: string) =>
    prepare(
      `SELECT seq, amount FROM ${name} INDEXED BY ${index} WHERE tenant_key = ? AND ${condition} AND seq >= ? ORDER BY seq LIMIT ?`,
    ).raw();
  const inMinutes = at(byInstant, 'ticks >= ? AND ticks < ?');
  const onDay = byDay === null ? null : at(byDay, 'day = ? AND ticks IS NULL');
  const placesAt = ({ minute, minutes, day }: Moment, from: number, most: number) =>
    (minute === null
      ? (onDay?.all(tenantKey, day, from, most) ?? [])
      : inMinutes.all(tenantKey, minute * TICKS_PER_MINUTE, (minute + minutes) * TICKS_PER_MINUTE, from, most)) as SeqOfAmount[];
  const bySeq = prepare(
    `SELECT ${columnsOf(own.kind)} FROM ${name} AS sale NOT INDEXED
     JOIN upload ON upload.tenant_key = ? AND upload.upload_key = sale.upload_key
     WHERE sale.tenant_key = ? AND sale.seq = ? AND duplicate_hash IS NOT NULL`,
  ).raw();
  let ranges: readonly SeqRange[] | undefined;
  const ownRangeOf = (seq: number) => {
    ranges ??= runNow(ownRanges(tenantKey, own));
    return rangeOf(ranges, seq);
  };
  /** Skips from one range of the own file to the next, so that a file with many rows in one minute does not read them with each batch. */
  const isOwnAlone = (moment: Moment, [place]: readonly SeqOfAmount[]): boolean => {
    if (place === undefined) return true;
    const range = ownRangeOf(place[0]);
    return range !== undefined && isOwnAlone(moment, placesAt(moment, range.end, 1));
  };
  /** By minute or day, then by amount: the numbers of the rows, or the rows once they were asked for. Null where `near` gives none. */
  const known = new Map<number | string, Map<number | null, RowsOfAmount> | null>();
  const foundAt = (moment: Moment) => {
    const place = moment.minutes === 1 ? (moment.minute ?? `day ${moment.day}`) : `${moment.minutes} from ${moment.minute}`;
    const before = known.get(place);
    if (before !== undefined) return before;
    let rows = placesAt(moment, 0, FEW_ROWS);
    const hasOthers = rows.length < FEW_ROWS || !isOwnAlone(moment, rows);
    if (hasOthers && rows.length === FEW_ROWS) rows = placesAt(moment, 0, NEAR_ROWS_MAX + 1);
    const found = hasOthers && rows.length <= NEAR_ROWS_MAX ? new Map<number | null, RowsOfAmount>() : null;
    if (found) {
      for (const [seq, amount] of rows) {
        const ofAmount = found.get(amount);
        if (ofAmount) ofAmount.seqs.push(seq);
        else found.set(amount, { seqs: [seq], rows: null });
      }
    }
    known.set(place, found);
    return found;
  };
  const read = (seqs: readonly number[]): EarlierRow[] => {
    const rows: EarlierRow[] = [];
    for (const seq of seqs)
      for (const row of bySeq.all(tenantKey, tenantKey, tenantKey, seq) as unknown[][]) rows.push(earlierRowOf(row, 0, own));
    return rows;
  };
  return (moment) => {
    const found = foundAt(moment);
    if (found === null) return null;
    const nearby = moment.amount === null ? ofAnyAmount(found) : found.get(moment.amount);
    if (nearby === undefined) return nothing;
    if (nearby.seqs.length > NEAR_OF_AMOUNT_MAX || nearby.seqs.every(ownRangeOf)) return null;
    nearby.rows ??= read(nearby.seqs);
    return nearby.rows;
  };
}

type SeqOfAmount = [seq: number, amount: number | null];

/** Rows of a minute, from which on it is asked first whether all are of the own file. */
const FEW_ROWS = 8;

interface RowsOfAmount {
  seqs: number[];
  rows: EarlierRow[] | null;
}

const ofAnyAmount = (found: ReadonlyMap<number | null, RowsOfAmount>): RowsOfAmount => ({
  seqs: [...found.values()].flatMap(({ seqs }) => seqs),
  rows: null,
});

const nothing: readonly EarlierRow[] = [];
