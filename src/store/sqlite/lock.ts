/**
 * One server to a data directory. The lock is SQLite's own on a file beside the database: the kernel frees it when the process dies,
 * and a frozen process keeps it. It says nothing about other users of the database, such as the admin commands.
 */
import { join } from 'node:path';
import Database, { SqliteError } from 'better-sqlite3';
import { SalesError } from '../../contract/problem.js';
import { storeFailure } from './failure.js';

export interface DirectoryLock {
  release(): void;
}

/** Takes the lock of a data directory, or fails at once with `locked`. */
export function lockDirectory(directory: string): DirectoryLock {
  let db: Database.Database | null = null;
  try {
    db = new Database(join(directory, 'lock.db'), { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db?.close();
    if (error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new SalesError('locked', 'Another server already runs on this data directory.', { cause: error });
    }
    throw storeFailure(error);
  }
  const held = db;
  return { release: () => held.close() };
}
