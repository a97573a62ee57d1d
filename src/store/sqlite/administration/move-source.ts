/**
 * A data directory that is moved into another database. For the last time, no server runs on it, and nobody else can write to it until it is
 * closed.
 */
import type { Hint } from '../../../contract/remedy.js';
import type { MoveSource } from '../../moving/sides.js';
import { lockWithoutServer } from '../database/lock.js';
import { checkNotMoved } from '../database/presence.js';
import { sourceOn } from '../verify/moved-contents.js';
import { type ConnectionOptions, openConnection } from './connection.js';

export interface MoveSourceOptions extends ConnectionOptions {
  /** Whether it is the last time. */
  finish: boolean;
  /** Where to, for the audit trail. */
  database: string;
}

export interface OpenedMoveSource extends MoveSource {
  close(): Promise<void>;
}

const STOP_FIRST: Hint = ['To change over, stop it first. Without ', ['--finish'], ', the data are copied while it runs.'];

/** Fails as {@link openConnection} does, with `usage` where the data were moved before, and with `locked` where a server runs on them. */
export async function openMoveSource({ finish, database, ...options }: MoveSourceOptions): Promise<OpenedMoveSource> {
  const { directory } = options;
  checkNotMoved(directory);
  const connection = openConnection(options);
  const lock = finish ? locked(directory, connection) : null;
  const { db } = connection;
  try {
    if (finish) {
      // Before anything is compared, because it has to be the same on both sides.
      await connection.change((note) => note({ action: 'data.move', object: `database:${database}`, details: {} }));
      // Administration works beside the lock of the directory: it has to wait, too.
      db.exec('BEGIN IMMEDIATE');
    }
  } catch (error) {
    await connection.close();
    lock?.release();
    throw error;
  }
  return {
    ...sourceOn(db),
    close: async () => {
      if (db.inTransaction) db.exec('COMMIT');
      await connection.close();
      lock?.release();
    },
  };
}

function locked(directory: string, connection: { close(): Promise<void> }) {
  try {
    return lockWithoutServer(directory, STOP_FIRST);
  } catch (error) {
    connection.close();
    throw error;
  }
}
