/** The audit trail in SQLite. Whoever makes a change appends its row in the same transaction. */
import type { AuditFilter } from '../../administration.js';
import {
  type AuditCheck,
  type AuditEntry,
  type AuditHead,
  type AuditRow,
  checkChain,
  type KeptAuditRow,
  keptDetails,
  nextAuditRow,
} from '../../audit.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

const columns = 'auditKey AS key, at, actor, origin, action, object, outcome, requestId, details, hash';

/** Must be called inside a transaction that began by writing; otherwise two rows might follow the same row. */
export function appendAudit(db: Database, entry: AuditEntry, at: Date): void {
  if (!db.inTransaction) throw new Error('an audit row goes with the change that it tells of');
  const head = statement(db, 'SELECT auditKey AS key, hash FROM audit ORDER BY auditKey DESC LIMIT 1').get() as AuditHead | undefined;
  const row = nextAuditRow(head ?? null, entry, at.toISOString());
  statement(
    db,
    `INSERT INTO audit (auditKey, at, actor, origin, action, object, outcome, requestId, details, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(row.key, row.at, row.actor, row.origin, row.action, row.object, row.outcome, row.requestId, row.details, row.hash);
}

/** The last rows that match the filter, oldest first. */
export function auditRows(db: Database, { from, to, limit }: AuditFilter): AuditRow[] {
  const rows = statement(db, `SELECT ${columns} FROM audit WHERE at >= ? AND at <= ? ORDER BY auditKey DESC LIMIT ?`).all(
    from?.toISOString() ?? '',
    to?.toISOString() ?? '~',
    limit,
  ) as KeptAuditRow[];
  return rows.reverse().map((row) => ({ ...row, outcome: row.outcome as AuditRow['outcome'], details: keptDetails(row.details) }));
}

/** Checks the whole trail; see checkChain. Reads all of it. */
export function checkAudit(db: Database, kept: AuditHead | null): AuditCheck {
  return checkChain(db.prepare(`SELECT ${columns} FROM audit ORDER BY auditKey`).iterate() as Iterable<KeptAuditRow>, kept);
}
