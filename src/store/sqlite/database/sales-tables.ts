/** The tables but those of settlement records and matches; see migrations.ts. */
export const ofSales = `
  CREATE TABLE customer (
    customer_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
  ) STRICT;

  CREATE TABLE tenant (
    tenant_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    customer_key INTEGER NOT NULL REFERENCES customer,
    name TEXT NOT NULL,
    -- Of all its sales and settlement records: no page of theirs can begin after it.
    transactions INTEGER NOT NULL DEFAULT 0,
    records INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX tenant_customer ON tenant (customer_key);

  CREATE TABLE app_user (
    user_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    credential_version INTEGER NOT NULL DEFAULT 1,
    disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1))
  ) STRICT;

  CREATE TABLE user_role (
    user_key INTEGER NOT NULL REFERENCES app_user,
    role TEXT NOT NULL CHECK (role IN ('API', 'Admin')),
    PRIMARY KEY (user_key, role)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE import_configuration (
    import_configuration_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant_key INTEGER NOT NULL REFERENCES tenant,
    name TEXT NOT NULL,
    is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
    -- ImportSettings as JSON; what is not there has its default.
    settings TEXT NOT NULL DEFAULT '{}',
    UNIQUE (tenant_key, name)
  ) STRICT;
  CREATE UNIQUE INDEX import_configuration_default ON import_configuration (tenant_key) WHERE is_default = 1;

  -- The rows of an upload stand together, first_seq to first_seq + rows - 1, and so do their ids, from first_transaction_id on (see ids).
  CREATE TABLE upload (
    upload_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant_key INTEGER NOT NULL REFERENCES tenant,
    user_key INTEGER NOT NULL REFERENCES app_user,
    import_configuration_key INTEGER NOT NULL REFERENCES import_configuration,
    created_at TEXT NOT NULL,
    -- Both null when the client gave no key, or when the key's time is over.
    idempotency_key TEXT,
    fingerprint TEXT,
    status TEXT NOT NULL CHECK (status IN ('Processing', 'Processed', 'ProcessedWithErrors', 'Failed')),
    status_at TEXT NOT NULL,
    first_seq INTEGER NOT NULL,
    first_transaction_id BLOB NOT NULL UNIQUE,
    rows INTEGER NOT NULL,
    decided INTEGER NOT NULL DEFAULT 0,
    processed INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0,
    errors TEXT NOT NULL DEFAULT '[]',
    error_count INTEGER NOT NULL DEFAULT 0,
    -- The uploads of one user that name the same group are one file. group_key is the first of them; null for the first itself.
    upload_group TEXT,
    group_key INTEGER,
    -- Counts of the rows processed.
    duplicates INTEGER NOT NULL DEFAULT 0,
    warnings INTEGER NOT NULL DEFAULT 0,
    -- Sums of the imported rows by currency, as JSON.
    amounts TEXT NOT NULL DEFAULT '[]',
    -- Tries at the next step of import that have begun since the last step that was done.
    tries INTEGER NOT NULL DEFAULT 0,
    -- When import was through with an upload for the first time.
    imported_at TEXT,
    -- A withdrawn upload keeps its rows, under the negative of the tenant's key: no statement about a tenant finds them.
    withdrawn_at TEXT,
    withdrawn_by TEXT,
    -- The key that an upload came with, also when that is free again: uploads of one group with the same are one batch, sent again.
    batch_key TEXT,
    -- What it brought. Its rows stand in the table of their kind, where first_seq counts.
    kind TEXT NOT NULL DEFAULT 'Sales' CHECK (kind IN ('Sales', 'Settlement'))
  ) STRICT;
  CREATE UNIQUE INDEX upload_idempotency ON upload (tenant_key, user_key, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX upload_group ON upload (tenant_key, user_key, upload_group) WHERE upload_group IS NOT NULL;
  CREATE INDEX upload_unfinished ON upload (upload_key) WHERE status = 'Processing';

  -- seq is the order of arrival and agrees with the order of the ids, which rise with time. A row's id follows from its upload's.
  CREATE TABLE "transaction" (
    seq INTEGER PRIMARY KEY,
    tenant_key INTEGER NOT NULL,
    upload_key INTEGER NOT NULL,
    state INTEGER NOT NULL,
    match_state INTEGER NOT NULL,
    amount REAL,
    currency TEXT,
    brand_id TEXT,
    terminal_id TEXT,
    transaction_date TEXT,
    -- The instant of transaction_date in ticks of 100 ns since 1970, for comparing and sorting.
    ticks INTEGER,
    acquirer_id TEXT,
    application_id TEXT,
    authorisation_code TEXT,
    business_date TEXT,
    card_number_masked TEXT,
    eft_transaction_date TEXT,
    location_id TEXT,
    order_id TEXT,
    pan_encrypted TEXT,
    transaction_reference TEXT,
    transaction_sequence_counter TEXT,
    transaction_types TEXT,
    additional_data TEXT,
    comment TEXT,
    -- A row's duplicate key as a number, and the how-manieth of its like it is in its upload group. duplicate_group is 0 where the row
    -- stands for the sale, else (a duplicate) the group. All null where it is not compared.
    duplicate_hash INTEGER,
    occurrence INTEGER,
    duplicate_group INTEGER,
    -- The match, proposal or cancellation that the row is in.
    match_key INTEGER
  ) STRICT;
  -- An order of lists, and the one narrow filter: each begins with what it sorts or narrows by, then seq for the ties, and holds every
  -- column that a list can filter by, so that the rows themselves are read for the page alone.
  CREATE INDEX transaction_date ON "transaction"
    (tenant_key, ticks, seq, amount, currency, brand_id, terminal_id, state, match_state);
  CREATE INDEX transaction_terminal ON "transaction"
    (tenant_key, terminal_id, ticks, seq, amount, currency, brand_id, state, match_state);
  CREATE INDEX transaction_duplicate ON "transaction" (duplicate_hash, occurrence, duplicate_group) WHERE duplicate_hash IS NOT NULL;
  -- A secret that the hashes begin with, so that nobody can make rows whose hashes are alike.
  CREATE TABLE duplicate_seed (seed INTEGER NOT NULL) STRICT;
  INSERT INTO duplicate_seed (seed) VALUES (random() & 0xffffffff);

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
  ) STRICT, WITHOUT ROWID;

  -- Organisational units are a tree within a tenant; a grant on one covers those below it.
  CREATE TABLE unit (
    unit_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant_key INTEGER NOT NULL REFERENCES tenant,
    parent_key INTEGER REFERENCES unit,
    name TEXT NOT NULL
  ) STRICT;
  CREATE INDEX unit_tenant ON unit (tenant_key, parent_key);
  CREATE TABLE unit_location (
    unit_key INTEGER NOT NULL REFERENCES unit,
    location_id TEXT NOT NULL,
    PRIMARY KEY (unit_key, location_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE unit_terminal (
    unit_key INTEGER NOT NULL REFERENCES unit,
    terminal_id TEXT NOT NULL,
    PRIMARY KEY (unit_key, terminal_id)
  ) STRICT, WITHOUT ROWID;

  -- A grant is on a customer (all its tenants), on one tenant, or on a unit of one.
  CREATE TABLE user_grant (
    grant_key INTEGER PRIMARY KEY,
    user_key INTEGER NOT NULL REFERENCES app_user,
    customer_key INTEGER REFERENCES customer,
    tenant_key INTEGER REFERENCES tenant,
    unit_key INTEGER REFERENCES unit,
    CHECK ((customer_key IS NOT NULL) + (tenant_key IS NOT NULL) + (unit_key IS NOT NULL) = 1)
  ) STRICT;
  CREATE UNIQUE INDEX user_grant_once ON user_grant (user_key, ifnull(customer_key, 0), ifnull(tenant_key, 0), ifnull(unit_key, 0));

  -- What was done by whom. Each row carries a hash of itself and of the hash before it, so that a change or a gap shows.
  CREATE TABLE audit (
    audit_key INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    -- A user's name, or who worked on the data directory itself.
    actor TEXT NOT NULL,
    -- The address that a request came from; null for work on the data directory.
    origin TEXT,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    outcome TEXT NOT NULL,
    request_id TEXT,
    details TEXT NOT NULL DEFAULT '{}',
    hash TEXT NOT NULL
  ) STRICT;

  -- What was removed: neither its key nor its id is given again, because a server that runs may still know them.
  CREATE TABLE removed (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    key INTEGER NOT NULL,
    UNIQUE (kind, key)
  ) STRICT, WITHOUT ROWID;

  -- Which terminals the rows of a location name, or named once; 0 stands for none. The way from the locations of a unit to its rows.
  CREATE TABLE location_terminal (
    tenant_key INTEGER NOT NULL,
    location_id TEXT NOT NULL,
    terminal_id ANY NOT NULL,
    PRIMARY KEY (tenant_key, location_id, terminal_id)
  ) STRICT, WITHOUT ROWID;

  -- Changes after the import: of one row (the states from and to), or of a whole upload (seq is null).
  CREATE TABLE history (
    history_key INTEGER PRIMARY KEY,
    tenant_key INTEGER NOT NULL,
    upload_key INTEGER NOT NULL,
    seq INTEGER,
    at TEXT NOT NULL,
    state_from INTEGER,
    state_to INTEGER,
    match_state_from INTEGER,
    match_state_to INTEGER,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL
  ) STRICT;
  CREATE INDEX history_upload ON history (upload_key, seq);

  -- Tells this store from every other: browsers keep one log-in for each.
  CREATE TABLE installation (id TEXT NOT NULL) STRICT;
  INSERT INTO installation (id) SELECT substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-4' || substr(hex, 14, 3) || '-8' || substr(hex, 18, 3) ||
      '-' || substr(hex, 21, 12)
    FROM (SELECT lower(hex(randomblob(16))) AS hex);
  -- The log-ins of browsers. Of what a browser sends, only a hash is kept.
  CREATE TABLE console_session (
    token_hash TEXT PRIMARY KEY,
    user_key INTEGER NOT NULL REFERENCES app_user,
    credential_version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    seen_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX console_session_user ON console_session (user_key);`;
