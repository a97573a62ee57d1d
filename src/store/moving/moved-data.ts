/**
 * What is moved from one store to another: tables by the names and columns that PostgreSQL has for them, whatever the source calls them, and
 * one text for each row, by which both sides prove that they have the same.
 */
import { createHash } from 'node:crypto';
import { named } from '../../contract/own-names.js';
import type { UploadKind } from '../../contract/states.js';
import { matchStateCodes } from '../codes.js';
import { recordFields } from '../record-row.js';
import { plainColumns } from '../schema/plain-tables.js';
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
  match_forbidden: ['tenant_key', 'sale_seq', 'record_seq'],
  match_decision: ['tenant_key', 'decision_key', 'action', 'at', 'actor', 'text', 'rows'],
  ...plainColumns,
  match_progress: [
    'tenant_key',
    'next_match_key',
    'changed',
    'arrived',
    'seen',
    'seen_rules',
    'finished_at',
    'changed_from',
    'is_all',
    'frontier',
    'late',
  ],
} as const;

export type CatalogueTable = keyof typeof catalogueColumns;
export const catalogueTables = Object.keys(catalogueColumns) as CatalogueTable[];
export type Catalogue = Record<CatalogueTable, readonly MovedRow[]>;

/** Of an upload, in this order. Where rows are withdrawn, `withdrawn_at` is set. */
export const uploadColumns = [
  ...['tenant_key', 'upload_key', 'kind', 'id', 'user_key', 'import_configuration_key', 'created_at', 'idempotency_key', 'fingerprint'],
  ...['batch_key', 'status', 'status_at', 'first_seq', 'first_transaction_id', 'rows', 'upload_group', 'group_key', 'decided'],
  ...['processed', 'duplicates', 'rejected', 'warnings', 'amounts', 'errors', 'error_count', 'tries', 'imported_at', 'withdrawn_at'],
  'withdrawn_by',
] as const;

/** Of a change, without the upload that it belongs to; in their order. */
export const historyColumns = [
  ...['seq', 'at', 'state_from', 'state_to', 'match_state_from', 'match_state_to', 'reason', 'actor'],
] as const;

/**
 * Tables of what matching made. They are as large as the rows are many, and change all the time, so of each only those rows are copied that differ,
 * found by the keys that come first. The numbers of the rows of a match that has more than two come last, as one text.
 */
export const keptColumns = {
  match: [
    ...['match_key', 'id', 'kind', 'rule', 'how', 'pinned', 'sale_seq', 'record_seq', 'sales', 'records', 'sales_units', 'records_units'],
    ...['currency', 'day', 'matched_at', 'decided_by', 'note'],
  ],
  match_open: ['number', 'day', 'reason', 'parameters', 'missing', 'involved', 'note'],
} as const;

/** A row of such a table. Its text has of each column the number of its characters, a colon and these, or a hyphen for null: both sides make it in SQL. */
export interface MovedKeptRow {
  key: number;
  text: string;
  values: MovedRow;
}

export type KeptTable = keyof typeof keptColumns;
export const keptTables = Object.keys(keptColumns) as KeptTable[];

/** How a field is written. Ticks are text, because they may be more than a double holds. */
export type MovedType = 'int2' | 'int4' | 'int8' | 'ticks' | 'double' | 'text';
export interface MovedField {
  field: string;
  type: MovedType;
}

const typed = (type: MovedType, ...fields: readonly string[]): MovedField[] => fields.map((field) => ({ field, type }));
const decidedFields = [
  ...typed('int8', 'duplicateHash'),
  ...typed('int4', 'occurrence'),
  ...typed('int8', 'duplicateGroup'),
  ...typed('int2', 'state', 'matchState'),
];
const lastFields = [...typed('text', 'additionalData', 'comment'), ...typed('int8', 'matchKey')];
const numbersOfRecord: Partial<Record<string, MovedType>> = named({
  amount: 'double',
  fee: 'double',
  netAmount: 'double',
  exchangeRate: 'double',
  transactionCount: 'int4',
});

/** Of a row of an upload, without its tenant; the match that it is in comes last. */
export const movedFields: Record<UploadKind, readonly MovedField[]> = {
  Sales: [
    ...typed('int8', 'seq', 'uploadKey'),
    ...typed('ticks', 'ticks'),
    ...decidedFields,
    ...plainFields.map((field): MovedField => ({ field, type: field === 'amount' ? 'double' : 'text' })),
    ...typed('text', 'transactionTypes'),
    ...lastFields,
  ],
  Settlement: [
    ...typed('int8', 'seq', 'uploadKey'),
    ...typed('ticks', 'ticks'),
    ...typed('int4', 'day'),
    ...decidedFields,
    ...recordFields.map((field): MovedField => ({ field, type: numbersOfRecord[field] ?? 'text' })),
    ...lastFields,
  ],
};

/** A row of an upload in the order of {@link movedFields}. */
export type MovedUploadRow = readonly (string | number | null)[];

export interface MovedUpload {
  /** In the order of {@link uploadColumns}. */
  values: MovedRow;
  tenantKey: number;
  uploadKey: number;
  kind: UploadKind;
  id: string;
  firstSeq: number;
  rows: number;
  isWithdrawn: boolean;
  /** How many changes its rows have had. */
  changes: number;
}

export interface MovedContent {
  history: readonly MovedRow[];
  rows: readonly MovedUploadRow[];
}

/** What a tenant's uploads come to. */
export interface MovedTenant {
  tenantKey: number;
  nextSeq: number;
  transactions: number;
  records: number;
  uploads: number;
  /** The first transaction id of its last upload. */
  lastId: string | null;
}

/** Rows that count of one tenant, kind and currency, and their exact sum. */
export interface MovedSum {
  tenantKey: number;
  kind: UploadKind;
  currency: string | null;
  rows: number;
  amount: string;
}

/** The uploads that {@link uploadColumns} describe. */
export function movedUpload(values: MovedRow, changes: number): MovedUpload {
  const of = (name: (typeof uploadColumns)[number]) => values[uploadColumns.indexOf(name)];
  return {
    values,
    tenantKey: of('tenant_key') as number,
    uploadKey: of('upload_key') as number,
    kind: of('kind') as UploadKind,
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

/** SHA-256 over texts, one a line, in 64 hexadecimal digits. */
export function textsHash(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  let isFirst = true;
  for (const text of texts) {
    hash.update(isFirst ? text : `\n${text}`);
    isFirst = false;
  }
  return hash.digest('hex');
}

/**
 * Over the rows of an upload as import made them: what matching makes of them is compared by the matches. A row is a JSON array as PostgreSQL writes
 * it, with the eight bytes of each double, so that the database can make the same text by itself.
 */
export function rowsHash(kind: UploadKind, rows: readonly MovedUploadRow[]): string {
  const types = movedFields[kind].map(({ type }) => type);
  const stateAt = movedFields[kind].findIndex(({ field }) => field === 'matchState');
  return textsHash(rows.map((row) => uploadRowText(row, types, stateAt)));
}

function uploadRowText(row: MovedUploadRow, types: readonly MovedType[], stateAt: number): string {
  const matchAt = row.length - 1;
  let text = '[';
  for (let at = 0; at < matchAt; at++) {
    // A row that is in a match was open before.
    const value = at === stateAt && row[matchAt] !== null ? matchStateCodes.Unmatched : (row[at] as string | number | null);
    if (at > 0) text += ', ';
    if (value === null) text += 'null';
    else if (types[at] === 'double') text += `"${bytesOf(value as number)}"`;
    else text += typeof value === 'string' ? JSON.stringify(value) : value;
  }
  return `${text}]`;
}

function bytesOf(amount: number): string {
  bits.writeDoubleBE(amount + 0);
  return bits.toString('hex');
}
