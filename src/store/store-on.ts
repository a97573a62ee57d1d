/** A store, put together from the work that serves either database and from how its database runs work. */
import { figures } from './access/figures.js';
import type { Reach } from './access/scope.js';
import { beginSession, browserSession, endSession, installationId, pruneSessions, seeSession } from './access/sessions.js';
import { grantedUnits, isEmpty, userByName } from './access/users.js';
import type { Binding } from './access.js';
import { setUp } from './administering/set-up.js';
import type { AuditEntry } from './audit.js';
import { type Changing, type OwnSearches, tenantChanges, tenantReads } from './plain-work.js';
import type { Work } from './sql/work.js';
import type { Store, StoreReader, StoreWrites, TenantReader, TenantStore } from './store.js';

export interface ReadRunner {
  /** On one state of the data. */
  read<Result>(work: () => Work<Result>): Promise<Result>;
  /** The same of what a call may reach of a tenant's. */
  readTenant<Result>(binding: Binding, work: (on: Reach) => Work<Result>): Promise<Result>;
  searches: OwnSearches;
}

type NotedWork<Result> = Work<[Result, AuditEntry | null]>;

export interface WriteRunner {
  /** In one transaction. */
  write<Result>(work: () => Work<Result>): Promise<Result>;
  /** The same of a change with its note in the audit trail. */
  note<Result>(work: () => NotedWork<Result>): Promise<Result>;
  /** In one transaction that no other about the tenant comes between. */
  writeTenant<Result>(binding: Binding, work: (on: Changing) => Work<Result>): Promise<Result>;
  noteTenant<Result>(binding: Binding, work: (on: Changing) => NotedWork<Result>): Promise<Result>;
}

export function tenantReader({ readTenant, searches }: ReadRunner, binding: Binding): TenantReader {
  return { ...binding, ...tenantReads(searches, (work) => readTenant(binding, work)) };
}

/** Of the reader's tenant. */
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

export function storeReads({ read }: ReadRunner): Omit<StoreReader, 'tenant' | 'close'> {
  return {
    userByName: (name) => read(() => userByName(name)),
    grantedUnits: (userId) => read(() => grantedUnits(userId)),
    installationId: () => read(installationId),
    browserSession: (tokenHash) => read(() => browserSession(tokenHash)),
    canMatch: true,
    isEmpty: () => read(isEmpty),
    figures: () => read(figures),
  };
}

export function storeWrites({ write, note }: WriteRunner): Omit<StoreWrites, 'pruneIdempotencyKeys' | 'checkWritable'> {
  return {
    setUp: (setup) => note(() => setUp(setup)),
    beginSession: (session) => write(() => beginSession(session)),
    seeSession: (tokenHash, at) => write(() => seeSession(tokenHash, at)),
    endSession: (tokenHash) => write(() => endSession(tokenHash)),
    pruneSessions: (over) => write(() => pruneSessions(over)),
    audit: (entry) =>
      // biome-ignore lint/correctness/useYield: the note is all of it
      note(function* () {
        return [undefined, entry];
      }),
  };
}
