/** What each database does in its own way. Everything else is done on both by the same statements. */
import type { UploadKind } from '../contract/states.js';
import type { Decide, RowDecision, UploadedFields } from './import-decisions.js';
import type { Work } from './sql/work.js';
import type { RowsToDecide } from './stored-upload.js';

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
  /** Tables with a row for each tenant, and with rows of users, that the other database does not have. */
  tenantTables: readonly string[];
  userTables: readonly string[];
  /** Whether the planner knows how many rows a condition holds of. */
  hasStatistics: boolean;
  /** Steps into the role that sees all users, tenants and units, and none of their data. */
  asAdmin(): Work<void>;
  /** The same, one after another over all who administer. */
  administer(): Work<void>;
  /** Moves an upload's rows to the withdrawn ones, or back; returns how many were moved. */
  moveRows(tenantKey: number, upload: UploadsRows, to: 'withdrawn' | 'back'): Work<number>;
  /** Inserts rows as import decided. */
  insertRows(place: RowsPlace, kind: UploadKind, rows: readonly UploadedFields[], decisions: readonly RowDecision[]): Work<void>;
  /** The decisions about the rows `own`, with the earlier rows that they ask for. */
  decisionsOf(tenantKey: number, own: RowsToDecide, decide: Decide): Work<readonly RowDecision[]>;
  /** Notes what lists find rows by: which states rows of an upload have been given. */
  noteStates(kind: UploadKind, tenantKey: number, uploadKey: number, decisions: readonly RowDecision[]): Work<void>;
  /** Notes the same for sales that matching has given a state. `seqs`: their numbers in their table. */
  noteMatchState(tenantKey: number, state: number, seqs: readonly number[]): Work<void>;
  /** The first of as many new keys of matches. */
  newMatchKeys(tenantKey: number, count: number): Work<number>;
}

/** The port of the database that the work runs on. */
export function* port(): Work<Port> {
  return (yield { mode: 'port' }) as Port;
}
