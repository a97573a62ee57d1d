/** The table of settlement records; see migrations.ts. */
export const ofSettlement = `
  -- What acquirers say they took. As with transactions, seq is the order of arrival, and a record's id follows from its upload's.
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
    -- The instant of transaction_date in ticks of 100 ns since 1970.
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
  ) STRICT;
  CREATE INDEX settlement_record_date ON settlement_record
    (tenant_key, ticks, seq, type, state, match_state, amount, currency, terminal_id, brand_id);
  CREATE INDEX settlement_record_day ON settlement_record
    (tenant_key, day, seq, type, match_state, amount, currency, terminal_id, brand_id);
  CREATE INDEX settlement_record_terminal ON settlement_record (tenant_key, terminal_id, ticks, seq) WHERE terminal_id IS NOT NULL;
  CREATE INDEX settlement_record_payout ON settlement_record (tenant_key, payout_id, seq) WHERE payout_id IS NOT NULL;
  CREATE INDEX settlement_record_duplicate ON settlement_record (duplicate_hash, occurrence, duplicate_group)
    WHERE duplicate_hash IS NOT NULL;`;
