/**
 * The `sqlite3` shell as a peer: `.import` into a staging table, then a copy into a table with the columns, key and indexes of our own
 * database, read from it, the indexes built after the rows are in. The shell's defaults: rollback journal, synchronous FULL.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../dist/store/sqlite/database/engine.js';
import { start, succeeded } from './processes.js';

/** What fills a column of ours that the file does not have by the same name. */
const expressions = {
  seq: 'rowid',
  id: 'randomblob(16)',
  tenantKey: '1',
  uploadKey: '(rowid - 1) / 1000 + 1',
  transactionState: '1',
  transactionMatchState: '1',
  amount: 'CAST(amount AS REAL)',
  transactionTicks: "CAST(strftime('%s', transactionDate) AS INTEGER) * 10000000",
  additionalData:
    "json_array(json_object('key', 'cashier', 'value', \"additionalData.cashier\"), json_object('key', 'table', 'value', \"additionalData.table\"))",
  transactionTypes: 'json_array(transactionTypes)',
};

/**
 * The table of our database in a data directory, its server stopped: the one that has most of the file's columns. `name`, how it is `made`,
 * its `columns`, how its `indexes` are made, and the `unknown` columns, which a peer can only fill with nothing. `orders` are tables that
 * hold some of its columns in another order, as an index would: how each is `made`, its `name`, `columns` and `key`.
 */
export function ownSchema(data, header) {
  const inFile = new Set(header);
  let best = { score: 0 };
  for (const file of databasesIn(data)) {
    const db = new Database(file, { readonly: true });
    for (const { name, sql } of db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all()) {
      const columns = db.pragma(`table_info("${name}")`);
      const score = columns.filter((column) => inFile.has(column.name)).length;
      if (score <= best.score) continue;
      const indexes = db
        .prepare("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
        .pluck()
        .all(name);
      best = { score, name, made: sql, columns, indexes, orders: ordersOf(db, name, columns) };
    }
    db.close();
  }
  if (best.score === 0) throw new Error(`no table in ${data} has a column of the file`);
  const { score: _, ...schema } = best;
  const isKnown = ({ name }) => name in expressions || inFile.has(name) || name === 'comment';
  return { ...schema, unknown: schema.columns.filter((column) => !isKnown(column)).map(({ name }) => name) };
}

function ordersOf(db, table, columns) {
  const names = new Set(columns.map(({ name }) => name));
  return db
    .prepare("SELECT name, sql AS made FROM sqlite_master WHERE type = 'table' AND name GLOB ? || '_*'")
    .all(table)
    .map((order) => ({ ...order, columns: db.pragma(`table_info("${order.name}")`) }))
    .filter((order) => order.columns.every(({ name }) => names.has(name)))
    .map(({ columns: held, ...order }) => ({
      ...order,
      columns: held.map(({ name }) => name),
      key: held
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map(({ name }) => name),
    }));
}

function databasesIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.filter(({ name }) => /\.(db|sqlite3?)$/.test(name)).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Whether there is a shell; its version, else null. */
export async function shellVersion() {
  try {
    return (await succeeded(start('sqlite3', ['--version']), 'sqlite3')).output.split(' ', 1)[0];
  } catch {
    return null;
  }
}

/** Loads the file into a fresh database and removes it again; fails when the table does not hold `rows` afterwards. */
export async function loadWithShell(database, file, rows, { name: table, made, columns, indexes, orders }, header) {
  const inFile = new Set(header);
  const filling = ({ name, notnull }) => expressions[name] ?? (inFile.has(name) ? `NULLIF("${name}", '')` : notnull ? '0' : 'NULL');
  const script = [
    `.import --csv --schema temp "${file}" staging`,
    'BEGIN;',
    `${made};`,
    `INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) SELECT ${columns.map(filling).join(', ')} FROM temp.staging;`,
    ...indexes.map((index) => `${index};`),
    ...orders.flatMap((order) => [
      `${order.made};`,
      `INSERT INTO "${order.name}" (${order.columns}) SELECT ${order.columns} FROM "${table}" ORDER BY ${order.key};`,
    ]),
    'COMMIT;',
  ];
  const shell = await succeeded(start('sqlite3', ['-bail', database, ...script]), 'sqlite3');
  const stored = await succeeded(start('sqlite3', [database, `SELECT COUNT(*) FROM "${table}"`]), 'sqlite3');
  rmSync(database);
  if (Number(stored.output) !== rows) throw new Error(`sqlite3 stored ${stored.output.trim()} of ${rows} rows`);
  return shell;
}
