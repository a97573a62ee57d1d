/** The past of a row, read as a history. */
import type { UploadKind } from '../../../contract/states.js';
import type { TransactionPast } from '../../decisions.js';
import { historyFrom, type StoredChange, type TransactionBegun } from '../../history.js';
import { partsOfId } from '../../ids.js';
import { rowTables } from '../../rows/row-tables.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { changesByMatch } from './match-told.js';

type TransactionRow = TransactionBegun & { uploadKey: number; matchKey: number | null };

/** The past of a transaction or of a settlement record; null where there is none of that kind within reach. */
export function historyOf(db: Database, reach: Reach, kind: UploadKind, id: string): TransactionPast | null {
  const { tenantKey, limit } = reach;
  const { name } = rowTables[kind];
  const { firstId, index } = partsOfId(id);
  const { sql, values } = andRowWithin(limit);
  const found = statement(
    db,
    `SELECT sale.seq, sale.upload_key, sale.match_key, state AS transactionState, match_state AS transactionMatchState, created_at, imported_at, decided, first_seq, upload.id AS uploadId,
       app_user.name AS userName
     FROM upload JOIN ${name} AS sale ON sale.seq = upload.first_seq + ? JOIN app_user USING (user_key)
     WHERE upload.tenant_key = ? AND upload.kind = ? AND upload.first_transaction_id = ? AND upload.rows > ? AND sale.tenant_key = ?${sql}`,
  ).get(index, tenantKey, kind, firstId, index, tenantKey, ...values) as TransactionRow | undefined;
  if (!found) return null;
  const later = statement(
    db,
    `SELECT at, state_from, state_to, match_state_from, match_state_to, reason, actor FROM history
     WHERE tenant_key = ? AND upload_key = ? AND (seq IS NULL OR seq = ?) ORDER BY history_key`,
  ).all(tenantKey, found.uploadKey, found.seq) as StoredChange[];
  return historyFrom(found, [...later, ...changesByMatch(db, reach, found.matchKey)]);
}
