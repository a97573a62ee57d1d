/** Reads the audit trail, and beside it which uploads came when, from whom: nothing of what is in them. */
import type { AuditFilter } from '../administration.js';
import {
  type AuditCheck,
  type AuditHead,
  type AuditRow,
  checkChain,
  type KeptAuditRow,
  keptDetails,
  type NamedAuditRow,
  nameThen,
  type ReceivedUpload,
} from '../audit.js';
import { all, nothing, type Sql, sql, type Work } from '../sql/work.js';

const columns = sql`audit_key AS key, at, actor, origin, action, object, outcome, request_id, details, hash`;
/** What the object is called now. What is no id names nothing; the uploads of tenants are not for whoever administers. */
const nameNow = sql`CASE
  WHEN object LIKE 'customer:%' THEN (SELECT name FROM customer WHERE 'customer:' || customer.id = object)
  WHEN object LIKE 'tenant:%' THEN (SELECT name FROM tenant WHERE 'tenant:' || tenant.id = object)
  WHEN object LIKE 'unit:%' THEN (SELECT name FROM unit WHERE 'unit:' || unit.id = object)
  WHEN object LIKE 'user:%' THEN (SELECT name FROM app_user WHERE 'user:' || app_user.id = object)
  WHEN object LIKE 'import-config:%' THEN (SELECT name FROM import_configuration WHERE 'import-config:' || import_configuration.id = object) END`;
const PAGE_ROWS = 10_000;

/** The last rows that match the filter, oldest first. */
export function* auditRows({ from, to, limit }: AuditFilter): Work<NamedAuditRow[]> {
  const rows = yield* all<KeptAuditRow & { nameNow: string | null }>(
    sql`SELECT ${columns}, ${nameNow} AS name_now FROM audit ${between(sql`at`, from, to)} ORDER BY audit_key DESC LIMIT ${limit}`,
  );
  return rows.reverse().map(({ nameNow: name, ...row }) => {
    const details = keptDetails(row.details);
    return { ...row, outcome: row.outcome as AuditRow['outcome'], details, name: name ?? nameThen(details) };
  });
}

/** The last uploads that match, oldest first. Withdrawn ones, too: SQLite keeps those under the negative of the tenant's key. */
export function* receivedUploads({ from, to, limit }: AuditFilter): Work<ReceivedUpload[]> {
  const rows = yield* all<ReceivedUpload>(
    sql`SELECT upload.created_at AS at, app_user.name AS actor, upload.id AS upload_id, tenant.name AS tenant, upload.kind, upload.rows AS transactions
      FROM upload JOIN app_user ON app_user.user_key = upload.user_key JOIN tenant ON tenant.tenant_key = abs(upload.tenant_key)
      ${between(sql`upload.created_at`, from, to)} ORDER BY upload.upload_key DESC LIMIT ${limit}`,
  );
  return rows.reverse();
}

function between(at: Sql, from: Date | null, to: Date | null): Sql {
  const least = from === null ? nothing : sql` AND ${at} >= ${from.toISOString()}`;
  return sql`WHERE true${least}${to === null ? nothing : sql` AND ${at} <= ${to.toISOString()}`}`;
}

/** Checks the whole trail. `kept` is a head noted down earlier; it must still be in the trail. */
export function* checkAudit(kept: AuditHead | null): Work<AuditCheck> {
  const rows: KeptAuditRow[] = [];
  for (let last = 0; ; ) {
    const page = yield* all<KeptAuditRow>(
      sql`SELECT ${columns} FROM audit WHERE audit_key > ${last} ORDER BY audit_key LIMIT ${PAGE_ROWS}`,
    );
    rows.push(...page);
    if (page.length < PAGE_ROWS) return checkChain(rows, kept);
    last = page.at(-1)?.key ?? last;
  }
}
