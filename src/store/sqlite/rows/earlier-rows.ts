/** Finds the earlier rows that a new row may be a duplicate of, by the index of duplicate keys. */

import type { Decide, EarlierRow, EarlierRows, RowDecision } from '../../decisions.js';
import { transactionId } from '../../ids.js';
import type { Belonging } from '../../stored-upload.js';
import { tenantSeed } from '../../tenant-seed.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { type RowTable, rowTables } from './row-tables.js';

/** In the order of {@link selectFound}; the fields of the row follow from {@link FIELDS_AT} on. */
type FoundRow = [
  seq: number,
  firstSeq: number,
  firstTransactionId: Buffer,
  groupKey: number,
  uploadKey: number,
  batchKey: string | null,
  duplicateGroup: number,
  ...unknown[],
];

const FIELDS_AT = 7;

const selectFound = ({ name, duplicates, uploaded }: RowTable) =>
  `SELECT sale.seq, first_seq, first_transaction_id, ifnull(group_key, upload.upload_key), upload.upload_key, batch_key, duplicate_group,
  ${uploaded}
  FROM ${name} AS sale INDEXED BY ${duplicates}
  JOIN upload ON upload.tenant_key = ? AND upload.upload_key = sale.upload_key
  WHERE sale.tenant_key = ? AND duplicate_hash = ? AND occurrence = ? AND`;

/**
 * The decisions about rows of the upload `own`. Rows are looked up one by one: there is no way to save, and of a group of a hundred thousand
 * equal rows only a few are needed.
 */
export function decisionsOf(db: Database, tenantKey: number, own: Belonging, decide: Decide): readonly RowDecision[] {
  return decide.decisions(decide.hashes(seedOf(db, tenantKey)), earlierRows(db, tenantKey, own));
}

/** The earlier rows, as the upload `own` sees them. */
export function earlierRows(db: Database, tenantKey: number, own: Belonging): EarlierRows {
  const table = rowTables[own.kind];
  const has = statement(
    db,
    `SELECT 1 FROM ${table.name} INDEXED BY ${table.duplicates} WHERE tenant_key = ? AND duplicate_hash = ? LIMIT 1`,
  ).pluck();
  // Rows come as arrays, because this runs for every row of a file that is sent again.
  const find = statement(db, `${selectFound(table)} duplicate_group IN (0, ?)`).raw();
  const group = own.groupKey ?? 0;
  let before: boolean | undefined;
  return {
    // Kept, because it is asked for many rows of a file that is sent again, and reads all uploads of the group.
    wasSentBefore: () => (before ??= wasSentBefore(db, tenantKey, own)),
    has: (hash) => has.get(tenantKey, hash) !== undefined,
    find: (hash, occurrence) =>
      (find.all(tenantKey, tenantKey, hash, occurrence, group) as FoundRow[]).map((row) => toEarlierRow(table, row, own)),
  };
}

function wasSentBefore(db: Database, tenantKey: number, { uploadKey, groupKey, batchKey }: Belonging): boolean {
  if (groupKey === null || batchKey === null) return false;
  const former = statement(
    db,
    `SELECT 1 FROM upload
     WHERE tenant_key = ? AND (user_key, upload_group) = (SELECT user_key, upload_group FROM upload WHERE tenant_key = ? AND upload_key = ?)
       AND batch_key = ? AND upload_key IS NOT ? LIMIT 1`,
  );
  return former.get(tenantKey, tenantKey, groupKey, batchKey, uploadKey) !== undefined;
}

function toEarlierRow(table: RowTable, found: FoundRow, own: Belonging): EarlierRow {
  const [seq, firstSeq, firstTransactionId, groupKey, uploadKey, batchKey, duplicateGroup] = found;
  const isSameBatch = own.batchKey !== null && batchKey === own.batchKey && uploadKey !== own.uploadKey;
  return {
    id: transactionId(firstTransactionId, seq - firstSeq),
    row: table.uploadedFrom(found, FIELDS_AT),
    isOwnGroup: groupKey === own.groupKey && !isSameBatch,
    stands: duplicateGroup === 0,
  };
}

const seeds = new WeakMap<Database, number>();

/** What the hashes of a tenant's rows begin with. */
export function seedOf(db: Database, tenantKey: number): number {
  let seed = seeds.get(db);
  if (seed === undefined) {
    seed = statement(db, 'SELECT seed FROM duplicate_seed').pluck().get() as number;
    seeds.set(db, seed);
  }
  return tenantSeed(seed, tenantKey);
}

/** The key of the group that an upload will belong to; null where it is the first of its group, or has none. */
export function groupKeyOf(db: Database, tenantKey: number, userId: string, uploadGroup: string | null): number | null {
  if (uploadGroup === null) return null;
  const key = statement(
    db,
    `SELECT min(upload_key) FROM upload
     WHERE tenant_key = ? AND user_key = (SELECT user_key FROM app_user WHERE id = ?) AND upload_group = ?`,
  )
    .pluck()
    .get(tenantKey, userId, uploadGroup);
  return (key as number | undefined) ?? null;
}
