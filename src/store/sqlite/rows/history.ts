/**
 * What happened to a transaction since it was uploaded: staging and import are derived from its upload, later changes have rows of their
 * own.
 */
import type { TransactionMatchState, TransactionState } from '../../../contract/transaction.js';
import type { HistoryEntry, States } from '../../store.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { partsOfId } from './ids.js';
import { matchStateCodes, stateCodes } from './rows.js';

/** The states of a row, as codes. */
export interface StateCodes {
  transactionState: number;
  transactionMatchState: number;
}

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

interface TransactionRow extends StateCodes {
  seq: number;
  uploadKey: number;
  createdAt: string;
  importedAt: string | null;
  decided: number;
  firstSeq: number;
  userName: string;
}

interface HistoryRow {
  at: string;
  stateFrom: number | null;
  stateTo: number | null;
  matchStateFrom: number | null;
  matchStateTo: number | null;
  reason: string;
  actor: string;
}

/** The history of a transaction, oldest entry first; null where there is no such transaction within reach. */
export function historyOf(db: Database, { tenantKey, limit }: Reach, id: string): HistoryEntry[] | null {
  const { firstId, index } = partsOfId(id);
  const { sql, values } = andRowWithin(limit);
  const found = statement(
    db,
    `SELECT sale.seq, sale.uploadKey, transactionState, transactionMatchState, createdAt, importedAt, decided, firstSeq, user.name AS userName
     FROM upload JOIN "transaction" AS sale ON sale.seq = upload.firstSeq + ? JOIN user USING (userKey)
     WHERE upload.tenantKey = ? AND upload.firstTransactionId = ? AND upload.rows > ? AND sale.tenantKey = ?${sql}`,
  ).get(index, tenantKey, firstId, index, tenantKey, ...values) as TransactionRow | undefined;
  if (!found) return null;
  const later = statement(
    db,
    `SELECT at, stateFrom, stateTo, matchStateFrom, matchStateTo, reason, actor FROM history
     WHERE tenantKey = ? AND uploadKey = ? AND (seq IS NULL OR seq = ?) ORDER BY historyKey`,
  ).all(tenantKey, found.uploadKey, found.seq) as HistoryRow[];
  return [...beginning(found, later), ...later.map(toEntry)];
}

const staged: States = { transactionState: 'Unprocessed', transactionMatchState: 'NotApplicable' };

/** The entries for staging and for import; the latter with the states that the row had before anything changed it. */
function beginning(row: TransactionRow, later: readonly HistoryRow[]): HistoryEntry[] {
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
function importedAtOf({ createdAt, importedAt }: TransactionRow, [first]: readonly HistoryRow[]): string {
  return importedAt === null || (first && first.at < importedAt) ? createdAt : importedAt;
}

/** The comment of the transaction says more, as long as these states last. */
function reasonOf(imported: States | null): string {
  if (imported?.transactionState === 'Unprocessed') return 'Rejected';
  return imported?.transactionMatchState === 'Skip' ? 'Imported as a duplicate' : 'Imported';
}

function toEntry({ at, stateFrom, stateTo, matchStateFrom, matchStateTo, reason, actor }: HistoryRow): HistoryEntry {
  return { at, from: statesOf(stateFrom, matchStateFrom), to: statesOf(stateTo, matchStateTo), reason, by: actor };
}

function statesOf(state: number | null, matchState: number | null): States | null {
  if (state === null || matchState === null) return null;
  return {
    transactionState: named(stateCodes, state) as TransactionState,
    transactionMatchState: named(matchStateCodes, matchState) as TransactionMatchState,
  };
}

function named(codes: Record<string, number>, code: number): string {
  return Object.keys(codes).find((name) => codes[name] === code) ?? '';
}
