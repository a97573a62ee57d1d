/**
 * The step from schema 8 to 9 on SQLite, and 4 to 5 on PostgreSQL, of version 0.2.0. It brings matching over a
 * period. Reasons of open rows were told by sentences, and are kept as parameters now: the next run tells them anew. Settings of matching keep
 * the names that are the same; rules are written no more. It is released, and never changed; the next one stands beside it.
 */

import { decisionTables, kindCheck, matchTable, ofSkipped } from './match-tables.js';
import { plainTables } from './plain-tables.js';
import { chargebackIndex, newRecordColumns, payoutIndex } from './row-tables.js';
import { postgresSpelling, type Spelling, sqliteSpelling } from './spelling.js';
import { roleCheck, roleTable } from './tenancy-tables.js';
import { decisionWalls, plainWallOf, wallOf } from './walls.js';

/** The fields of the duplicate key that was the default, in the order of their names: now it is `identity`, and rows that came under it take part. */
const formerDefault = [
  ...['acquirerId', 'amount', 'applicationId', 'authorisationCode', 'brandId', 'businessDate', 'cardNumberMasked', 'currency'],
  ...['eftTransactionDate', 'locationId', 'orderId', 'panEncrypted', 'terminalId', 'transactionDate', 'transactionReference'],
  ...['transactionSequenceCounter', 'transactionTypes'],
].join();

/** On PostgreSQL a step comes in two parts, so that servers of two versions can serve meanwhile. */
export interface SchemaStep {
  /** Changes that servers of the version before can live with. */
  expand: string;
  /** Changes that need all servers to be of this version; empty where there are none. */
  contract: string;
}

const payoutStep = `DROP INDEX settlement_record_payout;
  ${payoutIndex}
  ${chargebackIndex}`;

const recordColumnsStep = (table: string, spelling: Spelling) =>
  newRecordColumns(spelling)
    .map((column) => `ALTER TABLE ${table} ADD COLUMN ${column};`)
    .join('\n  ');

/** Nobody could decide before: the tables of decisions are empty. */
const formerDecisions = ['match_forbidden', 'match_decision'].map((table) => `DROP TABLE ${table};`).join('\n  ');

const formerMatch = `match_key, tenant_key, id, kind, rule, how, pinned, sale_seq, record_seq, sales, records, sales_units, records_units, currency, day,
    matched_at, decided_by, note`;

/** Once tables and columns have their new names. */
export const sqliteStep = `
  DROP INDEX unit_tenant;
  CREATE INDEX unit_parent ON unit (tenant_key, parent_key);
  DROP INDEX grant_once;
  CREATE UNIQUE INDEX user_grant_once ON user_grant (user_key, coalesce(customer_key, 0), coalesce(tenant_key, 0), coalesce(unit_key, 0));
  ALTER TABLE user_role RENAME TO role_of_user;${roleTable(sqliteSpelling)}
  INSERT INTO user_role SELECT user_key, role FROM role_of_user;
  DROP TABLE role_of_user;
  DROP INDEX session_user;
  CREATE INDEX console_session_user ON console_session (user_key);
  UPDATE upload_value SET field = CASE field WHEN 'brandId' THEN 'brand_id' WHEN 'transactionState' THEN 'state' ELSE 'match_state' END
    WHERE field <> 'currency';

  ALTER TABLE upload ADD COLUMN file_name TEXT;
  ALTER TABLE upload ADD COLUMN file_sha256 TEXT;
  CREATE INDEX upload_file ON upload (tenant_key, file_sha256) WHERE file_sha256 IS NOT NULL;
  ${recordColumnsStep('settlement_record', sqliteSpelling)}

  ALTER TABLE match_progress ADD COLUMN changed_from INTEGER DEFAULT -2147483648;
  ALTER TABLE match_progress ADD COLUMN is_all INTEGER NOT NULL DEFAULT 0 CHECK (is_all IN (0, 1));
  ALTER TABLE match_progress ADD COLUMN frontier INTEGER;
  ALTER TABLE match_progress ADD COLUMN late INTEGER NOT NULL DEFAULT 0;

  ALTER TABLE match RENAME TO former_match;
  DROP INDEX match_day;
  DROP INDEX match_cancelled;
  ${matchTable(sqliteSpelling)}
  INSERT INTO match (${formerMatch}) SELECT ${formerMatch} FROM former_match ORDER BY match_key;
  DROP TABLE former_match;
  ${formerDecisions}
  ${decisionTables(sqliteSpelling)}

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
  ${payoutStep}

  -- Lists by match state look into the uploads that are noted to hold it.
  INSERT OR IGNORE INTO upload_value SELECT DISTINCT tenant_key, 'match_state', match_state, upload_key
    FROM "transaction" WHERE match_key IS NOT NULL;

  -- Settings keep the names that are the same; rules are written no more.
  UPDATE settlement_settings SET document = json_remove(
    json_set(document, '$.names', json_object(
      'terminals', json(ifnull(document -> '$.terminals', '{}')), 'brands', json(ifnull(document -> '$.brands', '{}'))
    )),
    '$.terminals', '$.brands', '$.refundTypes', '$.rules'
  );

  UPDATE import_configuration SET settings = json_set(settings, '$.duplicateKey', 'identity')
    WHERE json_type(settings, '$.duplicateKey') = 'array' AND '${formerDefault}' =
      (SELECT group_concat(value) FROM (SELECT value FROM json_each(settings, '$.duplicateKey') ORDER BY value));${plainTables.reading.create(sqliteSpelling)}`;

export const postgresStep: SchemaStep = {
  expand: `
  ALTER TABLE user_role DROP CONSTRAINT user_role_role_check, ADD CONSTRAINT user_role_role_check ${roleCheck};
  ALTER TABLE upload ADD COLUMN file_name text COLLATE "C", ADD COLUMN file_sha256 text COLLATE "C";
  CREATE INDEX upload_file ON upload (tenant_key, file_sha256) WHERE file_sha256 IS NOT NULL;
  ${recordColumnsStep('settlement_record', postgresSpelling)}
  ${recordColumnsStep('settlement_record_withdrawn', postgresSpelling)}
  ALTER TABLE match_progress
    ADD COLUMN changed_from int DEFAULT -2147483648,
    ADD COLUMN is_all boolean NOT NULL DEFAULT false,
    ADD COLUMN frontier int,
    ADD COLUMN late bigint NOT NULL DEFAULT 0;
  ALTER TABLE match
    ADD COLUMN cause text COLLATE "C",
    ADD COLUMN decision_key bigint,
    DROP CONSTRAINT match_kind_check,
    ADD CONSTRAINT match_kind_check ${kindCheck};
  DROP INDEX match_cancelled;
  CREATE INDEX match_skipped ON match (tenant_key) WHERE ${ofSkipped};
  CREATE INDEX match_decided ON match (tenant_key, decision_key) WHERE decision_key IS NOT NULL;
  ${formerDecisions}
  ${decisionTables(postgresSpelling)}
  ${Object.entries(decisionWalls)
    .map(([table, wall]) => wallOf(table, wall))
    .join('\n')}
  -- Null of what a server of the version before tells.
  ALTER TABLE match_open ADD COLUMN parameters text COLLATE "C", ADD COLUMN missing text COLLATE "C";
  ALTER TABLE match_open ALTER COLUMN sentence DROP NOT NULL;
  CREATE INDEX match_open_missing ON match_open (tenant_key, missing) WHERE missing IS NOT NULL;
  ${payoutStep}${plainTables.reading.create(postgresSpelling)}${plainWallOf('reading')}`,
  contract: `
  UPDATE settlement_settings SET document = (
    (document::jsonb - '{terminals,brands,refundTypes,rules}'::text[]) || jsonb_build_object('names', jsonb_build_object(
      'terminals', coalesce(document::jsonb -> 'terminals', '{}'), 'brands', coalesce(document::jsonb -> 'brands', '{}')
    ))
  )::text WHERE NOT document::jsonb ? 'names';
  UPDATE import_configuration SET settings = (settings::jsonb || '{"duplicateKey":"identity"}')::text
    WHERE jsonb_typeof(settings::jsonb -> 'duplicateKey') = 'array' AND '${formerDefault}' =
      (SELECT string_agg(value, ',' ORDER BY value COLLATE "C") FROM jsonb_array_elements_text(settings::jsonb -> 'duplicateKey'));
  TRUNCATE match_open;
  ALTER TABLE match_open DROP COLUMN IF EXISTS sentence, ALTER COLUMN parameters SET NOT NULL;`,
};
