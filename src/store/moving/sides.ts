/** The two sides of a move, as far as it has to know them. */
import type { Sql } from '../sql/work.js';
import type { MovedName, MovedRow, MovedTable, MovedTables, MovedUpload } from './moved-tables.js';
import type { MovedSum } from './sums.js';

/** Batch size: a transaction of this size keeps others waiting only briefly. An upload has no more rows. */
export const ROWS_AT_ONCE = 20_000;

/** Rows of a tenant with keys after `after` and up to `to`. */
export interface KeyRange {
  tenantKey: number;
  after: number;
  to: number;
}

export interface MoveSource {
  /** The secret of its duplicate keys, by which the target knows it again. */
  seed: number;
  /** What the SQL after `WHERE` finds, converted for the target. */
  rows(table: MovedTable, where: Sql): MovedRow[];
  /** SHA-256 over the texts of such rows of a table that has no doubles. */
  hash(table: MovedTable, where: Sql): string;
  /** The keys of a tenant's rows, rising. */
  keys(table: MovedTable, tenantKey: number): number[];
  count(table: MovedTable): number;
  /** How many rows and matches do not agree. */
  mismatchedRows(): number;
}

export type WholeTable = readonly [table: MovedTable, rows: readonly MovedRow[]];

export interface MoveTarget {
  tables(): Promise<MovedTables>;
  /** Fails with `usage` where it has data of a store with another secret. */
  check(seed: number): Promise<void>;
  /** Takes the tables that are copied as a whole, and the source's secret. */
  begin(seed: number, whole: readonly WholeTable[]): Promise<void>;
  /** The texts of all rows of a table. */
  wholeTexts(table: MovedTable): Promise<string[]>;
  /** The texts of rows by their keys. */
  texts(table: MovedTable, range: KeyRange): Promise<Map<number, string>>;
  /** SHA-256 over these. */
  hash(table: MovedTable, range: KeyRange): Promise<string>;
  /** The same for each upload of one tenant that has rows in the table. */
  hashes(table: MovedTable, uploads: readonly MovedUpload[]): Promise<Map<number, string>>;
  /** Takes rows out by their keys and puts others in, in one transaction. */
  replaceKept(table: MovedTable, tenantKey: number, gone: readonly number[], rows: readonly MovedRow[]): Promise<void>;
  /** Replaces uploads of one tenant, with all that belongs to them, in one transaction. */
  replace(uploads: readonly MovedUpload[], rows: readonly WholeTable[]): Promise<void>;
  /** Takes uploads of one tenant out again. */
  remove(uploads: readonly MovedUpload[]): Promise<void>;
  /** The last row of its audit trail; null in an empty one. */
  auditHead(): Promise<{ key: number; hash: string } | null>;
  appendAudit(table: MovedTable, after: number, rows: readonly MovedRow[]): Promise<void>;
  /** Brings the whole tables up to date, which depend on all other data. */
  settle(whole: readonly WholeTable[]): Promise<void>;
  /** Uploads of one tenant that were found equal, by key, with the source's sums. Neither they nor a row of theirs changed since. */
  compared(uploads: readonly MovedUpload[]): Promise<Map<number, readonly MovedSum[]>>;
  /** Notes that they were found equal. */
  noteCompared(uploads: readonly MovedUpload[], sums: ReadonlyMap<number, readonly MovedSum[]>): Promise<void>;
  /** Forgets all that was noted. */
  forgetCompared(): Promise<void>;
  sums(): Promise<MovedSum[]>;
  count(name: MovedName): Promise<number>;
  /** Gives the rows of a tenant the states and matches that they have by its matches. */
  enterMatches(tenantKey: number): Promise<void>;
  /** How many rows and matches of a tenant do not agree. */
  mismatchedRows(tenantKey: number): Promise<number>;
  /** Fault of its audit trail, recomputed from the first row; null where it is whole. */
  brokenAudit(): Promise<string | null>;
}
