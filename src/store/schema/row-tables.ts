/** Uploads, the rows that they brought, and what became of these. */
import { settlementFields } from '../../contract/settlement.js';
import { feeParts } from '../../contract/states.js';
import { snakeCase } from '../sql/work.js';
import { plainFields } from '../stored-row.js';
import type { Spelling } from './spelling.js';

const numbers = new Map<string, 'real' | 'int'>([
  ...(['amount', 'fee', ...feeParts, 'netAmount', 'exchangeRate'] as const).map((field) => [field, 'real'] as const),
  ['transactionCount', 'int'],
]);
const columnOf = (spelling: Spelling, field: string) => `${snakeCase(field)} ${spelling[numbers.get(field) ?? 'text']}`;
const columnsOf = (spelling: Spelling, fields: readonly string[]) => fields.map((field) => `${columnOf(spelling, field)},`).join('\n    ');

/** Columns of records that schema 9 on SQLite, and 5 on PostgreSQL, have for the first time: each is text, or a number. */
export const newRecordColumns = (spelling: Spelling) =>
  ['bankReference', ...feeParts, 'cardProduct', 'disputeId', 'respondBy', 'reasonCode'].map((field) => columnOf(spelling, field));

/** A row's place: seq is the order of arrival, and agrees with the order of the ids, which follow from those of uploads and rise with time. */
const place = ({ int, big }: Spelling) => `
    tenant_key ${int} NOT NULL,
    seq ${big},
    upload_key ${big} NOT NULL,
    -- The instant of transaction_date in ticks of 100 ns since 1970, for comparing and sorting.
    ticks ${big},`;

/**
 * What was decided: the hash of the duplicate key, and the how-manieth of its like a row is in its upload group. duplicate_group is 0 where the
 * row stands for the sale, else (a duplicate) the group. All three are null where a row is not compared. match_key: the match, proposal or
 * cancellation that it is in.
 */
const decided = ({ int, big, small }: Spelling) => `
    duplicate_hash ${big},
    occurrence ${int},
    duplicate_group ${big},
    state ${small} NOT NULL,
    match_state ${small} NOT NULL,
    match_key ${big},`;

export const transactionColumns = (spelling: Spelling) => `${place(spelling)}${decided(spelling)}
    ${columnsOf(spelling, plainFields)}
    transaction_types ${spelling.text},
    additional_data ${spelling.text},
    comment ${spelling.text},`;

export const recordColumns = (spelling: Spelling) => `${place(spelling)}
    -- The day that it counts for, since 1970; null without a date.
    day ${spelling.int},${decided(spelling)}
    ${columnsOf(spelling, settlementFields)}
    comment ${spelling.text},`;

/** What payouts are told apart by, and their days, so that a list of them reads no records but those of its page. */
export const payoutIndex = `CREATE INDEX settlement_record_payout ON settlement_record
    (tenant_key, payout_id, acquirer_id, merchant_id, settlement_currency, currency, payout_date, day, state, seq)
    WHERE payout_id IS NOT NULL;`;

/** Chargebacks, and by the payment that they are about, their reversals. */
export const chargebackTypes = "('Chargeback', 'ChargebackReversal')";
export const chargebackIndex = `CREATE INDEX settlement_record_chargeback ON settlement_record
    (tenant_key, type, original_reference, day, seq) WHERE type IN ${chargebackTypes};`;

export const rowTables = (spelling: Spelling) => {
  const { int, big, small, text, time, id, narrowId, preset, keyedByTenant, inOrderOfKey, end, own } = spelling;
  const key = `PRIMARY KEY (${own('', 'tenant_key, ')}seq)`;
  // Lists are read from an index alone, but for the rows of the page, so map and statistics must follow what is inserted.
  const endOfRows = own(end, ') WITH (autovacuum_vacuum_insert_scale_factor = 0.05)');
  return `
  CREATE TABLE upload (
    tenant_key ${int} NOT NULL${own(' REFERENCES tenant', '')},
    -- On PostgreSQL the seq of its first row.
    upload_key ${big},
    id ${id} NOT NULL,
    user_key ${int} NOT NULL${own(' REFERENCES app_user', '')},
    import_configuration_key ${int} NOT NULL${own(' REFERENCES import_configuration', '')},
    created_at ${time} NOT NULL,
    -- Both null when the client gave no key, or when the key's time is over.
    idempotency_key ${text},
    fingerprint ${text},
    -- The key that it came with, also when that is free again: uploads of one group with the same are one batch, sent again.
    batch_key ${text},
    -- What it brought. Its rows stand together in the table of their kind, first_seq to first_seq + rows - 1, and so do their ids, from
    -- first_transaction_id on.
    kind ${text} NOT NULL DEFAULT 'Sales' CHECK (kind IN ('Sales', 'Settlement')),
    first_seq ${big} NOT NULL,
    first_transaction_id ${narrowId} NOT NULL,
    rows ${int} NOT NULL,
    status ${text} NOT NULL CHECK (status IN ('Processing', 'Processed', 'ProcessedWithErrors', 'Failed')),
    status_at ${time} NOT NULL,
    -- The uploads of one user that name the same group are one file. group_key is the first of them; null for the first itself.
    upload_group ${text},
    group_key ${big},
    -- That file: its name without path, and the SHA-256 of its bytes in hexadecimal; null where the client did not tell.
    file_name ${text},
    file_sha256 ${text},
    -- Counts of the rows, sums of the imported ones by currency as JSON, and errors as JSON.
    decided ${int} NOT NULL${preset('0')},
    processed ${int} NOT NULL${preset('0')},
    duplicates ${int} NOT NULL${preset('0')},
    rejected ${int} NOT NULL${preset('0')},
    warnings ${int} NOT NULL${preset('0')},
    amounts ${text} NOT NULL${preset("'[]'")},
    errors ${text} NOT NULL${preset("'[]'")},
    error_count ${int} NOT NULL${preset('0')},
    -- When import was through with it for the first time.
    imported_at ${time},
    withdrawn_at ${time},
    withdrawn_by ${text},
    ${keyedByTenant('upload_key', 'id')},
    UNIQUE (${own('', 'tenant_key, ')}first_transaction_id)
  ${end};
  CREATE UNIQUE INDEX upload_idempotency ON upload (tenant_key, user_key, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX upload_group ON upload (tenant_key, user_key, upload_group) WHERE upload_group IS NOT NULL;
  CREATE INDEX upload_file ON upload (tenant_key, file_sha256) WHERE file_sha256 IS NOT NULL;

  CREATE TABLE "transaction" (${transactionColumns(spelling)}
    ${key}
  ${endOfRows};
  -- What acquirers say they took.
  CREATE TABLE settlement_record (${recordColumns(spelling)}
    ${key}
  ${endOfRows};

  -- Changes after the import: of one row (the states from and to), or of a whole upload (seq is null).
  CREATE TABLE history (
    tenant_key ${int} NOT NULL,
    upload_key ${big} NOT NULL,
    history_key ${int},
    seq ${big},
    at ${time} NOT NULL,
    state_from ${small},
    state_to ${small},
    match_state_from ${small},
    match_state_to ${small},
    reason ${text} NOT NULL,
    actor ${text} NOT NULL,
    PRIMARY KEY (${own('', 'tenant_key, upload_key, ')}history_key)
  ${end};
  -- Which terminals the rows of a location name, or named once. Rows without a terminal have 0 on SQLite, '' with no_terminal on PostgreSQL.
  CREATE TABLE location_terminal (
    tenant_key ${int} NOT NULL,
    location_id ${text} NOT NULL,
    terminal_id ${own('ANY', text)} NOT NULL,${own('', ' no_terminal boolean NOT NULL,')}
    PRIMARY KEY (tenant_key, location_id, terminal_id${own('', ', no_terminal')})
  ${inOrderOfKey};`;
};
