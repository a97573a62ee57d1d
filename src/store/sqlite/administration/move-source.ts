/**
 * A data directory that is moved into another database: read, and never changed. For the last time, no server runs on it, and nobody else can
 * write to it until it is closed.
 */
import { named, own } from '../../../contract/own-names.js';
import type { Hint } from '../../../contract/remedy.js';
import { idText } from '../../ids.js';
import { type MovedRow, type MovedTable, type MovedValue, textsHash } from '../../moving/moved-tables.js';
import type { MoveSource } from '../../moving/sides.js';
import { mismatchedRows } from '../../verify/matched.js';
import type { Database } from '../database/engine.js';
import { lockWithoutServer } from '../database/lock.js';
import { checkNotMoved } from '../database/presence.js';
import { runOn } from '../database/run-at-once.js';
import { statement } from '../database/statements.js';
import { type ConnectionOptions, openConnection } from './local-connection.js';

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
    rows: (table, where) => {
      const columns = [
        ...table.columns.map(({ name }) => own(table.sqlite ?? {}, name) ?? name),
        ...(table.besides ? [table.besides] : []),
      ];
      const rows = statement(db, `SELECT ${columns.join(', ')} ${fromOf(table)} AND ${where.texts.join('?')}`)
        .raw()
        .all(...where.values) as SqlValue[][];
      return convertedRows(table, rows);
    },
    hash: (table, where) => {
      const text = `SELECT ${textOf(table)} AS text ${fromOf(table)} AND ${where.texts.join('?')}`;
      // One text, made by SQLite: rows that nobody looks at are not read one by one.
      const all = statement(db, `SELECT ifnull(group_concat(text, char(10)), '') FROM (${text})`).pluck();
      return textsHash([all.get(...where.values) as string]);
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
    mismatchedRows: () => runOn(db, mismatchedRows(null)),
  };
}

/** The text of a row as `rowText` makes it, without doubles and times that are not in the format of toISOString. */
function textOf({ columns }: MovedTable): string {
  const texts = columns.map(({ name, type }) => {
    if (type === 'boolean') return `iif(${name}, 'true', 'false')`;
    const parts = [1, 9, 13, 17, 21].map((at) => `substr(hex(${name}), ${at}, ${at === 1 ? 8 : at === 21 ? 12 : 4})`);
    return `json_quote(${type === 'uuid' ? `lower(${parts.join(` || '-' || `)})` : name})`;
  });
  return `'[' || ${texts.join(` || ', ' || `)} || ']'`;
}

/** By the types that the target has for them. */
const converted = named<(value: SqlValue) => MovedValue>({
  boolean: (value) => value === 1,
  uuid: (value) => (Buffer.isBuffer(value) ? idText(value) : (value as string)),
  'timestamp with time zone': (value) => new Date(value as string).toISOString(),
});

function convertedRows({ columns }: MovedTable, rows: SqlValue[][]): MovedRow[] {
  const conversions = columns.flatMap(({ type }, at) => {
    const convert = own(converted, type);
    return convert ? [[at, convert] as const] : [];
  });
  for (const row of rows) for (const [at, convert] of conversions) if (row[at] !== null) row[at] = convert(row[at] as SqlValue) as SqlValue;
  return rows as MovedRow[];
}
