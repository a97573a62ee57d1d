/** Organisational units: a tenant's units form trees, and each has the locations and terminals that belong to it. */
import { nameOf } from '../../../contract/names.js';
import { SalesError } from '../../../contract/problem.js';
import type { NewUnit, Unit, UnitChange } from '../../administration.js';
import { checkFree, checkPlaces, type UnitPlace } from '../../new-names.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import type { AdministrationConnection } from './connection.js';
import { newId, newKey } from './new-objects.js';
import { type FoundObject, find } from './references.js';

const insertPlace: Record<UnitPlace, string> = {
  location: 'INSERT OR IGNORE INTO unit_location (unitKey, locationId) VALUES (?, ?)',
  terminal: 'INSERT OR IGNORE INTO unit_terminal (unitKey, terminalId) VALUES (?, ?)',
};
const deletePlace: Record<UnitPlace, string> = {
  location: 'DELETE FROM unit_location WHERE unitKey = ? AND locationId = ?',
  terminal: 'DELETE FROM unit_terminal WHERE unitKey = ? AND terminalId = ?',
};

/** Fails with `notFound`, or with `usage` where the name or the id is taken or not allowed, or a location or terminal cannot be one. */
export function addUnit({ db, change }: AdministrationConnection, unit: NewUnit): Promise<Unit> {
  const name = nameOf('unit', unit.name);
  const { locationIds, terminalIds } = unit;
  checkPlaces('location', locationIds);
  checkPlaces('terminal', terminalIds);
  return change((note) => {
    const tenant = find(db, 'tenant', unit.tenant);
    const parent = unit.parent === undefined ? null : find(db, 'unit', unit.parent, tenant.key);
    checkFree('unit', name, siblings(db, tenant.key, parent?.key ?? null));
    const id = newId(db, 'unit', unit.id);
    const key = newKey(db, 'unit');
    statement(db, 'INSERT INTO unit (unitKey, id, tenantKey, parentKey, name) VALUES (?, ?, ?, ?, ?)').run(
      key,
      id,
      tenant.key,
      parent?.key ?? null,
      name,
    );
    for (const locationId of locationIds) statement(db, insertPlace.location).run(key, locationId);
    for (const terminalId of terminalIds) statement(db, insertPlace.terminal).run(key, terminalId);
    note({
      action: 'unit.add',
      object: `unit:${id}`,
      details: { name, tenantId: tenant.id, parentId: parent?.id ?? null, locationIds, terminalIds },
    });
    return unitWith(db, key);
  });
}

/**
 * Changes what is given and leaves the rest. Fails with `notFound`, also for a location or terminal to remove that the unit does not have,
 * or with `usage`.
 */
export function changeUnit({ db, change }: AdministrationConnection, reference: string, wanted: UnitChange): Promise<Unit> {
  const name = wanted.name === undefined ? undefined : nameOf('unit', wanted.name);
  checkPlaces('location', wanted.addLocationIds);
  checkPlaces('terminal', wanted.addTerminalIds);
  return change((note) => {
    const unit = find(db, 'unit', reference, wanted.tenant === undefined ? undefined : find(db, 'tenant', wanted.tenant).key);
    const before = unitRow(db, unit.key);
    const parentKey = wanted.parent === undefined ? before.parentKey : parentKeyOf(db, unit, before.tenantKey, wanted.parent);
    checkFree('unit', name ?? unit.name, siblings(db, before.tenantKey, parentKey), unit.id);
    statement(db, 'UPDATE unit SET name = ?, parentKey = ? WHERE unitKey = ?').run(name ?? unit.name, parentKey, unit.key);
    for (const locationId of wanted.addLocationIds) statement(db, insertPlace.location).run(unit.key, locationId);
    for (const terminalId of wanted.addTerminalIds) statement(db, insertPlace.terminal).run(unit.key, terminalId);
    for (const locationId of wanted.removeLocationIds) removePlace(db, unit, 'location', locationId);
    for (const terminalId of wanted.removeTerminalIds) removePlace(db, unit, 'terminal', terminalId);
    const changed = unitWith(db, unit.key);
    const { name: now, parent, locationIds, terminalIds } = changed;
    note({
      action: 'unit.set',
      object: `unit:${unit.id}`,
      details: { name: now, parentId: parent?.id ?? null, locationIds, terminalIds },
    });
    return changed;
  });
}

/** Fails with `usage` where the unit would end up below itself. */
function parentKeyOf(db: Database, unit: FoundObject, tenantKey: number, reference: string | null): number | null {
  if (reference === null) return null;
  const parent = find(db, 'unit', reference, tenantKey);
  for (let key: number | null = parent.key; key !== null; key = unitRow(db, key).parentKey) {
    if (key === unit.key) throw new SalesError('usage', `"${parent.name}" is "${unit.name}" itself, or is below it.`);
  }
  return parent.key;
}

function removePlace(db: Database, unit: FoundObject, place: UnitPlace, id: string): void {
  if (statement(db, deletePlace[place]).run(unit.key, id).changes === 0) {
    throw new SalesError('notFound', `The unit "${unit.name}" has no ${place} "${id}".`, { hint: [{ do: 'listObjects', kind: 'unit' }] });
  }
}

interface UnitRow {
  unitKey: number;
  id: string;
  name: string;
  tenantKey: number;
  parentKey: number | null;
}

function unitRow(db: Database, key: number): UnitRow {
  return statement(db, 'SELECT * FROM unit WHERE unitKey = ?').get(key) as UnitRow;
}

function siblings(db: Database, tenantKey: number, parentKey: number | null): UnitRow[] {
  return statement(db, 'SELECT * FROM unit WHERE tenantKey = ? AND parentKey IS ?').all(tenantKey, parentKey) as UnitRow[];
}

function unitWith(db: Database, key: number): Unit {
  const { tenantKey } = unitRow(db, key);
  const { key: _, ...unit } = treeOf(db, tenantKey).find((one) => one.key === key) as Unit & { key: number };
  return unit;
}

/** All units, or those of one tenant; each after its parent. */
export function unitsIn(db: Database, tenant: string | undefined): Unit[] {
  const tenantKeys =
    tenant === undefined
      ? (statement(db, 'SELECT tenantKey FROM tenant ORDER BY name, tenantKey').pluck().all() as number[])
      : [find(db, 'tenant', tenant).key];
  return tenantKeys.flatMap((tenantKey) => treeOf(db, tenantKey).map(({ key, ...unit }) => unit));
}

/** The units of a tenant, each after its parent. */
function treeOf(db: Database, tenantKey: number): (Unit & { key: number })[] {
  const tenant = statement(db, 'SELECT id, name FROM tenant WHERE tenantKey = ?').get(tenantKey) as Unit['tenant'];
  const places = (sql: string, key: number) => statement(db, sql).pluck().all(key) as string[];
  const below = (parent: Unit['parent'], parentKey: number | null): (Unit & { key: number })[] =>
    siblings(db, tenantKey, parentKey)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ unitKey, id, name }) => [
        {
          key: unitKey,
          id,
          name,
          tenant,
          parent,
          locationIds: places('SELECT locationId FROM unit_location WHERE unitKey = ? ORDER BY locationId', unitKey),
          terminalIds: places('SELECT terminalId FROM unit_terminal WHERE unitKey = ? ORDER BY terminalId', unitKey),
        },
        ...below({ id, name }, unitKey),
      ]);
  return below(null, null);
}
