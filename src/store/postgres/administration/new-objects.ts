/** Ids and keys for new objects. */
import { randomUUID } from 'node:crypto';
import { SalesError } from '../../../contract/problem.js';
import { isUuid } from '../../../contract/uuid.js';
import type { Session } from '../database/session.js';

export type ObjectTable = 'customer' | 'tenant' | 'unit' | 'user' | 'import_configuration';

/** Of each kind its table and the column of its key. */
const places: Record<ObjectTable, [table: string, column: string]> = {
  customer: ['customer', 'customer_key'],
  tenant: ['tenant', 'tenant_key'],
  unit: ['unit', 'unit_key'],
  user: ['app_user', 'user_key'],
  import_configuration: ['import_configuration', 'import_configuration_key'],
};

/** A key that no object of the kind ever had: a server that still knows a removed one would show the data of one as the other's. */
export async function newKey(session: Session, kind: ObjectTable): Promise<number> {
  const [table, column] = places[kind];
  const found = await session.first<{ key: number }>(
    `SELECT greatest((SELECT max(${column}) FROM ${table}), (SELECT max(key) FROM removed WHERE kind = $1), 0) + 1 AS key`,
    kind,
  );
  return found?.key ?? 1;
}

/** Must be called for every object that is deleted; see {@link newKey}. */
export async function noteRemoved(session: Session, kind: ObjectTable, { key, id }: { key: number; id: string }): Promise<void> {
  await session.run('INSERT INTO removed (id, kind, key) VALUES ($1, $2, $3)', id, kind, key);
}

/** `wanted` in lower case, or a new id. Fails with `usage` where it is no UUID or has been used before. */
export async function newId(session: Session, kind: ObjectTable, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return randomUUID();
  const id = wanted.toLowerCase();
  if (!isUuid(id)) throw new SalesError('usage', `The id ${wanted} is not a UUID.`);
  const [table] = places[kind];
  if (await session.first(`SELECT 1 FROM ${table} WHERE id = $1 UNION ALL SELECT 1 FROM removed WHERE id = $1`, id)) {
    throw new SalesError('usage', `The id ${id} has already been used.`, { hint: 'Leave --id out to get a new one' });
  }
  return id;
}
