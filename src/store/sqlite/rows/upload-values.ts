/** Finds the uploads that may hold a value: see noted-values. */
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import type { NotedField } from '../port/noted-values.js';

/** How many uploads may hold `value`, and how many rows they have altogether; counts at most `uploadsMax` uploads. */
export function uploadsHolding(
  db: Database,
  tenantKey: number,
  field: NotedField,
  value: unknown,
  uploadsMax: number,
): { uploads: number; rows: number } {
  const sql = `SELECT count(*) AS uploads, ifnull(sum(rows), 0) AS rows FROM
    (SELECT upload.rows FROM upload_value AS held
     CROSS JOIN upload ON upload.tenant_key = ? AND upload.upload_key = held.upload_key
     WHERE held.tenant_key = ? AND held.field = ? AND held.value = ? LIMIT ?)`;
  return statement(db, sql).get(tenantKey, tenantKey, field, value, uploadsMax) as { uploads: number; rows: number };
}
