/** The earlier rows that a new row may be a duplicate of, as both databases know them; each finds them in its own way. */
import type { UploadKind } from '../../contract/states.js';
import { matchStateCodes } from '../codes.js';
import { transactionId } from '../ids.js';
import type { EarlierRow, OwnRows } from '../import-decisions.js';
import { all, direct, first, perDatabase, type Sql, sql, text, type Work } from '../sql/work.js';
import { uploadedColumns, uploadedFrom } from '../stored-row.js';
import type { Belonging, RowsToDecide } from '../stored-upload.js';

/** In the order of {@link foundColumns}; the fields of the row follow. */
type FoundPlace = [
  seq: number,
  firstSeq: number,
  firstTransactionId: Buffer | string,
  groupKey: number,
  uploadKey: number,
  batchKey: string | null,
  duplicateGroup: number,
  hash: number,
  occurrence: number,
  isFixed: number,
  comment: string | null,
];
const FIELDS_AT = 11;

/** Ticks of 100 ns, as the column `ticks` has them. */
export const TICKS_PER_MINUTE = 600_000_000;

/** Rows of one minute, or of one day without a time, beyond which they are compared by all their fields alone. */
export const NEAR_ROWS_MAX = 20_000;
/** The same limit for rows of one amount. */
export const NEAR_OF_AMOUNT_MAX = 1_000;

const { Match, Skip } = matchStateCodes;
/** 1 for a row that is matched, or that a person set aside. */
const isFixed = (tenant: Sql) => sql`CASE sale.match_state WHEN ${text(String(Match))} THEN 1 WHEN ${text(String(Skip))} THEN
   CASE WHEN EXISTS (SELECT 1 FROM match WHERE match.tenant_key = ${tenant} AND match.match_key = sale.match_key AND match.pinned) THEN 1 ELSE 0 END
   ELSE 0 END`;

/** Columns of an earlier row, in a table called `sale`, and of its upload; {@link earlierRowOf} reads them. */
export const foundColumns = (kind: UploadKind, tenant: Sql): Sql =>
  sql`sale.seq, upload.first_seq, upload.first_transaction_id, coalesce(upload.group_key, upload.upload_key), upload.upload_key, upload.batch_key,
   sale.duplicate_group, sale.duplicate_hash, sale.occurrence, ${isFixed(tenant)}, sale.comment,
   ${text(uploadedColumns[kind].map((column) => `sale.${column}`).join(', '))}`;

/** The row, as the rows `own` see it. Its {@link foundColumns} begin at `at`. */
export function earlierRowOf(found: readonly unknown[], at: number, own: Belonging): EarlierRow {
  const [seq, firstSeq, firstId, groupKey, uploadKey, batchKey, duplicateGroup, hash, occurrence, isFixed, comment] = found.slice(
    at,
    at + FIELDS_AT,
  ) as FoundPlace;
  const isSameBatch = own.batchKey !== null && batchKey === own.batchKey && uploadKey !== own.uploadKey;
  return {
    id: transactionId(firstId, seq - firstSeq),
    seq,
    row: uploadedFrom(own.kind, found, at + FIELDS_AT),
    place: { groupKey, uploadKey, batchKey },
    hash,
    occurrence,
    comment,
    isOwnGroup: groupKey === own.groupKey && !isSameBatch,
    stands: duplicateGroup === 0,
    isFixed: isFixed === 1,
  };
}

/** A new group, or upload, is no other's; its rows come last. */
const NEW_KEY = Number.MAX_SAFE_INTEGER;

export function ownRows({ groupKey, uploadKey, batchKey, seqOf, idOf }: RowsToDecide): OwnRows {
  return { place: { groupKey: groupKey ?? NEW_KEY, uploadKey: uploadKey ?? NEW_KEY, batchKey }, seqOf, idOf };
}

/** Rows that are uploaded by nobody. */
export const nobodys: RowsToDecide = {
  kind: 'Sales',
  uploadKey: null,
  groupKey: null,
  batchKey: null,
  seqOf: (index) => NEW_KEY + index,
  idOf: () => null,
};

/** See EarlierRows. */
export function* wasSentBefore(tenantKey: number, { uploadKey, groupKey, batchKey }: Belonging): Work<boolean> {
  if (groupKey === null || batchKey === null) return false;
  const former = yield* first(
    sql`SELECT 1 FROM upload WHERE tenant_key = ${tenantKey}
      AND (user_key, upload_group) = (SELECT user_key, upload_group FROM upload WHERE tenant_key = ${tenantKey} AND upload_key = ${groupKey})
      AND batch_key = ${batchKey} AND upload_key IS DISTINCT FROM ${uploadKey} LIMIT 1`,
  );
  return former !== undefined;
}

/** Numbers of rows; `end` is not included. */
export interface SeqRange {
  first: number;
  end: number;
}

/** The rows of the own file, which are different sales; those of the same batch sent before are not among them. */
export function* ownRanges(tenantKey: number, { uploadKey, groupKey, batchKey }: Belonging): Work<readonly SeqRange[]> {
  if (groupKey === null) return [];
  const found = yield* all<{ firstSeq: number; rows: number }>(
    sql`SELECT first_seq, rows FROM upload WHERE tenant_key = ${tenantKey}
      AND (upload_key = ${groupKey}
        OR (user_key, upload_group) = (SELECT user_key, upload_group FROM upload WHERE tenant_key = ${tenantKey} AND upload_key = ${groupKey}))
      AND (batch_key IS NULL OR batch_key IS DISTINCT FROM ${batchKey} OR upload_key = ${uploadKey}) ORDER BY first_seq`,
  );
  const ranges: SeqRange[] = [];
  for (const { firstSeq, rows } of found) {
    const last = ranges.at(-1);
    if (last?.end === firstSeq) last.end += rows;
    else ranges.push({ first: firstSeq, end: firstSeq + rows });
  }
  return ranges;
}

export function rangeOf(ranges: readonly SeqRange[], seq: number): SeqRange | undefined {
  return ranges.find(({ first, end }) => first <= seq && seq < end);
}

/** Never changes, but a process may have several databases. */
const seeds = new WeakMap<object, number>();

const secret = perDatabase(sql`SELECT seed FROM duplicate_seed`, sql`SELECT duplicate_seed AS seed FROM installation`);

/** What the hashes of a tenant's rows begin with, from the secret of the database, in 32 bits: rows of different tenants never have like hashes. */
export function* seedOf(tenantKey: number): Work<number> {
  const home = yield* direct((connection: { home: object }) => connection.home);
  let seed = seeds.get(home);
  if (seed === undefined) {
    seed = (yield* first<{ seed: number }>(secret))?.seed ?? 0;
    seeds.set(home, seed);
  }
  return (seed ^ Math.imul(tenantKey, 0x9e3779b1)) >>> 0;
}
