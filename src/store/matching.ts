/** Matches as they are stored: what the matcher reads of a tenant's rows, and what it writes. Types only, but for the numbers of rows. */

import type { MatchSettings } from '../contract/match-settings.js';
import type { MatchKind } from '../contract/matches.js';
import type { OpenReasonCode } from '../contract/open-reasons.js';
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { UploadKind } from '../contract/states.js';
import type { TransactionUpload } from '../contract/transaction.js';

export type { MatchKind };

/** One number for a row of either kind. `seq`: its number in its table. */
export function rowNumber(kind: UploadKind, seq: number): number {
  return seq * 2 + (kind === 'Sales' ? 0 : 1);
}

export function rowOfNumber(number: number): { kind: UploadKind; seq: number } {
  return { kind: number % 2 === 0 ? 'Sales' : 'Settlement', seq: Math.floor(number / 2) };
}

/** The rows of one kind, by their numbers in their table. */
export function seqsOf(kind: UploadKind, numbers: Iterable<number>): number[] {
  return [...numbers].map(rowOfNumber).flatMap((row) => (row.kind === kind ? [row.seq] : []));
}

/** A row that stands for a payment: Unmatched, or in a match. */
export interface CandidateRow<Fields> {
  seq: number;
  /** The stored match, proposal or cancellation that it is in. */
  matchKey: number | null;
  fields: Fields;
}

export interface CandidateRecord extends CandidateRow<SettlementRecordUpload> {
  /** False for fees, payouts and the like, which say how far the files of an acquirer reach, and no more. */
  isCandidate: boolean;
}

export interface StoredMatch {
  matchKey: number;
  kind: MatchKind;
  rule: string | null;
  how: string;
  isPinned: boolean;
  /** How many rows it has. */
  rows: number;
}

export interface StoredOpenRow {
  /** See {@link rowNumber}. */
  row: number;
  reason: string;
  parameters: string;
  involved: string | null;
}

/** Days since 1970, the last one excluded; infinite where there is no first or last one. */
export interface Days {
  from: number;
  to: number;
}

/**
 * A tenant's rows, in one state of the data. Methods with `visit` call it for one after another, in the order of their numbers or keys. Lists of
 * numbers and keys must rise.
 */
export interface MatchSource {
  settings: MatchSettings | null;
  /** To be given back with the outcome. */
  basis: MatchBasis;
  /** The oldest day of rows that have changed since the last run that was stored to its end; null for none, -Infinity where it may be any. */
  changedFrom: number | null;
  /** Whether somebody asked for all rows to be matched anew. */
  isAll: boolean;
  /** The newest day of a settlement record; null where none has a day. */
  newestDay(): Promise<number | null>;
  /** The oldest day of any row; null where none has one. */
  oldestDay(): Promise<number | null>;
  /** What ids follow from. */
  uploads(visit: (upload: SourceUpload) => void): Promise<void>;
  /** The numbers in their table of the rows of those days, found by the index of dates; those without a date are in days without an end. */
  numbers(kind: UploadKind, days: Days): Promise<Float64Array>;
  /** Visits those of the sales with these numbers that matching compares; skips duplicates and rejected ones. */
  sales(seqs: Float64Array, visit: (row: CandidateRow<TransactionUpload>) => void): Promise<void>;
  records(seqs: Float64Array, visit: (row: CandidateRecord) => void): Promise<void>;
  matches(matchKeys: Float64Array, visit: (match: StoredMatch) => void): Promise<void>;
  /** By {@link rowNumber}. */
  openRows(numbers: Float64Array, visit: (row: StoredOpenRow) => void): Promise<void>;
  /** Pairs that people keep apart, of rows that stand. */
  forbidden(visit: (saleSeq: number, recordSeq: number) => void): Promise<void>;
  /** Rows that people once said to be one payment, the last decision first; in no match for that. */
  decidedBefore(visit: (before: DecidedBefore) => void): Promise<void>;
}

/** Numbers of rows, see {@link rowNumber}, with who decided about them and why. */
export interface DecidedBefore {
  numbers: readonly number[];
  decided: MatchDecided;
}

/** An upload, whose rows are numbered from `firstSeq` on, and whose ids follow from the first one. */
export interface SourceUpload {
  kind: UploadKind;
  firstSeq: number;
  rows: number;
  /** As hexadecimal digits. */
  firstId: string;
}

/** What an outcome was worked out from. */
export interface MatchBasis {
  /** Where this is another number meanwhile, the outcome is worth nothing. */
  changed: number;
  /** What there was; where there is more meanwhile, there is more to do. */
  seen: string;
}

/** Reads what there is to match, on a connection of its own. */
export interface MatchReader {
  /** Tenants with settlement records in which something has changed since their last run. `rules`: names what matching finds, see matcher/run. */
  tenantsToMatch(rules: string): Promise<string[]>;
  /** Reads one state of the tenant's rows, from the beginning of `read` to its end. */
  rowsToMatch<Result>(tenantId: string, read: (source: MatchSource) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Matcher of a store that several servers share. It reads rows, holds the lease on a tenant, and stores the outcome. */
export interface SharedMatcher extends MatchReader {
  /** Takes the tenant for a minute, and for another with each piece; false where another server has it. */
  lease(tenantId: string): Promise<boolean>;
  /** Renews the lease for a minute; false, without a new lease, where it was lost: the outcome so far must not be stored. */
  keepLease(tenantId: string): Promise<boolean>;
  /** Gives the tenant back. A run that is stored to its end has done so by itself. */
  endLease(tenantId: string): Promise<void>;
  /** See the store. False, too, where another server has taken the tenant over, or nobody knows whether it was stored. */
  applyMatches(tenantId: string, piece: MatchPiece): Promise<boolean>;
}

export interface NewMatch {
  kind: MatchKind;
  /** Null for one made by hand. */
  rule: string | null;
  how: string;
  /** By their numbers in their tables. */
  sales: readonly number[];
  records: readonly number[];
  /** In units of 10⁻⁴. */
  salesUnits: number;
  recordsUnits: number;
  currency: string | null;
  /** Since 1970. */
  day: number;
  /** Who made it, and why: pinned by a decision, or suggested because of one. Absent for one by a rule alone. */
  decided?: MatchDecided | undefined;
}

export interface MatchDecided {
  by: string;
  note: string | null;
  cause: string | null;
  /** Null for a suggestion. */
  decisionKey: number | null;
}

export interface OpenRow {
  /** See {@link rowNumber}. */
  row: number;
  day: number | null;
  reason: OpenReasonCode;
  /** As JSON; see contract/open-reasons. */
  parameters: string;
  /** What it waits for; see {@link missingText}. */
  missing: string | null;
  /** The other rows that the reason is about; null where they are too many. */
  involved: readonly number[] | null;
}

/** A part of an outcome, which is stored as a whole. Ended ones come before those that begin with the same rows. */
export interface MatchPiece {
  changed: number;
  ended: readonly number[];
  begun: readonly NewMatch[];
  /** Matches that keep their rows, and are made by another rule now. */
  renamed: readonly { matchKey: number; rule: string; how: string }[];
  open: readonly OpenRow[];
  /** Rows that are open no more. */
  closed: readonly number[];
  /** Given with the last piece: the state of data and settings seen, the rules, and the day before which no match was ended; null for any. */
  finished: { seen: string; rules: string; frontier: number | null } | null;
}
