/** A database of every earlier schema that may lie somewhere, opened by this version: the data is as it was, and a whole backup of it lies beside. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hintText } from '../../src/cli/terminal/hint-text.js';
import { importSettingsDefault } from '../../src/contract/import-configuration.js';
import type { Hint } from '../../src/contract/remedy.js';
import { saleIdentity } from '../../src/importing/identity.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { schemaVersion } from '../../src/store/sqlite/database/sqlite-schema.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { verifyBackup } from '../../src/store/sqlite/verify/backup.js';
import { inspectDatabase } from '../../src/store/sqlite/verify/inspect.js';
import type { Upgrade } from '../../src/store/store.js';

const now = () => new Date('2026-11-21T10:30:00Z');
/** Each has a database in SQL beside this file; one is added when a version with a new schema is released. */
const earlier = [8, 9];

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sales-upgrade-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function writeReleased(schema: number): void {
  const db = new Database(join(directory, 'sales.db'));
  db.exec(readFileSync(fileURLToPath(new URL(`schema-${schema}.sql`, import.meta.url)), 'utf8'));
  db.pragma('journal_mode = WAL');
  db.close();
}

/** The tables of schema 8 that have another name now. */
const renamed: Readonly<Record<string, string>> = { user: 'app_user', grant: 'user_grant', session: 'console_session' };
/** A run of matching tells anew why rows are open; which uploads hold which values is noted by other names of the fields. */
const remade = ['match_open', 'upload_value'];

function keptColumns(db: Database, table: string): string[] {
  const names = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
  return names.filter((name) => name !== 'tries').map((name) => `"${name}"`);
}

/** Every row of the tables of the earlier schema in `file`, which may have been upgraded: the columns keep their places, and new ones come after them. */
function content(file: string, earlier: string): unknown {
  const [db, model] = [file, earlier].map((path) => new Database(path, { readonly: true })) as [Database, Database];
  try {
    const has = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
    const tables = model.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all() as string[];
    return tables
      .filter((table) => !remade.includes(table))
      .map((table) => {
        const columns = keptColumns(model, table).length;
        const name = (has.get(table) ? table : renamed[table]) as string;
        const rows = db
          .prepare(`SELECT ${keptColumns(db, name).join(', ')} FROM "${name}"`)
          .raw()
          .all() as unknown[][];
        return [table, rows.map((row) => JSON.stringify(row.slice(0, columns))).sort()];
      });
  } finally {
    db.close();
    model.close();
  }
}

const backups = () => readdirSync(join(directory, 'backups'));

it.each(earlier)('schema %i is brought to ours, after a backup', async (schema) => {
  writeReleased(schema);
  const upgrades: Upgrade[] = [];
  const store = openSqliteStore({ directory, now, onUpgrade: (upgrade) => upgrades.push(upgrade) });
  const user = await store.userByName('api');
  expect(user?.access).toHaveLength(1);
  const tenant = store.tenant(user?.access[0]?.tenantId ?? '', 'whole');
  const query = { pageSize: 30, pageNumber: 1, 'sorting.key': 'Amount', 'sorting.direction': 'Ascending' } as const;
  const { items } = JSON.parse(await tenant.listTransactions(query));
  expect(items.map(({ amount }: { amount: number }) => amount)).toEqual([null, -12.5, 0.07, 12.5, 99999.99]);
  expect(await tenant.importConfiguration(undefined)).toMatchObject({ name: 'Default', settings: importSettingsDefault });
  await store.close();

  const backup = join(directory, 'backups', `sales-schema${schema}-20261121-103000Z.db`);
  expect(upgrades).toEqual([{ from: schema, to: schemaVersion, backup }]);
  expect(backups()).toHaveLength(2);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(verifyBackup(backup)).toMatchObject({
    sha256: expect.any(String) as string,
    schemaVersion: schema,
    rows: { users: 1, uploads: 2, transactions: 5 },
  });
  const upgraded = join(directory, 'sales.db');
  expect(verifyBackup(upgraded)).toMatchObject({ schemaVersion, rows: { users: 1, uploads: 2, transactions: 5 } });
  expect(content(upgraded, backup)).toEqual(content(backup, backup));
  expect(inspectDatabase(directory, true)).toMatchObject({ state: 'whole', schema: schemaVersion });

  const again = openSqliteStore({ directory, now, onUpgrade: (upgrade) => upgrades.push(upgrade) });
  await again.close();
  expect([upgrades.length, backups().length]).toEqual([1, 2]);
});

/** Of each table its columns but for their order, of each index what it is on, of each trigger its text. */
function structure(file: string): unknown {
  const placed = (columns: unknown) => (columns as object[]).map((column) => JSON.stringify({ ...column, cid: 0 }));
  const db = new Database(file, { readonly: true });
  try {
    const objects = db.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name").all();
    return (objects as { type: string; name: string; sql: string }[]).map(({ type, name, sql }) => {
      if (type === 'table') return [name, placed(db.pragma(`table_xinfo("${name}")`)).sort(), /\) (STRICT.*)$/.exec(sql)?.[1]];
      return type === 'index' ? [name, placed(db.pragma(`index_xinfo("${name}")`))] : [name, sql.replace(/\s+/g, ' ')];
    });
  } finally {
    db.close();
  }
}

it.each(earlier)('schema %i is the same then as that of a new database', async (schema) => {
  writeReleased(schema);
  await openSqliteStore({ directory, now }).close();
  const upgraded = structure(join(directory, 'sales.db'));
  rmSync(join(directory, 'sales.db'));
  await openSqliteStore({ directory, now }).close();
  expect(upgraded).toEqual(structure(join(directory, 'sales.db')));
});

it.each(earlier)('schema %i leaves no upload that waits for its import', async (schema) => {
  writeReleased(schema);
  const db = new Database(join(directory, 'sales.db'));
  db.exec("UPDATE upload SET status = 'Processing'");
  db.close();
  await openSqliteStore({ directory, now }).close();
  const upgraded = new Database(join(directory, 'sales.db'), { readonly: true });
  const uploads = upgraded.prepare('SELECT status, errors, error_count FROM upload').raw().all() as [string, string, number][];
  upgraded.close();
  expect(uploads).toHaveLength(2);
  for (const [status, errors, count] of uploads) {
    expect(status).toBe('ProcessedWithErrors');
    expect(JSON.parse(errors)).toHaveLength(count);
    expect(JSON.parse(errors).at(-1)).toBe('The import was not finished: reprocess the upload.');
  }
});

it('the duplicate key that was the default is identity then, and a list by hand stays', async () => {
  writeReleased(8);
  const byHand = ['amount', 'orderId'];
  const db = new Database(join(directory, 'sales.db'));
  const insert = db.prepare('INSERT INTO import_configuration (id, tenantKey, name, isDefault, settings) VALUES (?, 1, ?, 0, ?)');
  for (const [number, duplicateKey] of [saleIdentity.fields.toReversed(), byHand, []].entries())
    insert.run(`id ${number}`, `config ${number}`, JSON.stringify({ currencyCheck: false, duplicateKey }));
  db.close();
  await openSqliteStore({ directory, now }).close();
  const upgraded = new Database(join(directory, 'sales.db'), { readonly: true });
  const settings = upgraded.prepare("SELECT settings FROM import_configuration WHERE name LIKE 'config%' ORDER BY name").pluck().all();
  upgraded.close();
  expect(settings.map((one) => JSON.parse(one as string))).toEqual(
    ['identity', byHand, []].map((duplicateKey) => ({ currencyCheck: false, duplicateKey })),
  );
});

it('an older one is refused, with what to do, and left as it is', () => {
  writeReleased(8);
  const file = join(directory, 'sales.db');
  const versionIs = (set: string) => {
    const db = new Database(file);
    const version = db.pragma(`user_version${set}`, { simple: true });
    db.close();
    return version;
  };
  versionIs(' = 7');
  const older = { message: expect.stringContaining('schema 7'), hint: expect.stringContaining('schema 8') };
  expect(() => openSqliteStore({ directory, now })).toThrow(expect.objectContaining({ code: 'disk', ...older }));
  expect(() => verifyBackup(file)).toThrow(expect.objectContaining({ code: 'inputUnusable', ...older }));
  expect(inspectDatabase(directory, true)).toEqual({ state: 'otherSchema', found: 7, known: { oldest: 8, newest: schemaVersion } });
  expect(versionIs('')).toBe(7);
});

it('settings of matching keep the names that are the same, without the rules', async () => {
  writeReleased(8);
  const db = new Database(join(directory, 'sales.db'));
  const document = {
    waitDays: 7,
    accounts: [{ acquirerId: 'ACQ', near: [0, 9] }],
    terminals: { '0022': '22' },
    brands: { MC: 'Mastercard' },
  };
  const old = JSON.stringify({ ...document, refundTypes: ['Credit'], rules: [{ name: 'all' }] });
  const tenantId = db.prepare('SELECT id FROM tenant WHERE tenantKey = 1').pluck().get() as string;
  db.prepare('INSERT INTO settlement_settings (tenantKey, version, document) VALUES (1, 3, ?)').run(old);
  db.close();
  const store = openSqliteStore({ directory, now });
  const { version, settings } = await store.tenant(tenantId, 'whole').matchSettings();
  await store.close();
  expect(settings).toMatchObject({ waitDays: 7, accounts: document.accounts, near: [-5, 35] });
  expect([version, settings?.names]).toEqual([3, { terminals: document.terminals, brands: document.brands, locations: {}, accounts: {} }]);
});

it('a new database needs no backup', async () => {
  await openSqliteStore({ directory, now }).close();
  expect(readdirSync(directory)).toEqual(['sales.db']);
});

it.each<[string, () => void]>([
  ['the folder of backups cannot be made', () => writeFileSync(join(directory, 'backups'), '')],
  [
    'the name of the backup is taken',
    () => {
      mkdirSync(join(directory, 'backups'));
      writeFileSync(join(directory, 'backups', 'sales-schema8-20261121-103000Z.db'), '');
    },
  ],
  [
    'the database is damaged',
    () => {
      const db = new Database(join(directory, 'sales.db'));
      db.exec('DELETE FROM "transaction" WHERE seq = 2');
      db.close();
    },
  ],
])('where %s, nothing is changed', (_, hinder) => {
  writeReleased(8);
  hinder();
  expect(() => openSqliteStore({ directory, now })).toThrow(
    expect.objectContaining({
      code: 'disk',
      message: expect.stringContaining('the backup before it is changed failed'),
      hint: expect.toSatisfy((hint: Hint) => hintText(hint).endsWith('Nothing was changed.')),
    }),
  );
  const db = new Database(join(directory, 'sales.db'));
  expect(db.pragma('user_version', { simple: true })).toBe(8);
  db.close();
});
