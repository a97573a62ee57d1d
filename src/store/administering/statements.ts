/** Checks the statements about closes of all tenants, each tenant's on one state of the database. */
import { type StatementCheck, statementsOf, tenantsWithStatements } from '../verify/statements.js';
import type { AdministrationConnection } from './connection.js';

export async function checkStatements({
  read,
  readTenant,
}: Pick<AdministrationConnection, 'read' | 'readTenant'>): Promise<StatementCheck> {
  const check: StatementCheck = { checked: 0, broken: null };
  for (const { key, name } of await read(tenantsWithStatements)) {
    const { checked, broken } = await readTenant(key, () => statementsOf(key));
    check.checked += checked;
    if (broken) check.broken ??= { tenant: name, ...broken };
  }
  return check;
}
