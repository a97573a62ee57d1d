-- Schema 4 on PostgreSQL, as the build before schema 5 made it.

-- One row, made with the schema. Administrative changes lock it, so that they come one after another.
CREATE TABLE installation (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL,
  -- A secret that the hashes of duplicate keys begin with.
  duplicate_seed bigint NOT NULL
);

CREATE TABLE customer (
  customer_key int PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL
);
CREATE TABLE tenant (
  tenant_key int PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  customer_key int NOT NULL REFERENCES customer,
  name text COLLATE "C" NOT NULL
);
CREATE INDEX tenant_customer ON tenant (customer_key);
-- Called user elsewhere, which is a reserved word here.
CREATE TABLE app_user (
  user_key int PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL UNIQUE,
  password_hash text COLLATE "C" NOT NULL,
  credential_version int NOT NULL DEFAULT 1,
  disabled boolean NOT NULL DEFAULT false
);
CREATE TABLE user_role (
  user_key int NOT NULL REFERENCES app_user,
  role text COLLATE "C" NOT NULL CHECK (role IN ('API', 'Admin')),
  PRIMARY KEY (user_key, role)
);
-- What was removed: neither its key nor its id is given again, because a server that runs may still know them.
CREATE TABLE removed (
  id uuid PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  key int NOT NULL,
  UNIQUE (kind, key)
);

-- Who did what. Each row carries a hash of itself and of the hash before it; audit_head is the last of them, and the lock for the next.
CREATE TABLE audit (
  audit_key bigint PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  actor text COLLATE "C" NOT NULL,
  origin text COLLATE "C",
  action text COLLATE "C" NOT NULL,
  object text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  request_id text COLLATE "C",
  details text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL
);
CREATE TABLE audit_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  audit_key bigint NOT NULL DEFAULT 0,
  hash text COLLATE "C" NOT NULL DEFAULT ''
);
INSERT INTO audit_head DEFAULT VALUES;

-- The servers that run, each of which says so every few seconds.
CREATE TABLE node (
  id uuid PRIMARY KEY,
  host text COLLATE "C" NOT NULL,
  schema int NOT NULL,
  seen_at timestamptz NOT NULL
);

-- Failed log-ins by a hash of the account or address, as ms since 1970; and the requests that users have taken. Counted by all servers together.
CREATE TABLE login_failure (
  key_hash text COLLATE "C" PRIMARY KEY,
  times float8[] NOT NULL DEFAULT '{}',
  last_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE rate_window (
  user_id uuid PRIMARY KEY,
  ends_at timestamptz NOT NULL DEFAULT '-infinity',
  taken int NOT NULL DEFAULT 0
);

-- Uploads that wait for the import worker. A worker takes some for a while; no content, so that it can be read over all tenants.
CREATE TABLE import_queue (
  tenant_key int NOT NULL,
  upload_key bigint NOT NULL,
  upload_id uuid NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  leased_by uuid,
  leased_until timestamptz,
  PRIMARY KEY (tenant_key, upload_key)
);

CREATE TABLE import_configuration (
  tenant_key int NOT NULL REFERENCES tenant,
  import_configuration_key int NOT NULL,
  id uuid NOT NULL,
  name text COLLATE "C" NOT NULL,
  is_default boolean NOT NULL,
  -- ImportSettings as JSON; what is not there has its default.
  settings text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_key, import_configuration_key),
  UNIQUE (tenant_key, id),
  UNIQUE (tenant_key, name)
);
CREATE UNIQUE INDEX import_configuration_default ON import_configuration (tenant_key) WHERE is_default;
CREATE TABLE unit (
  tenant_key int NOT NULL REFERENCES tenant,
  unit_key int NOT NULL,
  id uuid NOT NULL,
  parent_key int,
  name text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_key, unit_key),
  UNIQUE (tenant_key, id),
  FOREIGN KEY (tenant_key, parent_key) REFERENCES unit
);
CREATE INDEX unit_parent ON unit (tenant_key, parent_key);
CREATE TABLE unit_location (
  tenant_key int NOT NULL,
  unit_key int NOT NULL,
  location_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_key, unit_key, location_id),
  FOREIGN KEY (tenant_key, unit_key) REFERENCES unit
);
CREATE TABLE unit_terminal (
  tenant_key int NOT NULL,
  unit_key int NOT NULL,
  terminal_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_key, unit_key, terminal_id),
  FOREIGN KEY (tenant_key, unit_key) REFERENCES unit
);
-- On a customer (all its tenants), on one tenant, or on a unit of one, whose tenant then stands beside it.
CREATE TABLE user_grant (
  user_key int NOT NULL REFERENCES app_user,
  customer_key int REFERENCES customer,
  tenant_key int REFERENCES tenant,
  unit_key int,
  FOREIGN KEY (tenant_key, unit_key) REFERENCES unit,
  CHECK ((customer_key IS NULL) = (tenant_key IS NOT NULL)),
  CHECK (unit_key IS NULL OR tenant_key IS NOT NULL)
);
CREATE UNIQUE INDEX user_grant_once ON user_grant (user_key, coalesce(customer_key, 0), coalesce(tenant_key, 0), coalesce(unit_key, 0));

-- The lock that orders everything about one tenant, over all servers: whoever writes its data holds this row.
CREATE TABLE tenant_counter (
  tenant_key int PRIMARY KEY,
  next_seq bigint NOT NULL DEFAULT 1,
  -- Of all its rows: no page can begin after it.
  transactions bigint NOT NULL DEFAULT 0,
  uploads bigint NOT NULL DEFAULT 0,
  -- The first transaction id of the last upload; those of the next rise from it.
  last_id uuid
) WITH (fillfactor = 20);

CREATE TABLE upload (
  tenant_key int NOT NULL,
  -- The seq of its first row.
  upload_key bigint NOT NULL,
  id uuid NOT NULL,
  user_key int NOT NULL,
  import_configuration_key int NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Both null when the client gave no key, or when the key's time is over.
  idempotency_key text COLLATE "C",
  fingerprint text COLLATE "C",
  -- The key that it came with, also when that is free again.
  batch_key text COLLATE "C",
  status text COLLATE "C" NOT NULL CHECK (status IN ('Processing', 'Processed', 'ProcessedWithErrors', 'Failed')),
  status_at timestamptz(3) NOT NULL,
  first_seq bigint NOT NULL,
  first_transaction_id uuid NOT NULL,
  rows int NOT NULL,
  -- The uploads of one user that name the same group are one file. group_key is the first of them; null for the first itself.
  upload_group text COLLATE "C",
  group_key bigint,
  decided int NOT NULL,
  processed int NOT NULL,
  duplicates int NOT NULL,
  rejected int NOT NULL,
  warnings int NOT NULL,
  amounts text COLLATE "C" NOT NULL,
  errors text COLLATE "C" NOT NULL,
  error_count int NOT NULL,
  tries int NOT NULL DEFAULT 0,
  imported_at timestamptz(3),
  withdrawn_at timestamptz(3),
  withdrawn_by text COLLATE "C",
  PRIMARY KEY (tenant_key, upload_key),
  UNIQUE (tenant_key, id),
  UNIQUE (tenant_key, first_transaction_id)
);
CREATE UNIQUE INDEX upload_idempotency ON upload (tenant_key, user_key, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX upload_user ON upload (tenant_key, user_key, upload_key);
CREATE INDEX upload_key_age ON upload (tenant_key, created_at) WHERE idempotency_key IS NOT NULL;
CREATE INDEX upload_group ON upload (tenant_key, user_key, upload_group) WHERE upload_group IS NOT NULL;

-- Lists are read from an index alone, but for the rows of the page, so map and statistics must follow what is inserted.
CREATE TABLE transaction (
  tenant_key int NOT NULL,
  -- The order of arrival within the tenant. The rows of an upload stand together, from first_seq on, and so do their ids.
  seq bigint NOT NULL,
  upload_key bigint NOT NULL,
  -- The instant of transaction_date in ticks of 100 ns since 1970, for comparing and sorting.
  ticks bigint,
  amount float8,
  -- See the SQLite schema: the hash of a duplicate key, the how-manieth of its like, and 0 or the group of the upload.
  duplicate_hash bigint,
  occurrence int,
  duplicate_group bigint,
  state smallint NOT NULL,
  match_state smallint NOT NULL,
  currency text COLLATE "C",
  brand_id text COLLATE "C",
  terminal_id text COLLATE "C",
  transaction_date text COLLATE "C",
  acquirer_id text COLLATE "C",
  application_id text COLLATE "C",
  authorisation_code text COLLATE "C",
  business_date text COLLATE "C",
  card_number_masked text COLLATE "C",
  eft_transaction_date text COLLATE "C",
  location_id text COLLATE "C",
  order_id text COLLATE "C",
  pan_encrypted text COLLATE "C",
  transaction_reference text COLLATE "C",
  transaction_sequence_counter text COLLATE "C",
  transaction_types text COLLATE "C",
  additional_data text COLLATE "C",
  comment text COLLATE "C",
  PRIMARY KEY (tenant_key, seq)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05);
CREATE INDEX transaction_date ON transaction (tenant_key, ticks NULLS FIRST, seq)
  INCLUDE (state, match_state, amount, currency, brand_id, terminal_id, location_id);
CREATE INDEX transaction_amount ON transaction (tenant_key, amount NULLS FIRST, seq)
  INCLUDE (state, match_state, ticks, currency, brand_id, terminal_id, location_id);
CREATE INDEX transaction_terminal ON transaction (tenant_key, terminal_id, ticks NULLS FIRST, seq)
  INCLUDE (state, match_state, amount, currency, brand_id, location_id);
-- For two rare values: a walk by date or amount would pass nearly all rows before a page is full. Of rows that have both, so that it is taken
-- for nothing else: of a tenant that no statistics know yet the planner expects one row, and would read them all in the smallest index.
CREATE INDEX transaction_brand ON transaction (tenant_key, brand_id, currency) WHERE brand_id IS NOT NULL AND currency IS NOT NULL;
CREATE INDEX transaction_duplicate ON transaction (tenant_key, duplicate_hash, occurrence) INCLUDE (duplicate_group)
  WHERE duplicate_hash IS NOT NULL;
-- Rows with a rare state, the only ones that a walk by date would take long to find.
CREATE INDEX transaction_rare_state ON transaction (tenant_key, state, ticks NULLS FIRST, seq)
  INCLUDE (match_state, amount, currency, brand_id, terminal_id, location_id) WHERE state <> 1;
CREATE INDEX transaction_rare_match_state ON transaction (tenant_key, match_state, ticks NULLS FIRST, seq)
  INCLUDE (state, amount, currency, brand_id, terminal_id, location_id) WHERE match_state <> 1;

-- The rows of withdrawn uploads: moved here and back, so that no statement about a tenant's rows can find them.
CREATE TABLE transaction_withdrawn (
  tenant_key int NOT NULL,
  -- The order of arrival within the tenant. The rows of an upload stand together, from first_seq on, and so do their ids.
  seq bigint NOT NULL,
  upload_key bigint NOT NULL,
  -- The instant of transaction_date in ticks of 100 ns since 1970, for comparing and sorting.
  ticks bigint,
  amount float8,
  -- See the SQLite schema: the hash of a duplicate key, the how-manieth of its like, and 0 or the group of the upload.
  duplicate_hash bigint,
  occurrence int,
  duplicate_group bigint,
  state smallint NOT NULL,
  match_state smallint NOT NULL,
  currency text COLLATE "C",
  brand_id text COLLATE "C",
  terminal_id text COLLATE "C",
  transaction_date text COLLATE "C",
  acquirer_id text COLLATE "C",
  application_id text COLLATE "C",
  authorisation_code text COLLATE "C",
  business_date text COLLATE "C",
  card_number_masked text COLLATE "C",
  eft_transaction_date text COLLATE "C",
  location_id text COLLATE "C",
  order_id text COLLATE "C",
  pan_encrypted text COLLATE "C",
  transaction_reference text COLLATE "C",
  transaction_sequence_counter text COLLATE "C",
  transaction_types text COLLATE "C",
  additional_data text COLLATE "C",
  comment text COLLATE "C",
  PRIMARY KEY (tenant_key, seq)
);

-- Changes after the import: of one row (the states from and to), or of a whole upload (seq is null).
CREATE TABLE history (
  tenant_key int NOT NULL,
  upload_key bigint NOT NULL,
  history_key int NOT NULL,
  seq bigint,
  at timestamptz(3) NOT NULL,
  state_from smallint,
  state_to smallint,
  match_state_from smallint,
  match_state_to smallint,
  reason text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_key, upload_key, history_key)
);

-- Which terminals the rows of a location name, or named once; '' with no_terminal for rows without one.
CREATE TABLE location_terminal (
  tenant_key int NOT NULL,
  location_id text COLLATE "C" NOT NULL,
  terminal_id text COLLATE "C" NOT NULL,
  no_terminal boolean NOT NULL,
  PRIMARY KEY (tenant_key, location_id, terminal_id, no_terminal)
);

GRANT USAGE ON SCHEMA public TO sales_app, sales_copy, sales_admin;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO sales_app;
GRANT INSERT, UPDATE ON tenant_counter, upload, transaction, transaction_withdrawn, history, location_terminal, import_queue TO sales_app;
GRANT DELETE ON transaction, transaction_withdrawn, import_queue TO sales_app;
GRANT INSERT, UPDATE, DELETE ON node, login_failure, rate_window TO sales_app;
GRANT INSERT ON audit TO sales_app, sales_admin;
GRANT UPDATE ON audit_head TO sales_app, sales_admin;
-- For the lock that orders the first start.
GRANT UPDATE (one) ON installation TO sales_app, sales_admin;
GRANT INSERT ON transaction TO sales_copy;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO sales_admin;
REVOKE SELECT ON upload, transaction, transaction_withdrawn, history, location_terminal FROM sales_admin;
GRANT SELECT (tenant_key, upload_key, user_key, id, created_at, rows) ON upload TO sales_admin;
GRANT INSERT, UPDATE, DELETE ON customer, tenant, app_user, user_role, unit, unit_location, unit_terminal, user_grant,
  import_configuration, removed TO sales_admin;
GRANT INSERT, DELETE ON tenant_counter TO sales_admin;
-- For its lock, before a tenant is removed.
GRANT UPDATE (last_id) ON tenant_counter TO sales_admin;

ALTER TABLE import_configuration ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON import_configuration TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);
CREATE POLICY all_tenants ON import_configuration TO sales_admin USING (true) WITH CHECK (true);

ALTER TABLE unit ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON unit TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);
CREATE POLICY all_tenants ON unit TO sales_admin USING (true) WITH CHECK (true);

ALTER TABLE unit_location ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON unit_location TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);
CREATE POLICY all_tenants ON unit_location TO sales_admin USING (true) WITH CHECK (true);

ALTER TABLE unit_terminal ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON unit_terminal TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);
CREATE POLICY all_tenants ON unit_terminal TO sales_admin USING (true) WITH CHECK (true);

ALTER TABLE tenant_counter ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON tenant_counter TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);
CREATE POLICY all_tenants ON tenant_counter TO sales_admin USING (true) WITH CHECK (true);

ALTER TABLE upload ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON upload TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);
CREATE POLICY all_tenants ON upload TO sales_admin USING (true) WITH CHECK (true);

ALTER TABLE transaction ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON transaction TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);

ALTER TABLE transaction_withdrawn ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON transaction_withdrawn TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);

ALTER TABLE history ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON history TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);

ALTER TABLE location_terminal ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON location_terminal TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);

CREATE TABLE console_session (
  token_hash text COLLATE "C" PRIMARY KEY,
  user_key int NOT NULL REFERENCES app_user,
  credential_version int NOT NULL,
  created_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL
);
CREATE INDEX console_session_user ON console_session (user_key);
-- Files that lie on one of the servers, so that the others know of them.
CREATE TABLE dropped_file (
  id uuid PRIMARY KEY,
  user_key int NOT NULL REFERENCES app_user,
  host text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX dropped_file_user ON dropped_file (user_key);
GRANT SELECT, INSERT, UPDATE, DELETE ON console_session, dropped_file TO sales_app;
GRANT SELECT, DELETE ON console_session, dropped_file TO sales_admin;

ALTER TABLE upload ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'Sales' CHECK (kind IN ('Sales', 'Settlement'));
ALTER TABLE tenant_counter ADD COLUMN records bigint NOT NULL DEFAULT 0;
CREATE TABLE settlement_record (
  tenant_key int NOT NULL,
  -- Counted together with those of transactions.
  seq bigint NOT NULL,
  upload_key bigint NOT NULL,
  -- The instant of transaction_date in ticks of 100 ns since 1970; the day that it counts for, since 1970.
  ticks bigint,
  day int,
  duplicate_hash bigint,
  occurrence int,
  duplicate_group bigint,
  state smallint NOT NULL,
  match_state smallint NOT NULL,
  -- The match that it is in.
  match_key bigint,
  type text COLLATE "C",
  acquirer_id text COLLATE "C",
  merchant_id text COLLATE "C",
  payout_id text COLLATE "C",
  payout_date text COLLATE "C",
  settlement_date text COLLATE "C",
  terminal_id text COLLATE "C",
  location_id text COLLATE "C",
  transaction_date text COLLATE "C",
  business_date text COLLATE "C",
  amount float8,
  currency text COLLATE "C",
  fee float8,
  net_amount float8,
  settlement_currency text COLLATE "C",
  exchange_rate float8,
  brand_id text COLLATE "C",
  card_number_masked text COLLATE "C",
  authorisation_code text COLLATE "C",
  transaction_reference text COLLATE "C",
  transaction_sequence_counter text COLLATE "C",
  order_id text COLLATE "C",
  original_reference text COLLATE "C",
  transaction_count int,
  description text COLLATE "C",
  additional_data text COLLATE "C",
  comment text COLLATE "C",
  PRIMARY KEY (tenant_key, seq)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05);
CREATE INDEX settlement_record_date ON settlement_record (tenant_key, ticks NULLS FIRST, seq)
  INCLUDE (type, state, match_state, amount, currency, terminal_id, brand_id);
CREATE INDEX settlement_record_day ON settlement_record (tenant_key, day, seq)
  INCLUDE (type, match_state, amount, currency, terminal_id, brand_id);
CREATE INDEX settlement_record_terminal ON settlement_record (tenant_key, terminal_id, ticks NULLS FIRST, seq)
  WHERE terminal_id IS NOT NULL;
CREATE INDEX settlement_record_payout ON settlement_record (tenant_key, payout_id, seq) WHERE payout_id IS NOT NULL;
CREATE INDEX settlement_record_duplicate ON settlement_record (tenant_key, duplicate_hash, occurrence) INCLUDE (duplicate_group)
  WHERE duplicate_hash IS NOT NULL;
CREATE TABLE settlement_record_withdrawn (
  tenant_key int NOT NULL,
  -- Counted together with those of transactions.
  seq bigint NOT NULL,
  upload_key bigint NOT NULL,
  -- The instant of transaction_date in ticks of 100 ns since 1970; the day that it counts for, since 1970.
  ticks bigint,
  day int,
  duplicate_hash bigint,
  occurrence int,
  duplicate_group bigint,
  state smallint NOT NULL,
  match_state smallint NOT NULL,
  -- The match that it is in.
  match_key bigint,
  type text COLLATE "C",
  acquirer_id text COLLATE "C",
  merchant_id text COLLATE "C",
  payout_id text COLLATE "C",
  payout_date text COLLATE "C",
  settlement_date text COLLATE "C",
  terminal_id text COLLATE "C",
  location_id text COLLATE "C",
  transaction_date text COLLATE "C",
  business_date text COLLATE "C",
  amount float8,
  currency text COLLATE "C",
  fee float8,
  net_amount float8,
  settlement_currency text COLLATE "C",
  exchange_rate float8,
  brand_id text COLLATE "C",
  card_number_masked text COLLATE "C",
  authorisation_code text COLLATE "C",
  transaction_reference text COLLATE "C",
  transaction_sequence_counter text COLLATE "C",
  order_id text COLLATE "C",
  original_reference text COLLATE "C",
  transaction_count int,
  description text COLLATE "C",
  additional_data text COLLATE "C",
  comment text COLLATE "C",
  PRIMARY KEY (tenant_key, seq)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement_record, settlement_record_withdrawn TO sales_app;
GRANT INSERT ON settlement_record TO sales_copy;
GRANT SELECT (kind) ON upload TO sales_admin;
ALTER TABLE settlement_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON settlement_record TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);

ALTER TABLE settlement_record_withdrawn ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON settlement_record_withdrawn TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);

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
GRANT SELECT (tenant_key, version), DELETE ON settlement_settings TO sales_admin;
ALTER TABLE match ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON match TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);

ALTER TABLE match_item ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON match_item TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);

ALTER TABLE match_open ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON match_open TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);

ALTER TABLE match_forbidden ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON match_forbidden TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);

ALTER TABLE match_decision ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON match_decision TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);

ALTER TABLE settlement_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON settlement_settings TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);
CREATE POLICY all_tenants ON settlement_settings TO sales_admin USING (true) WITH CHECK (true);

ALTER TABLE match_progress ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON match_progress TO sales_app USING (tenant_key = current_setting('sales.tenant')::int) WITH CHECK (tenant_key = current_setting('sales.tenant')::int);
CREATE POLICY all_tenants ON match_progress TO sales_admin USING (true) WITH CHECK (true);

INSERT INTO match_progress (tenant_key) SELECT DISTINCT tenant_key FROM upload WHERE kind = 'Settlement' ON CONFLICT DO NOTHING;
