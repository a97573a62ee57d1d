/**
 * The store on PostgreSQL: any number of servers on one database, which must have been made by `migrations.ts`. Hands out tenants; the
 * statements are in the folders beside this file.
 */
import { randomUUID } from 'node:crypto';
import { SalesError } from '../../contract/problem.js';
import { appendAudit } from '../access/audit.js';
import { figures } from '../access/figures.js';
import { mustBeWhole, placeTest, type Reach, reachOf, tenantKeyOf } from '../access/scope.js';
import { beginSession, browserSession, endSession, installationId, pruneSessions, seeSession } from '../access/sessions.js';
import { grantedUnits, isEmpty, userByName } from '../access/users.js';
import type { Access, Binding, FirstSetup, TenantScope } from '../access.js';
import { setUp } from '../administering/set-up.js';
import { type AuditEntry, noRequest } from '../audit.js';
import type { DecideAgain } from '../decisions.js';
import { listExceptions } from '../lists/exceptions.js';
import { askToMatch, matchRun } from '../lists/match-run.js';
import { listMatches } from '../lists/matches.js';
import { money } from '../lists/money.js';
import { listRecords } from '../lists/records.js';
import { listUploads } from '../lists/upload-list.js';
import { plainReader, plainWriter } from '../plain-work.js';
import { type ChangeContext, type ChangedUpload, reprocess, restore, withdraw } from '../rows/changes.js';
import { countTry, giveUp, importStep, recordImport } from '../rows/import-steps.js';
import { applyMatches } from '../rows/match-outcome.js';
import { earlierUpload } from '../rows/staging.js';
import { findUpload } from '../rows/uploads.js';
import type { Work } from '../sql/work.js';
import type { Store, StoreReader, TenantReader, TenantStore } from '../store.js';
import { uploadOf } from '../stored-upload.js';
import type { Staging, StagingOutcome } from '../uploads.js';
import { forgetOldCounts, sharedCounts } from './access/limits.js';
import { notedFiles } from './access/noted-files.js';
import type { DatabaseAddress } from './database/address.js';
import { type DatabaseConnections, openConnections } from './database/connections.js';
import { beatAsNode } from './database/nodes.js';
import { schemaVersion } from './database/schema.js';
import type { Session } from './database/session.js';
import { untilKnown } from './database/until-known.js';
import { runOn } from './database/work.js';
import { listTransactions } from './lists/list.js';
import { totals } from './lists/totals.js';
import { endLeases, leaseUploads } from './rows/import-queue.js';
import { stageEachTenant } from './rows/stage-together.js';
import { pruneIdempotencyKeys } from './rows/staging.js';
import { type TestClock, type Turn, takeTurn, timeOf } from './rows/turn.js';

export interface PostgresOptions {
  address: DatabaseAddress;
  /** DatabaseConnections that read, and those that write, at most. */
  readers: number;
  writers: number;
  /** Whether this is a server's, which others may have to wait for. */
  isNode?: boolean;
  /** In tests, the time instead of the database's. */
  clock?: TestClock;
}

const PRUNED_AT_ONCE = 10_000;

/** Does not connect before it is first used, and connects again whenever the database was away. */
export function openPostgresStore({ address, readers, writers, isNode = false, clock = null }: PostgresOptions): Store {
  const connections = openConnections(address, { readers, writers });
  const context: StoreContext = { connections, clock, keys: new Map() };
  const reader = storeReader(context);
  const worker = randomUUID();
  let hasLeased = false;
  const leave = isNode ? beatAsNode(connections) : null;
  return {
    ...reader,
    tenant: (tenantId, scope) => tenantStore(context, { tenantId, scope }),
    setUp: (setup) => write(context, null, async (session) => setUpEmpty(session, setup, await timeOf(session, clock))),
    stageTogether: (stagings) => stageEachTenant(context, stagings, (tenantId) => keyOf(context, tenantId)),
    unfinishedUploads: () => {
      hasLeased = true;
      return write(context, null, (session) => leaseUploads(session, worker));
    },
    pruneIdempotencyKeys: (before) => pruneEachTenant(context, before),
    beginSession: (session) => write(context, null, (on) => runOn(on, beginSession(session))),
    seeSession: (tokenHash, at) => write(context, null, (session) => runOn(session, seeSession(tokenHash, at))),
    endSession: (tokenHash) => write(context, null, (session) => runOn(session, endSession(tokenHash))),
    pruneSessions: (over) => write(context, null, (session) => runOn(session, pruneSessions(over))),
    audit: (entry) =>
      write(context, null, async (session) => {
        await runOn(session, appendAudit(entry, await timeOf(session, clock)));
      }),
    checkWritable: () => connections.read({ tenantKey: null }, mustBeWritable),
    shared: sharedCounts(connections),
    droppedFiles: notedFiles(connections),
    pools: connections.figures,
    close: async () => {
      await leave?.();
      // If the database is away, they end by themselves.
      if (hasLeased) await connections.write({ tenantKey: null }, (session) => endLeases(session, worker)).catch(() => {});
      await reader.close();
    },
  };
}

/** What every call on the store needs. */
export interface StoreContext {
  connections: DatabaseConnections;
  clock: TestClock;
  /** The keys of tenants by their ids. Neither is ever given again, so only whether the tenant still exists has to be asked. */
  keys: Map<string, number>;
}

/** The key of the tenant, without asking whether it is still there. Fails with `notFound` where it never was. */
export async function keyOf({ connections, keys }: StoreContext, tenantId: string): Promise<number> {
  const known = keys.get(tenantId);
  if (known !== undefined) return known;
  const key = await connections.read({ tenantKey: null }, (session) => runOn(session, tenantKeyOf(tenantId)));
  keys.set(tenantId, key);
  return key;
}

/** What it does twice must have the effect of once: where nobody knows what became of a COMMIT, it is done again. */
function write<Result>(
  { connections }: StoreContext,
  tenantKey: number | null,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  return untilKnown(() => connections.write({ tenantKey }, work));
}

/** As the role that sees users, tenants and units of all, and none of their data. */
async function asAdmin<Result>(session: Session, work: Work<Result>): Promise<Result> {
  await session.plain('SET LOCAL ROLE sales_admin');
  return runOn(session, work);
}

/** A change with its note in the audit trail, which must be the last thing that a transaction does. */
async function noted<Result>(session: Session, at: Date, work: Work<[Result, AuditEntry | null]>): Promise<Result> {
  const [result, entry] = await runOn(session, work);
  if (entry !== null) await runOn(session, appendAudit(entry, at));
  return result;
}

/** Of several servers that start on an empty database at once, one sets it up; for the others it fails with `locked`. */
async function setUpEmpty(session: Session, setup: FirstSetup, at: Date): Promise<Access> {
  await session.plain('SET LOCAL ROLE sales_admin');
  await session.first('SELECT 1 FROM installation FOR UPDATE');
  if (!(await runOn(session, isEmpty()))) throw new SalesError('locked', 'Another server has just set up the database.');
  return noted(session, at, setUp(setup));
}

function storeReader(context: StoreContext): StoreReader {
  const read = <Result>(work: (session: Session) => Promise<Result>) => context.connections.read({ tenantKey: null }, work);
  return {
    tenant: (tenantId, scope) => tenantReader(context, { tenantId, scope }),
    userByName: (name) => read((session) => runOn(session, userByName(name))),
    grantedUnits: (userId) => read((session) => asAdmin(session, grantedUnits(userId))),
    installationId: () => read((session) => runOn(session, installationId())),
    browserSession: (tokenHash) => read((session) => runOn(session, browserSession(tokenHash))),
    canMatch: true,
    isEmpty: () => read((session) => runOn(session, isEmpty())),
    figures: () => read((session) => asAdmin(session, figures())),
    close: () => context.connections.close(),
  };
}

function tenantReader(context: StoreContext, binding: Binding): TenantReader {
  const within = async <Result>(work: (session: Session, reach: Reach) => Promise<Result>): Promise<Result> => {
    const tenantKey = await keyOf(context, binding.tenantId);
    return context.connections.read({ tenantKey }, async (session) => {
      const reach = runOn(session, reachOf(binding, tenantKey));
      if (binding.scope !== 'whole') return work(session, await reach);
      // Whether the tenant is still there is asked together with what is wanted of it.
      reach.catch(() => {});
      const found = work(session, { tenantKey, limit: null });
      found.catch(() => {});
      await reach;
      return found;
    });
  };
  const done = <Result>(work: (reach: Reach) => Work<Result>) => within((session, reach) => runOn(session, work(reach)));
  return {
    ...binding,
    ...plainReader(done),
    reach: () => done(placeTest),
    earlierUpload: (userId, idempotency) => done(({ tenantKey }) => earlierUpload(tenantKey, userId, idempotency)),
    upload: (uploadId) =>
      within(async (session, reach) => {
        const row = await runOn(session, findUpload(reach, uploadId));
        return row ? uploadOf(row) : null;
      }),
    listTransactions: (query) => done((reach) => listTransactions(reach, query)),
    searchTransactions: (query) => done((reach) => listTransactions(reach, query)),
    listRecords: (query) => done((reach) => listRecords(reach, query)),
    listUploads: (query) => done((reach) => listUploads(reach, query)),
    getTotals: (query) => within((session, reach) => totals(session, reach, query)),
    getMoney: (query) => done((reach) => money(reach, query)),
    listMatches: (query) => done((reach) => listMatches(reach, query)),
    listExceptions: async (query) => {
      mustBeWhole(binding);
      return done(({ tenantKey }) => listExceptions(tenantKey, query));
    },
    getMatchRun: () => done(matchRun),
  };
}

function tenantStore(context: StoreContext, binding: { tenantId: string; scope: TenantScope }): TenantStore {
  const { clock } = context;
  const reader = tenantReader(context, binding);
  const inTurn = async <Result>(work: (session: Session, turn: Turn) => Promise<Result>): Promise<Result> => {
    mustBeWhole(binding);
    return inTurnWithin(work);
  };
  const inTurnWithin = async <Result>(work: (session: Session, turn: Turn) => Promise<Result>): Promise<Result> => {
    const tenantKey = await keyOf(context, binding.tenantId);
    return write(context, tenantKey, async (session) => work(session, await takeTurn(session, tenantKey, clock)));
  };
  const change = <Result>(work: (turn: Turn) => Work<Result>) => inTurn((session, turn) => runOn(session, work(turn)));
  const changing = (by: string, decide: DecideAgain, from = noRequest, work: (context: ChangeContext) => Work<ChangedUpload>) =>
    inTurnWithin(async (session, { tenantKey, at }) =>
      noted(session, at, work({ ...(await runOn(session, reachOf(binding, tenantKey))), at, by, from, decide })),
    );
  return {
    ...reader,
    ...plainWriter((work) => {
      let tries = 0;
      return inTurnWithin(async (session, { tenantKey, at }) =>
        noted(session, at, work({ ...(await runOn(session, reachOf(binding, tenantKey))), isAgain: tries++ > 0 })),
      );
    }),
    stageUpload: async (request) => {
      const staging: Staging = { ...binding, request };
      return outcomeOf(await stageEachTenant(context, [staging], (tenantId) => keyOf(context, tenantId)));
    },
    importStep: async (uploadId, rowsMax) => {
      mustBeWhole(binding);
      const tenantKey = await keyOf(context, binding.tenantId);
      return context.connections.read({ tenantKey }, (session) => runOn(session, importStep(tenantKey, uploadId, rowsMax)));
    },
    recordImport: (uploadId, firstIndex, decide) => change((turn) => recordImport(turn, uploadId, firstIndex, decide)),
    countTry: (uploadId) => change(({ tenantKey }) => countTry(tenantKey, uploadId)),
    giveUp: (uploadId, reason) => change((turn) => giveUp(turn, uploadId, reason)),
    reprocess: async (uploadId, by, decide, from) => {
      mustBeWhole(binding);
      return changing(by, decide, from, (context) => reprocess(context, uploadId));
    },
    withdraw: (uploadId, by, decide, from) => changing(by, decide, from, (context) => withdraw(context, uploadId)),
    applyMatches: (piece) => change((turn) => applyMatches(turn, piece)),
    askToMatch: (asked) => change(({ tenantKey, at }) => askToMatch(tenantKey, binding.tenantId, at, asked)),
    restore: (uploadId, by, decide, from) => changing(by, decide, from, (context) => restore(context, uploadId)),
  };
}

function outcomeOf([outcome]: readonly StagingOutcome[]) {
  if (outcome && 'uploadId' in outcome) return outcome;
  throw outcome?.failure ?? new SalesError('internal', 'A batch has no outcome.');
}

async function pruneEachTenant(context: StoreContext, before: Date): Promise<void> {
  const { connections } = context;
  await write(context, null, forgetOldCounts);
  const keys = await connections.read({ tenantKey: null }, (session) => session.arrays<[number]>('SELECT tenant_key FROM tenant'));
  for (const [tenantKey] of keys) {
    const slice = () => write(context, tenantKey, (session) => pruneIdempotencyKeys(session, tenantKey, before, PRUNED_AT_ONCE));
    while ((await slice()) === PRUNED_AT_ONCE);
  }
}

/** Fails with `unavailable` where the database takes no writes, or a newer version of sales has taken it over. */
async function mustBeWritable(session: Session): Promise<void> {
  const found = await session.first<{ isReadOnly: boolean; compatibleFrom: number }>(
    `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "isReadOnly",
       compatible_from AS "compatibleFrom" FROM schema_version`,
  );
  if (!found || found.isReadOnly || found.compatibleFrom > schemaVersion) {
    throw new SalesError('unavailable', 'The database takes no writes of this server.', { retryAfterS: 1 });
  }
}
