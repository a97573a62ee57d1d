/**
 * What the rest of the program asks of a database, in whole atomic units instead of begin and commit. It decides nothing about rows. The
 * data of a tenant can only be reached through `tenant(id, scope)`. Every method may fail with SalesError `unavailable` (disk full, or
 * busy: nothing was stored, try again) or `storage` (the database can no longer be trusted, and the process must stop).
 */

import type { Queries } from '../contract/inputs.js';
import type { SearchId } from '../contract/operations.js';
import type { Access, Binding, FirstSetup, Place, TenantScope, User } from './access.js';
import type { AuditEntry, RequestOrigin } from './audit.js';
import type { Decide, DecideAgain } from './decisions.js';
import type { MatchAsked } from './match-lists.js';
import type { MatchPiece } from './matching.js';
import type { PlainTenantChanges, PlainTenantReads } from './plain-work.js';
import type { BrowserSession, GrantedUnit, NewSession, SessionsOver } from './sessions.js';
import type { SharedCounts } from './shared-counts.js';
import type { Idempotency, ImportStep, StagedUpload, StageRequest, Staging, StagingOutcome, Upload } from './uploads.js';

/**
 * The operations that are searches, which take a while and are then made on a thread of their own. Each gives the JSON of its answer, which is
 * cheapest to make where it is read. In the scope of some units it finds their rows alone, and the user's own uploads.
 */
export type TenantSearches = { [Id in SearchId]: (query: Queries[Id]) => Promise<string> };

/** What is found in a moment of one tenant's data, within the scope that the handle is bound to. */
export interface TenantReads extends PlainTenantReads {
  /** Null where there is no such upload. In the scope of some units, only the user's own uploads are found. */
  upload(uploadId: string): Promise<Upload | null>;
}

export interface TenantReader extends Readonly<Binding>, TenantReads, TenantSearches {
  /** Returns a test of whether a row is inside the scope. */
  reach(): Promise<(row: Place) => boolean>;
  /** The upload that an earlier request with this key has staged, or null. Fails with `keyReused` where its content was different. */
  earlierUpload(userId: string, idempotency: Idempotency): Promise<StagedUpload | null>;
}

export interface TenantStore extends TenantReader, PlainTenantChanges {
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
   * into the audit trail. Fails with `validation` where the state of the upload does not allow it. This one needs the scope of the whole
   * tenant; in the scope of some units, the next two find only the user's own uploads.
   */
  reprocess(uploadId: string, by: string, decide: DecideAgain, from?: RequestOrigin): Promise<Upload | null>;
  /**
   * Takes an upload's rows out of lists, details, sums and duplicates, and frees its idempotency key. Rows that were duplicates of them are
   * decided about again. Matches of its rows end; refused where people made them.
   */
  withdraw(uploadId: string, by: string, decide: DecideAgain, from?: RequestOrigin): Promise<Upload | null>;
  /**
   * Stores a piece of what matching made of the tenant's rows, in one transaction; false, and nothing stored, where rows have changed since it
   * was worked out. Absent where a store cannot match yet. Needs the scope of the whole tenant.
   */
  applyMatches?(piece: MatchPiece): Promise<boolean>;
  /** Notes that rows are to be matched anew, also in the audit trail. Needs the scope of the whole tenant. */
  askToMatch(asked: MatchAsked): Promise<void>;
  /** Brings a withdrawn upload's rows back, and decides again which of them are duplicates now. */
  restore(uploadId: string, by: string, decide: DecideAgain, from?: RequestOrigin): Promise<Upload | null>;
}

export interface StoreFigures {
  tenants: number;
  uploads: number;
  unfinishedUploads: number;
  transactions: number;
  databaseBytes: number;
  /** Servers that run on a shared store. */
  servers?: number;
}

/** Connections of one kind to the database of a shared store. */
export interface PoolFigures {
  kind: 'read' | 'write';
  used: number;
  idle: number;
  /** Transactions that wait for a connection. */
  waiting: number;
  /** Commits so far of which nobody could say at first what became of them. */
  inDoubt: number;
}

/** What is found in a moment of a store as a whole. */
export interface StoreReads {
  userByName(name: string): Promise<User | null>;
  /** The units that were granted to a user, without those below them. */
  grantedUnits(userId: string): Promise<GrantedUnit[]>;
  /** A UUID that tells this store from every other. */
  installationId(): Promise<string>;
  /** The log-in of a browser, by the hash of what it sends; null where there is none. */
  browserSession(tokenHash: string): Promise<BrowserSession | null>;
  /** Whether it keeps matches. */
  readonly canMatch: boolean;
  /** Whether the first start has yet to set up the store. */
  isEmpty(): Promise<boolean>;
  /** Totals over all tenants, for monitoring. */
  figures(): Promise<StoreFigures>;
}

/** What is written of a store as a whole, on the thread that writes. */
export interface StoreWrites {
  setUp(setup: FirstSetup): Promise<Access>;
  /** Forgets the idempotency keys of uploads staged before `before`. */
  pruneIdempotencyKeys(before: Date): Promise<void>;
  beginSession(session: NewSession): Promise<void>;
  /** Notes that a log-in was used. */
  seeSession(tokenHash: string, at: Date): Promise<void>;
  endSession(tokenHash: string): Promise<void>;
  /** Forgets log-ins that are over. */
  pruneSessions(over: SessionsOver): Promise<void>;
  /** Appends to the audit trail. */
  audit(entry: AuditEntry): Promise<void>;
  /** Fails when the store cannot be written to. */
  checkWritable(): Promise<void>;
}

/** The store for those who only read. */
export interface StoreReader extends StoreReads {
  tenant(tenantId: string, scope: TenantScope): TenantReader;
  close(): Promise<void>;
}

export interface Store extends StoreReader, StoreWrites {
  tenant(tenantId: string, scope: TenantScope): TenantStore;
  /**
   * Stages several batches with one commit, which is what makes them durable. A batch that fails by itself does not affect the others; what
   * affects all of them rejects, as with any method.
   */
  stageTogether(stagings: readonly Staging[]): Promise<StagingOutcome[]>;
  /** Uploads whose import is not finished, oldest first. */
  unfinishedUploads(): Promise<{ tenantId: string; uploadId: string }[]>;
  /** What the servers of a shared store count together; absent where one server has the store to itself. */
  readonly shared?: SharedCounts;
  /** Likewise, which files lie on which of them. */
  readonly droppedFiles?: NotedFiles;
  /** The connections of a shared store. */
  readonly pools?: () => readonly PoolFigures[];
}

/** Which files lie on one of several servers, so that the others know of them. */
export interface NotedFiles {
  note(id: string, userId: string): Promise<void>;
  /** Whether one of the servers has a file of that id from this user. */
  isNoted(id: string, userId: string): Promise<boolean>;
  forget(id: string): Promise<void>;
}

/** An upgrade of the database from an earlier schema to the current one. */
export interface Upgrade {
  from: number;
  to: number;
  /** Absolute path of the backup made before it. */
  backup: string;
}
