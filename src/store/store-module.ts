/** How each thread opens the store for itself: a module that has one of these as its default export. Types only. */
import type { ListQuery } from '../contract/query.js';
import type { TenantScope } from './access.js';
import type { Administration } from './administering/administration.js';
import type { RequestOrigin } from './audit.js';
import type { MatchReader, SharedMatcher } from './matching.js';
import type { Store, StoreReader, TenantReader, Upgrade } from './store.js';

export interface StoreModule {
  /** Opens the store of a data directory; creates or migrates it if need be. Fails with `disk` or `storage`. */
  openStore(options: StoreOptions): OpenedStore;
  /** Opens a store for reading only; it must have been opened for writing before. Fails with `disk` or `storage`. */
  openReader(options: ReaderOptions & { now: () => Date }): QuickReader;
  /** Opens a store for reading what there is to match; as {@link openReader}. */
  openMatchReader(options: ReaderOptions): MatchReader;
  openAdministration(options: AdministratorOptions & { directory: string; now: () => Date }): Administration;
}

/** In whose name a store is administered, for a request. */
export interface AdministratorOptions {
  actor: string;
  from: RequestOrigin;
}

/** How a process opens a store that several servers share; also the default export of a module. */
export interface SharedStoreModule {
  /** Does not connect before the store is first used. */
  openStore(options: SharedStoreOptions): Store;
  /** Likewise. */
  openMatcher(options: Pick<SharedStoreOptions, 'database'>): SharedMatcher;
  openAdministration(options: AdministratorOptions & { database: unknown }): Administration;
}

export interface SharedStoreOptions {
  /** Where the database is; the module understands it. Plain data, which can be sent to a thread. */
  database: unknown;
  /** Connections at most: of those that read, and of those that write. */
  readers: number;
  writers: number;
  /** Whether it is the server's as a whole, of which the other servers shall know; not that of a thread beside it. */
  isNode?: boolean;
}

export interface OpenedStore extends Store {
  /**
   * Tidies up after what was stored: `due` only does what would take long if it were left any longer, `idle` everything there is. Only the
   * speed of lists depends on it, and others have to wait meanwhile, so call it when nobody does. Absent where there is nothing to tidy.
   */
  tidy?: (when: 'due' | 'idle') => Promise<void>;
}

export interface StoreOptions {
  /** The data directory; it must exist. */
  directory: string;
  now: () => Date;
  /** Called before a database with an earlier schema is upgraded; its backup is being made then. */
  onUpgrade?: (upgrade: Upgrade) => void;
}

export interface ReaderOptions {
  directory: string;
  /** The size of its cache; there is a default. */
  cacheKib?: number;
}

/** A reader in the same process, without a wait of its own. */
export interface QuickReader extends StoreReader {
  tenant(tenantId: string, scope: TenantScope): QuickTenantReader;
}

export interface QuickTenantReader extends TenantReader {
  /** The same TransactionList if it takes only a moment, so that nothing has to wait for it; null where it may take longer. */
  listAtOnce(query: ListQuery): Promise<string | null>;
}
