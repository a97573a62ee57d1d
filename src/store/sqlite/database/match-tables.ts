/** The tables of matches; see migrations.ts. */
export const ofMatching = `
  -- What rules or people found to be one payment. sale_seq and record_seq are its first rows; where there are more than one of each, match_item
  -- has them all. Units are of 10^-4.
  CREATE TABLE match (
    match_key INTEGER PRIMARY KEY,
    tenant_key INTEGER NOT NULL,
    id BLOB NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('Match', 'Proposal', 'Cancellation', 'Relation')),
    -- Null for one made by hand.
    rule TEXT,
    how TEXT NOT NULL,
    -- Made or approved by a person: no rule touches it.
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
    note TEXT
  ) STRICT;
  -- Whatever a list filters by, it is seen here which matches are on the page.
  CREATE INDEX match_day ON match (tenant_key, day, match_key, kind, rule, currency, pinned, sales_units, records_units);
  CREATE INDEX match_cancelled ON match (tenant_key) WHERE kind = 'Cancellation';
  -- number is seq * 2, and 1 more for a settlement record.
  CREATE TABLE match_item (
    tenant_key INTEGER NOT NULL,
    match_key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (tenant_key, match_key, number)
  ) STRICT, WITHOUT ROWID;

  -- Rows that are in no match, and why. involved are the rows that the reason is about, as JSON; null where they are too many. missing is the file or
  -- the till's day that the row waits for, as JSON.
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

  -- Pairs that people keep apart, and what people decided.
  CREATE TABLE match_forbidden (
    tenant_key INTEGER NOT NULL,
    sale_seq INTEGER NOT NULL,
    record_seq INTEGER NOT NULL,
    PRIMARY KEY (tenant_key, sale_seq, record_seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE match_decision (
    decision_key INTEGER PRIMARY KEY,
    tenant_key INTEGER NOT NULL,
    action TEXT NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    text TEXT,
    rows TEXT NOT NULL
  ) STRICT;
  CREATE INDEX match_decision_tenant ON match_decision (tenant_key, decision_key);

  -- How the tenant's rows are matched; no row: as the rules that work at once say.
  CREATE TABLE settlement_settings (
    tenant_key INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    document TEXT NOT NULL
  ) STRICT;
  -- Tenants that have, or had, settlement records. changed counts what an outcome that is being worked out must not have missed: rows that
  -- went, came back or were decided about again. arrived counts steps of import. What the last full run had seen is in seen, and by which rules
  -- that work at once, in seen_rules.
  -- changed_from is the oldest day, since 1970, of what has changed since the last run: null for nothing, the least number for everything.
  -- is_all: somebody asked for all rows to be matched anew. frontier is the day before which the last run ended no match; late counts the rows
  -- of before it that came afterwards, since all was matched anew.
  CREATE TABLE match_progress (
    tenant_key INTEGER PRIMARY KEY,
    changed INTEGER NOT NULL DEFAULT 0,
    arrived INTEGER NOT NULL DEFAULT 0,
    seen TEXT,
    seen_rules TEXT,
    finished_at TEXT,
    changed_from INTEGER DEFAULT -2147483648,
    is_all INTEGER NOT NULL DEFAULT 0 CHECK (is_all IN (0, 1)),
    frontier INTEGER,
    late INTEGER NOT NULL DEFAULT 0
  ) STRICT;`;
