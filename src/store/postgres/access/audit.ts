/** The audit trail on PostgreSQL: one chain for all servers. Whoever makes a change appends its row in the same transaction. */
import { type AuditEntry, type KeptAuditRow, nextAuditRow } from '../../audit.js';
import type { Session } from '../database/session.js';

export type AppendedRow = Pick<KeptAuditRow, 'key' | 'hash'>;

/**
 * The row, as far as it tells it from any other. Takes the lock of the chain, so it must be the last thing that a transaction does: two never wait
 * for each other then.
 */
export async function appendAudit(session: Session, entry: AuditEntry, at: Date): Promise<AppendedRow> {
  const head = await session.first<{ key: number; hash: string }>('SELECT audit_key AS key, hash FROM audit_head FOR UPDATE');
  const row = nextAuditRow(head && head.key > 0 ? head : null, entry, at.toISOString());
  await session.run(
    `WITH appended AS (
       INSERT INTO audit (audit_key, at, actor, origin, action, object, outcome, request_id, details, hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     )
     UPDATE audit_head SET audit_key = $1, hash = $10`,
    row.key,
    row.at,
    row.actor,
    row.origin,
    row.action,
    row.object,
    row.outcome,
    row.requestId,
    row.details,
    row.hash,
  );
  return row;
}

export async function isInAudit(session: Session, { key, hash }: AppendedRow): Promise<boolean> {
  return (await session.first('SELECT 1 FROM audit WHERE audit_key = $1 AND hash = $2', key, hash)) !== undefined;
}
