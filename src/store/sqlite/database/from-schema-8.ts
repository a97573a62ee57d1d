/**
 * From schema 8, in which columns were in camel case and some tables had other names, to schema 9, which names them as PostgreSQL does and
 * brings matching over a period. Renaming writes no row anew.
 */
import { snakeCase } from '../../sql/work.js';
import type { Database } from './engine.js';

const tables = new Map([
  ['user', 'app_user'],
  ['grant', 'user_grant'],
  ['session', 'console_session'],
]);
const columns = new Map([
  ['transactionTicks', 'ticks'],
  ['transactionState', 'state'],
  ['transactionMatchState', 'match_state'],
  ['row', 'number'],
]);

const columnNow = (name: string) => columns.get(name) ?? snakeCase(name);
const tableNow = (name: string) => tables.get(name) ?? name;

/** The tables of schema 8 and their columns, by the names that they had. */
function tablesOf(db: Database): [table: string, columns: string[]][] {
  const names = db
    .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  return names.map((table) => [table, db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]]);
}

/** Upgrades the database, inside the caller's transaction. */
export function fromSchema8(db: Database): void {
  for (const [table, names] of tablesOf(db)) {
    for (const name of names) if (columnNow(name) !== name) db.exec(`ALTER TABLE "${table}" RENAME COLUMN "${name}" TO ${columnNow(name)}`);
    if (tableNow(table) !== table) db.exec(`ALTER TABLE "${table}" RENAME TO ${tableNow(table)}`);
  }
  db.exec(upgrade);
}

/**
 * Lets statements about schema 9 read a database of schema 8, which is not changed: views of this connection alone stand for its tables. Does
 * nothing with any other schema.
 */
export function viewSchema8(db: Database): void {
  if (db.pragma('user_version', { simple: true }) !== 8) return;
  for (const [table, names] of tablesOf(db)) {
    const selected = names.map((name) => `"${name}" AS ${columnNow(name)}`).join(', ');
    db.exec(`CREATE TEMP VIEW "${tableNow(table)}" AS SELECT ${selected} FROM main."${table}"`);
  }
}

const upgrade = `
  DROP INDEX grant_once;
  CREATE UNIQUE INDEX user_grant_once ON user_grant (user_key, ifnull(customer_key, 0), ifnull(tenant_key, 0), ifnull(unit_key, 0));
  DROP INDEX session_user;
  CREATE INDEX console_session_user ON console_session (user_key);
  UPDATE upload_value SET field = CASE field WHEN 'brandId' THEN 'brand_id' WHEN 'transactionState' THEN 'state' ELSE 'match_state' END
    WHERE field <> 'currency';

  ALTER TABLE match_progress ADD COLUMN changed_from INTEGER DEFAULT -2147483648;
  ALTER TABLE match_progress ADD COLUMN is_all INTEGER NOT NULL DEFAULT 0 CHECK (is_all IN (0, 1));
  ALTER TABLE match_progress ADD COLUMN frontier INTEGER;
  ALTER TABLE match_progress ADD COLUMN late INTEGER NOT NULL DEFAULT 0;

  -- Reasons were told by sentences, and are kept as parameters now. The next run tells them anew.
  DROP TABLE match_open;
  CREATE TABLE match_open (
    tenant_key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    day INTEGER,
    reason TEXT NOT NULL,
    parameters TEXT NOT NULL,
    missing TEXT,
    involved TEXT,
    note TEXT,
    PRIMARY KEY (tenant_key, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX match_open_reason ON match_open (tenant_key, reason, day, number);
  CREATE INDEX match_open_missing ON match_open (tenant_key, missing) WHERE missing IS NOT NULL;

  -- Lists by match state look into the uploads that are noted to hold it.
  INSERT OR IGNORE INTO upload_value SELECT DISTINCT tenant_key, 'match_state', match_state, upload_key
    FROM "transaction" WHERE match_key IS NOT NULL;

  -- Settings keep the names that are the same; rules are written no more.
  UPDATE settlement_settings SET document = json_remove(
    json_set(document, '$.names', json_object(
      'terminals', json(ifnull(document -> '$.terminals', '{}')), 'brands', json(ifnull(document -> '$.brands', '{}'))
    )),
    '$.terminals', '$.brands', '$.refundTypes', '$.rules'
  );`;
