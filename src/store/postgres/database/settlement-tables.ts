/** The tables of settlement records; see schema.ts for what holds for all tables. */

const recordColumns = `
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
    comment text COLLATE "C"`;

/** The third schema: settlement records, and what an upload brought. */
export const ofSettlement = `
  ALTER TABLE upload ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'Sales' CHECK (kind IN ('Sales', 'Settlement'));
  ALTER TABLE tenant_counter ADD COLUMN records bigint NOT NULL DEFAULT 0;
  CREATE TABLE settlement_record (${recordColumns},
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
  CREATE TABLE settlement_record_withdrawn (${recordColumns},
    PRIMARY KEY (tenant_key, seq)
  );
  GRANT SELECT, INSERT, UPDATE, DELETE ON settlement_record, settlement_record_withdrawn TO sales_app;
  GRANT INSERT ON settlement_record TO sales_copy;
  GRANT SELECT (kind) ON upload TO sales_admin;`;
