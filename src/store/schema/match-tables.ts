/** What matching made of the rows, and what it needs to know. */
import type { Spelling } from './spelling.js';

export const kindCheck = "CHECK (kind IN ('Match', 'Proposal', 'Cancellation', 'Relation', 'SetAside'))";
/** Those whose rows are Skip, and no duplicates. */
export const ofSkipped = "kind IN ('Cancellation', 'SetAside')";

export const matchTable = ({ int, big, text, time, narrowId, flag, keyedByTenant, end, own }: Spelling) => `
  -- What matching or people found to be one payment. sale_seq and record_seq are its first rows; where there are more than one of each,
  -- match_item has them all. Units are of 10^-4.
  CREATE TABLE match (
    tenant_key ${int} NOT NULL,
    match_key ${big},
    id ${narrowId} NOT NULL,
    kind ${text} NOT NULL ${kindCheck},
    -- Null for one made by hand.
    rule ${text},
    how ${text} NOT NULL,
    -- Made or approved by a person: matching leaves it alone.
    ${flag('pinned', false)},
    sale_seq ${big},
    record_seq ${big},
    sales ${int} NOT NULL,
    records ${int} NOT NULL,
    sales_units ${big} NOT NULL,
    records_units ${big} NOT NULL,
    currency ${text},
    -- Since 1970: that of its first row.
    day ${int} NOT NULL,
    matched_at ${time} NOT NULL,
    decided_by ${text},
    note ${text},
    -- Why sums or currencies of one made by hand differ, and the decision that pinned it.
    cause ${text},
    decision_key ${big},
    ${keyedByTenant('match_key', 'id')}
  ${end};
  -- Whatever a list filters by, it is seen here which matches are on the page.
  CREATE INDEX match_day ON match (tenant_key, day, match_key${own(', ', ') INCLUDE (')}kind, rule, currency, pinned, sales_units, records_units);
  CREATE INDEX match_skipped ON match (tenant_key) WHERE ${ofSkipped};
  CREATE INDEX match_decided ON match (tenant_key, decision_key) WHERE decision_key IS NOT NULL;`;

/** What people decided about rows, beside the matches that they made. */
export const decisionTables = ({ int, big, text, time, id, inOrderOfKey }: Spelling) => `
  -- Pairs that people keep apart, each with the decision that does so.
  CREATE TABLE match_forbidden (
    tenant_key ${int} NOT NULL,
    sale_seq ${big} NOT NULL,
    record_seq ${big} NOT NULL,
    decision_key ${big} NOT NULL,
    PRIMARY KEY (tenant_key, sale_seq, record_seq)
  ${inOrderOfKey};
  -- What people decided. asked: the decision as it came, as JSON; numbers: the rows that it is about, the first ones, as JSON; restores: what its undo
  -- brings back, as JSON; waiting: matches of it that
  -- ended because an upload was undone, as JSON. undoes and undone_by are decisions. user_key may be of a user who is gone.
  CREATE TABLE match_decision (
    tenant_key ${int} NOT NULL,
    decision_key ${big} NOT NULL,
    id ${id} NOT NULL,
    action ${text} NOT NULL,
    at ${time} NOT NULL,
    user_key ${int} NOT NULL,
    actor ${text} NOT NULL,
    request_id ${text},
    asked ${text} NOT NULL,
    numbers ${text} NOT NULL,
    sales ${int} NOT NULL,
    records ${int} NOT NULL,
    restores ${text},
    waiting ${text},
    undoes ${big},
    undone_by ${big},
    PRIMARY KEY (tenant_key, decision_key),
    UNIQUE (tenant_key, id)
  ${inOrderOfKey};
  CREATE INDEX match_decision_waiting ON match_decision (tenant_key, decision_key) WHERE waiting IS NOT NULL;
  -- Rows that people asked the acquirer about, until what day, by the decision that says so last.
  CREATE TABLE match_claim (
    tenant_key ${int} NOT NULL,
    number ${big} NOT NULL,
    remind_on ${text} NOT NULL,
    decision_key ${big} NOT NULL,
    PRIMARY KEY (tenant_key, number)
  ${inOrderOfKey};`;

export const matchTables = (spelling: Spelling) => {
  const { int, big, text, time, flag, inOrderOfKey, end, own } = spelling;
  return `
${matchTable(spelling)}
  -- number is seq * 2, and 1 more for a settlement record.
  CREATE TABLE match_item (
    tenant_key ${int} NOT NULL,
    match_key ${big} NOT NULL,
    number ${big} NOT NULL,
    PRIMARY KEY (tenant_key, match_key, number)
  ${inOrderOfKey};

  -- Rows that are in no match, and why. involved are the rows that the reason is about, as JSON; null where they are too many. missing is the
  -- file or the till's day that the row waits for, as JSON.
  CREATE TABLE match_open (
    tenant_key ${int} NOT NULL,
    number ${big} NOT NULL,
    day ${int},
    reason ${text} NOT NULL,
    parameters ${text} NOT NULL,
    missing ${text},
    involved ${text},
    note ${text},
    PRIMARY KEY (tenant_key, number)
  ${inOrderOfKey};
  CREATE INDEX match_open_reason ON match_open (tenant_key, reason, day, number);
  CREATE INDEX match_open_missing ON match_open (tenant_key, missing) WHERE missing IS NOT NULL;

${decisionTables(spelling)}
  -- Tenants that have, or had, settlement records. changed counts what an outcome that is being worked out must not have missed: rows that
  -- went, came back or were decided about again. arrived counts wishes for a run. What the last run had seen is in seen, and by which version
  -- of matching, in seen_rules. changed_from is the oldest day, since 1970, of what has changed since that run: null for nothing, the least
  -- number for everything. is_all: somebody asked for all rows to be matched anew. frontier is the day before which the last run ended no
  -- match; late counts the rows of before it that came afterwards, since all was matched anew.
  CREATE TABLE match_progress (
    tenant_key ${int} PRIMARY KEY,
    changed ${big} NOT NULL DEFAULT 0,
    arrived ${big} NOT NULL DEFAULT 0,
    seen ${text},
    seen_rules ${text},
    finished_at ${time},
    changed_from ${int} DEFAULT -2147483648,
    ${flag('is_all', false)},
    frontier ${int},
    late ${big} NOT NULL DEFAULT 0${own(
      '',
      `,
    next_match_key bigint NOT NULL DEFAULT 1,
    -- One server at a time matches a tenant, by a lease that another takes over once it is over.
    leased_by uuid,
    leased_until timestamptz`,
    )}
  ${end};`;
};
