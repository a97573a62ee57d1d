/** The data as the server uses it, whatever threads it runs on. Types only. */
import type { ImportSettings } from '../contract/import-configuration.js';
import type { SearchInput } from '../contract/inputs.js';
import type { MatchDryRun } from '../contract/matches.js';
import type { SearchId } from '../contract/operations.js';
import type { SalesError } from '../contract/problem.js';
import type { UploadRequestBytes } from '../importing/receive.js';
import type { SuggestedByRows } from '../matcher/suggest.js';
import type { RunAsked } from '../matcher/tenant-rows.js';
import type { Binding } from '../store/access.js';
import type { Administration } from '../store/administering/administration.js';
import type { Configuration, ConfigurationChange } from '../store/administration.js';
import type { RequestOrigin } from '../store/audit.js';
import type { WithDecisions } from '../store/changes.js';
import type { PlainTenantChanges, PlainTenantReads, StoreReads } from '../store/plain-work.js';
import type { PoolFigures, Store, StoreWrites, TenantStore, Upgrade } from '../store/store.js';
import type { StagedUpload, Upload } from '../store/uploads.js';

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A tenant's data; what it shares with the store is said there. */
export interface TenantData extends Readonly<Binding>, PlainTenantReads, PlainTenantChanges {
  /**
   * Takes an upload; see importing/receive. A `body` that fills its memory is transferred to another thread, and then gone for the caller;
   * one in shared memory is not, and not read any more once this is settled.
   */
  receive(request: UploadRequestBytes): Promise<StagedUpload>;
  /** See the methods of the same names in the store. */
  reprocess(uploadId: string, by: string, from: RequestOrigin): Promise<Upload | null>;
  withdraw(uploadId: string, by: string, from: RequestOrigin, withDecisions?: WithDecisions): Promise<Upload | null>;
  restore(uploadId: string, by: string, from: RequestOrigin): Promise<Upload | null>;
  /** See the store; only of data that are written on the calling thread. */
  applyMatches?: TenantStore['applyMatches'];
  /**
   * What a run would change; nothing is changed. Fails with `running` where another one is under way. Absent where all is on one thread.
   */
  dryRun?(asked: RunAsked): Promise<MatchDryRun>;
  /** Settings that the rows suggest; as `dryRun`. */
  suggestions?(): Promise<SuggestedByRows>;
  /** Gives JSON. `inTurn` runs the work of a thread when its turn comes; what can be found in a moment is found without it. */
  search<Id extends SearchId>(name: Id, query: SearchInput<Id>, inTurn?: InTurn): Promise<string>;
}

/** What a server does for whoever administers it; the same, with the same failures, as in the store. */
export interface AdministrationCalls
  extends Pick<
    Administration,
    | 'users'
    | 'addUser'
    | 'setPassword'
    | 'setDisabled'
    | 'grant'
    | 'revoke'
    | 'endSessions'
    | 'tenants'
    | 'units'
    | 'addUnit'
    | 'changeUnit'
    | 'unknownPlaces'
    | 'importConfigurations'
    | 'addImportConfiguration'
    | 'auditRows'
    | 'receivedUploads'
  > {
  /** Undefined leaves the settings as they are. */
  changeSettings(
    configuration: string,
    change: Omit<ConfigurationChange, 'settings'> & { settings: ImportSettings | undefined },
  ): Promise<Configuration>;
}

export interface Data extends StoreReads, StoreWrites, Pick<Store, 'shared' | 'droppedFiles'> {
  tenant(binding: Binding): TenantData;
  /** How many lists can be searched for at the same time. */
  readonly listThreads: number;
  /** In the name of `actor`, for the request `from`; absent where all is on one thread. */
  administration?(actor: string, from: RequestOrigin): AdministrationCalls;
  /** How much work is waiting, by the name of what it waits for. */
  waiting(): Record<string, number>;
  /** Connections to a database that several servers share, of each thread; none where there is no such database. */
  pools(): Promise<readonly PoolFigures[]>;
  /** Resolves when the data cannot be used any more. */
  readonly failed: Promise<SalesError>;
  /** Closes after the work under way. */
  close(): Promise<void>;
}

/** Where the data is. Plain data, which can be sent to a thread. */
export interface StorePlace {
  /** The URL of a module that opens it; see store/store-module. */
  module: string;
  directory: string;
  /** Where the database is, as the module understands it; for data that several servers share. */
  database?: unknown;
}

export interface DataOptions {
  /** Called when matching failed; it will be tried again. */
  onMatchError?: (error: unknown) => void;
  /** Called when the database is about to be upgraded to a newer schema; a backup is made first, which may take a while. */
  onUpgrade?: (upgrade: Upgrade) => void;
}
