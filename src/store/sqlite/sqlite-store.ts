/**
 * The store over SQLite: one database file in a data directory, WAL with synchronous=FULL, so that what was acknowledged survives a
 * power cut. Opens, migrates, hands out tenants; the statements stand in the files beside it.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SalesError } from '../../contract/problem.js';
import type { ImportConfiguration, Store, TenantStore } from '../store.js';
import { storeFailure, unitRunner } from './failure.js';
import { idBytes, idSource } from './ids.js';
import { listTransactions } from './list.js';
import { migrate, schemaVersion } from './migrations.js';
import { detailSelection, type TransactionRow, toDetail } from './rows.js';
import {
  earlierUpload,
  findUpload,
  importStep,
  pruneIdempotencyKeys,
  recordImport,
  stageUpload,
  toImportConfiguration,
  toUploadRecord,
  type UploadContext,
} from './uploads.js';
import { isEmpty, setUp, userByName } from './users.js';

/** SQLite waits by standing still, and all requests with it; beyond this a client is told to come back. */
const BUSY_TIMEOUT_MS = 250;
const CACHE_KIB = 64 * 1024;

export interface SqliteStoreOptions {
  /** The data directory; it must exist. */
  directory: string;
  now: () => Date;
}

/** Opens (and creates or migrates) the database of a data directory. Fails with `disk` or `storage`. */
export function openSqliteStore({ directory, now }: SqliteStoreOptions): Store {
  const db = openDatabase(join(directory, 'sales.db'));
  const lastId = db.prepare('SELECT id FROM "transaction" ORDER BY seq DESC LIMIT 1').pluck().get() as Buffer | undefined;
  const context: UploadContext = { db, now, nextId: idSource(() => now().getTime(), lastId ?? null) };
  const unit = unitRunner();
  return {
    tenant: (tenantId) => tenantStore(context, unit, tenantId),
    userByName: (name) => unit(() => userByName(db, name)),
    isEmpty: () => unit(() => isEmpty(db)),
    setUp: (setup) => unit(() => setUp(db, setup)),
    unfinishedUploads: () => unit(() => unfinishedUploads(db)),
    pruneIdempotencyKeys: (before) => unit(() => pruneIdempotencyKeys(db, before)),
    checkWritable: () => unit(() => writeSomething(db)),
    close: () => unit(() => close(db)),
  };
}

function openDatabase(file: string): Database.Database {
  try {
    const db = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    try {
      db.pragma('journal_mode = WAL');
      // better-sqlite3's own default in WAL is NORMAL, which may lose acknowledged uploads in a power cut.
      db.pragma('synchronous = FULL');
      db.pragma('foreign_keys = ON');
      db.pragma(`cache_size = -${CACHE_KIB}`);
      migrate(db);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    throw storeFailure(error);
  }
}

/** Setting the version that it has is the smallest write there is. */
function writeSomething(db: Database.Database): void {
  db.transaction(() => {
    db.pragma(`user_version = ${schemaVersion}`);
  }).immediate();
}

function close(db: Database.Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

function unfinishedUploads(db: Database.Database): { tenantId: string; uploadId: string }[] {
  return db
    .prepare(
      `SELECT tenant.id AS tenantId, upload.id AS uploadId FROM upload JOIN tenant USING (tenantKey)
       WHERE status = 'Processing' ORDER BY uploadKey`,
    )
    .all() as { tenantId: string; uploadId: string }[];
}

function tenantStore(context: UploadContext, unit: ReturnType<typeof unitRunner>, tenantId: string): TenantStore {
  const { db } = context;
  let known: number | undefined;
  /** One unit of work on this tenant's rows. */
  const ofTenant = <Result>(work: (tenantKey: number) => Result) =>
    unit(() => {
      known ??= db.prepare('SELECT tenantKey FROM tenant WHERE id = ?').pluck().get(tenantId) as number | undefined;
      if (known === undefined) throw new SalesError('notFound', 'There is no such tenant.');
      return work(known);
    });
  return {
    tenantId,
    importConfiguration: (id) => ofTenant((tenantKey) => importConfiguration(db, tenantKey, id)),
    earlierUpload: (userId, idempotency) => ofTenant((tenantKey) => earlierUpload(db, tenantKey, userId, idempotency)),
    stageUpload: (request) => ofTenant((tenantKey) => stageUpload(context, tenantKey, request)),
    upload: (uploadId) =>
      ofTenant((tenantKey) => {
        const row = findUpload(db, tenantKey, uploadId);
        return row ? toUploadRecord(row) : null;
      }),
    listTransactions: (query) => ofTenant((tenantKey) => listTransactions(db, tenantKey, query)),
    transaction: (id) =>
      ofTenant((tenantKey) => {
        const sql = `SELECT ${detailSelection} FROM "transaction" WHERE tenantKey = ? AND id = ?`;
        const row = db.prepare(sql).get(tenantKey, idBytes(id)) as TransactionRow | undefined;
        return row ? toDetail(row) : null;
      }),
    importStep: (uploadId, rowsMax) => ofTenant((tenantKey) => importStep(db, tenantKey, uploadId, rowsMax)),
    recordImport: (uploadId, firstIndex, decisions) =>
      ofTenant((tenantKey) => recordImport(context, tenantKey, uploadId, firstIndex, decisions)),
  };
}

function importConfiguration(db: Database.Database, tenantKey: number, id: string | undefined): ImportConfiguration | null {
  const row =
    id === undefined
      ? db.prepare('SELECT * FROM import_configuration WHERE tenantKey = ? AND isDefault = 1').get(tenantKey)
      : db.prepare('SELECT * FROM import_configuration WHERE tenantKey = ? AND id = ?').get(tenantKey, id.toLowerCase());
  return row ? toImportConfiguration(row as Parameters<typeof toImportConfiguration>[0]) : null;
}
