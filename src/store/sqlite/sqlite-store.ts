/**
 * The store on SQLite: one database file in a data directory, in WAL mode with synchronous=FULL, so that what was acknowledged survives a
 * power cut. Opens and migrates the database and hands out tenants; the statements are in the files beside this one.
 */
import { join } from 'node:path';
import { noted } from '../access/audit.js';
import { reachIn, tenantKeyOf } from '../access/scope.js';
import type { TenantScope, User } from '../access.js';
import { firstIdSource } from '../ids.js';
import type { MatchReader } from '../matching.js';
import { tenantsToMatch } from '../rows/match-progress.js';
import { matchSource } from '../rows/match-source.js';
import { direct, type Work } from '../sql/work.js';
import type { StoreReader, TenantStore } from '../store.js';
import type { OpenedStore, QuickReader, QuickTenantReader, ReaderOptions, StoreModule, StoreOptions } from '../store-module.js';
import { type ReadRunner, readsOn, tenantReader, tenantStore, type WriteRunner, writesOn } from '../store-on.js';
import { openAdministration } from './administration/local-administration.js';
import { Database, type Options, SqliteError } from './database/engine.js';
import { runOn } from './database/run-at-once.js';
import { damageFailure, incomplete, openingFailure, storeFailure, unitRunner } from './database/sqlite-failure.js';
import { migrate, schemaVersion } from './database/sqlite-schema.js';
import { statement } from './database/statements.js';
import { amountSorter } from './lists/amount-order.js';
import { listAtOnce, listTransactions } from './lists/list.js';
import { searchTransactions } from './lists/search.js';
import { totals } from './lists/totals.js';
import { pruneIdempotencyKeys, type StagingContext, stageTogether } from './rows/stage-batches.js';
import { backUpBeforeUpgrade } from './verify/backup.js';
import { missingObjects } from './verify/inspect.js';

/** While SQLite waits for a lock, the thread stands still, and all requests with it; after this long, a client is told to come back. */
const BUSY_TIMEOUT_MS = 250;
const WRITER_CACHE_KIB = 64 * 1024;
/** For readers that do not ask for another size. */
const READER_CACHE_KIB = 24 * 1024;
const MATCHER_CACHE_KIB = 16 * 1024;
/**
 * With this many new pages in the write-ahead log, a moment when nobody waits is used to move them into the database file. SQLite by itself
 * would do so in the middle of a commit.
 */
const LOG_PAGES_DUE = 48_000;
/** Where nobody calls `tidy`, while matching stores much, say, SQLite does it by itself at this size. */
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
  const reader = readerOn(db, unit, now);
  const runner = writeRunner(context, unit);
  const stage: OpenedStore['stageTogether'] = async (stagings) => {
    const outcomes = await unit(() => stageTogether(context, stagings));
    // A failure beside what was committed counts as any other: it is translated, and a broken disk ends all work.
    const told = (failure: unknown) =>
      unit(() => {
        throw failure;
      }).catch((translated: unknown) => ({ failure: translated }));
    return Promise.all(outcomes.map((outcome) => ('failure' in outcome ? told(outcome.failure) : outcome)));
  };
  return {
    ...reader,
    ...writesOn(runner),
    tenant: (tenantId, scope) => tenantStore(reader.tenant(tenantId, scope), runner, stage),
    stageTogether: stage,
    pruneIdempotencyKeys: (before) => unit(() => runOn(db, pruneIdempotencyKeys(before))),
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
export function openSqliteReader({ directory, now, cacheKib = READER_CACHE_KIB }: ReaderOptions & { now: () => Date }): QuickReader {
  const db = opened(join(directory, 'sales.db'), { readonly: true }, (reading) => reading.pragma(`cache_size = -${cacheKib}`));
  const unit = unitRunner();
  const reader = readerOn(db, unit, now);
  return { ...reader, userByName: rememberingUsers(db, unit, reader.userByName) };
}

/** The rows of a tenant that are in memory at once: more would live long enough to be moved by the garbage collector, of fewer each takes longer. */
const MATCHED_AT_ONCE = 250;

/**
 * Opens the database for reading what there is to match, as {@link openSqliteReader} does: a whole run sees one state of it, on a connection of its
 * own.
 */
export function openMatchReader({ directory, cacheKib = MATCHER_CACHE_KIB }: ReaderOptions): MatchReader {
  const db = opened(join(directory, 'sales.db'), { readonly: true }, (reading) => reading.pragma(`cache_size = -${cacheKib}`));
  const unit = unitRunner();
  const answer = <Result>(work: Work<Result>) => unit(() => runOn(db, work));
  return {
    tenantsToMatch: (rules) => unit(() => runOn(db, tenantsToMatch(rules))),
    rowsToMatch: async (tenantId, read) => {
      await unit(() => void db.exec('BEGIN'));
      try {
        return await read(await matchSource(await answer(tenantKeyOf(tenantId)), MATCHED_AT_ONCE, answer));
      } finally {
        endReading(db);
      }
    },
    close: () => unit(() => void db.close()),
  };
}

/** Nothing was written that could be lost, and whatever made the reading fail says more than a failure to end it. */
function endReading(db: Database): void {
  try {
    if (db.inTransaction) db.exec('ROLLBACK');
  } catch {
    // The next reading fails then, too, and says so.
  }
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
function opened(file: string, options: Options, prepare: (db: Database) => void): Database {
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

function readerOn(db: Database, unit: UnitOfWork, now: () => Date): QuickReader {
  // All statements of a unit in one transaction: they see the same data, and SQLite takes its locks only once.
  const snapshot = db.transaction((work: () => unknown) => work());
  const read: UnitOfWork = (work) => unit(() => snapshot(work) as ReturnType<typeof work>);
  const runner: ReadRunner = {
    read: (work) => read(() => runOn(db, work())),
    readTenant: (binding, work) => read(() => runOn(db, work(runOn(db, reachIn(binding))))),
    searches: { listTransactions, searchTransactions, getTotals: totals, now: () => direct(now) },
  };
  return {
    ...readsOn(runner),
    tenant: (tenantId, scope) => ({
      ...tenantReader(runner, { tenantId, scope }),
      listAtOnce: (query) => read(() => runOn(db, listAtOnce(runOn(db, reachIn({ tenantId, scope })), query))),
    }),
    close: () => unit(() => void db.close()),
  };
}

function writeRunner({ db, now }: StagingContext, unit: UnitOfWork): WriteRunner {
  const change = db.transaction((work: () => unknown) => work());
  const write: UnitOfWork = (work) => unit(() => change.immediate(work) as ReturnType<typeof work>);
  return {
    write: (work) => write(() => runOn(db, work())),
    note: (work) => write(() => runOn(db, noted(work(), now()))),
    writeTenant: (binding, work) => write(() => runOn(db, work({ ...runOn(db, reachIn(binding)), at: now(), isAgain: false }))),
    noteTenant: (binding, work) =>
      write(() => runOn(db, noted(work({ ...runOn(db, reachIn(binding)), at: now(), isAgain: false }), now()))),
  };
}

/** For threads to open. */
const sqlite: StoreModule = { openStore: openSqliteStore, openReader: openSqliteReader, openMatchReader, openAdministration };
export default sqlite;
