/** Opens what `sales serve` serves from: the SQLite database of a directory, or a PostgreSQL database that several servers share. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SalesError } from '../../../contract/problem.js';
import type { LogLevel } from '../../../server/telemetry/log.js';
import type { DatabaseAddress } from '../../../store/postgres/database/address.js';
import type { DirectoryLock } from '../../../store/sqlite/database/lock.js';
import type { Data, DataOptions } from '../../../threads/data.js';

/** Tells of an event; in a log of JSON lines it has a name and a level. */
export type Say = (line: string, event?: string, level?: LogLevel) => void;

interface OpenedData {
  data: Data;
  close: () => Promise<void>;
  /** What a failure of the server's start means for whoever starts it. */
  startFailure: (error: unknown) => unknown;
}

/**
 * The data of the directory, which no other server can open until `close`. Fails with `locked`, or with what is wrong with the database.
 */
export async function openDirectory(directory: string, say: Say): Promise<OpenedData> {
  const { checkNotLost, checkNotMoved } = await import('../../../store/sqlite/database/presence.js');
  const { startFailure } = await import('../../../store/sqlite/database/sqlite-failure.js');
  const { openData } = await import('../../../threads/many-threads.js');
  checkNotMoved(directory);
  checkNotLost(directory);
  const lock = await lockNamingHolder(directory);
  const module = new URL('../../../store/sqlite/sqlite-store.js', import.meta.url).href;
  const data = await openData({ module, directory }, await reporting(say)).catch((error: unknown) => {
    lock.release();
    throw startFailure(error, directory);
  });
  return { data, close: closing(data, lock), startFailure: (error) => startFailure(error, directory) };
}

/**
 * The data of a PostgreSQL database; the directory is this server's own, for its certificate. Fails with `locked`, or with what is wrong with
 * the database.
 */
export async function openDatabase(directory: string, address: DatabaseAddress, say: Say): Promise<OpenedData> {
  const { hasDatabase } = await import('../../../store/sqlite/database/presence.js');
  const { shownAddress } = await import('../../../store/postgres/database/address.js');
  const { checkDatabase } = await import('../../../store/postgres/database/node-check.js');
  const { openSharedData } = await import('../../../threads/shared-data.js');
  if (hasDatabase(directory)) {
    throw new SalesError('usage', `The directory ${directory} has a SQLite database, which would not be served.`, {
      hint: 'Name another directory with --data, for the certificate of this server; or leave --database-file out.',
    });
  }
  const { serverVersion, synchronousStandbys } = await checkDatabase(address);
  const lock = await lockNamingHolder(directory);
  const module = new URL('../../../store/postgres/postgres-store.js', import.meta.url).href;
  const data = await openSharedData({ module, directory, database: address }, await reporting(say)).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const standbys = synchronousStandbys === '' ? 'no synchronous standby' : `synchronous_standby_names = ${synchronousStandbys}`;
  say(`Database ${shownAddress(address)}: PostgreSQL ${serverVersion}, ${standbys}`, 'database');
  return { data, close: closing(data, lock), startFailure: (error) => error };
}

async function reporting(say: Say): Promise<DataOptions> {
  const { reasonOf } = await import('../../../server/telemetry/log.js');
  return {
    onMatchError: (error) => say(`Matching failed and will be tried again: ${reasonOf(error)}`, 'matching', 'error'),
    onUpgrade: ({ from, to, backup }) =>
      say(`The database is upgraded from schema ${from} to ${to}, after a backup to ${backup}`, 'upgrade'),
  };
}

function closing(data: Data, lock: DirectoryLock): () => Promise<void> {
  return async () => {
    await data.close().catch(() => {});
    lock.release();
  };
}

/** Takes the directory's lock; the error names the process that has it, where server.json tells. */
async function lockNamingHolder(directory: string): Promise<DirectoryLock> {
  const { lockDirectory } = await import('../../../store/sqlite/database/lock.js');
  try {
    return lockDirectory(directory);
  } catch (error) {
    if (!(error instanceof SalesError) || error.code !== 'locked') throw error;
    const holder = await readFile(join(directory, 'server.json'), 'utf8').catch(() => '');
    const pid = /"pid":(\d+)/.exec(holder)?.[1];
    throw new SalesError('locked', `Another server${pid ? ` (process ${pid})` : ''} already runs on ${directory}.`, {
      hint: 'Stop it first, or give another directory with --data.',
      cause: error,
    });
  }
}
