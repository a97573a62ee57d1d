/**
 * Makes backups of a data directory's database, even while the server runs, and restores them. Only of the database: no certificates, no
 * keys.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SalesError } from '../../../contract/problem.js';
import { withWords } from '../../../contract/remedy.js';
import { Database } from '../database/engine.js';
import { makeFolders } from '../database/folders.js';
import { lockWithoutServer } from '../database/lock.js';
import { hasDatabase } from '../database/presence.js';
import { damageFailure } from '../database/sqlite-failure.js';
import { clearStaleChecksum, comparedChecksum, writeChecksum } from './checksum.js';
import { type Contents, verifiedContents } from './contents.js';
import { copyDatabase } from './copy.js';

/** A writer never locks readers out; only recovery after a crash does. */
const BUSY_TIMEOUT_MS = 10_000;

export interface Backup extends Contents {
  file: string;
  /** In hex, as in the file beside the backup; null where there is none. */
  sha256: string | null;
}

/** Where backups go unless another place is named; created if need be. Fails with `disk`. */
function backupFolder(directory: string): string {
  const folder = join(directory, 'backups');
  makeFolder(folder);
  return folder;
}

/** The file name of a backup, such as `sales-20261121-103000Z.db`; `about` goes before the time. */
export function backupName(now: Date, about = ''): string {
  const at = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `sales-${about}${at}Z.db`;
}

/**
 * Copies the database of `directory` to `out`: a file name, a folder, or null for the directory's own folder of backups. Fails with `usage`
 * where there is no database or the name is taken, otherwise with `disk`.
 */
export function createBackup(directory: string, out: string | null, now: Date): Backup {
  const db = openSource(join(directory, 'sales.db'), directory);
  try {
    if (out !== null && !isFolder(out)) return copyWithChecksum(db, out);
    return copyUnderFreeName(db, out ?? backupFolder(directory), backupName(now));
  } finally {
    db.close();
  }
}

/** Adds a number to the name when it is taken by another backup of the same second, even by one that appears while this one is copied. */
function copyUnderFreeName(db: Database, folder: string, name: string): Backup {
  for (let number = 1; ; number++) {
    const file = join(folder, number === 1 ? name : name.replace(/\.db$/, `-${number}.db`));
    try {
      return copyWithChecksum(db, file);
    } catch (error) {
      if (!(error instanceof SalesError) || error.code !== 'usage') throw error;
    }
  }
}

function copyWithChecksum(db: Database, file: string): Backup {
  clearStaleChecksum(file);
  const contents = copyDatabase(db, file);
  return { file, ...contents, sha256: writeChecksum(file) };
}

/**
 * Copies a database to the folder of backups before its schema is upgraded, under a name with the schema that it has now. `begin` is told
 * the file before the copy starts. Fails with `disk`.
 */
export function backUpBeforeUpgrade(db: Database, directory: string, schema: number, now: Date, begin: (file: string) => void): void {
  try {
    const file = join(backupFolder(directory), backupName(now, `schema${schema}-`));
    begin(file);
    copyWithChecksum(db, file);
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    throw new SalesError('disk', `The database has an older schema, and the backup before it is changed failed: ${error.message}`, {
      hint: withWords(error.hint, 'Nothing was changed.'),
      cause: error.cause,
    });
  }
}

/** Fails with `inputUnusable` where the file is not a complete backup, or does not match the SHA-256 beside it. */
export function verifyBackup(file: string): Backup {
  return { file, ...verifiedContents(file), sha256: comparedChecksum(file) };
}

/**
 * Copies the database of a backup into `directory`, which must be empty or not exist. Fails with `inputUnusable`, with `usage` where the
 * directory holds something, with `locked` where a server runs on it, or with `disk`.
 */
export function restoreBackup(file: string, directory: string): Backup {
  const { sha256 } = verifyBackup(file);
  makeFolder(directory);
  checkEmpty(directory, 'unless locked');
  const hint = 'Give a directory that is empty or not there; then stop the server, and move it to where the server looks for it.';
  const lock = lockWithoutServer(directory, hint);
  try {
    checkEmpty(directory, 'locked');
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return { file, ...copyDatabase(db, join(directory, 'sales.db')), sha256 };
    } finally {
      db.close();
    }
  } finally {
    lock.release();
  }
}

function openSource(file: string, directory: string): Database {
  if (!hasDatabase(directory)) {
    throw new SalesError('usage', `There is no database in ${directory}.`, {
      hint: ['Give the data directory of the server: ', ['--data', 'DIR']],
    });
  }
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    db.pragma('user_version');
    return db;
  } catch (error) {
    const damage = damageFailure(error, file);
    if (damage) throw damage;
    throw new SalesError('disk', `The database in ${directory} cannot be read: ${(error as NodeJS.ErrnoException).code}.`, {
      hint: 'Run it as the user that the server runs as.',
      cause: error,
    });
  }
}

/**
 * Ignores what an earlier attempt left behind and what new file systems come with. With `unless locked`, a directory with a lock file
 * passes, so that the lock is tried first and a running server is reported as such.
 */
function checkEmpty(directory: string, when: 'unless locked' | 'locked'): void {
  const names = readdirSync(directory);
  const others = names.filter((name) => !/^lock\.db(-journal)?$|\.partial(-journal)?$|^lost\+found$/.test(name));
  if (others.length === 0 || (when === 'unless locked' && names.includes('lock.db'))) return;
  throw new SalesError('usage', `${directory} is not empty: ${others.slice(0, 3).join(', ')}${others.length > 3 ? ', …' : ''}.`, {
    hint: 'Give a directory that is empty or not there; then move it to where the server looks for it.',
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function makeFolder(path: string): void {
  try {
    makeFolders(path);
  } catch (error) {
    throw new SalesError('disk', `${path} cannot be made: ${(error as NodeJS.ErrnoException).code}.`, { cause: error });
  }
}
