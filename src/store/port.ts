/** What each database does in its own way. Everything else is done on both by the same statements. */
import type { UploadKind } from '../contract/states.js';
import type { Decide, RowDecision } from './decisions.js';
import type { Sql, Work } from './sql/work.js';
import type { RowsToDecide } from './stored-upload.js';
import type { UploadedFields } from './uploaded-fields.js';

/** Where the rows of an upload go. */
export interface RowsPlace {
  tenantKey: number;
  uploadKey: number;
  firstSeq: number;
  /** The upload group, stored with the rows that turn out to be duplicates. */
  duplicateGroup: number;
}

/** The rows of an upload. */
export interface UploadsRows {
  kind: UploadKind;
  uploadKey: number;
  firstSeq: number;
  rows: number;
}

export interface Port {
  /** Whether the places of a unit, and grants on it, name its tenant, too: PostgreSQL's row level security looks there. */
  namesTenantOfUnits: boolean;
  /** Tables with a row for each tenant, and with rows of users, that the other database does not have. */
  tenantTables: readonly string[];
  userTables: readonly string[];
  /** The table that counts the rows of each tenant. */
  counters: Sql;
  /**
   * The key of a tenant where rows are looked up by keys of their own. PostgreSQL's planner takes it for any tenant: of one that is too new or
   * too small for its statistics it would believe that there are no rows, and read all of them for each key.
   */
  anyTenant(tenantKey: number): Sql;
  /** Whether the column before it is one of the keys. */
  among(keys: readonly number[] | readonly string[]): Sql;
  /** Joins in the order in which they are written: SQLite has no statistics to find a better one by. */
  join: Sql;
  /** SQLite's planner reads the table by this index, and by none but the primary key. */
  indexedBy(index: string): Sql;
  notIndexed: Sql;
  /** PostgreSQL's planner runs the query before it for one row after another, instead of reading all rows for it. */
  oneByOne: Sql;
  /** Condition on a location's terminal: it is the entry that stands for rows without a terminal. */
  withoutTerminal: Sql;
  /** Whether a joined query may name the tables before it. */
  hasLateral: boolean;
  /** Whether the planner knows how many rows a condition holds of. */
  hasStatistics: boolean;
  /** The columns of JsonRow, from the tables called `sale` and `upload`, as a list and a detail show a transaction. */
  transactionColumns: { list: Sql; detail: Sql };
  /** Selects the last row of the audit trail; nobody else appends one until the transaction ends. */
  auditHead: Sql;
  /** The insertion of the row that follows, with what notes it as the last one. */
  withAuditHead(insertion: Sql, row: { key: number; hash: string }): Sql;
  /** The figures of a store that each database counts in its own way, as columns. */
  ownFigures: Sql;
  /** The day, since 1970, of a date as text; null of null. */
  dayOfDate(date: Sql): Sql;
  /** How a location's terminal is noted, where there may be none. */
  notedTerminal(terminal: Sql): { columns: Sql; values: Sql };
  /** Selects what a query finds for each of the given rows: see {@link runEach}. */
  foundForEach(from: Sql, query: Sql): Sql;
  /** Steps into the role that sees all users, tenants and units, and none of their data. */
  asAdmin(): Work<void>;
  /** The same, one after another over all who administer. */
  administer(): Work<void>;
  /** Sets no column, or those that say who matches the tenant; ends with a comma then. */
  endOfLease: Sql;
  /** What the hashes of a database begin with: a column called `seed`, and its table. */
  duplicateSeed: string;
  /** The table in which the rows of withdrawn uploads are, and the key of the tenant there. */
  withdrawn(kind: UploadKind, tenantKey: number): { table: Sql; key: number };
  /** Moves an upload's rows to the withdrawn ones, or back; returns how many were moved. */
  moveRows(tenantKey: number, upload: UploadsRows, to: 'withdrawn' | 'back'): Work<number>;
  /** Inserts rows as import decided, or as staged where `decisions` is null. */
  insertRows(place: RowsPlace, kind: UploadKind, rows: readonly UploadedFields[], decisions: readonly RowDecision[] | null): Work<void>;
  /** The decisions about the rows `own`, with the earlier rows that they ask for. */
  decisionsOf(tenantKey: number, own: RowsToDecide, decide: Decide): Work<readonly RowDecision[]>;
  /** The key of a new row of history, from what is given for it. */
  historyKey(tenantKey: number): Sql;
  /** Notes what lists find rows by: which states rows of an upload have been given. */
  noteStates(kind: UploadKind, tenantKey: number, uploadKey: number, decisions: readonly RowDecision[]): Work<void>;
  /** Notes the same for sales that matching has given a state. `seqs`: their numbers in their table. */
  noteMatchState(tenantKey: number, state: number, seqs: readonly number[]): Work<void>;
  /** The first of as many new keys of matches. */
  newMatchKeys(tenantKey: number, count: number): Work<number>;
  /** The import of the upload is over. */
  leaveQueue(tenantKey: number, uploadKey: number): Work<void>;
}

/** The port of the database that the work runs on. */
export function* port(): Work<Port> {
  return (yield { mode: 'port' }) as Port;
}
