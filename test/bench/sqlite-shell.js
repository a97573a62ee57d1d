/**
 * The `sqlite3` shell as a peer: `.import` into a staging table, then a copy into a table with the columns, key and indexes of our own
 * database, as they were when they were written down in peers/shell-schema.js, the indexes built after the rows are in. The shell's defaults: rollback journal, synchronous FULL.
 */
import { rmSync } from 'node:fs';
import { shellSchema } from './peers/shell-schema.js';
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

/** Whether there is a shell; its version, else null. */
export async function shellVersion() {
  try {
    return (await succeeded(start('sqlite3', ['--version']), 'sqlite3')).output.split(' ', 1)[0];
  } catch {
    return null;
  }
}

/** Loads the file into a fresh database and removes it again; fails when the table does not hold `rows` afterwards. */
export async function loadWithShell(database, file, rows) {
  const { table, columns, indexes, order, notFilled } = shellSchema;
  const names = columns.map((column) => column.split(' ', 1)[0]);
  const filling = (name) => expressions[name] ?? (notFilled.includes(name) ? 'NULL' : `NULLIF("${name}", '')`);
  const script = [
    `.import --csv --schema temp "${file}" staging`,
    'BEGIN;',
    `CREATE TABLE "${table}" (${columns.join(', ')}) STRICT;`,
    `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) SELECT ${names.map(filling).join(', ')} FROM temp.staging;`,
    ...indexes.map((index) => `${index};`),
    `${order.made};`,
    `INSERT INTO "${order.name}" (${order.columns}) SELECT ${order.columns} FROM "${table}" ORDER BY ${order.key};`,
    'COMMIT;',
  ];
  const shell = await succeeded(start('sqlite3', ['-bail', database, ...script]), 'sqlite3');
  const stored = await succeeded(start('sqlite3', [database, `SELECT COUNT(*) FROM "${table}"`]), 'sqlite3');
  rmSync(database);
  if (Number(stored.output) !== rows) throw new Error(`sqlite3 stored ${stored.output.trim()} of ${rows} rows`);
  return shell;
}
