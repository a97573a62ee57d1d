/** Translates errors of the database and its driver into failures of the contract. Their texts may hold SQL, so they only go into the `cause`. */
import { SalesError } from '../../../contract/problem.js';

const RETRY_AFTER_S = 1;
const RETRY_AFTER_FULL_S = 30;

/**
 * SQLSTATEs of a database that is away, busy or overtaxed: connection exceptions, serialization and deadlock, resources, locks, a statement
 * that took too long, shutting down, a standby, a log-in that is refused, a schema that is not there (yet, or any more).
 */
const passing = /^(08...|40001|40P01|53...|55P03|57014|57P0[1-5]|25006|25P0[23]|28...|3D000|3F000|42P01|42501)$/;
/** A page or an index that is damaged. */
const damaged = /^XX00[12]$/;
/** What may be run again at once. */
const conflicting = /^(40001|40P01)$/;
/** Node's codes for a connection that does not come about, or ends. */
const socket =
  /^(E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_AGAIN|ADDR|NOENT|ACCES)|ERR_(TLS|SSL|STREAM)|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/;
/** The driver's own messages, which have no code. */
const driver =
  /connection terminated|connection ended|timeout exceeded|read timeout|not queryable|cannot use a pool after|connection error/i;

/** The code of an error of the database (SQLSTATE, five characters), of Node's, or of a SalesError's cause. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** Whether the connection that the error came from may still be used. */
export function isOfStatement(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error)) && !/^(08|57P|25006|25P03)/.test(codeOf(error)) && !endsSession(error);
}

/** Whether the session ended with it, or never began: a database that takes no connections, say. */
export function endsSession(error: unknown): boolean {
  return /^(FATAL|PANIC)$/.test(String((error as { severity?: unknown } | null)?.severity));
}

/** Whether the same transaction may succeed when it is run again at once. */
export function isConflict(error: unknown): boolean {
  return conflicting.test(codeOf(error));
}

/** Whether the error is the database's or the connection's, rather than one of our own code. */
export function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && !(error instanceof SalesError) && (isSqlState(error) || isOfConnection(error));
}

function isSqlState(error: Error): boolean {
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(codeOf(error));
}

function isOfConnection(error: Error): boolean {
  return socket.test(codeOf(error)) || driver.test(error.message);
}

/** `error` as a SalesError if it is of the database or the connection; any other error unchanged. The messages are fit for clients. */
export function databaseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SalesError) return error;
  if (isSqlState(error)) {
    const code = codeOf(error);
    if (damaged.test(code)) return new SalesError('storage', undefined, { cause: error });
    if (code === '53100') return unavailable('The disk of the database is full; nothing was stored.', RETRY_AFTER_FULL_S, error);
    if (code === '55P03' || code === '57014' || isConflict(error)) {
      return unavailable('The database is busy; nothing was stored.', RETRY_AFTER_S, error);
    }
    return passing.test(code) || endsSession(error) ? away(error) : error;
  }
  return isOfConnection(error) ? away(error) : error;
}

function away(cause: unknown): SalesError {
  return unavailable('The database cannot be reached; nothing was stored.', RETRY_AFTER_S, cause);
}

function unavailable(message: string, retryAfterS: number, cause: unknown): SalesError {
  return new SalesError('unavailable', message, { retryAfterS, cause });
}
