/**
 * The audit trail: who did what, when, to what. Each row carries a hash over itself and the hash before it, so that a row that was
 * changed, left out or moved shows. Only the end of the trail can be cut off unseen; a head that is kept elsewhere shows that, too.
 */
import { createHash } from 'node:crypto';

export interface AuditEntry {
  /** A user's name; `local:NAME` for a user of the machine who worked on the data directory; `server` for the server itself. */
  actor: string;
  /** The address that a request came from; null for work on the data directory. */
  origin: string | null;
  /** `user.disable`, `login.failed` and so on. */
  action: string;
  /** `user:<id>` and so on. */
  object: string;
  outcome: 'done' | 'refused';
  requestId: string | null;
  /** No secrets. */
  details: Record<string, unknown>;
}

/** Where a request came from, and its id. */
export type RequestOrigin = Pick<AuditEntry, 'origin' | 'requestId'>;

/** Of work on the data directory. */
export const noRequest: RequestOrigin = { origin: null, requestId: null };

/** A row of the trail. Keys count from 1 without a gap. */
export interface AuditRow extends AuditEntry {
  key: number;
  /** As toISOString writes it. */
  at: string;
  hash: string;
}

/** A row as it is kept: `details` is the text that the hash covers. */
export interface KeptAuditRow extends Omit<AuditRow, 'details' | 'outcome'> {
  outcome: string;
  details: string;
}

/** A row's place and hash, to be kept elsewhere. */
export interface AuditHead {
  key: number;
  hash: string;
}

export interface AuditCheck {
  rows: number;
  /** The last row; null where there is none. */
  head: AuditHead | null;
  /** The first row that is not what it was, with what is wrong; null where the chain is whole. */
  broken: { key: number; reason: string } | null;
}

/** Before the first row. */
const START = '';

/** The hash of a row (64 hexadecimal digits) after one with the hash `previous`. Source: ours, SHA-256 over a JSON array. */
function auditHash(previous: string, row: Omit<KeptAuditRow, 'hash'>): string {
  const { key, at, actor, origin, action, object, outcome, requestId, details } = row;
  const text = JSON.stringify([previous, key, at, actor, origin, action, object, outcome, requestId, details]);
  return createHash('sha256').update(text).digest('hex');
}

/** The row that comes after `head`. */
export function nextAuditRow(head: AuditHead | null, entry: AuditEntry, at: string): KeptAuditRow {
  const row = { ...entry, key: (head?.key ?? 0) + 1, at, details: JSON.stringify(entry.details) };
  return { ...row, hash: auditHash(head?.hash ?? START, row) };
}

/** Walks the chain from its first row. `kept` is an earlier head, which must still be in the trail. */
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
