/**
 * The audit trail: who did what, when, to what. Each row carries a hash over itself and the previous row's hash, so that a changed, missing
 * or moved row shows. Only cutting off the end of the trail goes unnoticed, unless a head was kept elsewhere.
 */
import { createHash } from 'node:crypto';
import type { UploadKind } from '../contract/states.js';

export interface AuditEntry {
  /** A user's name, `local:NAME` for a user of the machine who worked on the data directory, `server`, or `unknown` for a failed log-in. */
  actor: string;
  /** The address a request came from; null for work on the data directory. */
  origin: string | null;
  /** `user.disable`, `login.failed` and so on. */
  action: string;
  /** `user:<id>` and so on. */
  object: string;
  outcome: 'done' | 'refused';
  requestId: string | null;
  /** Must hold no secrets. */
  details: Record<string, unknown>;
}

/** Where a request came from, and its id. */
export type RequestOrigin = Pick<AuditEntry, 'origin' | 'requestId'>;

/** For work on the data directory, which no request asked for. */
export const noRequest: RequestOrigin = { origin: null, requestId: null };

/** A row of the trail. Keys count from 1 without gaps. */
export interface AuditRow extends AuditEntry {
  key: number;
  /** In the format of toISOString. */
  at: string;
  hash: string;
}

/** A row with what its object is called: now, or where it is gone, then. */
export interface NamedAuditRow extends AuditRow {
  /** Null where it has no name. */
  name: string | null;
}

/**
 * An upload that was received. Each stands in the data itself, whole with its rows, and needs no row of the trail; it is told beside those.
 */
export interface ReceivedUpload {
  /** In the format of toISOString. */
  at: string;
  /** The name of the user. */
  actor: string;
  uploadId: string;
  tenant: string;
  kind: UploadKind;
  /** How many rows it brought: transactions, or settlement records. */
  transactions: number;
}

/** Rows of the trail and uploads, both oldest first, as one list: the newest first, and of one moment the later. */
export function newestFirst(rows: readonly NamedAuditRow[], uploads: readonly ReceivedUpload[]): (NamedAuditRow | ReceivedUpload)[] {
  return [...rows, ...uploads].reverse().sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
}

/** What the object of a row was called when it was written, as far as the row says so. */
export function nameThen({ name }: Record<string, unknown>): string | null {
  return typeof name === 'string' ? name : null;
}

/** A row as it is stored: `details` is the very text that the hash covers. */
export interface KeptAuditRow extends Omit<AuditRow, 'details' | 'outcome'> {
  outcome: string;
  details: string;
}

/** The place and hash of a row, to be kept outside the database. */
export interface AuditHead {
  key: number;
  hash: string;
}

export interface AuditCheck {
  rows: number;
  /** The last row; null in an empty trail. */
  head: AuditHead | null;
  /** The first row that is wrong, and how; null when the chain is intact. */
  broken: { key: number; reason: string } | null;
}

/** Stands for the hash before the first row. */
const START = '';

/**
 * The hash of a row (SHA-256 over a JSON array, 64 hexadecimal digits) that follows a row with the hash `previous`. The scheme is our own.
 */
function auditHash(previous: string, row: Omit<KeptAuditRow, 'hash'>): string {
  const { key, at, actor, origin, action, object, outcome, requestId, details } = row;
  const text = JSON.stringify([previous, key, at, actor, origin, action, object, outcome, requestId, details]);
  return createHash('sha256').update(text).digest('hex');
}

/** The row that follows `head`; null is an empty trail. */
export function nextAuditRow(head: AuditHead | null, entry: AuditEntry, at: string): KeptAuditRow {
  const row = { ...entry, key: (head?.key ?? 0) + 1, at, details: JSON.stringify(entry.details) };
  return { ...row, hash: auditHash(head?.hash ?? START, row) };
}

/** The details of a row. Never fails: a row that somebody has tampered with must still be shown. */
export function keptDetails(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { unreadable: text };
  }
}

/** Checks the chain from its first row. `kept` is an earlier head, which must still be in the trail. */
export function checkChain(rows: Iterable<KeptAuditRow>, kept: AuditHead | null): AuditCheck {
  let head: AuditHead | null = null;
  let count = 0;
  const broken = (key: number, reason: string) => ({ rows: count, head, broken: { key, reason } });
  for (const row of rows) {
    const expected: number = (head?.key ?? 0) + 1;
    if (row.key !== expected) return broken(expected, 'it is missing');
    if (row.hash !== auditHash(head?.hash ?? START, row)) return broken(row.key, 'it, or the row before it, was changed');
    if (row.key === kept?.key && row.hash !== kept.hash) return broken(row.key, 'it is not the row that was kept');
    head = { key: row.key, hash: row.hash };
    count += 1;
  }
  if (kept && kept.key > (head?.key ?? 0)) return broken((head?.key ?? 0) + 1, `it is missing: the end up to row ${kept.key} was cut off`);
  return { rows: count, head, broken: null };
}
