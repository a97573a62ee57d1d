/** What import decides about rows, and what a store tells it of earlier ones. Types only. */

import type { TransactionHistory } from '../contract/history.js';
import type { ImportConfiguration } from '../contract/import-configuration.js';
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { UploadKind } from '../contract/states.js';
import type { TransactionUpload } from '../contract/transaction.js';

/** A row of either kind as it was uploaded. Fields that sales and settlement records both have mean the same. */
export type UploadedFields = TransactionUpload & SettlementRecordUpload;

/**
 * Decides about rows in two steps, between which a store may fetch all that the second needs. Both are taken inside the transaction that
 * stores the decisions, so that nothing can come between, and may be taken again if that transaction is run again.
 */
export interface Decide {
  /**
   * What to look for: one hash for each row, null for one that is no duplicate of any. They begin with `seed`, a secret of the database and
   * tenant, 32 bits.
   */
  hashes(seed: number): Hashes;
  /** All moments of which rows near are asked for; absent where none are. */
  moments?(place: RowPlace): readonly Moment[];
  /** One decision for each row. */
  decisions(hashes: Hashes, earlier: EarlierRows): readonly RowDecision[];
  /** Decides about earlier rows that the decisions unsettle; absent where they unsettle none. */
  again?: DecideAgain;
}

export type Hashes = readonly (number | null)[];

/** The amount of a row, and its minute since 1970; for one without a time, the day that it counts for, since 1970. */
export interface Moment {
  /** Null for any amount. */
  amount: number | null;
  minute: number | null;
  /** How many minutes from that one on. */
  minutes: number;
  day: number | null;
}

/**
 * The rows that a new row may be a duplicate of: all rows of its kind that the tenant has and that were decided about before, including
 * uploads in the same transaction. Asked about no other hashes than those of {@link Decide.hashes}.
 */
export interface EarlierRows {
  /** Whether any row has this hash. */
  has(hash: number): boolean;
  /**
   * Whether the batch being decided about was sent to this group before, and its key has become free again since. The rows of that earlier
   * upload do not count as the own group's.
   */
  wasSentBefore(): boolean;
  /** Among the rows with this hash and occurrence: those that stand for a sale, at least one, and those of the own group. */
  find(hash: number, occurrence: number): EarlierRow[];
  /**
   * Earlier rows of this moment, in any currency; null where hashes alone are to be compared: there are too many, or all are of the own file.
   * Asked only about the moments of {@link Decide.moments}, and those of any amount.
   */
  near(moment: Moment): readonly EarlierRow[] | null;
  own: OwnRows;
}

/** Where the rows that are being decided about belong. */
export interface OwnRows {
  place: RowPlace;
  /** The number of the row at this index in its table: rows that came earlier have lower ones. */
  seqOf(index: number): number;
  /** Null for rows that are being staged. */
  idOf(index: number): string | null;
}

/** Where a row came from. */
export interface RowPlace {
  /** The file: uploads of one group. */
  groupKey: number;
  uploadKey: number;
  /** Uploads of one file with the same key are one batch, sent again. */
  batchKey: string | null;
}

export interface EarlierRow {
  id: string;
  seq: number;
  place: RowPlace;
  hash: number;
  occurrence: number;
  comment: string | null;
  /** It is matched, and stands for a sale whatever it is like. */
  isFixed: boolean;
  row: UploadedFields;
  /**
   * Whether its upload belongs to the same group as the upload being decided about, or is that upload. False where its upload is the same
   * batch sent before, under a key that became free again after a withdrawal or a month.
   */
  isOwnGroup: boolean;
  /** Whether it stands for a sale; false for a duplicate. */
  stands: boolean;
}

/** How other rows find this one in the search for duplicates. */
export interface DuplicateKey {
  /** A whole number below 2^48; equal rows have equal hashes. */
  hash: number;
  /** Which of several equal rows it is, counted from 1. */
  occurrence: number;
}

/** The terminals and locations that belong to the tenant's units. */
export interface KnownPlaces {
  terminalIds: ReadonlySet<string>;
  locationIds: ReadonlySet<string>;
}

/** Earlier rows for rows that are not being uploaded: what is decided about them is stored nowhere. */
export interface ForeseenRows extends EarlierRows {
  /** Must be called with the hashes of rows before those are decided about, in their order. */
  foresee(hashes: Hashes, moments: readonly Moment[]): Promise<void>;
}

/** What import decided about one row. */
export interface RowDecision extends States {
  comment: string | null;
  /** Messages for the upload's `errors`. */
  errors: readonly string[];
  /** Imported, but somebody should look at it: the comment says why. */
  isWarned?: boolean;
  /** Absent where no other row can be a duplicate of this one. */
  duplicateKey?: DuplicateKey;
  /** The numbers, in their table, of earlier rows about which is to be decided again, because of this row or of others like it. */
  unsettled?: readonly number[];
}

/** Rows of an upload that are to be decided about again. */
export interface DecidedAgain {
  kind: UploadKind;
  configuration: ImportConfiguration;
  /** When the upload was staged. */
  receivedAt: Date;
  known: KnownPlaces;
  /** Each with its index in the upload, in ascending order, and whether import had accepted it before. */
  rows: readonly { index: number; row: UploadedFields; isImported: boolean }[];
}

/** Makes the decisions about rows that were decided about before. Called inside the transaction that stores them. */
export type DecideAgain = (upload: DecidedAgain) => Decide;

/** How a transaction came to be what it is: the oldest entry first, its upload, and its place in that. */
export interface TransactionPast extends Pick<TransactionHistory, 'items'> {
  uploadId: string;
  index: number;
}

/** A change of a transaction's states, null where there were none before, or where they do not change; or its withdrawal or restoring. */
export type HistoryEntry = TransactionHistory['items'][number];
export type States = NonNullable<HistoryEntry['from']>;
