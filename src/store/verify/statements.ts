/** Whether the statements about closes are those that were approved: the audit trail names each with its hash, and each the one before it. */
import { tenantObject } from '../access/audit.js';
import { keptDetails } from '../audit.js';
import { all, column, first, sql, type Work } from '../sql/work.js';
import { approvalAction, type CloseStatement, type NotedStatement, sha256Of } from '../statements.js';

export interface TenantStatements {
  checked: number;
  /** The first that is not as it was approved, and how; null where all are. */
  broken: { number: number; reason: string } | null;
}

/** Result for all tenants together. */
export interface StatementCheck {
  checked: number;
  broken: { tenant: string; number: number; reason: string } | null;
}

/** Those with statements, or of which the audit trail says so. The trail keeps what it says of a tenant that was removed, with its statements. */
export function tenantsWithStatements(): Work<{ key: number; name: string }[]> {
  return all(
    sql`SELECT tenant_key AS key, name FROM tenant
      WHERE tenant_key IN (SELECT tenant_key FROM close_statement)
        OR 'tenant:' || id IN (SELECT object FROM audit WHERE action = ${approvalAction}) ORDER BY tenant_key`,
  );
}

/** Reads all statements of a tenant. */
export function* statementsOf(tenantKey: number): Work<TenantStatements> {
  const noted = yield* notedStatements(tenantKey);
  const last = yield* first<{ number: number }>(
    sql`SELECT coalesce(max(number), 0) AS number FROM close_statement WHERE tenant_key = ${tenantKey}`,
  );
  const checked = Math.max(noted.length, last?.number ?? 0);
  let previous: string | null = null;
  for (let number = 1; number <= checked; number++) {
    const kept = yield* first<KeptText>(
      sql`SELECT period, document FROM close_statement WHERE tenant_key = ${tenantKey} AND number = ${number}`,
    );
    const reason = faultOf(kept, noted[number - 1], number, previous);
    if (reason !== null) return { checked, broken: { number, reason } };
    previous = kept ? sha256Of(kept.document) : null;
  }
  return { checked, broken: null };
}

interface KeptText {
  period: string;
  document: string;
}

function faultOf(kept: KeptText | undefined, noted: NotedStatement | undefined, number: number, previous: string | null): string | null {
  if (!kept) return 'it is missing';
  if (!noted) return 'the audit trail does not know it';
  if (sha256Of(kept.document) !== noted.sha256) return 'it was changed';
  const told = JSON.parse(kept.document) as CloseStatement;
  const isInPlace = told.number === number && told.period === kept.period && told.previous === previous;
  return isInPlace ? null : 'it is in the place of another';
}

function* notedStatements(tenantKey: number): Work<NotedStatement[]> {
  const details = yield* column<string>(
    sql`SELECT details FROM audit WHERE action = ${approvalAction} AND object = ${yield* tenantObject(tenantKey)} ORDER BY audit_key`,
  );
  return details.map((text) => keptDetails(text) as unknown as NotedStatement);
}
