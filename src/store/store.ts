/**
 * What the rest of the program asks of a database, in whole atomic units instead of begin and commit. It decides nothing about rows. The
 * data of a tenant can only be reached through `tenant(id, scope)`. Every method may fail with SalesError `unavailable` (disk full, or
 * busy: nothing was stored, try again) or `storage` (the database can no longer be trusted, and the process must stop).
 */

import type { Access, Binding, FirstSetup, TenantScope } from './access.js';
import type { AuditEntry } from './audit.js';
import type { StoreChanges, StoreReads, TenantChangeMethods, TenantReadMethods } from './plain-work.js';
import type { StagedUpload, StageRequest, Staging, StagingOutcome } from './uploads.js';

export interface TenantReader extends Readonly<Binding>, TenantReadMethods {}

export interface TenantStore extends TenantReader, TenantChangeMethods {
  /**
   * Stages a batch: upload, key and rows are durable when the promise resolves, and none of them exists when it is rejected. Fails with
   * `keyReused`, and with `unavailable` where a row is outside the scope: the caller has checked `reach` before, so the scope has changed since.
   */
  stageUpload(request: StageRequest): Promise<StagedUpload>;
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

/** Writes to the store as a whole, on the thread that writes. */
export interface StoreWrites extends StoreChanges {
  setUp(setup: FirstSetup): Promise<Access>;
  /** Forgets the idempotency keys of uploads staged before `before`. */
  pruneIdempotencyKeys(before: Date): Promise<void>;
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
  /** What the servers of a shared store count together; absent where one server has the store to itself. */
  readonly shared?: SharedCounts;
  /** Likewise, which files lie on which of them. */
  readonly droppedFiles?: NotedFiles;
  /** The connections of a shared store. */
  readonly pools?: () => readonly PoolFigures[];
}

/** What several servers on one database have in common: its clock, and what they count together, so that a limit holds for all. */
export interface SharedCounts {
  /** In ms since 1970, by the database's clock. */
  nowMs(): Promise<number>;
  /** The times by these keys, and what is now. */
  failures(keys: readonly string[]): Promise<{ times: readonly FailureTimes[]; nowMs: number }>;
  /**
   * Replaces the times by these keys, while no other server can change them. `change` is given what they are and what is now, and returns what
   * they become; it may be called again where the transaction is, and what it throws leaves all as it was.
   */
  changeFailures(
    keys: readonly string[],
    change: (times: readonly FailureTimes[], nowMs: number) => readonly FailureTimes[],
  ): Promise<void>;
  /**
   * Takes up to `wanted` of the requests that a user has left, of `requests` in a window of `windowS` seconds. A window begins with the first
   * request, and a new one with the first after its end.
   */
  takeRequests(userId: string, wanted: number, rate: { requests: number; windowS: number }): Promise<TakenRequests>;
}

export interface TakenRequests {
  /** 0 where none are left. */
  taken: number;
  /** How many of the window no server has taken yet. */
  left: number;
  /** Until the window ends. */
  leftMs: number;
}

/** The times of failed log-ins of one account or address, in ms since 1970 by the database's clock, oldest first. */
export type FailureTimes = readonly number[];

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
