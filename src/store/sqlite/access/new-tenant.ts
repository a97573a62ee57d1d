/** Creates a tenant together with its default import configuration. */
import type { ImportConfiguration } from '../../../contract/import-configuration.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { insertImportConfiguration } from './import-configurations.js';

export interface NewTenantRow {
  /** Null leaves the choice to SQLite, which is only safe in an empty store; see administration/new-objects. */
  key: number | null;
  id: string;
  customerKey: number;
  name: string;
}

/** Returns the key of the tenant. */
export function insertTenant(
  db: Database,
  { key, id, customerKey, name }: NewTenantRow,
  configuration: Omit<ImportConfiguration, 'id'>,
): number {
  const tenant = statement(db, 'INSERT INTO tenant (tenantKey, id, customerKey, name) VALUES (?, ?, ?, ?)').run(key, id, customerKey, name);
  const tenantKey = Number(tenant.lastInsertRowid);
  insertImportConfiguration(db, tenantKey, { ...configuration, key: null, isDefault: true });
  return tenantKey;
}
