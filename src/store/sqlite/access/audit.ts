/** The audit trail in SQLite. Whoever makes a change appends its row in the same transaction. */
import { type AuditEntry, type AuditHead, nextAuditRow } from '../../audit.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

/** Must be called inside a transaction that began by writing; otherwise two rows might follow the same row. */
export function appendAudit(db: Database, entry: AuditEntry, at: Date): void {
  if (!db.inTransaction) throw new Error('an audit row goes with the change that it tells of');
  const head = statement(db, 'SELECT audit_key AS key, hash FROM audit ORDER BY audit_key DESC LIMIT 1').get() as AuditHead | undefined;
  const row = nextAuditRow(head ?? null, entry, at.toISOString());
  statement(
    db,
    `INSERT INTO audit (audit_key, at, actor, origin, action, object, outcome, request_id, details, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(row.key, row.at, row.actor, row.origin, row.action, row.object, row.outcome, row.requestId, row.details, row.hash);
}
