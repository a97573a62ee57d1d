/** Translates SQLite's errors into failures of the contract. Their texts may hold SQL and paths, so they only go into the `cause`. */

import { dirname } from 'node:path';
import { SalesError } from '../../../contract/problem.js';
import type { Hint } from '../../../contract/remedy.js';
import { examineData, restoreBackup } from '../../remedies.js';
import { SqliteError } from './engine.js';

const RETRY_AFTER_FULL_S = 30;
const RETRY_AFTER_BUSY_S = 1;

/** SQLite's codes for a file that can no longer be relied on. */
const unusable = /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|PROTOCOL)/;

/** `error` as a SalesError if it is SQLite's; any other error unchanged. For a server that serves, so the messages are fit for clients. */
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
  if (unusable.test(error.code)) {
    return new SalesError('storage', undefined, { cause: error });
  }
  return error;
}

/**
 * A `disk` failure for a damaged database file, with its path and what to do, because trying again does not help: for somebody at the
 * machine itself. Null for any other error.
 */
export function damageFailure(error: unknown, file: string): SalesError | null {
  if (!(error instanceof SqliteError)) return null;
  if (error.code === 'SQLITE_NOTADB') return damaged(file, 'no SQLite database, or one whose beginning is damaged', error);
  if (error.code === 'SQLITE_ERROR' && error.message.startsWith('no such ')) return incomplete(file, error);
  return error.code.startsWith('SQLITE_CORRUPT') ? damaged(file, 'damaged', error) : null;
}

/**
 * A `disk` failure for a database that cannot be opened or written, with its path, SQLite's code and what to do: for the start of a server,
 * where trying again does not help until that is fixed. Null for any other error.
 */
export function openingFailure(error: unknown, file: string): SalesError | null {
  if (!(error instanceof SqliteError)) return null;
  const folder = dirname(file);
  if (error.code === 'SQLITE_FULL') {
    return new SalesError('disk', `The database ${file} cannot be written: the disk is full (SQLITE_FULL).`, {
      hint: makeRoom(folder),
      cause: error,
    });
  }
  if (!unusable.test(error.code)) return null;
  return new SalesError('disk', `The database ${file} cannot be opened and written (${error.code}).`, {
    hint: mayWrite(folder),
    cause: error,
  });
}

/**
 * Translates an error that {@link storeFailure} has made, for a server that is still starting: `disk` with the directory, instead of a "try
 * again" meant for clients, on which a supervisor would restart it for ever. The error may come from another thread, where its cause is no
 * longer a SqliteError but still has its name and code. Any other error is returned unchanged.
 */
export function startFailure(error: unknown, directory: string): unknown {
  if (!(error instanceof SalesError) || !(error.cause instanceof Error) || error.cause.name !== 'SqliteError') return error;
  const failure = (is: string, hint: Hint) => new SalesError('disk', `The database in ${directory} ${is}.`, { hint, cause: error });
  if ('code' in error.cause && error.cause.code === 'SQLITE_FULL')
    return failure('cannot be written: the disk is full', makeRoom(directory));
  return error.code === 'storage' ? failure('cannot be read or written', mayWrite(directory)) : error;
}

function makeRoom(directory: string): string {
  return `Make room for ${directory}, and where temporary files are kept.`;
}

function mayWrite(directory: string): Hint {
  return [
    `The user of the server must be allowed to write all files in ${directory}, and their file system must not be read-only. If that is the case, the disk may be failing or the database be damaged: `,
    examineData,
    ' shows more.',
  ];
}

/** A `disk` failure for a database that lacks a table, an index or a trigger. */
export function incomplete(file: string, cause?: unknown): SalesError {
  return damaged(file, 'damaged: parts of its schema are missing', cause);
}

function damaged(file: string, is: string, cause: unknown): SalesError {
  return new SalesError('disk', `The database ${file} is ${is}.`, {
    hint: [examineData, ' shows more. To restore a backup: ', restoreBackup],
    cause,
  });
}

/**
 * Returns a function that runs units of work. Their errors come out translated, and always as a rejected promise. After a `storage` failure
 * no unit runs any more: what the database file holds is unknown until it is opened again.
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
