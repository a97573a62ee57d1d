/**
 * A second connection that writes, beside that of a running server. It takes no lock of the directory and never migrates. Every
 * transaction checks the schema again, because a server of another version may have been started meanwhile.
 */

import { join } from 'node:path';
import { SalesError } from '../../../contract/problem.js';
import { appendAudit } from '../../access/audit.js';
import type { ChangeNote, Note } from '../../administering/connection.js';
import { noRequest, type RequestOrigin } from '../../audit.js';
import { serveFrom } from '../../remedies.js';
import { Database, SqliteError } from '../database/engine.js';
import { hasDatabase } from '../database/presence.js';
import { runOn } from '../database/run-at-once.js';
import { damageFailure } from '../database/sqlite-failure.js';
import { schemaFault, schemaVersion } from '../database/sqlite-schema.js';

/** Even a server that takes many uploads leaves gaps of some milliseconds between its commits. */
const BUSY_TIMEOUT_MS = 15_000;

export interface ConnectionOptions {
  /** The data directory. */
  directory: string;
  now: () => Date;
  /** Who works on the store; see AuditEntry. */
  actor: string;
  /** Added to every row of the audit trail, besides what the change itself notes. */
  details?: Record<string, unknown>;
  /** Origin of the request that asks for the change; absent on the command line. */
  from?: RequestOrigin;
}

export interface LocalConnection {
  db: Database;
  /** The data directory. */
  directory: string;
  /** Runs `work` in one transaction. What it notes goes into the audit trail with it; without a note, it must not have changed anything. */
  change<Result>(work: (note: Note) => Result): Promise<Result>;
  /** Runs `work` on one unchanging state of the database. */
  read<Result>(work: () => Result): Promise<Result>;
  close(): Promise<void>;
}

/** Fails with `usage` where there is no database yet, or its schema is older; with `disk` where it cannot be opened or is newer. */
export function openConnection({ directory, now, actor, details = {}, from = noRequest }: ConnectionOptions): LocalConnection {
  const db = opened(directory);
  const unit = async <Result>(work: () => Result): Promise<Result> => {
    try {
      return work();
    } catch (error) {
      throw localFailure(error, directory);
    }
  };
  const transaction = db.transaction((work: () => unknown) => {
    checkSchema(db, directory);
    return work();
  });
  return {
    db,
    directory,
    change: (work) =>
      unit(() => {
        const note = ({ details: own, ...change }: ChangeNote) =>
          void runOn(db, appendAudit({ ...change, details: { ...own, ...details }, actor, ...from, outcome: 'done' }, now()));
        return transaction.immediate(() => work(note)) as ReturnType<typeof work>;
      }),
    read: (work) => unit(() => transaction.deferred(work) as ReturnType<typeof work>),
    close: () => unit(() => void db.close()),
  };
}

function opened(directory: string): Database {
  if (!hasDatabase(directory)) {
    throw new SalesError('usage', `There is no database in ${directory}.`, {
      hint: ['Name the data directory, ', ['--data', 'DIR'], ', or start one: ', serveFrom(directory)],
    });
  }
  let db: Database | null = null;
  try {
    db = new Database(join(directory, 'sales.db'), { timeout: BUSY_TIMEOUT_MS, fileMustExist: true });
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    // The server, or whoever closes last, moves the write-ahead log into the database file; a short change need not wait for that.
    db.pragma('wal_autocheckpoint = 0');
    checkSchema(db, directory);
    return db;
  } catch (error) {
    db?.close();
    throw localFailure(error, directory);
  }
}

/** Turns SQLite's errors into messages for somebody at the machine itself; any other error is returned unchanged. */
function localFailure(error: unknown, directory: string): unknown {
  if (!(error instanceof SqliteError)) return error;
  const damage = damageFailure(error, join(directory, 'sales.db'));
  if (damage) return damage;
  const { code } = error;
  const failure = (is: 'disk' | 'locked', message: string, hint: string) => new SalesError(is, message, { hint, cause: error });
  if (code === 'SQLITE_FULL') {
    const hint = `Make room for ${directory}, and where temporary files are kept.`;
    return failure('disk', 'A disk is full; nothing was changed.', hint);
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return failure('locked', `Others are writing to the database in ${directory}; nothing was changed.`, 'Try again in a moment.');
  }
  if (/^SQLITE_(IOERR|CANTOPEN|READONLY|PROTOCOL)/.test(code)) {
    const hint = 'Run this as the user that the server runs as. If that does not help, its disk may be failing.';
    return failure('disk', `The database in ${directory} cannot be read or written (${code}).`, hint);
  }
  return error;
}

function checkSchema(db: Database, directory: string): void {
  const found = db.pragma('user_version', { simple: true }) as number;
  if (found === schemaVersion) return;
  const fault = schemaFault('The database', found);
  if (fault) throw new SalesError('disk', fault.message, { hint: fault.hint });
  throw new SalesError('usage', `The database has schema ${found}; this version of sales needs ${schemaVersion}.`, {
    hint: ['Start the server once with this version; it upgrades the database: ', serveFrom(directory)],
  });
}
