/** What the objects of the audit trail are called: now, or where they are gone, when the row was written. */

import { named } from '../../../contract/own-names.js';
import { type AuditRow, type NamedAuditRow, nameThen } from '../../audit.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

const names: Record<string, string> = named({
  customer: 'SELECT name FROM customer WHERE id = ?',
  tenant: 'SELECT name FROM tenant WHERE id = ?',
  unit: 'SELECT name FROM unit WHERE id = ?',
  user: 'SELECT name FROM user WHERE id = ?',
  'import-config': 'SELECT name FROM import_configuration WHERE id = ?',
});

export function withName(db: Database, row: AuditRow): NamedAuditRow {
  return { ...row, name: nameNow(db, row.object) ?? nameThen(row.details) };
}

function nameNow(db: Database, object: string): string | null {
  const [kind = '', id = ''] = object.split(':');
  const sql = Object.hasOwn(names, kind) ? names[kind] : undefined;
  return sql === undefined ? null : ((statement(db, sql).pluck().get(id) as string | undefined) ?? null);
}
