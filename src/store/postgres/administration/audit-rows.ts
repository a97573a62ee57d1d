/** Reads the audit trail. */
import type { AuditFilter } from '../../administration.js';
import {
  type AuditCheck,
  type AuditHead,
  type AuditRow,
  checkChain,
  type KeptAuditRow,
  keptDetails,
  type NamedAuditRow,
  nameThen,
} from '../../audit.js';
import type { Session } from '../database/session.js';

const columns = 'audit_key AS key, at, actor, origin, action, object, outcome, request_id AS "requestId", details, hash';
const id = "split_part(object, ':', 2)";
/** What the object is called now. What is no id names nothing; the uploads of tenants are not for whoever administers. */
const nameNow = `CASE split_part(object, ':', 1)
  WHEN 'customer' THEN (SELECT name FROM customer WHERE customer.id::text = ${id})
  WHEN 'tenant' THEN (SELECT name FROM tenant WHERE tenant.id::text = ${id})
  WHEN 'unit' THEN (SELECT name FROM unit WHERE unit.id::text = ${id})
  WHEN 'user' THEN (SELECT name FROM app_user WHERE app_user.id::text = ${id})
  WHEN 'import-config' THEN (SELECT name FROM import_configuration WHERE import_configuration.id::text = ${id}) END`;
const PAGE_ROWS = 10_000;

/** The last rows that match the filter, oldest first. */
export async function auditRows(session: Session, { from, to, limit }: AuditFilter): Promise<NamedAuditRow[]> {
  const rows = await session.all<KeptAuditRow & { nameNow: string | null }>(
    `SELECT ${columns}, ${nameNow} AS "nameNow" FROM audit WHERE ($1::timestamptz IS NULL OR at >= $1) AND ($2::timestamptz IS NULL OR at <= $2)
     ORDER BY audit_key DESC LIMIT $3`,
    from?.toISOString() ?? null,
    to?.toISOString() ?? null,
    limit,
  );
  return rows.reverse().map(({ nameNow: name, ...row }) => {
    const details = keptDetails(row.details);
    return { ...row, outcome: row.outcome as AuditRow['outcome'], details, name: name ?? nameThen(details) };
  });
}

/** Checks the whole trail; see checkChain. Reads all of it. */
export async function checkAudit(session: Session, kept: AuditHead | null): Promise<AuditCheck> {
  const rows: KeptAuditRow[] = [];
  for (let last = 0; ; ) {
    const page = await session.all<KeptAuditRow>(
      `SELECT ${columns} FROM audit WHERE audit_key > $1 ORDER BY audit_key LIMIT $2`,
      last,
      PAGE_ROWS,
    );
    rows.push(...page);
    if (page.length < PAGE_ROWS) return checkChain(rows, kept);
    last = page.at(-1)?.key ?? last;
  }
}
