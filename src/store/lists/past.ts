/**
 * What happened to a row since it was uploaded: staging and import follow from its upload, later changes are noted by themselves.
 */

import type { UploadKind } from '../../contract/states.js';
import type { Reach } from '../access/scope.js';
import { type StateCodes, statesOf } from '../codes.js';
import type { HistoryEntry, States, TransactionPast } from '../import-decisions.js';
import { findUpload } from '../rows/uploads.js';
import { anyTenant, join } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { all, first, sql, type Work } from '../sql/work.js';
import { changesByMatch, type StoredChange } from './match-told.js';
import { isRowWithId } from './row-by-id.js';

type TransactionRow = TransactionBegun & { uploadKey: number; matchKey: number | null };

/** The past of a transaction or of a settlement record; null where there is none of that kind within reach. */
export function* historyOf(reach: Reach, kind: UploadKind, id: string): Work<TransactionPast | null> {
  const tenant = anyTenant(reach.tenantKey);
  const found = yield* first<TransactionRow>(
    sql`SELECT sale.seq, sale.upload_key, sale.match_key, sale.state AS transaction_state, sale.match_state AS transaction_match_state,
        upload.created_at, upload.imported_at, upload.decided, upload.first_seq, upload.id AS upload_id, app_user.name AS user_name
      FROM ${tableOf[kind]} AS sale ${join} upload ON upload.tenant_key = ${tenant} AND upload.upload_key = sale.upload_key
      ${join} app_user ON app_user.user_key = upload.user_key WHERE ${isRowWithId(reach, kind, id)}`,
  );
  if (!found) return null;
  const later = yield* all<StoredChange>(
    sql`SELECT at, state_from, state_to, match_state_from, match_state_to, reason, actor FROM history
      WHERE tenant_key = ${tenant} AND upload_key = ${found.uploadKey} AND (seq IS NULL OR seq = ${found.seq}) ORDER BY history_key`,
  );
  const told = yield* uploadsTold(reach, later);
  return historyFrom(found, [...told, ...(yield* changesByMatch(reach, found.matchKey))]);
}

/** The changes; to a user of units, without the ids of others' uploads. */
function* uploadsTold(reach: Reach, changes: readonly StoredChange[]): Work<StoredChange[]> {
  const told: StoredChange[] = [];
  for (const change of changes) {
    const [, id = null] = (reach.limit && /^Upload (\S+) /.exec(change.reason)) || [];
    const isSeen = id === null || (yield* findUpload(reach, id)) !== undefined;
    told.push(isSeen ? change : { ...change, reason: change.reason.replace(`Upload ${id}`, 'Another upload') });
  }
  return told;
}

/** A transaction with what its history begins with. */
export interface TransactionBegun extends StateCodes {
  seq: number;
  createdAt: string;
  importedAt: string | null;
  decided: number;
  firstSeq: number;
  uploadId: string;
  userName: string;
}

export function historyFrom(row: TransactionBegun, later: readonly StoredChange[]): TransactionPast {
  return { items: [...beginning(row, later), ...later.map(toEntry)], uploadId: row.uploadId, index: row.seq - row.firstSeq };
}

const staged: States = { transactionState: 'Unprocessed', transactionMatchState: 'NotApplicable' };

/** The entries for staging and for import; the latter with the states that the row had before anything changed it. */
function beginning(row: TransactionBegun, later: readonly StoredChange[]): HistoryEntry[] {
  const { createdAt, userName, seq, firstSeq, decided } = row;
  const first = later.find(({ stateFrom }) => stateFrom !== null);
  const imported = first ? statesOf(first.stateFrom, first.matchStateFrom) : statesOf(row.transactionState, row.transactionMatchState);
  const entries: HistoryEntry[] = [{ at: createdAt, from: null, to: staged, reason: 'Uploaded', by: userName }];
  if (seq - firstSeq < decided)
    entries.push({ at: importedAtOf(row, later), from: staged, to: imported, reason: reasonOf(imported), by: 'import' });
  return entries;
}

/**
 * The time of import: when the upload came, unless the import is known to have ended later. An end after the row's first change cannot be
 * when the row was imported: either the row was changed while the import of its upload was still going on, or an earlier version recorded
 * the change as the end.
 */
function importedAtOf({ createdAt, importedAt }: TransactionBegun, [first]: readonly StoredChange[]): string {
  return importedAt === null || (first && first.at < importedAt) ? createdAt : importedAt;
}

/** The comment of the transaction says more, as long as these states last. */
function reasonOf(imported: States | null): string {
  if (imported?.transactionState === 'Unprocessed') return 'Rejected';
  return imported?.transactionMatchState === 'Skip' ? 'Imported as a duplicate' : 'Imported';
}

function toEntry({ at, stateFrom, stateTo, matchStateFrom, matchStateTo, reason, actor }: StoredChange): HistoryEntry {
  return { at, from: statesOf(stateFrom, matchStateFrom), to: statesOf(stateTo, matchStateTo), reason, by: actor };
}
