/**
 * What the rest of the program asks of a database, in whole atomic units instead of begin and commit. It decides nothing about rows. The
 * data of a tenant can only be reached through `tenant(id, scope)`. Every method may fail with SalesError `unavailable` (disk full, or
 * busy: nothing was stored, try again) or `storage` (the database can no longer be trusted, and the process must stop).
 */
import type { CurrencySum } from '../contract/currency-sums.js';
import type { ImportConfiguration } from '../contract/import-configuration.js';
import type { UploadListQuery } from '../contract/operations.js';
import type { ListQuery } from '../contract/query.js';
import type { TransactionMatchState, TransactionState, TransactionUpload } from '../contract/transaction.js';
import type { UploadStatus } from '../contract/upload.js';
import type { AuditEntry, RequestOrigin } from './audit.js';

export type Role = 'API' | 'Admin';

/** A customer and one of its tenants. */
export interface Access {
  customerId: string;
  tenantId: string;
}

/** A customer's tenant that a user may act for; `units` where the user's grants only cover some of its units. */
export interface UserAccess extends Access {
  extent: 'tenant' | 'units';
}

/**
 * How much of a tenant may be reached: all of it; or, for the user with the id `unitsOf`, that user's own uploads and the rows of the units
 * granted to that user and those below them, as they are at the time of each call.
 */
export type TenantScope = 'whole' | { unitsOf: string };

/** What a handle on a tenant's data is bound to for as long as it lives. */
export interface Binding {
  tenantId: string;
  scope: TenantScope;
}

export interface User {
  id: string;
  name: string;
  /** See server/access/password.ts for the format. */
  passwordHash: string;
  /** Increases with every change of password, so that cached log-ins end. */
  credentialVersion: number;
  disabled: boolean;
  roles: readonly Role[];
  /** Derived from the user's grants on customers, tenants and units; each tenant comes once. */
  access: readonly UserAccess[];
}

/** What the first start sets up, in one transaction. */
export interface FirstSetup {
  customerName: string;
  tenantName: string;
  importConfiguration: Omit<ImportConfiguration, 'id'>;
  userName: string;
  passwordHash: string;
}

export interface StageRequest {
  userId: string;
  importConfigurationId: string;
  /** Null when the client gave no key. */
  idempotency: Idempotency | null;
  /** The client's name for the file that this is a batch of, a UUID in lower case; null for an upload that is a group by itself. */
  uploadGroup: string | null;
  transactions: readonly TransactionUpload[];
  /** Makes import's decisions about `transactions`, to be stored with them; null leaves those to the import worker. */
  decide: Decide | null;
}

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
  /** One decision for each row. */
  decisions(hashes: Hashes, earlier: EarlierRows): readonly RowDecision[];
}

export type Hashes = readonly (number | null)[];

/**
 * The rows that a new row may be a duplicate of: all rows of the tenant that were decided about before, including uploads in the same
 * transaction. Asked about no other hashes than those of {@link Decide.hashes}.
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
}

export interface EarlierRow {
  transactionId: string;
  row: TransactionUpload;
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

/** A batch for {@link Store.stageTogether}. */
export interface Staging extends Binding {
  request: StageRequest;
}

export type StagingOutcome = StagedUpload | { failure: unknown };

/** What makes a request the same as an earlier one of the same user and tenant. */
export interface Idempotency {
  key: string;
  /** Of the request's content. The same key with another fingerprint fails with `keyReused`. */
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
}

/** The next rows of an upload that wait to be imported. */
export interface ImportStep {
  configuration: ImportConfiguration;
  /** Index in the upload of the first of `rows`. */
  firstIndex: number;
  rows: readonly TransactionUpload[];
  /** When the upload was staged. */
  receivedAt: Date;
}

/** The terminals and locations that belong to the tenant's units. */
export interface KnownPlaces {
  terminalIds: ReadonlySet<string>;
  locationIds: ReadonlySet<string>;
}

/** What import decided about one row. */
export interface RowDecision {
  transactionState: TransactionState;
  transactionMatchState: TransactionMatchState;
  comment: string | null;
  /** Messages for the upload's `errors`. */
  errors: readonly string[];
  /** Imported, but somebody should look at it: the comment says why. */
  isWarned?: boolean;
  /** Absent where no other row can be a duplicate of this one. */
  duplicateKey?: DuplicateKey;
}

/** Rows of an upload that are to be decided about again. */
export interface DecidedAgain {
  configuration: ImportConfiguration;
  /** When the upload was staged. */
  receivedAt: Date;
  known: KnownPlaces;
  /** Each with its index in the upload, in ascending order, and whether import had accepted it before. */
  rows: readonly { index: number; row: TransactionUpload; isImported: boolean }[];
}

/** Makes the decisions about rows that were decided about before. Called inside the transaction that stores them. */
export type DecideAgain = (upload: DecidedAgain) => Decide;

/** That an upload was withdrawn: its rows belong to no tenant until it is restored. */
export interface Withdrawal {
  at: string;
  by: string;
}

/** A change of a transaction's states, or its withdrawal or restoring. Times are date-times with offset. */
export interface HistoryEntry {
  at: string;
  /** Null where there were no states before, or where they do not change. */
  from: States | null;
  to: States | null;
  reason: string;
  by: string;
}

export interface States {
  transactionState: TransactionState;
  transactionMatchState: TransactionMatchState;
}

/** The fields that decide which units a row belongs to. */
export type Place = Pick<TransactionUpload, 'locationId' | 'terminalId'>;

/** What each search of a tenant's data is given. */
export interface SearchQueries {
  /** Gives a TransactionList. */
  listTransactions: ListQuery;
  /** Gives an UploadList. In the scope of some units, only the user's own uploads are found. */
  listUploads: UploadListQuery;
}

/** What may take a while to find, and is then searched for on a thread of its own. It gives JSON, which is cheapest to make where it is read. */
export type TenantSearches = { [Name in keyof SearchQueries]: (query: SearchQueries[Name]) => Promise<string> };

/** What can be asked about one tenant's data, within the scope that the handle is bound to. */
export interface TenantReader extends Readonly<Binding>, TenantSearches {
  /** Returns a test of whether a row is inside the scope. */
  reach(): Promise<(row: Place) => boolean>;
  /** The configuration with this id, or the tenant's default; null where the tenant has none. */
  importConfiguration(id: string | undefined): Promise<ImportConfiguration | null>;
  knownPlaces(): Promise<KnownPlaces>;
  /** The upload that an earlier request with this key has staged, or null. Fails with `keyReused` where its content was different. */
  earlierUpload(userId: string, idempotency: Idempotency): Promise<StagedUpload | null>;
  /** Null where there is no such upload. In the scope of some units, only the user's own uploads are found. */
  upload(uploadId: string): Promise<Upload | null>;
  /** A TransactionDetail as JSON; null where there is no such transaction. */
  transaction(transactionId: string): Promise<string | null>;
  /** Oldest entry first; null where there is no such transaction. */
  history(transactionId: string): Promise<HistoryEntry[] | null>;
}

export interface TenantStore extends TenantReader {
  /**
   * Stages a batch: upload, key and rows are durable when the promise resolves, and none of them exists when it is rejected. Fails with
   * `keyReused`, and with `unavailable` where a row is outside the scope: the caller has checked {@link reach} before, so the scope has
   * changed since.
   */
  stageUpload(request: StageRequest): Promise<StagedUpload>;
  /**
   * The next undecided rows of an upload, at most `rowsMax`; null when there are none or the upload is unknown. Needs the scope of the
   * whole tenant.
   */
  importStep(uploadId: string, rowsMax: number): Promise<ImportStep | null>;
  /**
   * Records the decisions about the rows from `firstIndex` on, the upload's counts and, after the last step, its final status, all at once.
   * Does nothing when the rows from `firstIndex` on are no longer the next ones. Needs the scope of the whole tenant.
   */
  recordImport(uploadId: string, firstIndex: number, decide: Decide): Promise<void>;
  /** Counts a try at the next step of import, and resolves to the number of tries so far. Recording the step resets it to 0. */
  countTry(uploadId: string): Promise<number>;
  /**
   * Ends the import of an upload whose next step cannot be done. Its remaining rows stay Unprocessed with `reason` as their comment, and
   * `reason` becomes the last of its errors.
   */
  giveUp(uploadId: string, reason: string): Promise<void>;
  /**
   * Decides again about the rows that are Unprocessed.
   *
   * The same holds for this and the next two methods: each is one transaction, and resolves to the upload as it is then, or null where
   * there is none; doing it twice has the same effect as once. `by` goes into the history and, with `from`, where the request came from,
   * into the audit trail. Fails with `validation` where the state of the upload does not allow it. Needs the scope of the whole tenant.
   */
  reprocess(uploadId: string, by: string, decide: DecideAgain, from?: RequestOrigin): Promise<Upload | null>;
  /**
   * Takes an upload's rows out of lists, details, sums and duplicates, and frees its idempotency key. Rows that were duplicates of them are
   * decided about again. Refused where rows are matched.
   */
  withdraw(uploadId: string, by: string, decide: DecideAgain, from?: RequestOrigin): Promise<Upload | null>;
  /** Brings a withdrawn upload's rows back, and decides again which of them are duplicates now. */
  restore(uploadId: string, by: string, decide: DecideAgain, from?: RequestOrigin): Promise<Upload | null>;
}

export interface StoreFigures {
  uploads: number;
  unfinishedUploads: number;
  transactions: number;
  databaseBytes: number;
}

/** The store for those who only read. */
export interface StoreReader {
  tenant(tenantId: string, scope: TenantScope): TenantReader;
  userByName(name: string): Promise<User | null>;
  /** Whether the first start has yet to set up the store. */
  isEmpty(): Promise<boolean>;
  /** Totals over all tenants, for monitoring. */
  figures(): Promise<StoreFigures>;
  close(): Promise<void>;
}

export interface Store extends StoreReader {
  tenant(tenantId: string, scope: TenantScope): TenantStore;
  setUp(setup: FirstSetup): Promise<Access>;
  /**
   * Stages several batches with one commit, which is what makes them durable. A batch that fails by itself does not affect the others; what
   * affects all of them rejects, as with any method.
   */
  stageTogether(stagings: readonly Staging[]): Promise<StagingOutcome[]>;
  /** Uploads whose import is not finished, oldest first. */
  unfinishedUploads(): Promise<{ tenantId: string; uploadId: string }[]>;
  /** Forgets the idempotency keys of uploads staged before `before`. */
  pruneIdempotencyKeys(before: Date): Promise<void>;
  /** Appends to the audit trail. */
  audit(entry: AuditEntry): Promise<void>;
  /** Fails when the store cannot be written to. */
  checkWritable(): Promise<void>;
}

/** An upgrade of the database from an earlier schema to the current one. */
export interface Upgrade {
  from: number;
  to: number;
  /** Absolute path of the backup made before it. */
  backup: string;
}
