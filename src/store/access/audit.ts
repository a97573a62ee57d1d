/** The audit trail: one chain for all servers of a store. Whoever makes a change appends its row in the same transaction. */

import { type AuditEntry, type AuditHead, type KeptAuditRow, nextAuditRow } from '../audit.js';
import { first, perDatabase, run, sql, type Work } from '../sql/work.js';

/** Selects the last row; nobody else appends one until the transaction ends. */
const auditHead = perDatabase(
  sql`SELECT audit_key AS key, hash FROM audit ORDER BY audit_key DESC LIMIT 1`,
  sql`SELECT audit_key AS key, hash FROM audit_head FOR UPDATE`,
);

export type AppendedRow = Pick<KeptAuditRow, 'key' | 'hash'>;

/**
 * The row, as far as it tells it from any other. In a transaction that began by writing, and on PostgreSQL the last thing that it does, because
 * it takes the lock of the chain: two never wait for each other then.
 */
export function* appendAudit(entry: AuditEntry, at: Date): Work<AppendedRow> {
  const head = yield* first<AuditHead>(auditHead);
  const row = nextAuditRow(head && head.key > 0 ? head : null, entry, at.toISOString());
  const insertion = sql`INSERT INTO audit (audit_key, at, actor, origin, action, object, outcome, request_id, details, hash)
    VALUES (${row.key}, ${row.at}, ${row.actor}, ${row.origin}, ${row.action}, ${row.object}, ${row.outcome}, ${row.requestId},
      ${row.details}, ${row.hash})`;
  const { key, hash } = row;
  yield* run(perDatabase(insertion, sql`WITH appended AS (${insertion}) UPDATE audit_head SET audit_key = ${key}, hash = ${hash}`));
  return row;
}

/** A change with its note, which must be the last thing that a transaction does. */
export function* noted<Result>(work: Work<[Result, AuditEntry | null]>, at: Date): Work<Result> {
  const [result, entry] = yield* work;
  if (entry !== null) yield* appendAudit(entry, at);
  return result;
}

/** A tenant as the object of a note. */
export function* tenantObject(tenantKey: number): Work<string> {
  return `tenant:${(yield* first<{ id: string }>(sql`SELECT id FROM tenant WHERE tenant_key = ${tenantKey}`))?.id}`;
}
