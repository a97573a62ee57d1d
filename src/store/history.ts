/**
 * What happened to a transaction since it was uploaded: staging and import follow from its upload, later changes are noted by themselves.
 */
import { type StateCodes, statesOf } from './codes.js';
import type { HistoryEntry, States, TransactionPast } from './decisions.js';

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

/** A change as it is stored. */
export interface StoredChange {
  at: string;
  stateFrom: number | null;
  stateTo: number | null;
  matchStateFrom: number | null;
  matchStateTo: number | null;
  reason: string;
  actor: string;
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
