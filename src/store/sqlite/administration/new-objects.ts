/** Ids and keys for new objects. */
import { randomUUID } from 'node:crypto';
import { SalesError } from '../../../contract/problem.js';
import { isUuid } from '../../../contract/uuid.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

export type ObjectTable = 'customer' | 'tenant' | 'unit' | 'user' | 'import_configuration';

const keys: Record<ObjectTable, string> = {
  customer: 'customerKey',
  tenant: 'tenantKey',
  unit: 'unitKey',
  user: 'userKey',
  import_configuration: 'importConfigurationKey',
};

/**
 * A key that no object of the table ever had. SQLite by itself would give out the key of the last removed object again, and a running
 * server that still knows that one would show the data of one as the other's.
 */
export function newKey(db: Database, table: ObjectTable): number {
  return statement(
    db,
    `SELECT max(ifnull((SELECT max(${keys[table]}) FROM ${table}), 0), ifnull((SELECT max(key) FROM removed WHERE kind = ?), 0)) + 1`,
  )
    .pluck()
    .get(table) as number;
}

/** Must be called for every object that is deleted; see {@link newKey}. */
export function noteRemoved(db: Database, table: ObjectTable, { key, id }: { key: number; id: string }): void {
  statement(db, 'INSERT INTO removed (id, kind, key) VALUES (?, ?, ?)').run(id, table, key);
}

/** `wanted` in lower case, or a new id. Fails with `usage` where it is no UUID or has been used before. */
export function newId(db: Database, table: ObjectTable, wanted: string | undefined): string {
  if (wanted === undefined) return randomUUID();
  const id = wanted.toLowerCase();
  if (!isUuid(id)) throw new SalesError('usage', `The id ${wanted} is not a UUID.`);
  const taken = `SELECT EXISTS (SELECT 1 FROM ${table} WHERE id = ?) OR EXISTS (SELECT 1 FROM removed WHERE id = ?)`;
  if (statement(db, taken).pluck().get(id, id) === 1) {
    throw new SalesError('usage', `The id ${id} has already been used.`, { hint: 'Leave --id out to get a new one' });
  }
  return id;
}
