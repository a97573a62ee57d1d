-- A database of schema 8, as the build before schema 9 made it of the one of schema 7.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE customer (
    customerKey INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
  ) STRICT;
INSERT INTO customer VALUES(1,'f60fc228-1032-4b65-8f20-66e312dceacf','Bäckerei Muster');
CREATE TABLE tenant (
    tenantKey INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    customerKey INTEGER NOT NULL REFERENCES customer,
    name TEXT NOT NULL,
    -- Of all its rows: no page can begin after it.
    transactions INTEGER NOT NULL DEFAULT 0
  , records INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO tenant VALUES(1,'d081c6bf-ca73-496b-b7aa-6e02c18c88bd',1,'Filialen',5,0);
CREATE TABLE user (
    userKey INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    passwordHash TEXT NOT NULL,
    credentialVersion INTEGER NOT NULL DEFAULT 1,
    disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1))
  ) STRICT;
INSERT INTO user VALUES(1,'23c7d98b-12e8-4833-8a7e-9eb4437f72d8','api','scrypt$ln=4,r=1,p=1$c2FsdC1vZi10aGUtdGVzdA$5UKzgcXxoK1_2kTFoe9tRYTeNiZrjJ2hgPLXMd38NIs',1,0);
CREATE TABLE user_role (
    userKey INTEGER NOT NULL REFERENCES user,
    role TEXT NOT NULL CHECK (role IN ('API', 'Admin')),
    PRIMARY KEY (userKey, role)
  ) STRICT, WITHOUT ROWID;
INSERT INTO user_role VALUES(1,'API');
CREATE TABLE import_configuration (
    importConfigurationKey INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenantKey INTEGER NOT NULL REFERENCES tenant,
    name TEXT NOT NULL,
    isDefault INTEGER NOT NULL CHECK (isDefault IN (0, 1)),
    settings TEXT NOT NULL DEFAULT '{}',
    UNIQUE (tenantKey, name)
  ) STRICT;
INSERT INTO import_configuration VALUES(1,'49a24408-6b1d-4106-a3ac-8d1cb1adce64',1,'Default',1,'{"requiredFields":["amount","currency","transactionDate"],"currencyCheck":true}');
CREATE TABLE upload (
    uploadKey INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenantKey INTEGER NOT NULL REFERENCES tenant,
    userKey INTEGER NOT NULL REFERENCES user,
    importConfigurationKey INTEGER NOT NULL REFERENCES import_configuration,
    createdAt TEXT NOT NULL,
    -- Both null when the client gave no key, or when the key's time is over.
    idempotencyKey TEXT,
    fingerprint TEXT,
    status TEXT NOT NULL CHECK (status IN ('Processing', 'Processed', 'ProcessedWithErrors', 'Failed')),
    statusAt TEXT NOT NULL,
    firstSeq INTEGER NOT NULL,
    firstTransactionId BLOB NOT NULL UNIQUE,
    rows INTEGER NOT NULL,
    decided INTEGER NOT NULL DEFAULT 0,
    processed INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0,
    errors TEXT NOT NULL DEFAULT '[]',
    errorCount INTEGER NOT NULL DEFAULT 0
  , uploadGroup TEXT, groupKey INTEGER, duplicates INTEGER NOT NULL DEFAULT 0, warnings INTEGER NOT NULL DEFAULT 0, amounts TEXT NOT NULL DEFAULT '[]', tries INTEGER NOT NULL DEFAULT 0, importedAt TEXT, withdrawnAt TEXT, withdrawnBy TEXT, batchKey TEXT, kind TEXT NOT NULL DEFAULT 'Sales' CHECK (kind IN ('Sales', 'Settlement'))) STRICT;
INSERT INTO upload VALUES(1,'d7523177-671d-474d-9611-c3fda4ef02df',1,1,1,'2026-11-20T12:00:01.000Z','key-0','h0 ','ProcessedWithErrors','2026-11-20T12:00:01.000Z',1,X'01a1f8d3f1d07000b14dd320731e0000',3,3,2,1,'["transactions[2].currency: is not an ISO 4217 currency code"]',1,NULL,NULL,0,0,'[]',0,'2026-11-20T12:00:01.000Z',NULL,NULL,'key-0','Sales');
INSERT INTO upload VALUES(2,'1b954165-d5a9-4aae-93bb-e0f7681883c7',1,1,1,'2026-11-20T12:00:03.000Z','key-1','h1 ','ProcessedWithErrors','2026-11-20T12:00:03.000Z',4,X'01a1f8d3f9a07000818f097baa370000',2,2,1,1,'["transactions[1].amount: is required","transactions[1].currency: is required","transactions[1].transactionDate: is required"]',3,NULL,NULL,0,0,'[]',0,'2026-11-20T12:00:03.000Z',NULL,NULL,'key-1','Sales');
CREATE TABLE IF NOT EXISTS "transaction" (
    seq INTEGER PRIMARY KEY,
    tenantKey INTEGER NOT NULL,
    uploadKey INTEGER NOT NULL,
    transactionState INTEGER NOT NULL,
    transactionMatchState INTEGER NOT NULL,
    amount REAL,
    currency TEXT,
    brandId TEXT,
    terminalId TEXT,
    transactionDate TEXT,
    -- The instant of transactionDate in ticks of 100 ns since 1970, for comparing and sorting.
    transactionTicks INTEGER,
    acquirerId TEXT,
    applicationId TEXT,
    authorisationCode TEXT,
    businessDate TEXT,
    cardNumberMasked TEXT,
    eftTransactionDate TEXT,
    locationId TEXT,
    orderId TEXT,
    panEncrypted TEXT,
    transactionReference TEXT,
    transactionSequenceCounter TEXT,
    transactionTypes TEXT,
    additionalData TEXT,
    comment TEXT,
    -- Rises with the amount; see amount-bucket.
    duplicateHash INTEGER, occurrence INTEGER, duplicateGroup INTEGER, matchKey INTEGER) STRICT;
INSERT INTO "transaction" VALUES(1,1,1,1,1,12.5,'EUR','VISA','T-001','2026-11-20T08:12:44+01:00',17951587640000000,NULL,NULL,NULL,NULL,'424242******4242',NULL,'ZRH-HB',NULL,NULL,'R-1',NULL,'["Sale","Tip"]','[{"key":"cashier","value":"O''Brien; \"x\"\nZürich"}]',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "transaction" VALUES(2,1,1,1,1,-12.5,'CHF',NULL,'T-002','2026-11-20T08:13:02.1234567+01:00',17951587821234567,NULL,NULL,NULL,'2026-11-20',NULL,NULL,NULL,NULL,'enc-1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "transaction" VALUES(3,1,1,0,0,0.070000000000000006661,'EURO',NULL,NULL,'2026-11-20T09:00:00Z',17951652000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'currency is not an ISO 4217 currency code',NULL,NULL,NULL,NULL);
INSERT INTO "transaction" VALUES(4,1,2,1,1,99999.990000000005237,'JPY','JCB',NULL,'2026-01-01T00:00:00Z',17672256000000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "transaction" VALUES(5,1,2,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'amount is required; currency is required; transactionDate is required',NULL,NULL,NULL,NULL);
CREATE TABLE upload_value (
    tenantKey INTEGER NOT NULL,
    field TEXT NOT NULL,
    value ANY NOT NULL,
    uploadKey INTEGER NOT NULL,
    PRIMARY KEY (tenantKey, field, value, uploadKey)
  ) STRICT, WITHOUT ROWID;
INSERT INTO upload_value VALUES(1,'brandId','JCB',2);
INSERT INTO upload_value VALUES(1,'brandId','VISA',1);
INSERT INTO upload_value VALUES(1,'currency','CHF',1);
INSERT INTO upload_value VALUES(1,'currency','EUR',1);
INSERT INTO upload_value VALUES(1,'currency','EURO',1);
INSERT INTO upload_value VALUES(1,'currency','JPY',2);
INSERT INTO upload_value VALUES(1,'transactionMatchState',0.0,1);
INSERT INTO upload_value VALUES(1,'transactionMatchState',0.0,2);
INSERT INTO upload_value VALUES(1,'transactionMatchState',1.0,1);
INSERT INTO upload_value VALUES(1,'transactionMatchState',1.0,2);
INSERT INTO upload_value VALUES(1,'transactionState',0.0,1);
INSERT INTO upload_value VALUES(1,'transactionState',0.0,2);
INSERT INTO upload_value VALUES(1,'transactionState',1.0,1);
INSERT INTO upload_value VALUES(1,'transactionState',1.0,2);
CREATE TABLE unit (
    unitKey INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenantKey INTEGER NOT NULL REFERENCES tenant,
    parentKey INTEGER REFERENCES unit,
    name TEXT NOT NULL
  ) STRICT;
CREATE TABLE unit_location (
    unitKey INTEGER NOT NULL REFERENCES unit,
    locationId TEXT NOT NULL,
    PRIMARY KEY (unitKey, locationId)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE unit_terminal (
    unitKey INTEGER NOT NULL REFERENCES unit,
    terminalId TEXT NOT NULL,
    PRIMARY KEY (unitKey, terminalId)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS "grant" (
    grantKey INTEGER PRIMARY KEY,
    userKey INTEGER NOT NULL REFERENCES user,
    customerKey INTEGER REFERENCES customer,
    tenantKey INTEGER REFERENCES tenant,
    unitKey INTEGER REFERENCES unit,
    CHECK ((customerKey IS NOT NULL) + (tenantKey IS NOT NULL) + (unitKey IS NOT NULL) = 1)
  ) STRICT;
INSERT INTO grant VALUES(1,1,NULL,1,NULL);
CREATE TABLE audit (
    auditKey INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    -- A user's name, or who worked on the data directory itself.
    actor TEXT NOT NULL,
    -- The address that a request came from; null for work on the data directory.
    origin TEXT,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    outcome TEXT NOT NULL,
    requestId TEXT,
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
    tenantKey INTEGER NOT NULL,
    locationId TEXT NOT NULL,
    terminalId ANY NOT NULL,
    PRIMARY KEY (tenantKey, locationId, terminalId)
  ) STRICT, WITHOUT ROWID;
INSERT INTO location_terminal VALUES(1,'ZRH-HB','T-001');
CREATE TABLE duplicate_seed (seed INTEGER NOT NULL) STRICT;
INSERT INTO duplicate_seed VALUES(1586272047);
CREATE TABLE history (
    historyKey INTEGER PRIMARY KEY,
    tenantKey INTEGER NOT NULL,
    uploadKey INTEGER NOT NULL,
    seq INTEGER,
    at TEXT NOT NULL,
    stateFrom INTEGER,
    stateTo INTEGER,
    matchStateFrom INTEGER,
    matchStateTo INTEGER,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL
  ) STRICT;
CREATE TABLE amount_order (sortedTo INTEGER NOT NULL, blockTo INTEGER NOT NULL DEFAULT 0, blockAmount REAL NOT NULL DEFAULT -9e999) STRICT;
INSERT INTO amount_order VALUES(3,3,-1e999);
CREATE TABLE transaction_amount (
    tenantKey INTEGER NOT NULL,
    amount REAL NOT NULL,
    seq INTEGER NOT NULL,
    transactionTicks INTEGER,
    currency TEXT,
    brandId TEXT,
    terminalId TEXT,
    locationId TEXT,
    transactionState INTEGER NOT NULL,
    transactionMatchState INTEGER NOT NULL,
    PRIMARY KEY (tenantKey, amount, seq)
  ) STRICT, WITHOUT ROWID;
INSERT INTO transaction_amount VALUES(1,-12.5,2,17951587821234567,'CHF',NULL,'T-002',NULL,1,1);
INSERT INTO transaction_amount VALUES(1,0.070000000000000006661,3,17951652000000000,'EURO',NULL,NULL,NULL,0,0);
INSERT INTO transaction_amount VALUES(1,12.5,1,17951587640000000,'EUR','VISA','T-001','ZRH-HB',1,1);
CREATE TABLE installation (id TEXT NOT NULL) STRICT;
INSERT INTO installation VALUES('22b21ec2-4508-412f-852c-e6fa599c8911');
CREATE TABLE session (
    tokenHash TEXT PRIMARY KEY,
    userKey INTEGER NOT NULL REFERENCES user (userKey),
    credentialVersion INTEGER NOT NULL,
    createdAt TEXT NOT NULL,
    seenAt TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE settlement_record (
    seq INTEGER PRIMARY KEY,
    tenantKey INTEGER NOT NULL,
    uploadKey INTEGER NOT NULL,
    state INTEGER NOT NULL,
    matchState INTEGER NOT NULL,
    -- The match that it is in.
    matchKey INTEGER,
    type TEXT,
    acquirerId TEXT,
    merchantId TEXT,
    payoutId TEXT,
    payoutDate TEXT,
    settlementDate TEXT,
    terminalId TEXT,
    locationId TEXT,
    transactionDate TEXT,
    -- The instant of transactionDate in ticks of 100 ns since 1970.
    transactionTicks INTEGER,
    businessDate TEXT,
    -- The day that it counts for, since 1970; null without a date.
    day INTEGER,
    amount REAL,
    currency TEXT,
    fee REAL,
    netAmount REAL,
    settlementCurrency TEXT,
    exchangeRate REAL,
    brandId TEXT,
    cardNumberMasked TEXT,
    authorisationCode TEXT,
    transactionReference TEXT,
    transactionSequenceCounter TEXT,
    orderId TEXT,
    originalReference TEXT,
    transactionCount INTEGER,
    description TEXT,
    additionalData TEXT,
    comment TEXT,
    duplicateHash INTEGER,
    occurrence INTEGER,
    duplicateGroup INTEGER
  ) STRICT;
CREATE TABLE match (
    matchKey INTEGER PRIMARY KEY,
    tenantKey INTEGER NOT NULL,
    id BLOB NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('Match', 'Proposal', 'Cancellation', 'Relation')),
    -- Null for one made by hand.
    rule TEXT,
    how TEXT NOT NULL,
    -- Made or approved by a person: no rule touches it.
    pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    saleSeq INTEGER,
    recordSeq INTEGER,
    sales INTEGER NOT NULL,
    records INTEGER NOT NULL,
    salesUnits INTEGER NOT NULL,
    recordsUnits INTEGER NOT NULL,
    currency TEXT,
    -- Since 1970: that of its first row.
    day INTEGER NOT NULL,
    matchedAt TEXT NOT NULL,
    decidedBy TEXT,
    note TEXT
  ) STRICT;
CREATE TABLE match_item (
    tenantKey INTEGER NOT NULL,
    matchKey INTEGER NOT NULL,
    row INTEGER NOT NULL,
    PRIMARY KEY (tenantKey, matchKey, row)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE match_open (
    tenantKey INTEGER NOT NULL,
    row INTEGER NOT NULL,
    day INTEGER,
    reason TEXT NOT NULL,
    sentence TEXT NOT NULL,
    involved TEXT,
    note TEXT,
    PRIMARY KEY (tenantKey, row)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE match_forbidden (
    tenantKey INTEGER NOT NULL,
    saleSeq INTEGER NOT NULL,
    recordSeq INTEGER NOT NULL,
    PRIMARY KEY (tenantKey, saleSeq, recordSeq)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE match_decision (
    decisionKey INTEGER PRIMARY KEY,
    tenantKey INTEGER NOT NULL,
    action TEXT NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    text TEXT,
    rows TEXT NOT NULL
  ) STRICT;
CREATE TABLE settlement_settings (
    tenantKey INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    document TEXT NOT NULL
  ) STRICT;
CREATE TABLE match_progress (
    tenantKey INTEGER PRIMARY KEY,
    changed INTEGER NOT NULL DEFAULT 0,
    arrived INTEGER NOT NULL DEFAULT 0,
    seen TEXT,
    seenRules TEXT,
    finishedAt TEXT
  ) STRICT;
CREATE INDEX tenant_customer ON tenant (customerKey);
CREATE UNIQUE INDEX import_configuration_default ON import_configuration (tenantKey) WHERE isDefault = 1;
CREATE UNIQUE INDEX upload_idempotency ON upload (tenantKey, userKey, idempotencyKey) WHERE idempotencyKey IS NOT NULL;
CREATE INDEX upload_unfinished ON upload (uploadKey) WHERE status = 'Processing';
CREATE INDEX transaction_date ON "transaction"
    (tenantKey, transactionTicks, seq, amount, currency, brandId, terminalId, transactionState, transactionMatchState);
CREATE INDEX transaction_terminal ON "transaction"
    (tenantKey, terminalId, transactionTicks, seq, amount, currency, brandId, transactionState, transactionMatchState);
CREATE INDEX unit_tenant ON unit (tenantKey, parentKey);
CREATE UNIQUE INDEX grant_once ON "grant" (userKey, ifnull(customerKey, 0), ifnull(tenantKey, 0), ifnull(unitKey, 0));
CREATE INDEX upload_group ON upload (tenantKey, userKey, uploadGroup) WHERE uploadGroup IS NOT NULL;
CREATE INDEX transaction_duplicate ON "transaction" (duplicateHash, occurrence, duplicateGroup) WHERE duplicateHash IS NOT NULL;
CREATE INDEX history_upload ON history (uploadKey, seq);
CREATE TRIGGER transaction_amount_update AFTER UPDATE OF tenantKey, transactionState, transactionMatchState ON "transaction"
  WHEN EXISTS (
    SELECT 1 FROM amount_order WHERE old.seq <= sortedTo OR old.seq <= blockTo AND ifnull(old.amount, -9e999) <= blockAmount
  )
  BEGIN
    UPDATE transaction_amount
    SET tenantKey = new.tenantKey, transactionState = new.transactionState, transactionMatchState = new.transactionMatchState
    WHERE tenantKey = old.tenantKey AND amount = ifnull(old.amount, -9e999) AND seq = old.seq;
  END;
CREATE INDEX session_user ON session (userKey);
CREATE INDEX settlement_record_date ON settlement_record
    (tenantKey, transactionTicks, seq, type, state, matchState, amount, currency, terminalId, brandId);
CREATE INDEX settlement_record_day ON settlement_record
    (tenantKey, day, seq, type, matchState, amount, currency, terminalId, brandId);
CREATE INDEX settlement_record_terminal ON settlement_record (tenantKey, terminalId, transactionTicks, seq) WHERE terminalId IS NOT NULL;
CREATE INDEX settlement_record_payout ON settlement_record (tenantKey, payoutId, seq) WHERE payoutId IS NOT NULL;
CREATE INDEX settlement_record_duplicate ON settlement_record (duplicateHash, occurrence, duplicateGroup)
    WHERE duplicateHash IS NOT NULL;
CREATE INDEX match_day ON match (tenantKey, day, matchKey, kind, rule, currency, pinned, salesUnits, recordsUnits);
CREATE INDEX match_cancelled ON match (tenantKey) WHERE kind = 'Cancellation';
CREATE INDEX match_open_reason ON match_open (tenantKey, reason, day, row);
CREATE INDEX match_decision_tenant ON match_decision (tenantKey, decisionKey);
COMMIT;
PRAGMA user_version=8;
