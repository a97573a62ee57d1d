/** The step of the schema that brings settlement records; see migrations.ts. */
export const ofSettlement = `
  -- What an upload brought. Its rows stand in the table of their kind, where firstSeq counts.
  ALTER TABLE upload ADD COLUMN kind TEXT NOT NULL DEFAULT 'Sales' CHECK (kind IN ('Sales', 'Settlement'));
  -- Of all its settlement records: no page can begin after it.
  ALTER TABLE tenant ADD COLUMN records INTEGER NOT NULL DEFAULT 0;

  -- What acquirers say they took. As with transactions, seq is the order of arrival, and a record's id follows from its upload's.
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
  CREATE INDEX settlement_record_date ON settlement_record
    (tenantKey, transactionTicks, seq, type, state, matchState, amount, currency, terminalId, brandId);
  CREATE INDEX settlement_record_day ON settlement_record
    (tenantKey, day, seq, type, matchState, amount, currency, terminalId, brandId);
  CREATE INDEX settlement_record_terminal ON settlement_record (tenantKey, terminalId, transactionTicks, seq) WHERE terminalId IS NOT NULL;
  CREATE INDEX settlement_record_payout ON settlement_record (tenantKey, payoutId, seq) WHERE payoutId IS NOT NULL;
  CREATE INDEX settlement_record_duplicate ON settlement_record (duplicateHash, occurrence, duplicateGroup)
    WHERE duplicateHash IS NOT NULL;`;
