/** The tables of matches; see schema.ts for what holds for all tables, and the SQLite schema for what each column means. */

/** The fourth schema: matches. What a server of the version before does to rows would leave their matches behind, so it waits for them to be gone. */
export const ofMatching = `
  -- The match, proposal or cancellation that a row is in; settlement_record has the same. Of rows that are withdrawn, none.
  ALTER TABLE transaction ADD COLUMN match_key bigint;
  ALTER TABLE transaction_withdrawn ADD COLUMN match_key bigint;

  -- What rules or people found to be one payment. sale_seq and record_seq are its first rows; where there are more than one of each, match_item
  -- has them all. Units are of 10^-4.
  CREATE TABLE match (
    tenant_key int NOT NULL,
    match_key bigint NOT NULL,
    id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('Match', 'Proposal', 'Cancellation', 'Relation')),
    -- Null for one made by hand.
    rule text COLLATE "C",
    how text COLLATE "C" NOT NULL,
    -- Made or approved by a person: no rule touches it.
    pinned boolean NOT NULL DEFAULT false,
    sale_seq bigint,
    record_seq bigint,
    sales int NOT NULL,
    records int NOT NULL,
    sales_units bigint NOT NULL,
    records_units bigint NOT NULL,
    currency text COLLATE "C",
    -- Since 1970: that of its first row.
    day int NOT NULL,
    matched_at timestamptz(3) NOT NULL,
    decided_by text COLLATE "C",
    note text COLLATE "C",
    PRIMARY KEY (tenant_key, match_key),
    UNIQUE (tenant_key, id)
  );
  -- Whatever a list filters by, it is seen here which matches are on the page.
  CREATE INDEX match_day ON match (tenant_key, day, match_key) INCLUDE (kind, rule, currency, pinned, sales_units, records_units);
  CREATE INDEX match_cancelled ON match (tenant_key) WHERE kind = 'Cancellation';
  -- number is seq * 2, and 1 more for a settlement record.
  CREATE TABLE match_item (
    tenant_key int NOT NULL,
    match_key bigint NOT NULL,
    number bigint NOT NULL,
    PRIMARY KEY (tenant_key, match_key, number)
  );

  -- Rows that are in no match, and why. involved are the rows that the sentence speaks of, as JSON; null where they are too many.
  CREATE TABLE match_open (
    tenant_key int NOT NULL,
    number bigint NOT NULL,
    day int,
    reason text COLLATE "C" NOT NULL,
    sentence text COLLATE "C" NOT NULL,
    involved text COLLATE "C",
    note text COLLATE "C",
    PRIMARY KEY (tenant_key, number)
  );
  CREATE INDEX match_open_reason ON match_open (tenant_key, reason, day, number);

  -- Pairs that people keep apart, and what people decided.
  CREATE TABLE match_forbidden (
    tenant_key int NOT NULL,
    sale_seq bigint NOT NULL,
    record_seq bigint NOT NULL,
    PRIMARY KEY (tenant_key, sale_seq, record_seq)
  );
  CREATE TABLE match_decision (
    tenant_key int NOT NULL,
    decision_key bigint NOT NULL,
    action text COLLATE "C" NOT NULL,
    at timestamptz(3) NOT NULL,
    actor text COLLATE "C" NOT NULL,
    text text COLLATE "C",
    rows text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant_key, decision_key)
  );

  -- How the tenant's rows are matched; no row: as the rules that work at once say.
  CREATE TABLE settlement_settings (
    tenant_key int PRIMARY KEY,
    version int NOT NULL,
    document text COLLATE "C" NOT NULL
  );
  -- Tenants that have, or had, settlement records. changed counts what an outcome that is being worked out must not have missed: rows that went,
  -- came back or were decided about again. arrived counts steps of import. What the last full run had seen is in seen, and by which rules that
  -- work at once, in seen_rules. One server at a time matches a tenant, by a lease that another takes over once it is over.
  CREATE TABLE match_progress (
    tenant_key int PRIMARY KEY,
    next_match_key bigint NOT NULL DEFAULT 1,
    changed bigint NOT NULL DEFAULT 0,
    arrived bigint NOT NULL DEFAULT 0,
    seen text COLLATE "C",
    seen_rules text COLLATE "C",
    finished_at timestamptz(3),
    leased_by uuid,
    leased_until timestamptz
  );
  GRANT SELECT, INSERT, UPDATE, DELETE ON match, match_item, match_open TO sales_app;
  GRANT SELECT ON match_forbidden, match_decision TO sales_app;
  GRANT SELECT, INSERT, UPDATE ON settlement_settings, match_progress TO sales_app;
  -- Which tenants have something new to match; and what goes with a tenant that is removed.
  GRANT SELECT ON match_progress TO sales_admin;
  GRANT SELECT (tenant_key, version), DELETE ON settlement_settings TO sales_admin;`;

/** Tenants whose settlement records came while servers of the version before were running. Matching begins once this is done. */
export const afterMatching = `
  INSERT INTO match_progress (tenant_key) SELECT DISTINCT tenant_key FROM upload WHERE kind = 'Settlement' ON CONFLICT DO NOTHING;`;

/** The version of the schema from which on every server ends the matches of rows that go, and notes the oldest day of what has changed. */
export const MATCHING_SINCE = 5;

/** The step that brings matching over a period; see the columns of SQLite. */
export const ofPeriods = `
  ALTER TABLE match_progress
    ADD COLUMN changed_from int DEFAULT -2147483648,
    ADD COLUMN is_all boolean NOT NULL DEFAULT false,
    ADD COLUMN frontier int,
    ADD COLUMN late bigint NOT NULL DEFAULT 0;
  -- Null of what a server of the version before tells.
  ALTER TABLE match_open ADD COLUMN parameters text COLLATE "C", ADD COLUMN missing text COLLATE "C";
  ALTER TABLE match_open ALTER COLUMN sentence DROP NOT NULL;
  CREATE INDEX match_open_missing ON match_open (tenant_key, missing) WHERE missing IS NOT NULL;`;

/** The next run tells anew why rows are open. Settings keep the names that are the same; rules are written no more. */
export const afterPeriods = `
  UPDATE settlement_settings SET document = (
    (document::jsonb - '{terminals,brands,refundTypes,rules}'::text[]) || jsonb_build_object('names', jsonb_build_object(
      'terminals', coalesce(document::jsonb -> 'terminals', '{}'), 'brands', coalesce(document::jsonb -> 'brands', '{}')
    ))
  )::text WHERE NOT document::jsonb ? 'names';
  TRUNCATE match_open;
  ALTER TABLE match_open DROP COLUMN IF EXISTS sentence, ALTER COLUMN parameters SET NOT NULL;`;
