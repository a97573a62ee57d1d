/** The step of the schema that brings matches; see migrations.ts. */
export const ofMatching = `
  -- The match, proposal or cancellation that a row is in; settlement_record has the same.
  ALTER TABLE "transaction" ADD COLUMN matchKey INTEGER;

  -- What rules or people found to be one payment. saleSeq and recordSeq are its first rows; where there are more than one of each, match_item
  -- has them all. Units are of 10^-4.
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
  -- Whatever a list filters by, it is seen here which matches are on the page.
  CREATE INDEX match_day ON match (tenantKey, day, matchKey, kind, rule, currency, pinned, salesUnits, recordsUnits);
  CREATE INDEX match_cancelled ON match (tenantKey) WHERE kind = 'Cancellation';
  -- row is seq * 2, and 1 more for a settlement record.
  CREATE TABLE match_item (
    tenantKey INTEGER NOT NULL,
    matchKey INTEGER NOT NULL,
    row INTEGER NOT NULL,
    PRIMARY KEY (tenantKey, matchKey, row)
  ) STRICT, WITHOUT ROWID;

  -- Rows that are in no match, and why. involved are the rows that the sentence speaks of, as JSON; null where they are too many.
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
  CREATE INDEX match_open_reason ON match_open (tenantKey, reason, day, row);

  -- Pairs that people keep apart, and what people decided.
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
  CREATE INDEX match_decision_tenant ON match_decision (tenantKey, decisionKey);

  -- How the tenant's rows are matched; no row: as the rules that work at once say.
  CREATE TABLE settlement_settings (
    tenantKey INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    document TEXT NOT NULL
  ) STRICT;
  -- Tenants that have, or had, settlement records. changed counts what an outcome that is being worked out must not have missed: rows that
  -- went, came back or were decided about again. arrived counts steps of import. What the last full run had seen is in seen, and by which rules
  -- that work at once, in seenRules.
  CREATE TABLE match_progress (
    tenantKey INTEGER PRIMARY KEY,
    changed INTEGER NOT NULL DEFAULT 0,
    arrived INTEGER NOT NULL DEFAULT 0,
    seen TEXT,
    seenRules TEXT,
    finishedAt TEXT
  ) STRICT;
  INSERT INTO match_progress (tenantKey) SELECT tenantKey FROM tenant
    WHERE EXISTS (SELECT 1 FROM upload WHERE upload.tenantKey = tenant.tenantKey AND kind = 'Settlement');`;

/**
 * The step that brings matching over a period. changedFrom is the oldest day, since 1970, of what has changed since the last run: null for nothing,
 * the least number for everything. isAll: somebody asked for all rows to be matched anew. frontier is the day before which the last run ended no
 * match; late counts the rows of before it that came afterwards, since all was matched anew. Of open rows the reason is kept as parameters, of which the
 * sentence is made where it is read; those that were told by sentences go: the next run tells them anew.
 */
export const ofPeriods = `
  ALTER TABLE match_progress ADD COLUMN changedFrom INTEGER DEFAULT -2147483648;
  ALTER TABLE match_progress ADD COLUMN isAll INTEGER NOT NULL DEFAULT 0 CHECK (isAll IN (0, 1));
  ALTER TABLE match_progress ADD COLUMN frontier INTEGER;
  ALTER TABLE match_progress ADD COLUMN late INTEGER NOT NULL DEFAULT 0;

  -- Rows that are in no match, and why. involved are the rows that the reason is about, as JSON; null where they are too many. missing is the file or
  -- the till's day that the row waits for, as JSON.
  DROP TABLE match_open;
  CREATE TABLE match_open (
    tenantKey INTEGER NOT NULL,
    row INTEGER NOT NULL,
    day INTEGER,
    reason TEXT NOT NULL,
    parameters TEXT NOT NULL,
    missing TEXT,
    involved TEXT,
    note TEXT,
    PRIMARY KEY (tenantKey, row)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX match_open_reason ON match_open (tenantKey, reason, day, row);
  CREATE INDEX match_open_missing ON match_open (tenantKey, missing) WHERE missing IS NOT NULL;

  -- Lists by match state look into the uploads that are noted to hold it.
  INSERT OR IGNORE INTO upload_value SELECT DISTINCT tenantKey, 'transactionMatchState', transactionMatchState, uploadKey
    FROM "transaction" WHERE matchKey IS NOT NULL;

  -- Settings keep the names that are the same; rules are written no more.
  UPDATE settlement_settings SET document = json_remove(
    json_set(document, '$.names', json_object(
      'terminals', json(ifnull(document -> '$.terminals', '{}')), 'brands', json(ifnull(document -> '$.brands', '{}'))
    )),
    '$.terminals', '$.brands', '$.refundTypes', '$.rules'
  );`;
