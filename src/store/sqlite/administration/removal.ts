/** Removes objects, but only those that have no data and on which nothing else depends. */
import type { Removable, Removal } from '../../administration.js';
import { mayRemove } from '../../removal.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import type { AdministrationConnection } from './connection.js';
import { noteRemoved } from './new-objects.js';
import { type FoundObject, find } from './references.js';

/** What {@link remove} would do. Fails with `notFound`, or with `usage` where the object must stay. */
export function removalIn(db: Database, kind: Removable, reference: string): Removal {
  const found = find(db, kind, reference);
  return { kind, id: found.id, name: found.name, with: checks[kind](db, found) };
}

/** Removes an object with what goes with it. Fails with `notFound`, or with `usage` where the object must stay. */
export function remove({ db, change }: AdministrationConnection, kind: Removable, reference: string): Promise<Removal> {
  return change((note) => {
    const found = find(db, kind, reference);
    const removal = { kind, id: found.id, name: found.name, with: checks[kind](db, found) };
    for (const sql of deletions[kind]) statement(db, sql).run(found.key);
    noteRemoved(db, kind, found);
    note({ action: `${kind}.remove`, object: `${kind}:${found.id}`, details: { name: found.name, with: removal.with } });
    return removal;
  });
}

/** Counts what would go with an object. Fails with `usage` where it must stay. */
const checks: Record<Removable, (db: Database, found: FoundObject) => Record<string, number>> = {
  customer: (db, { key, name }) => {
    mayRemove.customer(name, counted(db, 'SELECT count(*) FROM tenant WHERE customerKey = ?', key));
    return { grants: counted(db, 'SELECT count(*) FROM "grant" WHERE customerKey = ?', key) };
  },
  tenant: (db, { key, name }) => {
    mayRemove.tenant(name, counted(db, 'SELECT EXISTS (SELECT 1 FROM upload WHERE tenantKey = ?)', key) > 0);
    return {
      units: counted(db, 'SELECT count(*) FROM unit WHERE tenantKey = ?', key),
      importConfigurations: counted(db, 'SELECT count(*) FROM import_configuration WHERE tenantKey = ?', key),
      grants: counted(
        db,
        'SELECT count(*) FROM "grant" AS given LEFT JOIN unit USING (unitKey) WHERE ifnull(unit.tenantKey, given.tenantKey) = ?',
        key,
      ),
    };
  },
  unit: (db, { key, name }) => {
    mayRemove.unit(name, counted(db, 'SELECT count(*) FROM unit WHERE parentKey = ?', key));
    return {
      locations: counted(db, 'SELECT count(*) FROM unit_location WHERE unitKey = ?', key),
      terminals: counted(db, 'SELECT count(*) FROM unit_terminal WHERE unitKey = ?', key),
      grants: counted(db, 'SELECT count(*) FROM "grant" WHERE unitKey = ?', key),
    };
  },
  user: (db, { key, name }) => {
    mayRemove.user(name, counted(db, 'SELECT EXISTS (SELECT 1 FROM upload WHERE userKey = ?)', key) > 0);
    return { grants: counted(db, 'SELECT count(*) FROM "grant" WHERE userKey = ?', key) };
  },
};

/** Each statement binds the object's key. Rows that refer to others are deleted before those. */
const deletions: Record<Removable, readonly string[]> = {
  customer: ['DELETE FROM "grant" WHERE customerKey = ?', 'DELETE FROM customer WHERE customerKey = ?'],
  tenant: [
    'DELETE FROM "grant" WHERE unitKey IN (SELECT unitKey FROM unit WHERE tenantKey = ?)',
    'DELETE FROM "grant" WHERE tenantKey = ?',
    'DELETE FROM unit_location WHERE unitKey IN (SELECT unitKey FROM unit WHERE tenantKey = ?)',
    'DELETE FROM unit_terminal WHERE unitKey IN (SELECT unitKey FROM unit WHERE tenantKey = ?)',
    `INSERT INTO removed (id, kind, key) SELECT id, 'unit', unitKey FROM unit WHERE tenantKey = ?`,
    // Parents and children in one statement, because SQLite checks the references only at its end.
    'DELETE FROM unit WHERE tenantKey = ?',
    'DELETE FROM import_configuration WHERE tenantKey = ?',
    'DELETE FROM settlement_settings WHERE tenantKey = ?',
    'DELETE FROM tenant WHERE tenantKey = ?',
  ],
  unit: [
    'DELETE FROM "grant" WHERE unitKey = ?',
    'DELETE FROM unit_location WHERE unitKey = ?',
    'DELETE FROM unit_terminal WHERE unitKey = ?',
    'DELETE FROM unit WHERE unitKey = ?',
  ],
  user: [
    'DELETE FROM session WHERE userKey = ?',
    'DELETE FROM "grant" WHERE userKey = ?',
    'DELETE FROM user_role WHERE userKey = ?',
    'DELETE FROM user WHERE userKey = ?',
  ],
};

function counted(db: Database, sql: string, key: number): number {
  return statement(db, sql).pluck().get(key) as number;
}
