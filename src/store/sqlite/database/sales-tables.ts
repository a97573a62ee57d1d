/** The tables of the first schema but for settlement records and matches; see migrations.ts. */
export const ofSales = `
  CREATE TABLE customer (
    customerKey INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
  ) STRICT;

  CREATE TABLE tenant (
    tenantKey INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    customerKey INTEGER NOT NULL REFERENCES customer,
    name TEXT NOT NULL,
    -- Of all its rows: no page can begin after it.
    transactions INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX tenant_customer ON tenant (customerKey);

  CREATE TABLE user (
    userKey INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    passwordHash TEXT NOT NULL,
    credentialVersion INTEGER NOT NULL DEFAULT 1,
    disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1))
  ) STRICT;

  CREATE TABLE user_role (
    userKey INTEGER NOT NULL REFERENCES user,
    role TEXT NOT NULL CHECK (role IN ('API', 'Admin')),
    PRIMARY KEY (userKey, role)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE import_configuration (
    importConfigurationKey INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenantKey INTEGER NOT NULL REFERENCES tenant,
    name TEXT NOT NULL,
    isDefault INTEGER NOT NULL CHECK (isDefault IN (0, 1)),
    -- ImportSettings as JSON; what is not there has its default.
    settings TEXT NOT NULL DEFAULT '{}',
    UNIQUE (tenantKey, name)
  ) STRICT;
  CREATE UNIQUE INDEX import_configuration_default ON import_configuration (tenantKey) WHERE isDefault = 1;

  -- The rows of an upload stand together, firstSeq to firstSeq + rows - 1, and so do their ids, from firstTransactionId on (see ids).
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
    errorCount INTEGER NOT NULL DEFAULT 0,
    -- The uploads of one user that name the same group are one file. groupKey is the first of them; null for the first itself.
    uploadGroup TEXT,
    groupKey INTEGER,
    -- Counts of the rows processed.
    duplicates INTEGER NOT NULL DEFAULT 0,
    warnings INTEGER NOT NULL DEFAULT 0,
    -- Sums of the imported rows by currency, as JSON.
    amounts TEXT NOT NULL DEFAULT '[]',
    -- Tries at the next step of import that have begun since the last step that was done.
    tries INTEGER NOT NULL DEFAULT 0,
    -- When import was through with an upload for the first time.
    importedAt TEXT,
    -- A withdrawn upload keeps its rows, under the negative of the tenant's key: no statement about a tenant finds them.
    withdrawnAt TEXT,
    withdrawnBy TEXT,
    -- The key that an upload came with, also when that is free again: uploads of one group with the same are one batch, sent again.
    batchKey TEXT
  ) STRICT;
  CREATE UNIQUE INDEX upload_idempotency ON upload (tenantKey, userKey, idempotencyKey) WHERE idempotencyKey IS NOT NULL;
  CREATE INDEX upload_group ON upload (tenantKey, userKey, uploadGroup) WHERE uploadGroup IS NOT NULL;
  CREATE INDEX upload_unfinished ON upload (uploadKey) WHERE status = 'Processing';

  -- seq is the order of arrival and agrees with the order of the ids, which rise with time. A row's id follows from its upload's.
  CREATE TABLE "transaction" (
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
    -- A row's duplicate key as a number, and the how-manieth of its like it is in its upload group. duplicateGroup is 0 where the row
    -- stands for the sale, else (a duplicate) the group. All null where it is not compared.
    duplicateHash INTEGER,
    occurrence INTEGER,
    duplicateGroup INTEGER
  ) STRICT;
  -- An order of lists, and the one narrow filter: each begins with what it sorts or narrows by, then seq for the ties, and holds every
  -- column that a list can filter by, so that the rows themselves are read for the page alone.
  CREATE INDEX transaction_date ON "transaction"
    (tenantKey, transactionTicks, seq, amount, currency, brandId, terminalId, transactionState, transactionMatchState);
  CREATE INDEX transaction_terminal ON "transaction"
    (tenantKey, terminalId, transactionTicks, seq, amount, currency, brandId, transactionState, transactionMatchState);
  CREATE INDEX transaction_duplicate ON "transaction" (duplicateHash, occurrence, duplicateGroup) WHERE duplicateHash IS NOT NULL;
  -- A secret that the hashes begin with, so that nobody can make rows whose hashes are alike.
  CREATE TABLE duplicate_seed (seed INTEGER NOT NULL) STRICT;
  INSERT INTO duplicate_seed (seed) VALUES (random() & 0xffffffff);

  -- The rows in the order of their amounts, as far as amount_order says: what arrives is put here in blocks, because one by one would cost
  -- every upload far more. It holds every column that a list can filter by, or that a unit can be known by. Minus infinity: no amount.
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
  -- The rows up to sortedTo have their places there. A block goes in in pieces: of those up to blockTo, the ones whose amounts go up to
  -- blockAmount have theirs, too.
  CREATE TABLE amount_order (
    sortedTo INTEGER NOT NULL,
    blockTo INTEGER NOT NULL DEFAULT 0,
    blockAmount REAL NOT NULL DEFAULT -9e999
  ) STRICT;
  INSERT INTO amount_order (sortedTo) VALUES (0);
  CREATE TRIGGER transaction_amount_update AFTER UPDATE OF tenantKey, transactionState, transactionMatchState ON "transaction"
  WHEN EXISTS (
    SELECT 1 FROM amount_order WHERE old.seq <= sortedTo OR old.seq <= blockTo AND ifnull(old.amount, -9e999) <= blockAmount
  )
  BEGIN
    UPDATE transaction_amount
    SET tenantKey = new.tenantKey, transactionState = new.transactionState, transactionMatchState = new.transactionMatchState
    WHERE tenantKey = old.tenantKey AND amount = ifnull(old.amount, -9e999) AND seq = old.seq;
  END;

  -- Which uploads hold rows with a value, or held them once: the way to the few rows among millions that have a rare one.
  CREATE TABLE upload_value (
    tenantKey INTEGER NOT NULL,
    field TEXT NOT NULL,
    value ANY NOT NULL,
    uploadKey INTEGER NOT NULL,
    PRIMARY KEY (tenantKey, field, value, uploadKey)
  ) STRICT, WITHOUT ROWID;

  -- Organisational units are a tree within a tenant; a grant on one covers those below it.
  CREATE TABLE unit (
    unitKey INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tenantKey INTEGER NOT NULL REFERENCES tenant,
    parentKey INTEGER REFERENCES unit,
    name TEXT NOT NULL
  ) STRICT;
  CREATE INDEX unit_tenant ON unit (tenantKey, parentKey);
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

  -- A grant is on a customer (all its tenants), on one tenant, or on a unit of one.
  CREATE TABLE "grant" (
    grantKey INTEGER PRIMARY KEY,
    userKey INTEGER NOT NULL REFERENCES user,
    customerKey INTEGER REFERENCES customer,
    tenantKey INTEGER REFERENCES tenant,
    unitKey INTEGER REFERENCES unit,
    CHECK ((customerKey IS NOT NULL) + (tenantKey IS NOT NULL) + (unitKey IS NOT NULL) = 1)
  ) STRICT;
  CREATE UNIQUE INDEX grant_once ON "grant" (userKey, ifnull(customerKey, 0), ifnull(tenantKey, 0), ifnull(unitKey, 0));

  -- What was done by whom. Each row carries a hash of itself and of the hash before it, so that a change or a gap shows.
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

  -- What was removed: neither its key nor its id is given again, because a server that runs may still know them.
  CREATE TABLE removed (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    key INTEGER NOT NULL,
    UNIQUE (kind, key)
  ) STRICT, WITHOUT ROWID;

  -- Which terminals the rows of a location name, or named once; 0 stands for none. The way from the locations of a unit to its rows.
  CREATE TABLE location_terminal (
    tenantKey INTEGER NOT NULL,
    locationId TEXT NOT NULL,
    terminalId ANY NOT NULL,
    PRIMARY KEY (tenantKey, locationId, terminalId)
  ) STRICT, WITHOUT ROWID;

  -- Changes after the import: of one row (the states from and to), or of a whole upload (seq is null).
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
  CREATE INDEX history_upload ON history (uploadKey, seq);

  -- Tells this store from every other: browsers keep one log-in for each.
  CREATE TABLE installation (id TEXT NOT NULL) STRICT;
  INSERT INTO installation (id) SELECT substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-4' || substr(hex, 14, 3) || '-8' || substr(hex, 18, 3) ||
      '-' || substr(hex, 21, 12)
    FROM (SELECT lower(hex(randomblob(16))) AS hex);
  -- The log-ins of browsers. Of what a browser sends, only a hash is kept.
  CREATE TABLE session (
    tokenHash TEXT PRIMARY KEY,
    userKey INTEGER NOT NULL REFERENCES user (userKey),
    credentialVersion INTEGER NOT NULL,
    createdAt TEXT NOT NULL,
    seenAt TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_user ON session (userKey);`;
