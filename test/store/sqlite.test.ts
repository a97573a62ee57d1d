import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hintText } from '../../src/cli/terminal/hint-text.js';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import { SalesError } from '../../src/contract/problem.js';
import type { Hint } from '../../src/contract/remedy.js';
import { Database, SqliteError } from '../../src/store/sqlite/database/engine.js';
import { storeFailure, unitRunner } from '../../src/store/sqlite/database/sqlite-failure.js';
import { schemaVersion } from '../../src/store/sqlite/database/sqlite-schema.js';
import { openSqliteReader, openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { leaving } from '../support/decide.js';
import { storeConformance } from './conformance.js';
import { query } from './list-model.js';
import { recordConformance } from './record-conformance.js';
import { openSqlite, type SqliteHarness } from './sqlite-harness.js';

storeConformance('SQLite', openSqlite, { holdsU0000: true });
recordConformance('SQLite', openSqlite);

const now = () => new Date('2026-11-20T12:00:00Z');
const withCode = (code: string) => expect.objectContaining({ name: 'SalesError', code });

describe('the connection of the store', () => {
  let harness: SqliteHarness;
  let connection: Database;

  beforeEach(async () => {
    // The store keeps its connection to itself; opening it sets pragmas, and so shows it.
    const pragma = vi.spyOn(Database.prototype, 'pragma');
    harness = await openSqlite(now);
    connection = pragma.mock.contexts[0] as Database;
    pragma.mockRestore();
    await harness.store.setUp({
      customerName: 'c',
      tenantName: 't',
      importConfiguration: { name: 'Default', settings: ImportSettings.parse({ requiredFields: [], currencyCheck: false }) },
      userName: 'api',
      passwordHash: 'h',
    });
  });
  afterEach(() => harness.close());

  const stage = async (rows: number) => {
    const user = await harness.store.userByName('api');
    const tenant = harness.store.tenant(user?.access[0]?.tenantId ?? '', 'whole');
    const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
    const transactions = Array.from({ length: rows }, () => ({ brandId: 'x'.repeat(1_000) }));
    return tenant.stageUpload({
      userId: user?.id ?? '',
      importConfigurationId,
      idempotency: null,
      transactions,
      uploadGroup: null,
      decide: leaving(transactions),
    });
  };
  const count = async () => {
    const user = await harness.store.userByName('api');
    return JSON.parse(await harness.store.tenant(user?.access[0]?.tenantId ?? '', 'whole').listTransactions(query({ pageSize: 500 }))).items
      .length;
  };

  test('loses nothing that was acknowledged: WAL, synchronous FULL, foreign keys', () => {
    expect(connection.name).toBe(join(harness.directory, 'sales.db'));
    expect(connection.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(connection.pragma('synchronous', { simple: true })).toBe(2);
    expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  test('a full disk is `unavailable`, keeps nothing of the batch, and is over when there is room', async () => {
    const pages = connection.pragma('page_count', { simple: true }) as number;
    connection.pragma(`max_page_count = ${pages + 5}`);
    await expect(stage(200)).rejects.toEqual(expect.objectContaining({ code: 'unavailable', retryAfterS: 30 }));
    expect(await count()).toBe(0);
    connection.pragma('max_page_count = 1000000');
    await stage(200);
    expect(await count()).toBe(200);
  });

  test('a database that another connection writes to is `unavailable`', async () => {
    connection.pragma('busy_timeout = 0');
    const other = new Database(join(harness.directory, 'sales.db'));
    try {
      other.exec('BEGIN IMMEDIATE');
      await expect(stage(1)).rejects.toEqual(expect.objectContaining({ code: 'unavailable', retryAfterS: 1 }));
      await expect(harness.store.checkWritable()).rejects.toEqual(withCode('unavailable'));
      other.exec('ROLLBACK');
    } finally {
      other.close();
    }
    await stage(1);
    expect(await count()).toBe(1);
  });

  test('closing leaves one file', async () => {
    await stage(1);
    expect(existsSync(join(harness.directory, 'sales.db-wal'))).toBe(true);
    await harness.store.close();
    expect(existsSync(join(harness.directory, 'sales.db-wal'))).toBe(false);
    harness.store = openSqliteStore({ directory: harness.directory, now });
  });
});

describe('opening', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sales-open-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  test('a database of a newer schema is refused with `disk`, unchanged, and let go of', async () => {
    await openSqliteStore({ directory, now }).close();
    const file = join(directory, 'sales.db');
    setVersion(file, schemaVersion + 1);
    expect(() => openSqliteStore({ directory, now })).toThrow(withCode('disk'));
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(setVersion(file, schemaVersion)).toBe(schemaVersion + 1);
    await openSqliteStore({ directory, now }).close();
  });

  test('a file that is no database is refused with `disk`, its path and what helps', async () => {
    const file = join(directory, 'sales.db');
    await writeFile(file, 'no database, but more than a hundred bytes of text. '.repeat(100));
    const message = expect.stringContaining(`${file} is no SQLite database`) as string;
    const hint = [expect.arrayContaining(['doctor']), expect.any(String), expect.arrayContaining(['restore'])];
    expect(() => openSqliteStore({ directory, now })).toThrow(expect.objectContaining({ code: 'disk', message, hint }));
  });

  test.each(['its schema', 'the uploads'])('so is a database where the page of %s is damaged', async (what) => {
    await openSqliteStore({ directory, now }).close();
    const file = join(directory, 'sales.db');
    damagePage(file, what === 'its schema' ? 1 : rootPage(file, 'upload'));
    const message = expect.stringContaining(`${file} is damaged`) as string;
    expect(() => openSqliteStore({ directory, now })).toThrow(expect.objectContaining({ code: 'disk', message }));
  });

  test.each(['SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_IOERR_WRITE'])('so is one that ends with %s', async (code) => {
    const pragma = vi.spyOn(Database.prototype, 'pragma').mockImplementation(() => {
      throw new SqliteError('x', code);
    });
    const message = expect.stringMatching(new RegExp(`${join(directory, 'sales.db')} cannot be .*\\(${code}\\)`)) as string;
    expect(() => openSqliteStore({ directory, now })).toThrow(
      expect.objectContaining({ code: 'disk', message, hint: expect.toSatisfy((hint: Hint) => hintText(hint).includes(directory)) }),
    );
    pragma.mockRestore();
  });

  test('one that somebody else is writing to just now is opened', async () => {
    await openSqliteStore({ directory, now }).close();
    const other = new Database(join(directory, 'sales.db'));
    other.exec('BEGIN IMMEDIATE');
    const store = openSqliteStore({ directory, now });
    other.close();
    await store.close();
  });

  test('a reader, which a server opens while it serves, fails with `storage`', async () => {
    await writeFile(join(directory, 'sales.db'), 'no database, but more than a hundred bytes of text. '.repeat(100));
    const reading = () => openSqliteReader({ directory, now: () => new Date() }).userByName('api');
    await expect(async () => reading()).rejects.toEqual(withCode('storage'));
  });

  test('opening again migrates nothing', async () => {
    await openSqliteStore({ directory, now }).close();
    const exec = vi.spyOn(Database.prototype, 'exec');
    await openSqliteStore({ directory, now }).close();
    // A model in memory tells whether all is there.
    const files = exec.mock.contexts.map((db) => (db as Database).name);
    expect(files.filter((name) => name !== ':memory:')).toEqual([]);
    exec.mockRestore();
  });

  function rootPage(file: string, table: string): number {
    const db = new Database(file, { readonly: true });
    const page = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) as number;
    db.close();
    return page;
  }

  /** Leaves the file's own header, by which SQLite knows that it is a database. */
  function damagePage(file: string, page: number): void {
    const bytes = readFileSync(file);
    const size = bytes.readUInt16BE(16);
    bytes.fill(0xff, (page - 1) * size + (page === 1 ? 100 : 0), page * size);
    writeFileSync(file, bytes);
  }

  /** Sets the version of the schema; gives the one before. */
  function setVersion(file: string, version: number): unknown {
    const db = new Database(file);
    const found = db.pragma('user_version', { simple: true });
    db.pragma(`user_version = ${version}`);
    db.close();
    return found;
  }
});

describe('failures of SQLite', () => {
  test.each([
    ['SQLITE_FULL', 'unavailable'],
    ['SQLITE_BUSY', 'unavailable'],
    ['SQLITE_BUSY_SNAPSHOT', 'unavailable'],
    ['SQLITE_LOCKED', 'unavailable'],
    ['SQLITE_LOCKED_SHAREDCACHE', 'unavailable'],
    ['SQLITE_IOERR', 'storage'],
    ['SQLITE_IOERR_FSYNC', 'storage'],
    ['SQLITE_IOERR_WRITE', 'storage'],
    ['SQLITE_CORRUPT', 'storage'],
    ['SQLITE_CORRUPT_VTAB', 'storage'],
    ['SQLITE_NOTADB', 'storage'],
    ['SQLITE_CANTOPEN', 'storage'],
    ['SQLITE_READONLY', 'storage'],
    ['SQLITE_READONLY_DBMOVED', 'storage'],
    ['SQLITE_PROTOCOL', 'storage'],
  ])('%s is %s, and its text goes no further than the cause', (sqlite, code) => {
    const error = new SqliteError('SELECT secret FROM /data/sales.db', sqlite);
    const failure = storeFailure(error) as SalesError;
    expect(failure).toBeInstanceOf(SalesError);
    expect(failure.code).toBe(code);
    expect(failure.cause).toBe(error);
    expect(failure.message + (failure.hint ?? '')).not.toContain('secret');
  });

  test.each([
    new SqliteError('x', 'SQLITE_CONSTRAINT_UNIQUE'),
    new SqliteError('x', 'SQLITE_ERROR'),
    new TypeError('x'),
    new SalesError('keyReused'),
  ])('a defect stays what it is: %s', (error) => {
    expect(storeFailure(error)).toBe(error);
  });

  const failing = (code: string) => () => {
    throw new SqliteError('x', code);
  };

  test('after `storage` nothing runs any more', async () => {
    const unit = unitRunner();
    const work = vi.fn(() => 1);
    await expect(unit(failing('SQLITE_IOERR_FSYNC'))).rejects.toEqual(withCode('storage'));
    await expect(unit(work)).rejects.toEqual(withCode('storage'));
    expect(work).not.toHaveBeenCalled();
  });

  test.each(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_CONSTRAINT'])('after %s the next unit runs', async (code) => {
    const unit = unitRunner();
    await expect(unit(failing(code))).rejects.toThrow();
    expect(await unit(() => 1)).toBe(1);
  });
});
