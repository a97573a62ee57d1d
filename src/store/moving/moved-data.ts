/**
 * What is moved from one store to another: tables by the names and columns that PostgreSQL has for them, whatever the source calls them, and
 * one text for each row, by which both sides prove that they have the same.
 */
import { createHash } from 'node:crypto';
import { plainFields } from '../transaction-row.js';

/** Times are in the format of toISOString, ids in lower case with hyphens. */
export type MovedValue = string | number | boolean | null;
export type MovedRow = readonly MovedValue[];

/** Tables that are moved as a whole, each after those that it refers to. */
export const catalogueColumns = {
  customer: ['customer_key', 'id', 'name'],
  tenant: ['tenant_key', 'id', 'customer_key', 'name'],
  app_user: ['user_key', 'id', 'name', 'password_hash', 'credential_version', 'disabled'],
  user_role: ['user_key', 'role'],
  import_configuration: ['tenant_key', 'import_configuration_key', 'id', 'name', 'is_default', 'settings'],
  unit: ['tenant_key', 'unit_key', 'id', 'parent_key', 'name'],
  unit_location: ['tenant_key', 'unit_key', 'location_id'],
  unit_terminal: ['tenant_key', 'unit_key', 'terminal_id'],
  user_grant: ['user_key', 'customer_key', 'tenant_key', 'unit_key'],
  removed: ['id', 'kind', 'key'],
  location_terminal: ['tenant_key', 'location_id', 'terminal_id', 'no_terminal'],
} as const;

export type CatalogueTable = keyof typeof catalogueColumns;
export const catalogueTables = Object.keys(catalogueColumns) as CatalogueTable[];
export type Catalogue = Record<CatalogueTable, readonly MovedRow[]>;

/** Of an upload, in this order. Where rows are withdrawn, `withdrawn_at` is set. */
export const uploadColumns = [
  ...['tenant_key', 'upload_key', 'id', 'user_key', 'import_configuration_key', 'created_at', 'idempotency_key', 'fingerprint'],
  ...['batch_key', 'status', 'status_at', 'first_seq', 'first_transaction_id', 'rows', 'upload_group', 'group_key', 'decided'],
  ...['processed', 'duplicates', 'rejected', 'warnings', 'amounts', 'errors', 'error_count', 'tries', 'imported_at', 'withdrawn_at'],
  'withdrawn_by',
] as const;

/** Of a change, without the upload that it belongs to; in their order. */
export const historyColumns = [
  ...['seq', 'at', 'state_from', 'state_to', 'match_state_from', 'match_state_to', 'reason', 'actor'],
] as const;

/** Of a transaction, without its tenant. */
export const movedFields = [
  ...['seq', 'uploadKey', 'ticks', 'amount', 'duplicateHash', 'occurrence', 'duplicateGroup', 'state', 'matchState'],
  ...plainFields.filter((field) => field !== 'amount'),
  ...['transactionTypes', 'additionalData', 'comment'],
] as const;
const TICKS_AT = 2;
const AMOUNT_AT = 3;

/** A transaction in the order of {@link movedFields}; its ticks are text, because they may be more than a double holds. */
export type MovedTransaction = readonly (string | number | null)[];

export interface MovedUpload {
  /** In the order of {@link uploadColumns}. */
  values: MovedRow;
  tenantKey: number;
  uploadKey: number;
  id: string;
  firstSeq: number;
  rows: number;
  isWithdrawn: boolean;
  /** How many changes its transactions have had. */
  changes: number;
}

export interface MovedContent {
  history: readonly MovedRow[];
  transactions: readonly MovedTransaction[];
}

/** What a tenant's uploads come to. */
export interface MovedTenant {
  tenantKey: number;
  nextSeq: number;
  transactions: number;
  uploads: number;
  /** The first transaction id of its last upload. */
  lastId: string | null;
}

/** Transactions that count of one tenant and currency, and their exact sum. */
export interface MovedSum {
  tenantKey: number;
  currency: string | null;
  transactions: number;
  amount: string;
}

/** The uploads that {@link uploadColumns} describe. */
export function movedUpload(values: MovedRow, changes: number): MovedUpload {
  const of = (name: (typeof uploadColumns)[number]) => values[uploadColumns.indexOf(name)];
  return {
    values,
    tenantKey: of('tenant_key') as number,
    uploadKey: of('upload_key') as number,
    id: of('id') as string,
    firstSeq: of('first_seq') as number,
    rows: of('rows') as number,
    isWithdrawn: of('withdrawn_at') !== null,
    changes,
  };
}

/** Whether an upload has the same counts, state and number of changes on both sides; then so have its rows, unless one was tampered with. */
export function isAlike(one: MovedUpload, other: MovedUpload): boolean {
  return one.changes === other.changes && rowText(one.values) === rowText(other.values);
}

/** One text for a row. */
export function rowText(row: MovedRow): string {
  return JSON.stringify(row);
}

const bits = Buffer.alloc(8);

/**
 * SHA-256 over the texts of the rows, in 64 hexadecimal digits. A row is a JSON array as PostgreSQL writes it, with the eight bytes of its amount, so
 * that the database can make the same text by itself.
 */
export function transactionsHash(rows: readonly MovedTransaction[]): string {
  const hash = createHash('sha256');
  for (const [index, row] of rows.entries()) hash.update(index === 0 ? transactionText(row) : `\n${transactionText(row)}`);
  return hash.digest('hex');
}

function transactionText(row: MovedTransaction): string {
  let text = '[';
  for (let at = 0; at < row.length; at++) {
    const value = row[at] as string | number | null;
    if (at > 0) text += ', ';
    if (value === null) text += 'null';
    else if (at === AMOUNT_AT) text += `"${bytesOf(value as number)}"`;
    else text += at === TICKS_AT || typeof value === 'string' ? JSON.stringify(value) : value;
  }
  return `${text}]`;
}

function bytesOf(amount: number): string {
  bits.writeDoubleBE(amount + 0);
  return bits.toString('hex');
}
