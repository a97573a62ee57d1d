/** Backups of a data directory's database, made while the server runs, and the way back. Of the database alone: no certificate, no key. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SalesError } from '../../contract/problem.js';
import { clearStaleChecksum, comparedChecksum, writeChecksum } from './checksum.js';
import { type Contents, verifiedContents } from './contents.js';
import { copyDatabase } from './copy.js';
import { damageFailure } from './failure.js';
import { makeFolders } from './folders.js';
import { lockWithoutServer } from './lock.js';
import { hasDatabase } from './presence.js';

/** A writer lets readers in at any time; only the recovery after a crash does not. */
const BUSY_TIMEOUT_MS = 10_000;

export interface Backup extends Contents {
  file: string;
  /** In hex, as it stands beside the backup; null where none does. */
  sha256: string | null;
}

/** Where backups go that no other place was named for, made if need be. Fails with `disk`. */
function backupFolder(directory: string): string {
  const folder = join(directory, 'backups');
  makeFolder(folder);
  return folder;
}

/** `sales-20261121-103000Z.db`. */
export function backupName(now: Date, about = ''): string {
  const at = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `sales-${about}${at}Z.db`;
}

/**
 * Copies the database of `directory` to `out`: a file's name, a folder, or null for the folder of backups.
 * Fails with `usage` where there is no database or the name is taken, else with `disk`.
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

/** Where others of the same second stand, it gets a number behind its time. One may come while this is copied, too. */
function copyUnderFreeName(db: Database.Database, folder: string, name: string): Backup {
  for (let number = 1; ; number++) {
    const file = join(folder, number === 1 ? name : name.replace(/\.db$/, `-${number}.db`));
    try {
      return copyWithChecksum(db, file);
    } catch (error) {
      if (!(error instanceof SalesError) || error.code !== 'usage') throw error;
    }
  }
}

function copyWithChecksum(db: Database.Database, file: string): Backup {
  clearStaleChecksum(file);
  const contents = copyDatabase(db, file);
  return { file, ...contents, sha256: writeChecksum(file) };
}

/**
 * Copies a database that is about to get another schema to the folder of backups, named by the one that it has; `begin` is told the
 * name before. Fails with `disk`.
 */
export function backUpBeforeUpgrade(
  db: Database.Database,
  directory: string,
  schema: number,
  now: Date,
  begin: (file: string) => void,
): void {
  try {
    const file = join(backupFolder(directory), backupName(now, `schema${schema}-`));
    begin(file);
    copyWithChecksum(db, file);
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    throw new SalesError('disk', `The database has an older schema, and the backup before it is changed failed: ${error.message}`, {
      hint: `${error.hint ?? ''} Nothing was changed.`.trim(),
      cause: error.cause,
    });
  }
}

/** Fails with `inputUnusable` where it is not a whole backup, or not the one whose SHA-256 stands beside it. */
export function verifyBackup(file: string): Backup {
  return { file, ...verifiedContents(file), sha256: comparedChecksum(file) };
}

/**
 * Makes `directory` one with the database of a backup; it must be empty or not there.
 * Fails with `inputUnusable`, `usage` where the directory holds something, `locked` where a server runs on it, or `disk`.
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

function openSource(file: string, directory: string): Database.Database {
  if (!hasDatabase(directory)) {
    throw new SalesError('usage', `There is no database in ${directory}.`, { hint: 'Give the data directory of the server with --data.' });
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

/** What an earlier try has left does not count, nor what a new file system comes with. With a lock's file, the lock is asked first. */
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
