/** Uploads: what is staged, what makes a request the same as an earlier one, and how far import has come. Types only. */
import type { CurrencySum } from '../contract/currency-sums.js';
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { UploadKind } from '../contract/states.js';
import type { TransactionUpload } from '../contract/transaction.js';
import type { UploadStatus } from '../contract/upload.js';
import type { UploadSource } from '../contract/upload-source.js';
import type { Binding } from './access.js';
import type { Decide } from './import-decisions.js';

/** What an upload brings, by the name that its rows have in a request. */
export type StagedRows = { transactions: readonly TransactionUpload[] } | { records: readonly SettlementRecordUpload[] };

export type StageRequest = StagedRows & {
  userId: string;
  importConfigurationId: string;
  /** Null when the client gave no key. */
  idempotency: Idempotency | null;
  /** The client's name for the file that this is a batch of, a UUID in lower case; null for an upload that is a group by itself. */
  uploadGroup: string | null;
  /** That file, where the client told of it. */
  uploadSource?: UploadSource | null;
  /** Makes import's decisions about the rows, to be stored with them. */
  decide: Decide;
};

/** A batch for {@link Store.stageTogether}. */
export interface Staging extends Binding {
  request: StageRequest;
}

export type StagingOutcome = StagedUpload | { failure: unknown };

/** What makes a request the same as an earlier one of the same user and tenant. */
export interface Idempotency {
  key: string;
  /** Fingerprint of the request's content. The same key with another one fails with `keyReused`. */
  fingerprint: string;
}

export interface StagedUpload {
  uploadId: string;
  /** Whether an earlier request with the same key had already staged it. */
  replayed: boolean;
}

/** An upload as it is stored; the counts are of rows. */
export interface Upload {
  id: string;
  kind: UploadKind;
  /** Who made it. */
  userId: string;
  status: UploadStatus;
  /** When `status` was last set, as a date-time with offset. */
  statusAt: string;
  rows: number;
  /** How many rows import has decided about, from the first one on. */
  decided: number;
  /** Includes duplicates. */
  processed: number;
  duplicates: number;
  rejected: number;
  /** Imported rows that somebody should look at. */
  warnings: number;
  /** The sums of the imported rows, without duplicates. */
  amounts: readonly CurrencySum[];
  /** The first messages, at most `uploadStateErrorsMax`. */
  errors: readonly string[];
  /** All messages, including those that are not kept. */
  errorCount: number;
  /** Null unless the upload is withdrawn. */
  withdrawn: Withdrawal | null;
  /** What was decided about its rows, where a change of it has some wait, or bring some back. */
  decisions?: { waiting: number; back: number };
}

/** Withdrawal of an upload: its rows belong to no tenant until it is restored. */
export interface Withdrawal {
  at: string;
  by: string;
}
