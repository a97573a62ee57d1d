/** The changes of transactions: appended with each, and read as a history. */
import type { UploadKind } from '../../../contract/states.js';
import type { StateCodes } from '../../codes.js';
import type { TransactionPast } from '../../decisions.js';
import { historyFrom, type StoredChange, type TransactionBegun } from '../../history.js';
import { partsOfId } from '../../ids.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { rowTables } from './row-tables.js';

export interface Change {
  tenantKey: number;
  uploadKey: number;
  at: string;
  reason: string;
  by: string;
  /** Null for a change of the whole upload. */
  row: { seq: number; from: StateCodes; to: StateCodes } | null;
}

/** Must run in the transaction that makes the change. */
export function appendHistory(db: Database, { tenantKey, uploadKey, at, reason, by, row }: Change): void {
  statement(
    db,
    `INSERT INTO history (tenantKey, uploadKey, seq, at, stateFrom, stateTo, matchStateFrom, matchStateTo, reason, actor)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    tenantKey,
    uploadKey,
    row?.seq ?? null,
    at,
    row?.from.transactionState ?? null,
    row?.to.transactionState ?? null,
    row?.from.transactionMatchState ?? null,
    row?.to.transactionMatchState ?? null,
    reason,
    by,
  );
}

type TransactionRow = TransactionBegun & { uploadKey: number };

/** The past of a transaction or of a settlement record; null where there is none of that kind within reach. */
export function historyOf(db: Database, { tenantKey, limit }: Reach, kind: UploadKind, id: string): TransactionPast | null {
  const { name, state, matchState } = rowTables[kind];
  const { firstId, index } = partsOfId(id);
  const { sql, values } = andRowWithin(limit);
  const found = statement(
    db,
    `SELECT sale.seq, sale.uploadKey, ${state} AS transactionState, ${matchState} AS transactionMatchState, createdAt, importedAt, decided, firstSeq, upload.id AS uploadId,
       user.name AS userName
     FROM upload JOIN ${name} AS sale ON sale.seq = upload.firstSeq + ? JOIN user USING (userKey)
     WHERE upload.tenantKey = ? AND upload.kind = ? AND upload.firstTransactionId = ? AND upload.rows > ? AND sale.tenantKey = ?${sql}`,
  ).get(index, tenantKey, kind, firstId, index, tenantKey, ...values) as TransactionRow | undefined;
  if (!found) return null;
  const later = statement(
    db,
    `SELECT at, stateFrom, stateTo, matchStateFrom, matchStateTo, reason, actor FROM history
     WHERE tenantKey = ? AND uploadKey = ? AND (seq IS NULL OR seq = ?) ORDER BY historyKey`,
  ).all(tenantKey, found.uploadKey, found.seq) as StoredChange[];
  return historyFrom(found, later);
}
