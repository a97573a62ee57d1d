/** The past of a row, read as a history. */
import type { UploadKind } from '../../contract/states.js';
import type { Reach } from '../access/scope.js';
import type { TransactionPast } from '../decisions.js';
import { historyFrom, type StoredChange, type TransactionBegun } from '../history.js';
import { tableOf } from '../sql/tables.js';
import { all, dialect, first, sql, type Work } from '../sql/work.js';
import { changesByMatch } from './match-told.js';
import { isRowWithId } from './row-by-id.js';

type TransactionRow = TransactionBegun & { uploadKey: number; matchKey: number | null };

/** The past of a transaction or of a settlement record; null where there is none of that kind within reach. */
export function* historyOf(reach: Reach, kind: UploadKind, id: string): Work<TransactionPast | null> {
  const { anyTenant, join } = yield* dialect();
  const tenant = anyTenant(reach.tenantKey);
  const found = yield* first<TransactionRow>(
    sql`SELECT sale.seq, sale.upload_key, sale.match_key, sale.state AS transaction_state, sale.match_state AS transaction_match_state,
        upload.created_at, upload.imported_at, upload.decided, upload.first_seq, upload.id AS upload_id, app_user.name AS user_name
      FROM ${tableOf[kind]} AS sale ${join} upload ON upload.tenant_key = ${tenant} AND upload.upload_key = sale.upload_key
      ${join} app_user ON app_user.user_key = upload.user_key WHERE ${yield* isRowWithId(reach, kind, id)}`,
  );
  if (!found) return null;
  const later = yield* all<StoredChange>(
    sql`SELECT at, state_from, state_to, match_state_from, match_state_to, reason, actor FROM history
      WHERE tenant_key = ${tenant} AND upload_key = ${found.uploadKey} AND (seq IS NULL OR seq = ${found.seq}) ORDER BY history_key`,
  );
  return historyFrom(found, [...later, ...(yield* changesByMatch(reach, found.matchKey))]);
}
