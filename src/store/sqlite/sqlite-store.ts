/**
 * The store on SQLite: one database file in a data directory, in WAL mode with synchronous=FULL, so that what was acknowledged survives a
 * power cut. Opens and migrates the database and hands out tenants; the statements are in the files beside this one.
 */
import { join } from 'node:path';
import { appendAudit } from '../access/audit.js';
import { figures } from '../access/figures.js';
import { mustBeWhole, placeTest, type Reach, reachIn, tenantKeyOf } from '../access/scope.js';
import { beginSession, browserSession, endSession, installationId, pruneSessions, seeSession } from '../access/sessions.js';
import { grantedUnits, isEmpty, userByName } from '../access/users.js';
import type { Binding, TenantScope, User } from '../access.js';
import { setUp } from '../administering/set-up.js';
import { type AuditEntry, noRequest } from '../audit.js';
import type { DecideAgain } from '../decisions.js';
import { firstIdSource } from '../ids.js';
import { listExceptions } from '../lists/exceptions.js';
import { askToMatch, matchRun } from '../lists/match-run.js';
import { listMatches } from '../lists/matches.js';
import { money } from '../lists/money.js';
import { listRecords } from '../lists/records.js';
import { listUploads } from '../lists/upload-list.js';
import { plainReader, plainWriter } from '../plain-work.js';
import { reprocess, restore, withdraw } from '../rows/changes.js';
import { countTry, giveUp, importStep, recordImport } from '../rows/import-steps.js';
import { applyMatches } from '../rows/match-outcome.js';
import { earlierUpload } from '../rows/staging.js';
import { findUpload } from '../rows/uploads.js';
import type { Work } from '../sql/work.js';
import type { StoreReader, TenantStore } from '../store.js';
import type { OpenedStore, QuickReader, QuickTenantReader, ReaderOptions, StoreOptions } from '../store-module.js';
import { uploadOf } from '../stored-upload.js';
import { Database, type Options, SqliteError } from './database/engine.js';
import { damageFailure, incomplete, openingFailure, storeFailure, unitRunner } from './database/failure.js';
import { migrate, schemaVersion } from './database/migrations.js';
import { statement } from './database/statements.js';
import { runOn } from './database/work.js';
import { amountSorter } from './lists/amount-order.js';
import { listAtOnce, listTransactions } from './lists/list.js';
import { searchTransactions } from './lists/search.js';
import { totals } from './lists/totals.js';
import { pruneIdempotencyKeys, type StagingContext, stageTogether } from './rows/staging.js';
import { backUpBeforeUpgrade } from './verify/backup.js';
import { missingObjects } from './verify/inspect.js';

/** While SQLite waits for a lock, the thread stands still, and all requests with it; after this long, a client is told to come back. */
const BUSY_TIMEOUT_MS = 250;
const WRITER_CACHE_KIB = 64 * 1024;
/** For readers that do not ask for another size. */
const READER_CACHE_KIB = 24 * 1024;
/**
 * With this many new pages in the write-ahead log, a moment when nobody waits is used to move them into the database file. SQLite by itself
 * would do so in the middle of a commit.
 */
const LOG_PAGES_DUE = 48_000;
/** Where nobody calls `tidy`, during the import of many uploads after a start, say, SQLite does it by itself at this size. */
const LOG_PAGES_MAX = 64_000;

type UnitOfWork = ReturnType<typeof unitRunner>;

export interface SqliteTenant extends TenantStore, QuickTenantReader {}

export interface SqliteStore extends OpenedStore {
  tidy: NonNullable<OpenedStore['tidy']>;
  tenant(tenantId: string, scope: TenantScope): SqliteTenant;
}

/** Opens the database of a data directory; creates or migrates it if need be. Fails with `disk`, also where it is damaged. */
export function openSqliteStore({ directory, now, onUpgrade = () => {} }: StoreOptions): SqliteStore {
  let last: Buffer | null = null;
  const db = opened(join(directory, 'sales.db'), {}, (opening) => {
    prepareForWriting(opening);
    migrate(opening, (from) =>
      backUpBeforeUpgrade(opening, directory, from, now(), (backup) => onUpgrade({ from, to: schemaVersion, backup })),
    );
    if (missingObjects(opening) > 0) throw incomplete(opening.name);
    proveWritable(opening);
    last = lastTransactionId(opening);
  });
  const context: StagingContext = { db, now, nextFirstId: firstIdSource(() => now().getTime(), last) };
  const sortAmounts = amountSorter(db, now);
  const unit = unitRunner();
  const reader = readerOn(db, unit);
  return {
    ...reader,
    tenant: (tenantId, scope) => tenantStore(context, unit, reader.tenant(tenantId, scope)),
    setUp: (setup) => noted(context, unit, () => setUp(setup)),
    stageTogether: async (stagings) => {
      const outcomes = await unit(() => stageTogether(context, stagings));
      // A failure beside what was committed counts as any other: it is translated, and a broken disk ends all work.
      const told = (failure: unknown) =>
        unit(() => {
          throw failure;
        }).catch((translated: unknown) => ({ failure: translated }));
      return Promise.all(outcomes.map((outcome) => ('failure' in outcome ? told(outcome.failure) : outcome)));
    },
    unfinishedUploads: () => unit(() => unfinishedUploads(db)),
    pruneIdempotencyKeys: (before) => unit(() => pruneIdempotencyKeys(db, before)),
    beginSession: (session) => unit(() => runOn(db, beginSession(session))),
    seeSession: (tokenHash, at) => unit(() => runOn(db, seeSession(tokenHash, at))),
    endSession: (tokenHash) => unit(() => runOn(db, endSession(tokenHash))),
    pruneSessions: (over) => unit(() => runOn(db, pruneSessions(over))),
    audit: (entry) => unit(() => db.transaction(() => void runOn(db, appendAudit(entry, now()))).immediate()),
    checkWritable: () => unit(() => writeSomething(db)),
    tidy: (when) =>
      unit(() => {
        let hasSorted = false;
        try {
          hasSorted = sortAmounts(when);
        } finally {
          // While requests keep coming, only one of the two at a time: each takes a while.
          if (when === 'idle') checkpoint(db, 1);
          else if (!hasSorted) checkpoint(db, LOG_PAGES_DUE);
        }
      }),
    close: () =>
      unit(() => {
        db.pragma('wal_checkpoint(TRUNCATE)');
        db.close();
      }),
  };
}

/** Opens the database for reading only; it must have been opened for writing before. Fails with `disk` or `storage`. */
export function openSqliteReader({ directory, cacheKib = READER_CACHE_KIB }: ReaderOptions): QuickReader {
  const db = opened(join(directory, 'sales.db'), { readonly: true }, (reading) => reading.pragma(`cache_size = -${cacheKib}`));
  const unit = unitRunner();
  const reader = readerOn(db, unit);
  return { ...reader, userByName: rememberingUsers(db, unit, reader.userByName) };
}

/** Caches users, which every request asks for. They cannot change unless another connection has written, because this one never does. */
function rememberingUsers(db: Database, unit: UnitOfWork, userByName: StoreReader['userByName']): StoreReader['userByName'] {
  const users = new Map<string, User>();
  let version: unknown;
  return async (name) => {
    const current = await unit(() => statement(db, 'PRAGMA data_version').pluck().get());
    if (current !== version) users.clear();
    version = current;
    const user = users.get(name) ?? (await userByName(name));
    if (user && current === version) users.set(name, user);
    return user;
  };
}

/** Opens a database file, and prepares the connection. Fails with `disk`, or as a store does. */
export function opened(file: string, options: Options, prepare: (db: Database) => void): Database {
  try {
    const db = new Database(file, { timeout: BUSY_TIMEOUT_MS, ...options });
    try {
      prepare(db);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    // Readers are also opened while the server is serving; a failure then is one for clients, not for the start.
    throw (options.readonly ? null : (damageFailure(error, file) ?? openingFailure(error, file))) ?? storeFailure(error);
  }
}

function prepareForWriting(db: Database): void {
  db.pragma('journal_mode = WAL');
  // In WAL mode better-sqlite3 defaults to NORMAL, which may lose acknowledged uploads in a power cut.
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma(`cache_size = -${WRITER_CACHE_KIB}`);
  db.pragma(`wal_autocheckpoint = ${LOG_PAGES_MAX}`);
}

function checkpoint(db: Database, pagesMin: number): void {
  const [found] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  if (found && found.log - found.checkpointed >= pagesMin) db.pragma('wal_checkpoint(PASSIVE)');
}

function lastTransactionId(db: Database): Buffer | null {
  const last = db.prepare('SELECT first_transaction_id FROM upload ORDER BY upload_key DESC LIMIT 1').pluck().get();
  return (last as Buffer | undefined) ?? null;
}

/** The smallest write there is: sets the schema version to what it already is. */
function writeSomething(db: Database): void {
  db.transaction(() => {
    db.pragma(`user_version = ${schemaVersion}`);
  }).immediate();
}

/** SQLite opens a read-only file without complaint, and a full disk only shows at the first write. */
function proveWritable(db: Database): void {
  try {
    writeSomething(db);
  } catch (error) {
    // An admin command is writing right now, which is no reason not to start.
    if (!(error instanceof SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
  }
}

function unfinishedUploads(db: Database): { tenantId: string; uploadId: string }[] {
  return statement(
    db,
    `SELECT tenant.id AS tenantId, upload.id AS uploadId FROM upload JOIN tenant USING (tenant_key)
     WHERE status = 'Processing' ORDER BY upload_key`,
  ).all() as { tenantId: string; uploadId: string }[];
}

/** A change in one transaction with its note in the audit trail. */
function noted<Result>({ db, now }: StagingContext, unit: UnitOfWork, work: () => Work<[Result, AuditEntry | null]>): Promise<Result> {
  const change = db.transaction(() => {
    const [result, entry] = runOn(db, work());
    if (entry !== null) runOn(db, appendAudit(entry, now()));
    return result;
  });
  return unit(() => change.immediate());
}

function readerOn(db: Database, unit: UnitOfWork): QuickReader {
  // All statements of a unit in one transaction: they see the same data, and SQLite takes its locks only once.
  const snapshot = db.transaction((work: () => unknown) => work());
  const read: UnitOfWork = (work) => unit(() => snapshot(work) as ReturnType<typeof work>);
  return {
    tenant: (tenantId, scope) => tenantReader(db, read, { tenantId, scope }),
    userByName: (name) => read(() => runOn(db, userByName(name))),
    grantedUnits: (userId) => read(() => runOn(db, grantedUnits(userId))),
    installationId: () => read(() => runOn(db, installationId())),
    browserSession: (tokenHash) => unit(() => runOn(db, browserSession(tokenHash))),
    canMatch: true,
    isEmpty: () => read(() => runOn(db, isEmpty())),
    figures: () => read(() => runOn(db, figures())),
    close: () => unit(() => void db.close()),
  };
}

/** `read` runs a unit that sees one state of the data from beginning to end. */
function tenantReader(db: Database, read: UnitOfWork, binding: Binding): QuickTenantReader {
  const within = <Result>(work: (reach: Reach) => Result) => read(() => work(runOn(db, reachIn(binding))));
  const done = <Result>(work: (reach: Reach) => Work<Result>) => within((reach) => runOn(db, work(reach)));
  return {
    ...binding,
    ...plainReader(done),
    reach: () => done(placeTest),
    earlierUpload: (userId, idempotency) => done(({ tenantKey }) => earlierUpload(tenantKey, userId, idempotency)),
    upload: (uploadId) =>
      within((reach) => {
        const row = runOn(db, findUpload(reach, uploadId));
        return row ? uploadOf(row) : null;
      }),
    listTransactions: (query) => within((reach) => listTransactions(db, reach, query)),
    searchTransactions: (query) => within((reach) => searchTransactions(db, reach, query)),
    listRecords: (query) => done((reach) => listRecords(reach, query)),
    listUploads: (query) => done((reach) => listUploads(reach, query)),
    getTotals: (query) => within((reach) => totals(db, reach, query)),
    listAtOnce: (query) => within((reach) => listAtOnce(db, reach, query)),
    getMoney: (query) => done((reach) => money(reach, query)),
    listMatches: (query) => done((reach) => listMatches(reach, query)),
    listExceptions: (query) => read(() => runOn(db, listExceptions(wholeReachOf(db, binding), query))),
    getMatchRun: () => done(matchRun),
  };
}

/** The key of the tenant, for work that needs all of it. Fails with `internal` in the scope of some units. */
function wholeReachOf(db: Database, binding: Binding): number {
  mustBeWhole(binding);
  return runOn(db, tenantKeyOf(binding.tenantId));
}

function tenantStore(context: StagingContext, unit: UnitOfWork, reader: QuickTenantReader): SqliteTenant {
  const { db } = context;
  const { tenantId, scope } = reader;
  const changing = (by: string, decide: DecideAgain, from = noRequest) => ({
    ...runOn(db, reachIn(reader)),
    ...{ at: context.now(), by, from, decide },
  });
  /** Of the whole tenant, in one transaction. */
  const change = <Result>(work: (change: { tenantKey: number; at: Date }) => Work<Result>) => {
    const inside = db.transaction(() => runOn(db, work({ tenantKey: wholeReachOf(db, reader), at: context.now() })));
    return unit(() => inside.immediate());
  };
  return {
    ...reader,
    ...plainWriter((work) => noted(context, unit, () => work({ ...runOn(db, reachIn(reader)), isAgain: false }))),
    stageUpload: (request) =>
      unit(() => {
        const [outcome] = stageTogether(context, [{ tenantId, scope, request }]);
        if (outcome && 'uploadId' in outcome) return outcome;
        throw outcome?.failure;
      }),
    importStep: (uploadId, rowsMax) => unit(() => runOn(db, importStep(wholeReachOf(db, reader), uploadId, rowsMax))),
    recordImport: (uploadId, firstIndex, decide) => change((at) => recordImport(at, uploadId, firstIndex, decide)),
    countTry: (uploadId) => change(({ tenantKey }) => countTry(tenantKey, uploadId)),
    giveUp: (uploadId, reason) => change((at) => giveUp(at, uploadId, reason)),
    applyMatches: (piece) => change((at) => applyMatches(at, piece)),
    askToMatch: (asked) => change(({ tenantKey, at }) => askToMatch(tenantKey, tenantId, at, asked)),
    reprocess: (uploadId, by, decide, from) =>
      noted(context, unit, () => {
        wholeReachOf(db, reader);
        return reprocess(changing(by, decide, from), uploadId);
      }),
    withdraw: (uploadId, by, decide, from) => noted(context, unit, () => withdraw(changing(by, decide, from), uploadId)),
    restore: (uploadId, by, decide, from) => noted(context, unit, () => restore(changing(by, decide, from), uploadId)),
  };
}
