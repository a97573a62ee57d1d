/**
 * A data directory that is moved into another database: read, and never changed. For the last time, no server runs on it, and nobody else can
 * write to it until it is closed.
 */
import { SalesError } from '../../../contract/problem.js';
import type { Hint } from '../../../contract/remedy.js';
import { idText } from '../../ids.js';
import type { MovedRow, MovedTable, MovedValue } from '../../moving/moved-tables.js';
import type { MoveSource } from '../../moving/sides.js';
import type { Database } from '../database/engine.js';
import { lockWithoutServer } from '../database/lock.js';
import { checkNotMoved } from '../database/presence.js';
import { statement } from '../database/statements.js';
import { mismatchedRows } from '../verify/matched.js';
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
  const { db } = connection;
  let lock: { release(): void } | null = null;
  const close = async () => {
    if (db.inTransaction) db.exec('COMMIT');
    await connection.close();
    lock?.release();
  };
  try {
    if (finish) {
      lock = lockWithoutServer(directory, STOP_FIRST);
      // Before anything is compared, because it has to be the same on both sides.
      await connection.change((note) => note({ action: 'data.move', object: `database:${database}`, details: {} }));
      // Administration works beside the lock of the directory: it has to wait, too.
      db.exec('BEGIN IMMEDIATE');
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { ...sourceOn(db), close };
}

type SqlValue = string | number | Buffer | null;

function sourceOn(db: Database): MoveSource {
  const fromOf = ({ name, from = name, only = 'true' }: MovedTable) => `FROM ${from} WHERE ${only}`;
  const one = (sql: string) => statement(db, sql).pluck().get() as number;
  return {
    seed: one('SELECT seed FROM duplicate_seed'),
    rows: (table, where, placeOf = () => `the table ${table.name}`) => {
      const columns = [...table.columns.map(({ name }) => table.sqlite?.[name] ?? name), ...(table.besides ? [table.besides] : [])];
      const rows = statement(db, `SELECT ${columns.join(', ')} ${fromOf(table)} AND ${where.texts.join('?')}`)
        .raw()
        .all(...where.values) as SqlValue[][];
      return convertedRows(table, rows, placeOf);
    },
    // By the index of days: the keys of matches are counted over all tenants.
    keys: ({ name, key }, tenantKey) =>
      statement(
        db,
        `SELECT DISTINCT ${key} FROM ${name} ${name === 'match' ? 'INDEXED BY match_day' : ''} WHERE tenant_key = ? ORDER BY ${key}`,
      )
        .pluck()
        .all(tenantKey) as number[],
    count: (table) => one(`SELECT count(*) ${fromOf(table)}`),
    mismatchedRows: () => mismatchedRows(db),
  };
}

/** By the types that the target has for them. */
const converted: Partial<Record<string, (value: SqlValue) => MovedValue>> = {
  boolean: (value) => value === 1,
  uuid: (value) => (Buffer.isBuffer(value) ? idText(value) : (value as string)),
  'timestamp with time zone': (value) => new Date(value as string).toISOString(),
};

function convertedRows({ columns }: MovedTable, rows: SqlValue[][], placeOf: (row: MovedRow) => string): MovedRow[] {
  const conversions = columns.flatMap(({ type }, at) => (converted[type] ? [[at, converted[type]] as const] : []));
  for (const row of rows) {
    for (const [at, convert] of conversions) if (row[at] !== null) row[at] = convert(row[at] as SqlValue) as SqlValue;
    for (let at = 0; at < row.length; at++) {
      const value = row[at];
      // Only a server on SQLite has ever taken it.
      if (typeof value === 'string' && value.includes('\0'))
        throw new SalesError(
          'inputUnusable',
          `${columns[at]?.name} of ${placeOf(row as MovedRow)} has the character U+0000; PostgreSQL cannot hold it.`,
          { hint: 'These data cannot be moved as they are: go on serving from the directory.' },
        );
    }
  }
  return rows as MovedRow[];
}
