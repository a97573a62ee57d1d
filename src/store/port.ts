/** What each database does in its own way with the rows of uploads. Everything else is done on both by the same statements. */
import type { UploadKind } from '../contract/states.js';
import type { Decide, RowDecision } from './decisions.js';
import { type Dialect, dialect, type Sql, type Work } from './sql/work.js';
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

export interface Port extends Dialect {
  /** The day, since 1970, of a sale of a table called `sale`, by which runs of matching find it; null where it has none. */
  dayOfSale: Sql;
  /** What is selected of the rows that a query finds for each of those given: see {@link runEach}. */
  foundForEach(from: Sql, query: Sql): Sql;
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
  /** The same of sales that matching has given a state, by their numbers in their table. */
  noteMatchState(tenantKey: number, state: number, seqs: readonly number[]): Work<void>;
  /** The first of as many new keys of matches. */
  newMatchKeys(tenantKey: number, count: number): Work<number>;
  /** The import of the upload is over. */
  leaveQueue(tenantKey: number, uploadKey: number): Work<void>;
}

/** The port of the database that the work runs on. */
export function* port(): Work<Port> {
  return (yield* dialect()) as Port;
}
