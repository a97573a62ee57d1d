/** Backups: what is copied while others write, what counts as whole, what is never overwritten, and the way back. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decideAbout, decideAgain } from '../../src/importing/decide.js';
import { defaultImportConfiguration } from '../../src/importing/rules.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { lockDirectory } from '../../src/store/sqlite/database/lock.js';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { backupName, createBackup, restoreBackup, verifyBackup } from '../../src/store/sqlite/verify/backup.js';
import { leaving } from '../support/decide.js';

const now = new Date('2026-11-21T10:30:00Z');
const failure = (code: string, message = '') => expect.objectContaining({ code, message: expect.stringContaining(message) });

let folder: string;
let directory: string;
let store: SqliteStore;
let tenantId: string;
let userId: string;
let importConfigurationId: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sales-backup-'));
  directory = join(folder, 'data');
  mkdirSync(directory);
  store = openSqliteStore({ directory, now: () => now });
  ({ tenantId } = await store.setUp({
    customerName: 'c',
    tenantName: 't',
    importConfiguration: defaultImportConfiguration,
    userName: 'api',
    passwordHash: 'hash',
  }));
  userId = (await store.userByName('api'))?.id ?? '';
  importConfigurationId = (await store.tenant(tenantId, 'whole').importConfiguration(undefined))?.id ?? '';
  await stage(3);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function stage(rows: number) {
  const transactions = Array.from({ length: rows }, (_, amount) => ({
    amount,
    currency: 'EUR',
    terminalId: `T-${amount % 7}`,
    orderId: `ORDER-${amount}`,
  }));
  return store
    .tenant(tenantId, 'whole')
    .stageUpload({ userId, importConfigurationId, idempotency: null, uploadGroup: null, transactions, decide: leaving(transactions) });
}

const filesOf = (path: string) => readdirSync(path).sort();
const sha256Of = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('a backup', () => {
  it('holds what is stored, in the write-ahead log too, for its owner alone, and goes where it is told to', async () => {
    const backup = createBackup(directory, null, now);
    expect(backup).toEqual({
      file: join(directory, 'backups', 'sales-20261121-103000Z.db'),
      bytes: statSync(backup.file).size,
      schemaVersion: expect.any(Number),
      rows: { customers: 1, tenants: 1, users: 1, uploads: 1, transactions: 3 },
      newestUpload: now.toISOString(),
      sha256: sha256Of(backup.file),
    });
    expect(statSync(backup.file).mode & 0o777).toBe(0o600);
    expect(filesOf(join(directory, 'backups'))).toEqual(['sales-20261121-103000Z.db', 'sales-20261121-103000Z.db.sha256']);
    await stage(2);
    expect(createBackup(directory, folder, now)).toMatchObject({
      file: join(folder, backupName(now)),
      rows: { uploads: 2, transactions: 5 },
    });
    expect(createBackup(directory, join(folder, 'named'), now).file).toBe(join(folder, 'named'));
  });

  it('can be made when no server runs, and of a database whose server was killed', async () => {
    mkdirSync(join(folder, 'killed'));
    for (const name of ['sales.db', 'sales.db-wal']) copyFileSync(join(directory, name), join(folder, 'killed', name));
    expect(createBackup(join(folder, 'killed'), join(folder, 'of-killed'), now).rows.transactions).toBe(3);
    await store.close();
    expect(existsSync(join(directory, 'sales.db-wal'))).toBe(false);
    expect(createBackup(directory, join(folder, 'of-stopped'), now).rows.transactions).toBe(3);
    store = openSqliteStore({ directory, now: () => now });
  });

  it('is whole with an upload in it that was withdrawn', async () => {
    const tenant = store.tenant(tenantId, 'whole');
    const transactions = [{ amount: 1 }, { amount: 2 }];
    const decide = decideAbout(transactions, defaultImportConfiguration, { known: null, receivedAt: now });
    const request = { userId, importConfigurationId, idempotency: null, uploadGroup: null, transactions, decide };
    const { uploadId } = await tenant.stageUpload(request);
    expect((await tenant.withdraw(uploadId, 'admin', decideAgain))?.withdrawn).not.toBeNull();
    const { file } = createBackup(directory, join(folder, 'backup'), now);
    expect(verifyBackup(file).rows).toMatchObject({ uploads: 2, transactions: 5 });
  });

  it('overwrites nothing', () => {
    const file = join(folder, 'kept');
    writeFileSync(file, 'mine');
    expect(() => createBackup(directory, file, now)).toThrow(failure('usage', 'already exists'));
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(filesOf(folder)).toEqual(['data', 'kept']);
  });

  it('gets a name of its own where one of the same second stands in the folder', () => {
    for (const name of ['sales-20261121-103000Z.db', 'sales-20261121-103000Z-2.db', 'sales-20261121-103000Z-3.db']) {
      expect(createBackup(directory, folder, now).file).toBe(join(folder, name));
      expect(createBackup(directory, null, now).file).toBe(join(directory, 'backups', name));
    }
    expect(filesOf(join(directory, 'backups'))).toHaveLength(6);
    expect(verifyBackup(join(directory, 'backups', 'sales-20261121-103000Z-3.db')).sha256).not.toBeNull();
  });

  it('says where there is no database, and no folder', () => {
    expect(() => createBackup(folder, null, now)).toThrow(failure('usage', 'no database'));
    expect(() => createBackup(directory, join(folder, 'none', 'x'), now)).toThrow(failure('disk', 'cannot be written: ENOENT'));
    expect(filesOf(folder)).toEqual(['data']);
  });

  it('clears away what a killed one has left, and nothing else', () => {
    const dead = 4_194_304 + 1;
    const left = [
      `a.db.${hostname()}-${dead}.partial`,
      `a.db.${hostname()}-${dead}.partial-journal`,
      // In a container the next process often has the same number.
      `a.db.${hostname()}-${process.pid}.partial`,
      `a.db.sha256.${hostname()}-${dead}.partial`,
      `new.${hostname()}-${dead}.partial`,
    ];
    const kept = [
      `a.db.${hostname()}-1.partial`,
      `a.db.other-host-${dead}.partial`,
      // Of machines whose names end like the name of this one.
      `a.db.x${hostname()}-${dead}.partial`,
      `a.db.x-${hostname()}-${dead}.partial`,
      `a.db.x.${hostname()}-${dead}.partial`,
      `a.db.${hostname()}-x-${dead}.partial`,
      'a.partial',
    ];
    for (const name of [...left, ...kept]) writeFileSync(join(folder, name), '');
    createBackup(directory, join(folder, 'new'), now);
    expect(filesOf(folder)).toEqual([...kept, 'data', 'new', 'new.sha256'].sort());
  });

  it('of a damaged database is not kept', async () => {
    await stage(2_000);
    await store.close();
    const db = new Database(join(directory, 'sales.db'));
    db.pragma('foreign_keys = OFF');
    db.exec('DELETE FROM "transaction" WHERE seq = 4');
    db.close();
    const file = join(folder, 'copy');
    expect(() => createBackup(directory, file, now)).toThrow(failure('disk', 'was damaged'));
    expect(filesOf(folder)).toEqual(['data']);
    store = openSqliteStore({ directory, now: () => now });
  });
});

describe('verification finds', () => {
  /** A change of a good backup of 2,003 rows, and what is said of it. */
  const damages: [string, (file: string) => void, string][] = [
    ['a row that is missing', sql('DELETE FROM "transaction" WHERE seq = 1000'), 'not as many'],
    ['an upload that is missing', sql('DELETE FROM upload WHERE upload_key = 2'), 'not as many'],
    ['rows of another upload', sql('UPDATE "transaction" SET upload_key = 1 WHERE seq = 1000'), 'not as many'],
    ['a place in the order of amounts that is missing', sql('DELETE FROM transaction_amount WHERE seq = 1000'), 'order of amounts'],
    ['a mark in the order that is too low', sql('UPDATE amount_order SET sorted_to = 1000'), 'order of amounts'],
    ['a mark that is too high', sql('UPDATE amount_order SET sorted_to = 9999'), 'order of amounts'],
    ['a mark that is missing', sql('DELETE FROM amount_order'), 'order of amounts'],
    ['an order that is missing', sql('DROP TABLE amount_order'), ''],
    ['a place without a row', sql('INSERT INTO transaction_amount VALUES (1, 1, 9999, 0, 0, 0, 0, 0, 0, 0)'), 'order of amounts'],
    ['a place with another state', sql('UPDATE transaction_amount SET state = 7 WHERE seq = 1000'), 'order of amounts'],
    ['a tenant that is missing', sql('DELETE FROM tenant'), 'refer to rows'],
    ['a table that is missing', sql('DROP TABLE upload'), 'not a backup made by sales'],
    ['a newer schema', sql('PRAGMA user_version = 999'), 'has schema 999'],
    ['another database', sql('PRAGMA user_version = 0'), 'not a backup made by sales'],
    ['an end that is missing', (file) => truncateSync(file, statSync(file).size - 4_096), 'damaged'],
    ['half of it missing', (file) => truncateSync(file, Math.floor(statSync(file).size / 2)), ''],
    ['a page of zeros', (file) => overwrite(file, 4_096 * 12), ''],
    ['another kind of file', (file) => writeFileSync(file, 'till,amount\n1,2\n'), 'not a database'],
    ['nothing in it', (file) => truncateSync(file, 0), 'not a backup made by sales'],
    ['no file', (file) => rmSync(file), 'There is no file'],
    [
      'a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
      'cannot be read',
    ],
  ];

  it.each(damages)('%s', async (_, damage, message) => {
    await stage(2_000);
    await store.tidy('idle');
    const { file } = createBackup(directory, join(folder, 'backup'), now);
    expect(verifyBackup(file).rows.transactions).toBe(2_003);
    damage(file);
    expect(() => verifyBackup(file)).toThrow(failure('inputUnusable', message));
    expect(() => restoreBackup(file, join(folder, 'restored'))).toThrow(failure('inputUnusable', message));
    expect(existsSync(join(folder, 'restored'))).toBe(false);
  });

  function sql(text: string): (file: string) => void {
    return (file) => {
      const db = new Database(file);
      db.pragma('foreign_keys = OFF');
      db.exec(text);
      db.close();
    };
  }

  function overwrite(file: string, at: number): void {
    const bytes = readFileSync(file);
    bytes.fill(0, at, at + 4_096);
    writeFileSync(file, bytes);
  }
});

describe('the SHA-256 beside a backup', () => {
  const checksumOf = (file: string) => readFileSync(`${file}.sha256`, 'utf8');

  it('is in the format of sha256sum, for the owner alone', () => {
    const { file, sha256 } = createBackup(directory, join(folder, 'backup.db'), now);
    expect(checksumOf(file)).toBe(`${sha256Of(file)}  backup.db\n`);
    expect(statSync(`${file}.sha256`).mode & 0o777).toBe(0o600);
    expect(verifyBackup(file).sha256).toBe(sha256);
    expect(restoreBackup(file, join(folder, 'restored')).sha256).toBe(sha256);
    expect(filesOf(join(folder, 'restored'))).toEqual(['lock.db', 'sales.db']);
  });

  it('shows each changed bit of a text, which SQLite itself does not see', () => {
    const { file } = createBackup(directory, join(folder, 'backup'), now);
    flipBitOf('ORDER-2', file);
    const refusal = failure('inputUnusable', 'backup is not what');
    expect(() => verifyBackup(file)).toThrow(refusal);
    expect(() => restoreBackup(file, join(folder, 'restored'))).toThrow(refusal);
    expect(existsSync(join(folder, 'restored'))).toBe(false);
    rmSync(`${file}.sha256`);
    expect(verifyBackup(file)).toMatchObject({ sha256: null, rows: { transactions: 3 } });
    expect(restoreBackup(file, join(folder, 'restored')).sha256).toBeNull();
  });

  it('goes with a copy under another name, and may be made by sha256sum', () => {
    const { file, sha256 } = createBackup(directory, join(folder, 'backup'), now);
    copyFileSync(file, join(folder, 'copy'));
    for (const text of [checksumOf(file), `${sha256?.toUpperCase()} *elsewhere`, `${sha256}\r\n`]) {
      writeFileSync(join(folder, 'copy.sha256'), text);
      expect(verifyBackup(join(folder, 'copy')).sha256).toBe(sha256);
    }
  });

  it.each(['', 'half of i', 'f'.repeat(63), 'f'.repeat(65)])('that holds %j instead is told', (text) => {
    const { file } = createBackup(directory, join(folder, 'backup'), now);
    writeFileSync(`${file}.sha256`, text);
    expect(() => verifyBackup(file)).toThrow(failure('inputUnusable', 'backup.sha256 holds no SHA-256'));
  });

  it('that cannot be read is told', () => {
    const { file } = createBackup(directory, join(folder, 'backup'), now);
    rmSync(`${file}.sha256`);
    mkdirSync(`${file}.sha256`);
    expect(() => verifyBackup(file)).toThrow(failure('inputUnusable', 'backup.sha256 cannot be read: EISDIR'));
  });

  it('of a backup that is gone is no longer there when another one gets its name', () => {
    const file = join(folder, 'backup');
    writeFileSync(`${file}.sha256`, `${'0'.repeat(64)}  backup\n`);
    createBackup(directory, file, now);
    expect(verifyBackup(file).sha256).toBe(sha256Of(file));
  });

  it('that cannot be written leaves the backup, and says so', () => {
    const file = join(folder, 'backup');
    mkdirSync(join(`${file}.sha256`, 'taken'), { recursive: true });
    expect(() => createBackup(directory, file, now)).toThrow(failure('disk', 'backup is whole, but'));
    expect(filesOf(folder)).toEqual(['backup', 'backup.sha256', 'data']);
  });

  function flipBitOf(text: string, file: string): void {
    const bytes = readFileSync(file);
    const at = bytes.indexOf(text);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  }
});

describe('restoring', () => {
  it('makes a data directory that a store opens, and leaves the backup as it was', async () => {
    const { file } = createBackup(directory, join(folder, 'backup'), now);
    const before = readFileSync(file);
    const target = join(folder, 'a', 'restored');
    expect(restoreBackup(file, target)).toMatchObject({ file, rows: { transactions: 3 } });
    expect(readFileSync(file)).toEqual(before);
    expect(filesOf(folder)).toEqual(['a', 'backup', 'backup.sha256', 'data']);
    expect(filesOf(target)).toEqual(['lock.db', 'sales.db']);
    expect(statSync(join(target, 'sales.db')).mode & 0o777).toBe(0o600);
    expect(statSync(target).mode & 0o777).toBe(0o700);
    const restored = openSqliteStore({ directory: target, now: () => now });
    const query = { pageSize: 500, pageNumber: 1, 'sorting.key': 'TransactionDate', 'sorting.direction': 'Descending' } as const;
    expect(await restored.tenant(tenantId, 'whole').listTransactions(query)).toBe(
      await store.tenant(tenantId, 'whole').listTransactions(query),
    );
    await restored.close();
  });

  it('goes into an empty directory, and into one where an earlier try ended', () => {
    const { file } = createBackup(directory, join(folder, 'backup'), now);
    const target = join(folder, 'restored');
    mkdirSync(join(target, 'lost+found'), { recursive: true });
    lockDirectory(target).release();
    for (const left of ['4194305.partial', '4194305.partial-journal', `${process.pid}.partial`, `${process.pid}.partial-journal`]) {
      writeFileSync(join(target, `sales.db.${hostname()}-${left}`), 'half');
    }
    restoreBackup(file, target);
    expect(filesOf(target)).toEqual(['lock.db', 'lost+found', 'sales.db']);
  });

  it.runIf(process.platform === 'linux')('says where no folder can be made', () => {
    const { file } = createBackup(directory, folder, now);
    expect(() => restoreBackup(file, '/proc/sales/data')).toThrow(failure('disk', 'cannot be made: E'));
  });

  it('refuses a directory that holds something, or on which a server runs', () => {
    const { file } = createBackup(directory, join(folder, 'backup'), now);
    expect(() => restoreBackup(file, directory)).toThrow(failure('usage', 'is not empty'));
    const lock = lockDirectory(directory);
    const refusal = { code: 'locked', message: `A server runs on ${directory}.`, hint: expect.stringContaining('Give a directory') };
    expect(() => restoreBackup(file, directory)).toThrow(expect.objectContaining(refusal));
    lock.release();
    const home = join(folder, 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'letter.txt'), '');
    expect(() => restoreBackup(file, home)).toThrow(failure('usage', 'letter.txt'));
    expect(filesOf(home)).toEqual(['letter.txt']);
    expect(() => restoreBackup(file, join(home, 'letter.txt'))).toThrow(failure('disk', 'cannot be made'));
  });
});
