/** SQLite's errors in the words of the contract. Their text may hold SQL and paths, so it goes no further than the `cause`. */
import { SqliteError } from 'better-sqlite3';
import { SalesError } from '../../contract/problem.js';

const RETRY_AFTER_FULL_S = 30;
const RETRY_AFTER_BUSY_S = 1;

/** `error` as a SalesError where it is SQLite's; any other error unchanged. */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof SqliteError)) return error;
  if (error.code === 'SQLITE_FULL') {
    return new SalesError('unavailable', 'The disk of the server is full; nothing was stored.', {
      retryAfterS: RETRY_AFTER_FULL_S,
      cause: error,
    });
  }
  if (error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED')) {
    return new SalesError('unavailable', 'The database is busy; nothing was stored.', { retryAfterS: RETRY_AFTER_BUSY_S, cause: error });
  }
  if (/^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|PROTOCOL)/.test(error.code)) {
    return new SalesError('storage', undefined, { cause: error });
  }
  return error;
}

/**
 * `disk` for the damage of a database file, with its path and what helps: for somebody at the machine itself, as trying again does not
 * mend it. Null for any other error.
 */
export function damageFailure(error: unknown, file: string): SalesError | null {
  if (!(error instanceof SqliteError)) return null;
  if (error.code === 'SQLITE_NOTADB') return damaged(file, 'no SQLite database, or one whose beginning is damaged', error);
  if (error.code === 'SQLITE_ERROR' && error.message.startsWith('no such ')) return incomplete(file, error);
  return error.code.startsWith('SQLITE_CORRUPT') ? damaged(file, 'damaged', error) : null;
}

/** `disk` for a database that lacks a table, an index or a trigger. */
export function incomplete(file: string, cause?: unknown): SalesError {
  return damaged(file, 'damaged: parts of its schema are missing', cause);
}

function damaged(file: string, is: string, cause: unknown): SalesError {
  return new SalesError('disk', `The database ${file} is ${is}.`, {
    hint: 'sales doctor --data DIR --deep says more. What is damaged comes back from a backup: sales backup restore FILE --data DIR',
    cause,
  });
}

/**
 * Runs units of work; their errors come out translated, and always as a rejected promise. After a `storage` failure nothing runs any
 * more: what the database file holds is then unknown until it is opened anew.
 */
export function unitRunner(): <Result>(work: () => Result) => Promise<Result> {
  let broken: SalesError | null = null;
  return async (work) => {
    if (broken) throw broken;
    try {
      return work();
    } catch (error) {
      const failure = storeFailure(error);
      if (failure instanceof SalesError && failure.code === 'storage') broken = failure;
      throw failure;
    }
  };
}
