/** The two sides of a move, as far as it has to know them. */
import type { KeptAuditRow } from '../audit.js';
import type { Catalogue, KeptTable, MovedContent, MovedKeptRow, MovedRow, MovedSum, MovedTenant, MovedUpload } from './moved-data.js';

export const PAGE = 1_000;
/** As many as fit into one transaction without others waiting for long; an upload has no more. */
export const ROWS_AT_ONCE = 20_000;

/** What the rows of an upload come to: SHA-256 over them, and the sums of those that count. */
export interface MovedRows {
  hash: string;
  sums: readonly MovedSum[];
}

export interface KeptRange {
  tenantKey: number;
  after: number;
  to: number;
}

export interface KeptPage {
  /** SHA-256 over the texts of its rows. */
  hash: string;
  /** Up to which key these are all that there are. */
  to: number;
  rows(): MovedKeptRow[];
}

export interface MoveSource {
  /** The secret of its duplicate keys, by which the target knows it again. */
  seed: number;
  catalogue(): Catalogue;
  tenants(): MovedTenant[];
  /** At most `limit` uploads of a tenant, from the one after `after` on, in the order of their keys. */
  uploads(tenantKey: number, after: number, limit: number): MovedUpload[];
  content(upload: MovedUpload): MovedContent;
  /** The rows of the audit trail after one. */
  auditRows(after: number): KeptAuditRow[];
  rows(uploads: readonly MovedUpload[]): Map<number, MovedRows>;
  /** The changes of each upload that has some, in their order. */
  history(uploads: readonly MovedUpload[]): Map<number, readonly MovedRow[]>;
  counts(): Record<string, number>;
  /** The rows of a tenant in a table of matching, in the order of their keys, at most {@link ROWS_AT_ONCE} at a time. */
  kept(table: KeptTable, tenantKey: number): Iterable<KeptPage>;
  /** How many rows and matches do not agree. */
  mismatchedRows(): number;
}

export interface MoveTarget {
  /** Fails with `usage` where it has data of a store with another secret. */
  check(seed: number): Promise<void>;
  /** Takes the catalogue of the source, and its secret. */
  begin(seed: number, catalogue: Catalogue): Promise<void>;
  /** The uploads of a tenant with keys after `after` and up to `to`. */
  uploads(tenantKey: number, after: number, to: number): Promise<MovedUpload[]>;
  /** Replaces uploads of one tenant, with all that belongs to them, in one transaction. */
  replace(uploads: readonly { upload: MovedUpload; content: MovedContent }[]): Promise<void>;
  /** Takes an upload out again. */
  remove(upload: MovedUpload): Promise<void>;
  /** The last row of its audit trail; null in an empty one. */
  auditHead(): Promise<{ key: number; hash: string } | null>;
  appendAudit(rows: readonly KeptAuditRow[]): Promise<void>;
  /** What depends on all of it: the catalogue as it is now, the counters of tenants, and the uploads that wait for import. */
  settle(catalogue: Catalogue, tenants: readonly MovedTenant[]): Promise<void>;
  catalogue(): Promise<Catalogue>;
  tenants(): Promise<MovedTenant[]>;
  /** SHA-256 over the rows of each upload. */
  hashes(uploads: readonly MovedUpload[]): Promise<Map<number, string>>;
  /** Of uploads of one tenant those that were found equal as they are now, and of which no row was written since; with the source's sums. */
  compared(uploads: readonly MovedUpload[]): Promise<Map<number, readonly MovedSum[]>>;
  /** Notes that they were found equal. */
  noteCompared(uploads: readonly MovedUpload[], sums: ReadonlyMap<number, MovedRows>): Promise<void>;
  /** Forgets all that was noted. */
  forgetCompared(): Promise<void>;
  history(uploads: readonly MovedUpload[]): Promise<Map<number, readonly MovedRow[]>>;
  sums(): Promise<MovedSum[]>;
  counts(): Promise<Record<string, number>>;
  /** SHA-256 over the rows of a table of matching that have keys after `after` and up to `to`. */
  keptHash(table: KeptTable, range: KeptRange): Promise<string>;
  /** Their texts, by their keys. */
  keptTexts(table: KeptTable, range: KeptRange): Promise<Map<number, string>>;
  /** Takes rows out by their keys and puts others in, in one transaction. */
  replaceKept(table: KeptTable, tenantKey: number, gone: readonly number[], rows: readonly MovedKeptRow[]): Promise<void>;
  /** Gives the rows of a tenant the states and matches that they have by its matches. */
  enterMatches(tenantKey: number): Promise<void>;
  /** How many rows and matches of a tenant do not agree. */
  mismatchedRows(tenantKey: number): Promise<number>;
  /** What is wrong with its audit trail, recomputed from the first row; null where nothing is. */
  brokenAudit(): Promise<string | null>;
}
