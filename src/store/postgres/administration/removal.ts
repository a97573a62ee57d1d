/** Removes objects, but only those that have no data and on which nothing else depends. */
import type { Removable, Removal } from '../../administration.js';
import { mayRemove } from '../../removal.js';
import type { Session } from '../database/session.js';
import type { AdministrationConnection } from './connection.js';
import { noteRemoved } from './new-objects.js';
import { type FoundObject, find } from './references.js';

/** What {@link remove} would do. Fails with `notFound`, or with `usage` where the object must stay. */
export async function removalIn(session: Session, kind: Removable, reference: string): Promise<Removal> {
  const found = await find(session, kind, reference);
  return { kind, id: found.id, name: found.name, with: await checks[kind](session, found) };
}

/** Removes an object with what goes with it. Fails with `notFound`, or with `usage` where the object must stay. */
export function remove({ change }: AdministrationConnection, kind: Removable, reference: string): Promise<Removal> {
  return change(async (session, note) => {
    const found = await find(session, kind, reference);
    // Whoever is storing a first upload of the tenant holds this row: it is waited for, and then seen.
    if (kind === 'tenant') await session.first('SELECT 1 FROM tenant_counter WHERE tenant_key = $1 FOR UPDATE', found.key);
    const removal = { kind, id: found.id, name: found.name, with: await checks[kind](session, found) };
    for (const sql of deletions[kind]) await session.run(sql, found.key);
    await noteRemoved(session, kind, found);
    note({ action: `${kind}.remove`, object: `${kind}:${found.id}`, details: { name: found.name, with: removal.with } });
    return removal;
  });
}

/** Counts what would go with an object. Fails with `usage` where it must stay. */
const checks: Record<Removable, (session: Session, found: FoundObject) => Promise<Record<string, number>>> = {
  customer: async (session, { key, name }) => {
    mayRemove.customer(name, await counted(session, 'tenant WHERE customer_key = $1', key));
    return { grants: await counted(session, 'user_grant WHERE customer_key = $1', key) };
  },
  tenant: async (session, { key, name }) => {
    mayRemove.tenant(name, (await counted(session, '(SELECT 1 FROM upload WHERE tenant_key = $1 LIMIT 1) AS one', key)) > 0);
    return {
      units: await counted(session, 'unit WHERE tenant_key = $1', key),
      importConfigurations: await counted(session, 'import_configuration WHERE tenant_key = $1', key),
      grants: await counted(session, 'user_grant WHERE tenant_key = $1', key),
    };
  },
  unit: async (session, { key, name }) => {
    mayRemove.unit(name, await counted(session, 'unit WHERE parent_key = $1', key));
    return {
      locations: await counted(session, 'unit_location WHERE unit_key = $1', key),
      terminals: await counted(session, 'unit_terminal WHERE unit_key = $1', key),
      grants: await counted(session, 'user_grant WHERE unit_key = $1', key),
    };
  },
  user: async (session, { key, name }) => {
    mayRemove.user(name, (await counted(session, '(SELECT 1 FROM upload WHERE user_key = $1 LIMIT 1) AS one', key)) > 0);
    return { grants: await counted(session, 'user_grant WHERE user_key = $1', key) };
  },
};

/** Each statement binds the object's key. Rows that refer to others are deleted before those. */
const deletions: Record<Removable, readonly string[]> = {
  customer: ['DELETE FROM user_grant WHERE customer_key = $1', 'DELETE FROM customer WHERE customer_key = $1'],
  tenant: [
    'DELETE FROM user_grant WHERE tenant_key = $1',
    'DELETE FROM unit_location WHERE tenant_key = $1',
    'DELETE FROM unit_terminal WHERE tenant_key = $1',
    `INSERT INTO removed (id, kind, key) SELECT id, 'unit', unit_key FROM unit WHERE tenant_key = $1`,
    'DELETE FROM unit WHERE tenant_key = $1',
    'DELETE FROM import_configuration WHERE tenant_key = $1',
    'DELETE FROM settlement_settings WHERE tenant_key = $1',
    'DELETE FROM tenant_counter WHERE tenant_key = $1',
    'DELETE FROM tenant WHERE tenant_key = $1',
  ],
  unit: [
    'DELETE FROM user_grant WHERE unit_key = $1',
    'DELETE FROM unit_location WHERE unit_key = $1',
    'DELETE FROM unit_terminal WHERE unit_key = $1',
    'DELETE FROM unit WHERE unit_key = $1',
  ],
  user: [
    'DELETE FROM console_session WHERE user_key = $1',
    'DELETE FROM dropped_file WHERE user_key = $1',
    'DELETE FROM user_grant WHERE user_key = $1',
    'DELETE FROM user_role WHERE user_key = $1',
    'DELETE FROM app_user WHERE user_key = $1',
  ],
};

async function counted(session: Session, from: string, key: number): Promise<number> {
  return (await session.first<{ count: number }>(`SELECT count(*) AS count FROM ${from}`, key))?.count ?? 0;
}
