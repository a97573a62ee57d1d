/**
 * The tables that a move copies from SQLite to PostgreSQL, and how the two databases store them differently. The columns are PostgreSQL's, and
 * their types say how values are converted. Both sides make a text of each row, and compare these to prove that the rows are equal.
 */
import { createHash } from 'node:crypto';
import type { UploadKind } from '../../contract/states.js';
import { matchStateCodes } from '../codes.js';
import { type PlainTableName, plainTableNames } from '../schema/plain-tables.js';
import { inCamelCase } from '../sql/work.js';

interface TableOfMove {
  /** Rows are grouped by this number, and told in its order. */
  key: string;
  /** The order of the rows with one key. */
  order?: string;
  /** What SQLite reads it from, and which rows. */
  from?: string;
  only?: string;
  /** SQL for what a column holds; on PostgreSQL, for the text alone. */
  sqlite?: Readonly<Record<string, string>>;
  postgres?: Readonly<Record<string, string>>;
  /** SQL for what the text of a row has besides its columns. */
  besides?: string;
}

const ofUploads = (selected: string) => `(SELECT ${selected} FROM upload WHERE upload.tenant_key = tenant.tenant_key)`;
const rowsOfUploads = (from: string, isWithdrawn: boolean): TableOfMove => ({
  key: 'upload_key',
  order: 'seq',
  from,
  // Not by an index.
  only: `+tenant_key ${isWithdrawn ? '<' : '>'} 0`,
  // Ticks may be more than a double holds.
  sqlite: { tenant_key: 'abs(tenant_key)', ticks: 'CAST(ticks AS TEXT)' },
  postgres: { ticks: 'ticks::text' },
});

const plain = Object.fromEntries(plainTableNames.map((name) => [name, { key: 'tenant_key' }])) as Record<PlainTableName, TableOfMove>;

/** Tables that refer to others come after them. */
const described = {
  customer: { key: 'customer_key' },
  tenant: { key: 'tenant_key' },
  app_user: { key: 'user_key' },
  user_role: { key: 'user_key' },
  import_configuration: { key: 'import_configuration_key' },
  unit: { key: 'unit_key' },
  unit_location: { key: 'unit_key', from: 'unit_location JOIN unit USING (unit_key)' },
  unit_terminal: { key: 'unit_key', from: 'unit_terminal JOIN unit USING (unit_key)' },
  user_grant: {
    key: 'user_key',
    from: 'user_grant AS own LEFT JOIN unit USING (unit_key)',
    sqlite: { tenant_key: 'ifnull(own.tenant_key, unit.tenant_key)' },
  },
  removed: { key: 'key' },
  location_terminal: {
    key: 'tenant_key',
    sqlite: { terminal_id: "iif(typeof(terminal_id) = 'text', terminal_id, '')", no_terminal: "typeof(terminal_id) <> 'text'" },
  },
  match_forbidden: { key: 'sale_seq' },
  match_decision: { key: 'decision_key' },
  match_claim: { key: 'number' },
  ...plain,
  match_progress: {
    key: 'tenant_key',
    // Keys of matches are counted over all tenants in SQLite, and nobody matches while data are moved.
    sqlite: { next_match_key: '(SELECT ifnull(max(match_key), 0) + 1 FROM match)', leased_by: 'NULL', leased_until: 'NULL' },
  },
  tenant_counter: {
    key: 'tenant_key',
    from: 'tenant',
    sqlite: {
      next_seq: ofUploads('max(ifnull(max(first_seq + rows), 1), ifnull(max(upload_key) + 1, 1))'),
      uploads: ofUploads('count(*)'),
      last_id: `(SELECT first_transaction_id FROM upload WHERE upload.tenant_key = tenant.tenant_key ORDER BY upload_key DESC LIMIT 1)`,
    },
  },
  audit: { key: 'audit_key' },
  // Where as many changes are noted, and all else is the same, so are the rows.
  upload: {
    key: 'upload_key',
    besides:
      '(SELECT count(*) FROM history AS change WHERE change.upload_key = upload.upload_key AND change.tenant_key = upload.tenant_key)',
  },
  history: {
    key: 'upload_key',
    order: 'history_key',
    sqlite: { history_key: 'row_number() OVER (PARTITION BY upload_key ORDER BY history_key)' },
  },
  transaction: rowsOfUploads('"transaction"', false),
  transaction_withdrawn: rowsOfUploads('"transaction"', true),
  settlement_record: rowsOfUploads('settlement_record', false),
  settlement_record_withdrawn: rowsOfUploads('settlement_record', true),
  match: { key: 'match_key' },
  match_item: { key: 'match_key', order: 'number' },
  match_open: { key: 'number' },
} as const satisfies Record<string, TableOfMove>;

export type MovedName = keyof typeof described;
export const movedNames = Object.keys(described) as MovedName[];
/** Copied as a whole: they are small. */
export const wholeTables = movedNames.slice(0, movedNames.indexOf('audit'));
/** As large as the rows are many, and always changing: what differs is copied, found by their keys. */
export const keptTables = ['match', 'match_item', 'match_open'] as const satisfies readonly MovedName[];

/** Times are in the format of toISOString, ids in lower case with hyphens. */
export type MovedValue = string | number | boolean | null;
export type MovedRow = readonly MovedValue[];

export interface MovedTable extends TableOfMove {
  name: MovedName;
  /** With their types as PostgreSQL calls them, in the order of its rows. */
  columns: readonly { name: string; type: string }[];
}
export type MovedTables = Record<MovedName, MovedTable>;

export function movedTables(columns: readonly { table: string; name: string; type: string }[]): MovedTables {
  const tables = movedNames.map((name) => [name, { ...described[name], name, columns: columns.filter(({ table }) => table === name) }]);
  return Object.fromEntries(tables) as MovedTables;
}

/**
 * A table of rows as import made them: what matching makes of them is compared by the matches. A row that is in a match was open before; one that is
 * in a match although its tenant has none is made different from all others. On PostgreSQL, the tenant is the first value of the statement.
 */
export function asImported(table: MovedTable): MovedTable {
  const state = (inMatch: string) => `CASE WHEN match_key IS NULL THEN match_state ELSE ${inMatch} END`;
  const { Unmatched } = matchStateCodes;
  const ifMatched = `CASE WHEN EXISTS (SELECT 1 FROM match_progress WHERE tenant_key = $1) THEN ${Unmatched} ELSE -1 END`;
  return {
    ...table,
    sqlite: { ...table.sqlite, match_state: state(String(Unmatched)), match_key: 'NULL' },
    postgres: { ...table.postgres, match_state: state(ifMatched), match_key: 'NULL' },
  };
}

export interface MovedUpload {
  row: MovedRow;
  text: string;
  tenantKey: number;
  uploadKey: number;
  kind: UploadKind;
  id: string;
  firstSeq: number;
  rows: number;
  withdrawnAt: string | null;
  /** How many changes its rows have had. */
  changes: number;
}

export function movedUpload(table: MovedTable, row: MovedRow): MovedUpload {
  return { ...objectOf<MovedUpload>(table, row), row, text: rowText(table, row), changes: row.at(-1) as number };
}

/** The values by the names of their columns in camel case. */
export function objectOf<Row>({ columns }: MovedTable, row: MovedRow): Row {
  return inCamelCase(Object.fromEntries(columns.map(({ name }, at) => [name, row[at]]))) as Row;
}

/** Where the rows of an upload are. */
export function tableOf({ kind, withdrawnAt }: MovedUpload): MovedName {
  const name = kind === 'Sales' ? 'transaction' : 'settlement_record';
  return withdrawnAt === null ? name : `${name}_withdrawn`;
}

const bits = Buffer.alloc(8);

/** A JSON array as PostgreSQL writes it, with the eight bytes of each double. */
export function rowText({ columns }: MovedTable, row: MovedRow): string {
  let text = '[';
  for (let at = 0; at < row.length; at++) {
    const value = row[at] as MovedValue;
    if (at > 0) text += ', ';
    if (typeof value === 'string') text += JSON.stringify(value);
    else if (value !== null && columns[at]?.type === 'double precision') {
      // Minus zero is zero.
      bits.writeDoubleBE((value as number) + 0);
      text += `"${bits.toString('hex')}"`;
    } else text += value;
  }
  return `${text}]`;
}

export function keyOf({ columns, key }: MovedTable, row: MovedRow): number {
  return row[columns.findIndex(({ name }) => name === key)] as number;
}

/** One text for the rows of each key, which come in the order of these. */
export function textsByKey(table: MovedTable, rows: readonly MovedRow[]): Map<number, string> {
  const texts = new Map<number, string>();
  for (const row of rows) {
    const [key, text] = [keyOf(table, row), rowText(table, row)];
    const before = texts.get(key);
    texts.set(key, before === undefined ? text : `${before}\n${text}`);
  }
  return texts;
}

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
