-- A database of schema 9, as version 0.2.0 made it of the one of schema 8.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE customer (
    customer_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
  ) STRICT;
INSERT INTO customer VALUES(1,'f60fc228-1032-4b65-8f20-66e312dceacf','Bäckerei Muster');
CREATE TABLE tenant (
    tenant_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    customer_key INTEGER NOT NULL REFERENCES customer,
    name TEXT NOT NULL,
    -- Of all its rows: no page can begin after it.
    transactions INTEGER NOT NULL DEFAULT 0
  , records INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO tenant VALUES(1,'d081c6bf-ca73-496b-b7aa-6e02c18c88bd',1,'Filialen',5,0);
CREATE TABLE IF NOT EXISTS "app_user" (
    user_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    credential_version INTEGER NOT NULL DEFAULT 1,
    disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1))
  ) STRICT;
INSERT INTO app_user VALUES(1,'23c7d98b-12e8-4833-8a7e-9eb4437f72d8','api','scrypt$ln=4,r=1,p=1$c2FsdC1vZi10aGUtdGVzdA$5UKzgcXxoK1_2kTFoe9tRYTeNiZrjJ2hgPLXMd38NIs',1,0);
CREATE TABLE import_configuration (
    import_configuration_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant_key INTEGER NOT NULL REFERENCES tenant,
    name TEXT NOT NULL,
    is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
    settings TEXT NOT NULL DEFAULT '{}',
    UNIQUE (tenant_key, name)
  ) STRICT;
INSERT INTO import_configuration VALUES(1,'49a24408-6b1d-4106-a3ac-8d1cb1adce64',1,'Default',1,'{"requiredFields":["amount","currency","transactionDate"],"currencyCheck":true}');
CREATE TABLE upload (
    upload_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant_key INTEGER NOT NULL REFERENCES tenant,
    user_key INTEGER NOT NULL REFERENCES "app_user",
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
    error_count INTEGER NOT NULL DEFAULT 0
  , upload_group TEXT, group_key INTEGER, duplicates INTEGER NOT NULL DEFAULT 0, warnings INTEGER NOT NULL DEFAULT 0, amounts TEXT NOT NULL DEFAULT '[]', tries INTEGER NOT NULL DEFAULT 0, imported_at TEXT, withdrawn_at TEXT, withdrawn_by TEXT, batch_key TEXT, kind TEXT NOT NULL DEFAULT 'Sales' CHECK (kind IN ('Sales', 'Settlement')), file_name TEXT, file_sha256 TEXT) STRICT;
INSERT INTO upload VALUES(1,'d7523177-671d-474d-9611-c3fda4ef02df',1,1,1,'2026-11-20T12:00:01.000Z','key-0','h0 ','ProcessedWithErrors','2026-11-20T12:00:01.000Z',1,X'01a1f8d3f1d07000b14dd320731e0000',3,3,2,1,'["transactions[2].currency: is not an ISO 4217 currency code"]',1,NULL,NULL,0,0,'[]',0,'2026-11-20T12:00:01.000Z',NULL,NULL,'key-0','Sales',NULL,NULL);
INSERT INTO upload VALUES(2,'1b954165-d5a9-4aae-93bb-e0f7681883c7',1,1,1,'2026-11-20T12:00:03.000Z','key-1','h1 ','ProcessedWithErrors','2026-11-20T12:00:03.000Z',4,X'01a1f8d3f9a07000818f097baa370000',2,2,1,1,'["transactions[1].amount: is required","transactions[1].currency: is required","transactions[1].transactionDate: is required"]',3,NULL,NULL,0,0,'[]',0,'2026-11-20T12:00:03.000Z',NULL,NULL,'key-1','Sales',NULL,NULL);
CREATE TABLE IF NOT EXISTS "transaction" (
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
    -- The instant of transactionDate in ticks of 100 ns since 1970, for comparing and sorting.
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
    -- Rises with the amount; see amount-bucket.
    duplicate_hash INTEGER, occurrence INTEGER, duplicate_group INTEGER, match_key INTEGER) STRICT;
INSERT INTO "transaction" VALUES(1,1,1,1,1,12.5,'EUR','VISA','T-001','2026-11-20T08:12:44+01:00',17951587640000000,NULL,NULL,NULL,NULL,'424242******4242',NULL,'ZRH-HB',NULL,NULL,'R-1',NULL,'["Sale","Tip"]','[{"key":"cashier","value":"O''Brien; \"x\"\nZürich"}]',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "transaction" VALUES(2,1,1,1,1,-12.5,'CHF',NULL,'T-002','2026-11-20T08:13:02.1234567+01:00',17951587821234567,NULL,NULL,NULL,'2026-11-20',NULL,NULL,NULL,NULL,'enc-1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "transaction" VALUES(3,1,1,0,0,0.070000000000000006661,'EURO',NULL,NULL,'2026-11-20T09:00:00Z',17951652000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'currency is not an ISO 4217 currency code',NULL,NULL,NULL,NULL);
INSERT INTO "transaction" VALUES(4,1,2,1,1,99999.990000000005237,'JPY','JCB',NULL,'2026-01-01T00:00:00Z',17672256000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "transaction" VALUES(5,1,2,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'amount is required; currency is required; transactionDate is required',NULL,NULL,NULL,NULL);
CREATE TABLE upload_value (
    tenant_key INTEGER NOT NULL,
    field TEXT NOT NULL,
    value ANY NOT NULL,
    upload_key INTEGER NOT NULL,
    PRIMARY KEY (tenant_key, field, value, upload_key)
  ) STRICT, WITHOUT ROWID;
INSERT INTO upload_value VALUES(1,'brand_id','JCB',2);
INSERT INTO upload_value VALUES(1,'brand_id','VISA',1);
INSERT INTO upload_value VALUES(1,'currency','CHF',1);
INSERT INTO upload_value VALUES(1,'currency','EUR',1);
INSERT INTO upload_value VALUES(1,'currency','EURO',1);
INSERT INTO upload_value VALUES(1,'currency','JPY',2);
INSERT INTO upload_value VALUES(1,'match_state',0.0,1);
INSERT INTO upload_value VALUES(1,'match_state',0.0,2);
INSERT INTO upload_value VALUES(1,'match_state',1.0,1);
INSERT INTO upload_value VALUES(1,'match_state',1.0,2);
INSERT INTO upload_value VALUES(1,'state',0.0,1);
INSERT INTO upload_value VALUES(1,'state',0.0,2);
INSERT INTO upload_value VALUES(1,'state',1.0,1);
INSERT INTO upload_value VALUES(1,'state',1.0,2);
CREATE TABLE unit (
    unit_key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenant_key INTEGER NOT NULL REFERENCES tenant,
    parent_key INTEGER REFERENCES unit,
    name TEXT NOT NULL
  ) STRICT;
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
CREATE TABLE IF NOT EXISTS "user_grant" (
    grant_key INTEGER PRIMARY KEY,
    user_key INTEGER NOT NULL REFERENCES "app_user",
    customer_key INTEGER REFERENCES customer,
    tenant_key INTEGER REFERENCES tenant,
    unit_key INTEGER REFERENCES unit,
    CHECK ((customer_key IS NOT NULL) + (tenant_key IS NOT NULL) + (unit_key IS NOT NULL) = 1)
  ) STRICT;
INSERT INTO user_grant VALUES(1,1,NULL,1,NULL);
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
CREATE TABLE removed (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    key INTEGER NOT NULL,
    UNIQUE (kind, key)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE location_terminal (
    tenant_key INTEGER NOT NULL,
    location_id TEXT NOT NULL,
    terminal_id ANY NOT NULL,
    PRIMARY KEY (tenant_key, location_id, terminal_id)
  ) STRICT, WITHOUT ROWID;
INSERT INTO location_terminal VALUES(1,'ZRH-HB','T-001');
CREATE TABLE duplicate_seed (seed INTEGER NOT NULL) STRICT;
INSERT INTO duplicate_seed VALUES(1586272047);
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
CREATE TABLE amount_order (sorted_to INTEGER NOT NULL, block_to INTEGER NOT NULL DEFAULT 0, block_amount REAL NOT NULL DEFAULT -9e999) STRICT;
INSERT INTO amount_order VALUES(3,3,-1e999);
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
INSERT INTO transaction_amount VALUES(1,-12.5,2,17951587821234567,'CHF',NULL,'T-002',NULL,1,1);
INSERT INTO transaction_amount VALUES(1,0.070000000000000006661,3,17951652000000000,'EURO',NULL,NULL,NULL,0,0);
INSERT INTO transaction_amount VALUES(1,12.5,1,17951587640000000,'EUR','VISA','T-001','ZRH-HB',1,1);
CREATE TABLE installation (id TEXT NOT NULL) STRICT;
INSERT INTO installation VALUES('22b21ec2-4508-412f-852c-e6fa599c8911');
CREATE TABLE IF NOT EXISTS "console_session" (
    token_hash TEXT PRIMARY KEY,
    user_key INTEGER NOT NULL REFERENCES "app_user" (user_key),
    credential_version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    seen_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE settlement_record (
    seq INTEGER PRIMARY KEY,
    tenant_key INTEGER NOT NULL,
    upload_key INTEGER NOT NULL,
    state INTEGER NOT NULL,
    match_state INTEGER NOT NULL,
    -- The match that it is in.
    match_key INTEGER,
    type TEXT,
    acquirer_id TEXT,
    merchant_id TEXT,
    payout_id TEXT,
    payout_date TEXT,
    settlement_date TEXT,
    terminal_id TEXT,
    location_id TEXT,
    transaction_date TEXT,
    -- The instant of transactionDate in ticks of 100 ns since 1970.
    ticks INTEGER,
    business_date TEXT,
    -- The day that it counts for, since 1970; null without a date.
    day INTEGER,
    amount REAL,
    currency TEXT,
    fee REAL,
    net_amount REAL,
    settlement_currency TEXT,
    exchange_rate REAL,
    brand_id TEXT,
    card_number_masked TEXT,
    authorisation_code TEXT,
    transaction_reference TEXT,
    transaction_sequence_counter TEXT,
    order_id TEXT,
    original_reference TEXT,
    transaction_count INTEGER,
    description TEXT,
    additional_data TEXT,
    comment TEXT,
    duplicate_hash INTEGER,
    occurrence INTEGER,
    duplicate_group INTEGER
  , bank_reference TEXT, interchange_fee REAL, scheme_fee REAL, markup_fee REAL, card_product TEXT, dispute_id TEXT, respond_by TEXT, reason_code TEXT) STRICT;
CREATE TABLE match_item (
    tenant_key INTEGER NOT NULL,
    match_key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (tenant_key, match_key, number)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE settlement_settings (
    tenant_key INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    document TEXT NOT NULL
  ) STRICT;
CREATE TABLE match_progress (
    tenant_key INTEGER PRIMARY KEY,
    changed INTEGER NOT NULL DEFAULT 0,
    arrived INTEGER NOT NULL DEFAULT 0,
    seen TEXT,
    seen_rules TEXT,
    finished_at TEXT
  , changed_from INTEGER DEFAULT -2147483648, is_all INTEGER NOT NULL DEFAULT 0 CHECK (is_all IN (0, 1)), frontier INTEGER, late INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE user_role (
    user_key INTEGER NOT NULL REFERENCES app_user,
    role TEXT NOT NULL CHECK (role IN ('API', 'Clerk', 'Reader', 'Admin')),
    PRIMARY KEY (user_key, role)
  ) STRICT, WITHOUT ROWID;
INSERT INTO user_role VALUES(1,'API');
CREATE TABLE match (
    tenant_key INTEGER NOT NULL,
    match_key INTEGER,
    id BLOB NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('Match', 'Proposal', 'Cancellation', 'Relation', 'SetAside')),
    -- Null for one made by hand.
    rule TEXT,
    how TEXT NOT NULL,
    -- Made or approved by a person: matching leaves it alone.
    pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    sale_seq INTEGER,
    record_seq INTEGER,
    sales INTEGER NOT NULL,
    records INTEGER NOT NULL,
    sales_units INTEGER NOT NULL,
    records_units INTEGER NOT NULL,
    currency TEXT,
    -- Since 1970: that of its first row.
    day INTEGER NOT NULL,
    matched_at TEXT NOT NULL,
    decided_by TEXT,
    note TEXT,
    -- Why sums or currencies of one made by hand differ, and the decision that pinned it.
    cause TEXT,
    decision_key INTEGER,
    PRIMARY KEY (match_key), UNIQUE (id)
  ) STRICT;
CREATE TABLE match_forbidden (
    tenant_key INTEGER NOT NULL,
    sale_seq INTEGER NOT NULL,
    record_seq INTEGER NOT NULL,
    decision_key INTEGER NOT NULL,
    PRIMARY KEY (tenant_key, sale_seq, record_seq)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE match_decision (
    tenant_key INTEGER NOT NULL,
    decision_key INTEGER NOT NULL,
    id TEXT NOT NULL,
    action TEXT NOT NULL,
    at TEXT NOT NULL,
    user_key INTEGER NOT NULL,
    actor TEXT NOT NULL,
    request_id TEXT,
    asked TEXT NOT NULL,
    numbers TEXT NOT NULL,
    sales INTEGER NOT NULL,
    records INTEGER NOT NULL,
    restores TEXT,
    waiting TEXT,
    undoes INTEGER,
    undone_by INTEGER,
    PRIMARY KEY (tenant_key, decision_key),
    UNIQUE (tenant_key, id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE match_claim (
    tenant_key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    remind_on TEXT NOT NULL,
    decision_key INTEGER NOT NULL,
    PRIMARY KEY (tenant_key, number)
  ) STRICT, WITHOUT ROWID;
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
CREATE TABLE reading (
    tenant_key INTEGER NOT NULL,
    header TEXT NOT NULL,
    user_key INTEGER NOT NULL,
    version INTEGER NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (tenant_key, header, user_key)
  ) STRICT, WITHOUT ROWID;
CREATE INDEX tenant_customer ON tenant (customer_key);
CREATE UNIQUE INDEX import_configuration_default ON import_configuration (tenant_key) WHERE is_default = 1;
CREATE UNIQUE INDEX upload_idempotency ON upload (tenant_key, user_key, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX upload_unfinished ON upload (upload_key) WHERE status = 'Processing';
CREATE INDEX transaction_date ON "transaction"
    (tenant_key, ticks, seq, amount, currency, brand_id, terminal_id, state, match_state);
CREATE INDEX transaction_terminal ON "transaction"
    (tenant_key, terminal_id, ticks, seq, amount, currency, brand_id, state, match_state);
CREATE INDEX upload_group ON upload (tenant_key, user_key, upload_group) WHERE upload_group IS NOT NULL;
CREATE INDEX transaction_duplicate ON "transaction" (duplicate_hash, occurrence, duplicate_group) WHERE duplicate_hash IS NOT NULL;
CREATE INDEX history_upload ON history (upload_key, seq);
CREATE TRIGGER transaction_amount_update AFTER UPDATE OF tenant_key, state, match_state ON "transaction"
  WHEN EXISTS (
    SELECT 1 FROM amount_order WHERE old.seq <= sorted_to OR old.seq <= block_to AND ifnull(old.amount, -9e999) <= block_amount
  )
  BEGIN
    UPDATE transaction_amount
    SET tenant_key = new.tenant_key, state = new.state, match_state = new.match_state
    WHERE tenant_key = old.tenant_key AND amount = ifnull(old.amount, -9e999) AND seq = old.seq;
  END;
CREATE INDEX settlement_record_date ON settlement_record
    (tenant_key, ticks, seq, type, state, match_state, amount, currency, terminal_id, brand_id);
CREATE INDEX settlement_record_day ON settlement_record
    (tenant_key, day, seq, type, match_state, amount, currency, terminal_id, brand_id);
CREATE INDEX settlement_record_terminal ON settlement_record (tenant_key, terminal_id, ticks, seq) WHERE terminal_id IS NOT NULL;
CREATE INDEX settlement_record_duplicate ON settlement_record (duplicate_hash, occurrence, duplicate_group)
    WHERE duplicate_hash IS NOT NULL;
CREATE INDEX unit_parent ON unit (tenant_key, parent_key);
CREATE UNIQUE INDEX user_grant_once ON user_grant (user_key, coalesce(customer_key, 0), coalesce(tenant_key, 0), coalesce(unit_key, 0));
CREATE INDEX console_session_user ON console_session (user_key);
CREATE INDEX upload_file ON upload (tenant_key, file_sha256) WHERE file_sha256 IS NOT NULL;
CREATE INDEX match_day ON match (tenant_key, day, match_key, kind, rule, currency, pinned, sales_units, records_units);
CREATE INDEX match_skipped ON match (tenant_key) WHERE kind IN ('Cancellation', 'SetAside');
CREATE INDEX match_decided ON match (tenant_key, decision_key) WHERE decision_key IS NOT NULL;
CREATE INDEX match_decision_waiting ON match_decision (tenant_key, decision_key) WHERE waiting IS NOT NULL;
CREATE INDEX match_open_reason ON match_open (tenant_key, reason, day, number);
CREATE INDEX match_open_missing ON match_open (tenant_key, missing) WHERE missing IS NOT NULL;
CREATE INDEX settlement_record_payout ON settlement_record
    (tenant_key, payout_id, acquirer_id, merchant_id, settlement_currency, currency, payout_date, day, state, seq)
    WHERE payout_id IS NOT NULL;
CREATE INDEX settlement_record_chargeback ON settlement_record
    (tenant_key, type, original_reference, day, seq) WHERE type IN ('Chargeback', 'ChargebackReversal');
COMMIT;
PRAGMA user_version=9;
