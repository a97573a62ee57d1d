/**
 * The schema on SQLite, and the steps that lead to it from earlier ones. A step that has been released is never changed.
 */
import { SalesError } from '../../../contract/problem.js';
import { chargebackIndex, payoutIndex } from '../../schema/row-tables.js';
import { sqliteSpelling } from '../../schema/spelling.js';
import { sqliteStatementStep } from '../../schema/statement-step.js';
import { tables } from '../../schema/tables.js';
import type { Database } from './engine.js';
import { fromSchema8 } from './from-schema-8.js';

/** The oldest schema that can be brought to the current one. */
export const firstSchema = 8;
export const schemaVersion = 10;

/**
 * Brings the database to the current schema, in one transaction. If the database already holds a schema, `beforeUpgrade` is called with its
 * number before, and can stop the upgrade by throwing. Fails with `disk` where its schema is newer, or older than {@link firstSchema}.
 */
export function migrate(db: Database, beforeUpgrade: (found: number) => void): void {
  const found = db.pragma('user_version', { simple: true }) as number;
  if (found === schemaVersion) return;
  const fault = found === 0 ? null : schemaFault('The database', found);
  if (fault) throw new SalesError('disk', fault.message, { hint: fault.hint });
  if (found > 0) beforeUpgrade(found);
  db.transaction(() => {
    if (found === 0) db.exec(tables(sqliteSpelling) + ownTables);
    if (found === firstSchema) fromSchema8(db);
    if (found > 0) db.exec(sqliteStatementStep);
    db.pragma(`user_version = ${schemaVersion}`);
  }).immediate();
}

/** What to say of a schema that this version can neither use nor bring on; null where it can. `what` has it: the database, or a file. */
export function schemaFault(what: string, found: number): { message: string; hint: string } | null {
  if (found > schemaVersion) {
    return {
      message: `${what} has schema ${found}; this version of sales knows up to ${schemaVersion}.`,
      hint: 'Use the version of sales that wrote it, or a newer one.',
    };
  }
  if (found >= firstSchema) return null;
  return {
    message: `${what} has schema ${found}, which no release had; this version of sales reads schema ${firstSchema} and later.`,
    hint: `Start the server once with a build that has schema ${firstSchema}: it brings the database there, after a backup.`,
  };
}

/** What SQLite has beside the tables of both databases: indexes for its lists, the order of amounts, and values that lead to uploads. */
const ownTables = `
  -- An order of lists, and the one narrow filter: each begins with what it sorts or narrows by, then seq for the ties, and holds every
  -- column that a list can filter by, so that the rows themselves are read for the page alone.
  CREATE INDEX transaction_date ON "transaction"
    (tenant_key, ticks, seq, amount, currency, brand_id, terminal_id, state, match_state);
  CREATE INDEX transaction_terminal ON "transaction"
    (tenant_key, terminal_id, ticks, seq, amount, currency, brand_id, state, match_state);
  CREATE INDEX transaction_duplicate ON "transaction" (duplicate_hash, occurrence, duplicate_group) WHERE duplicate_hash IS NOT NULL;
  CREATE INDEX settlement_record_date ON settlement_record
    (tenant_key, ticks, seq, type, state, match_state, amount, currency, terminal_id, brand_id);
  CREATE INDEX settlement_record_day ON settlement_record
    (tenant_key, day, seq, type, match_state, amount, currency, terminal_id, brand_id);
  CREATE INDEX settlement_record_terminal ON settlement_record (tenant_key, terminal_id, ticks, seq) WHERE terminal_id IS NOT NULL;
  ${payoutIndex}
  ${chargebackIndex}
  CREATE INDEX settlement_record_duplicate ON settlement_record (duplicate_hash, occurrence, duplicate_group)
    WHERE duplicate_hash IS NOT NULL;
  CREATE INDEX history_upload ON history (upload_key, seq);

  -- A secret that the hashes of duplicate keys begin with, so that nobody can make rows whose hashes are alike.
  CREATE TABLE duplicate_seed (seed INTEGER NOT NULL) STRICT;
  INSERT INTO duplicate_seed (seed) VALUES (random() & 0xffffffff);
  -- Tells this store from every other: browsers keep one log-in for each.
  CREATE TABLE installation (id TEXT NOT NULL) STRICT;
  INSERT INTO installation (id) SELECT substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-4' || substr(hex, 14, 3) || '-8' || substr(hex, 18, 3) ||
      '-' || substr(hex, 21, 12)
    FROM (SELECT lower(hex(randomblob(16))) AS hex);

  -- The rows in the order of their amounts, as far as amount_order says: what arrives is put here in blocks, because one by one would cost
  -- every upload far more. It holds every column that a list can filter by, or that a unit can be known by. Minus infinity: no amount.
  CREATE TABLE transaction_amount (
    tenant_key INTEGER NOT NULL,
    amount REAL NOT NULL,
    seq INTEGER NOT NULL,
    ticks INTEGER,
    currency TEXT,
    brand_id TEXT,
    terminal_id TEXT,
    location_id TEXT,
    state INTEGER NOT NULL,
    match_state INTEGER NOT NULL,
    PRIMARY KEY (tenant_key, amount, seq)
  ) STRICT, WITHOUT ROWID;
  -- The rows up to sorted_to have their places there. A block goes in in pieces: of those up to block_to, the ones whose amounts go up to
  -- block_amount have theirs, too.
  CREATE TABLE amount_order (
    sorted_to INTEGER NOT NULL,
    block_to INTEGER NOT NULL DEFAULT 0,
    block_amount REAL NOT NULL DEFAULT -9e999
  ) STRICT;
  INSERT INTO amount_order (sorted_to) VALUES (0);
  CREATE TRIGGER transaction_amount_update AFTER UPDATE OF tenant_key, state, match_state ON "transaction"
  WHEN EXISTS (
    SELECT 1 FROM amount_order WHERE old.seq <= sorted_to OR old.seq <= block_to AND ifnull(old.amount, -9e999) <= block_amount
  )
  BEGIN
    UPDATE transaction_amount
    SET tenant_key = new.tenant_key, state = new.state, match_state = new.match_state
    WHERE tenant_key = old.tenant_key AND amount = ifnull(old.amount, -9e999) AND seq = old.seq;
  END;

  -- Which uploads hold rows with a value, or held them once: the way to the few rows among millions that have a rare one.
  CREATE TABLE upload_value (
    tenant_key INTEGER NOT NULL,
    field TEXT NOT NULL,
    value ANY NOT NULL,
    upload_key INTEGER NOT NULL,
    PRIMARY KEY (tenant_key, field, value, upload_key)
  ) STRICT, WITHOUT ROWID;`;
