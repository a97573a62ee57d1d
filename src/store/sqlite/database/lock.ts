/**
 * One server per data directory. The lock is SQLite's own lock on a file beside the database: the kernel frees it when the process dies,
 * and a frozen process keeps it. It says nothing about others who use the database, such as the admin commands.
 */
import { join } from 'node:path';
import { SalesError } from '../../../contract/problem.js';
import type { Hint } from '../../../contract/remedy.js';
import { Database, SqliteError } from './engine.js';

export interface DirectoryLock {
  release(): void;
}

/** Takes the lock of a data directory without waiting. Fails with `locked`, or with `disk` when the lock file cannot be used. */
export function lockDirectory(directory: string): DirectoryLock {
  let db: Database | null = null;
  try {
    db = new Database(join(directory, 'lock.db'), { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db?.close();
    if (error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new SalesError('locked', 'Another server already runs on this data directory.', { cause: error });
    }
    throw new SalesError('disk', `The lock file ${join(directory, 'lock.db')} cannot be used.`, {
      hint: 'The data directory must be writable, with space left. A damaged lock file can be removed: it holds no data.',
      cause: error,
    });
  }
  const held = db;
  return { release: () => held.close() };
}

/** Like {@link lockDirectory}, for work that must not run beside a server; `hint` says what to do about one that runs. */
export function lockWithoutServer(directory: string, hint: Hint): DirectoryLock {
  try {
    return lockDirectory(directory);
  } catch (error) {
    if (!(error instanceof SalesError) || error.code !== 'locked') throw error;
    throw new SalesError('locked', `A server runs on ${directory}.`, { hint, cause: error });
  }
}
