/** A store, put together from the work that serves either database and from how its database runs work. */
import type { Reach } from './access/scope.js';
import type { Binding } from './access.js';
import { setUp } from './administering/set-up.js';
import type { AuditEntry } from './audit.js';
import {
  type Changing,
  type OwnSearches,
  type StoreChanges,
  type StoreReads,
  storeChanges,
  storeReads,
  tenantChanges,
  tenantReads,
} from './plain-work.js';
import { methods } from './sql/methods.js';
import type { Work } from './sql/work.js';
import type { Store, StoreReader, StoreWrites, TenantReader, TenantStore } from './store.js';

export interface ReadRunner {
  /** Runs `work` on one snapshot of the data. */
  read<Result>(work: () => Work<Result>): Promise<Result>;
  /** Runs `work` on one snapshot of the data of a tenant that the call may reach. */
  readTenant<Result>(binding: Binding, work: (on: Reach) => Work<Result>): Promise<Result>;
  searches: OwnSearches;
}

type NotedWork<Result> = Work<[Result, AuditEntry | null]>;

export interface WriteRunner {
  /** Runs `work` in one transaction. */
  write<Result>(work: () => Work<Result>): Promise<Result>;
  /** Runs `work` in one transaction, and writes its note into the audit trail; null writes none. */
  note<Result>(work: () => NotedWork<Result>): Promise<Result>;
  /** Runs `work` in one transaction, one at a time for each tenant. */
  writeTenant<Result>(binding: Binding, work: (on: Changing) => Work<Result>): Promise<Result>;
  noteTenant<Result>(binding: Binding, work: (on: Changing) => NotedWork<Result>): Promise<Result>;
}

export function tenantReader({ readTenant, searches }: ReadRunner, binding: Binding): TenantReader {
  return { ...binding, ...tenantReads(searches, (work) => readTenant(binding, work)) };
}

/** Store of the reader's tenant, on which changes can be made too. */
export function tenantStore<Reader extends TenantReader>(
  reader: Reader,
  { writeTenant, noteTenant }: WriteRunner,
  stageTogether: Store['stageTogether'],
): Reader & TenantStore {
  const { tenantId, scope } = reader;
  const binding = { tenantId, scope };
  return {
    ...reader,
    ...tenantChanges(
      (work) => writeTenant(binding, work),
      (work) => noteTenant(binding, work),
    ),
    stageUpload: async (request) => {
      const [outcome] = await stageTogether([{ ...binding, request }]);
      if (outcome && 'uploadId' in outcome) return outcome;
      throw outcome?.failure;
    },
  };
}

export function readsOn({ read }: ReadRunner): Omit<StoreReader, 'tenant' | 'close'> {
  return methods<StoreReads>(storeReads, (work, given) => read(() => work(...given)));
}

export function writesOn({ write, note }: WriteRunner): Omit<StoreWrites, 'pruneIdempotencyKeys' | 'checkWritable'> {
  return {
    ...methods<StoreChanges>(storeChanges, (work, given) => write(() => work(...given))),
    setUp: (setup) => note(() => setUp(setup)),
    audit: (entry) =>
      // biome-ignore lint/correctness/useYield: the note is all of it
      note(function* () {
        return [undefined, entry];
      }),
  };
}
