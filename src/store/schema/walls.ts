/** On PostgreSQL, row-level security shows of a tenant's table only the rows of the tenant that `sales.tenant` names. */
import { type PlainTableName, plainTables } from './plain-tables.js';

const isOwn = "tenant_key = current_setting('sales.tenant')::int";

/** What servers may do with a table, and the role besides `sales_app` that sees all rows. */
export interface TableWall {
  rights: string;
  seenBy?: string;
}

export function wallOf(table: string, { rights, seenBy }: TableWall): string {
  return `
  GRANT ${rights} ON ${table} TO sales_app;
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_tenant ON ${table} TO sales_app USING (${isOwn}) WITH CHECK (${isOwn});
  ${seenBy ? `CREATE POLICY all_tenants ON ${table} TO ${seenBy} USING (true) WITH CHECK (true);` : ''}`;
}

/** Its rows go with a tenant or a user that is removed. */
export function plainWallOf(table: PlainTableName): string {
  const { rights, seen } = plainTables[table];
  return `${wallOf(table, { rights, seenBy: 'sales_admin' })}
  GRANT SELECT (${seen.join(', ')}), DELETE ON ${table} TO sales_admin;`;
}

export const decisionWalls = {
  match_forbidden: { rights: 'SELECT, INSERT, DELETE' },
  match_decision: { rights: 'SELECT, INSERT, UPDATE' },
  match_claim: { rights: 'SELECT, INSERT, UPDATE, DELETE' },
} as const satisfies Record<string, TableWall>;
