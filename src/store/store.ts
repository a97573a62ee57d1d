/**
 * The seat of a database: what the rest asks of it, as whole atomic units, never begin and commit. Decides nothing about rows.
 * A tenant's data is reached only through `tenant(id, scope)`. Every method may fail with SalesError `unavailable` (disk full, busy: nothing
 * was stored, try again) or `storage` (the database cannot be trusted any more; the process must stop).
 */
import type { CurrencySum } from '../contract/currency-sums.js';
import type { ImportSettings } from '../contract/import-configuration.js';
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

/** One customer and tenant that a user may act for; `units` where no grant covers more of the tenant than some of its units. */
export interface UserAccess extends Access {
  extent: 'tenant' | 'units';
}

/**
 * What may be reached of a tenant: all of it; or, for the user with the id `unitsOf`, the rows of the units granted to that user and of
 * those below them, as they are when it is asked, and that user's own uploads.
 */
export type TenantScope = 'whole' | { unitsOf: string };

/** What a handle on a tenant's data is bound to, for good. */
export interface Binding {
  tenantId: string;
  scope: TenantScope;
}

export interface User {
  id: string;
  name: string;
  /** See server/password.ts for the format. */
  passwordHash: string;
  /** Rises with every change of password, so that cached log-ins end. */
  credentialVersion: number;
  disabled: boolean;
  roles: readonly Role[];
  /** From the user's grants on customers, tenants and units, each pair once. */
  access: readonly UserAccess[];
}

/** How the rows of an upload become transactions in the books; `contract.md` §4. */
export interface ImportConfiguration {
  id: string;
  name: string;
  settings: ImportSettings;
}

/** What first start sets up, in one transaction. */
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
  /** What the client calls the file that this is a batch of, a UUID in small letters; null for an upload that is a group of its own. */
  uploadGroup: string | null;
  transactions: readonly TransactionUpload[];
  /** Gives import's decisions about `transactions`, stored with them; null leaves the rows staged, for the import worker. */
  decide: Decide | null;
}

/**
 * Decides about rows, one decision each. Called inside the transaction that stores the decisions, so that nothing can come between; may be
 * called again where that transaction is.
 */
export type Decide = (earlier: EarlierRows) => readonly RowDecision[];

/** The rows that a duplicate can be one of: those of the tenant that were decided about before, uploads of the same transaction included. */
export interface EarlierRows {
  /** What hashes begin with: a secret of this database and this tenant, 32 bits. */
  readonly seed: number;
  /** Whether any row has this hash. */
  has(hash: number): boolean;
  /** Whether the group has had the batch that is being decided about before, of which the key is free again; its rows are not the own group's. */
  wasSentBefore(): boolean;
  /** Of the rows with this hash and occurrence: the one or more that stand for a sale, and those of the own group. */
  find(hash: number, occurrence: number): EarlierRow[];
}

export interface EarlierRow {
  transactionId: string;
  row: TransactionUpload;
  /**
   * Whether its upload is of the same group as the one being decided about, or is that upload; not, where it is the same batch of that
   * group, sent before: by its key, which was free again after the upload was withdrawn or after a month.
   */
  isOwnGroup: boolean;
  /** False for a duplicate. */
  stands: boolean;
}

/** By which other rows know a row, where duplicates are looked for. */
export interface DuplicateKey {
  /** A whole number below 2^48; equal for equal rows. */
  hash: number;
  /** From 1. */
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
  /** Of the request's content. The same key with another fingerprint is a `keyReused`. */
  fingerprint: string;
}

export interface StagedUpload {
  uploadId: string;
  /** Whether an earlier request with the same key had staged it. */
  replayed: boolean;
}

/** An upload as stored; counts are of rows. */
export interface Upload {
  id: string;
  status: UploadStatus;
  /** When `status` was last set, as a date-time with offset. */
  statusAt: string;
  rows: number;
  /** Rows that import has decided about; those before this index are done. */
  decided: number;
  /** Duplicates included. */
  processed: number;
  duplicates: number;
  rejected: number;
  /** Imported rows with something to be looked at. */
  warnings: number;
  /** What the imported rows come to, duplicates left out. */
  amounts: readonly CurrencySum[];
  /** The first messages, at most `uploadStateErrorsMax`. */
  errors: readonly string[];
  /** All messages, those that are not kept included. */
  errorCount: number;
  /** Null while it counts. */
  withdrawn: Withdrawal | null;
}

/** The next rows of an upload that wait for import. */
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
  /** Imported, with something to be looked at: the comment says what. */
  isWarned?: boolean;
  /** Absent where no other row can be a duplicate of it. */
  duplicateKey?: DuplicateKey;
}

/** What the comment of a row begins with that was imported with something to be looked at. */
export const warningStart = 'Warning: ';

/** Rows of an upload that are decided about once more. */
export interface DecidedAgain {
  configuration: ImportConfiguration;
  /** When the upload was staged. */
  receivedAt: Date;
  known: KnownPlaces;
  /** Each with its index in the upload, ascending, and whether import had let it through. */
  rows: readonly { index: number; row: TransactionUpload; isImported: boolean }[];
}

/** Gives the decisions about rows that were decided about before. Called inside the transaction that stores them. */
export type DecideAgain = (upload: DecidedAgain) => Decide;

/** That an upload was taken back: its rows are nobody's then. */
export interface Withdrawal {
  at: string;
  by: string;
}

/** A change of a transaction's states, or of where it belongs. Times are date-times with offset. */
export interface HistoryEntry {
  at: string;
  /** Null where there was none before, or where the states stay as they are. */
  from: States | null;
  to: States | null;
  reason: string;
  by: string;
}

export interface States {
  transactionState: TransactionState;
  transactionMatchState: TransactionMatchState;
}

/** What tells which units a row belongs to. */
export type Place = Pick<TransactionUpload, 'locationId' | 'terminalId'>;

/** What can be asked about one tenant's data, inside the scope that it is bound to. */
export interface TenantReader extends Readonly<Binding> {
  /** Tells whether a row is inside the scope. */
  reach(): Promise<(row: Place) => boolean>;
  /** The import configuration with this id, or the default one; null when there is none in the tenant. */
  importConfiguration(id: string | undefined): Promise<ImportConfiguration | null>;
  knownPlaces(): Promise<KnownPlaces>;
  /** The upload that an earlier request with this key has staged, else null. Fails with `keyReused`. */
  earlierUpload(userId: string, idempotency: Idempotency): Promise<StagedUpload | null>;
  /** Of any user where the scope is the whole tenant. */
  upload(uploadId: string): Promise<Upload | null>;
  /** A TransactionList as JSON. */
  listTransactions(query: ListQuery): Promise<string>;
  /** The same where it takes only a moment, so that nothing else need wait for it; null where it may take longer. */
  listAtOnce(query: ListQuery): Promise<string | null>;
  /** A TransactionDetail as JSON. */
  transaction(transactionId: string): Promise<string | null>;
  /** The oldest first; null where there is no such transaction. */
  history(transactionId: string): Promise<HistoryEntry[] | null>;
}

export interface TenantStore extends TenantReader {
  /**
   * Stages a batch: upload, key and rows are durable when the promise is fulfilled, and none exists when it is rejected. Fails with
   * `keyReused`, and with `unavailable` where a row is outside the scope: the caller has asked {@link reach}, so it has changed since.
   */
  stageUpload(request: StageRequest): Promise<StagedUpload>;
  /** The next at most `rowsMax` undecided rows of an upload; null when none are left or the upload is unknown. For the whole tenant alone. */
  importStep(uploadId: string, rowsMax: number): Promise<ImportStep | null>;
  /**
   * Records the decisions about the rows from `firstIndex` on, the upload's counts and, when it was the last step, its final status,
   * all at once. Does nothing when rows from `firstIndex` on are no longer the next ones. For the whole tenant alone.
   */
  recordImport(uploadId: string, firstIndex: number, decide: Decide): Promise<void>;
  /** Counts a try at the next step of import, which recording it sets back to none; gives their number, this one included. */
  countTry(uploadId: string): Promise<number>;
  /**
   * Ends the import of an upload whose next step cannot be done: its rows from there on stay Unprocessed with `reason` as their comment,
   * and `reason` is the last of its errors.
   */
  giveUp(uploadId: string, reason: string): Promise<void>;
  /**
   * These three give the upload as it is then, null where there is none; each is one transaction, and done twice it is done once. `by`
   * stands in the history and, with where the request came `from`, in the audit trail. Fail with `validation` where the upload is not in a state for it. For the whole tenant alone.
   *
   * Decides again about the rows that are Unprocessed.
   */
  reprocess(uploadId: string, by: string, decide: DecideAgain, from?: RequestOrigin): Promise<Upload | null>;
  /**
   * Takes an upload's rows out of lists, details, sums and duplicates, and forgets its idempotency key; what was a duplicate of one of them
   * is decided about again. Refused where rows are matched.
   */
  withdraw(uploadId: string, by: string, decide: DecideAgain, from?: RequestOrigin): Promise<Upload | null>;
  /** Brings the rows back, deciding again which of them are duplicates now. */
  restore(uploadId: string, by: string, decide: DecideAgain, from?: RequestOrigin): Promise<Upload | null>;
}

export interface StoreFigures {
  uploads: number;
  unfinishedUploads: number;
  transactions: number;
  databaseBytes: number;
}

/** The store as those see it who change nothing. */
export interface StoreReader {
  tenant(tenantId: string, scope: TenantScope): TenantReader;
  userByName(name: string): Promise<User | null>;
  /** Whether first start has still to set the store up. */
  isEmpty(): Promise<boolean>;
  /** Over all tenants, for those who watch over the server. */
  figures(): Promise<StoreFigures>;
  close(): Promise<void>;
}

export interface Store extends StoreReader {
  tenant(tenantId: string, scope: TenantScope): TenantStore;
  setUp(setup: FirstSetup): Promise<Access>;
  /** Stages batches with one commit, which is what makes them durable. One that fails by itself leaves the others alone; fails as a whole like any method. */
  stageTogether(stagings: readonly Staging[]): Promise<StagingOutcome[]>;
  /** Uploads whose import is not finished, oldest first. */
  unfinishedUploads(): Promise<{ tenantId: string; uploadId: string }[]>;
  /** Forgets the idempotency keys of uploads that were staged before `before`. */
  pruneIdempotencyKeys(before: Date): Promise<void>;
  /** Appends to the audit trail. */
  audit(entry: AuditEntry): Promise<void>;
  /** Fails when the store cannot be written. */
  checkWritable(): Promise<void>;
  /**
   * Tidies up behind what was stored: `due` only when it would take long if it were left longer, else whatever there is.
   * Only how soon lists come depends on it, and others wait meanwhile: to be called when nobody does.
   */
  tidy(when: 'due' | 'idle'): Promise<void>;
}

/** A database of an earlier version that is brought to ours. */
export interface Upgrade {
  from: number;
  to: number;
  /** Absolute path of the backup that is made before. */
  backup: string;
}
