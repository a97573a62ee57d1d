/** Organisational units: a tenant's units form trees, and each has the locations and terminals that belong to it. */
import { nameOf } from '../../../contract/names.js';
import { SalesError } from '../../../contract/problem.js';
import type { NewUnit, Unit, UnitChange } from '../../administration.js';
import { checkFree, checkPlaces, type UnitPlace } from '../../new-names.js';
import type { Session } from '../database/session.js';
import type { AdministrationConnection } from './connection.js';
import { newId, newKey } from './new-objects.js';
import { type FoundObject, find } from './references.js';

/** Where a unit is. */
interface UnitKeys {
  tenantKey: number;
  key: number;
}

/** Fails with `notFound`, or with `usage` where the name or the id is taken or not allowed, or a location or terminal cannot be one. */
export function addUnit({ change }: AdministrationConnection, unit: NewUnit): Promise<Unit> {
  const name = nameOf('unit', unit.name);
  const { locationIds, terminalIds } = unit;
  checkPlaces('location', locationIds);
  checkPlaces('terminal', terminalIds);
  checkStorable([...locationIds, ...terminalIds]);
  return change(async (session, note) => {
    const tenant = await find(session, 'tenant', unit.tenant);
    const parent = unit.parent === undefined ? null : await find(session, 'unit', unit.parent, tenant.key);
    checkFree('unit', name, await siblings(session, tenant.key, parent?.key ?? null));
    const id = await newId(session, 'unit', unit.id);
    const keys = { tenantKey: tenant.key, key: await newKey(session, 'unit') };
    await session.run(
      'INSERT INTO unit (tenant_key, unit_key, id, parent_key, name) VALUES ($1, $2, $3, $4, $5)',
      tenant.key,
      keys.key,
      id,
      parent?.key ?? null,
      name,
    );
    await addPlaces(session, keys, 'location', locationIds);
    await addPlaces(session, keys, 'terminal', terminalIds);
    note({
      action: 'unit.add',
      object: `unit:${id}`,
      details: { name, tenantId: tenant.id, parentId: parent?.id ?? null, locationIds, terminalIds },
    });
    return unitWith(session, keys);
  });
}

/**
 * Changes what is given and leaves the rest. Fails with `notFound`, also for a location or terminal to remove that the unit does not have,
 * or with `usage`.
 */
export function changeUnit({ change }: AdministrationConnection, reference: string, wanted: UnitChange): Promise<Unit> {
  const name = wanted.name === undefined ? undefined : nameOf('unit', wanted.name);
  checkPlaces('location', wanted.addLocationIds);
  checkPlaces('terminal', wanted.addTerminalIds);
  checkStorable([...wanted.addLocationIds, ...wanted.addTerminalIds]);
  return change(async (session, note) => {
    const within = wanted.tenant === undefined ? undefined : (await find(session, 'tenant', wanted.tenant)).key;
    const unit = await find(session, 'unit', reference, within);
    const before = await unitRow(session, unit.key);
    const keys = { tenantKey: before.tenantKey, key: unit.key };
    const parentKey = wanted.parent === undefined ? before.parentKey : await parentKeyOf(session, unit, before.tenantKey, wanted.parent);
    checkFree('unit', name ?? unit.name, await siblings(session, before.tenantKey, parentKey), unit.id);
    await session.run(
      'UPDATE unit SET name = $3, parent_key = $4 WHERE tenant_key = $1 AND unit_key = $2',
      before.tenantKey,
      unit.key,
      name ?? unit.name,
      parentKey,
    );
    await addPlaces(session, keys, 'location', wanted.addLocationIds);
    await addPlaces(session, keys, 'terminal', wanted.addTerminalIds);
    for (const locationId of wanted.removeLocationIds) await removePlace(session, keys, unit.name, 'location', locationId);
    for (const terminalId of wanted.removeTerminalIds) await removePlace(session, keys, unit.name, 'terminal', terminalId);
    const changed = await unitWith(session, keys);
    const { name: now, parent, locationIds, terminalIds } = changed;
    note({
      action: 'unit.set',
      object: `unit:${unit.id}`,
      details: { name: now, parentId: parent?.id ?? null, locationIds, terminalIds },
    });
    return changed;
  });
}

/** No row here can carry such a location or terminal. */
function checkStorable(ids: readonly string[]): void {
  if (ids.some((id) => id.includes('\0'))) throw new SalesError('usage', 'A location or terminal cannot hold the character U+0000.');
}

/** Fails with `usage` where the unit would end up below itself. */
async function parentKeyOf(session: Session, unit: FoundObject, tenantKey: number, reference: string | null): Promise<number | null> {
  if (reference === null) return null;
  const parent = await find(session, 'unit', reference, tenantKey);
  for (let key: number | null = parent.key; key !== null; key = (await unitRow(session, key)).parentKey) {
    if (key === unit.key) throw new SalesError('usage', `"${parent.name}" is "${unit.name}" itself, or is below it.`);
  }
  return parent.key;
}

async function addPlaces(session: Session, { tenantKey, key }: UnitKeys, place: UnitPlace, ids: readonly string[]): Promise<void> {
  await session.run(
    `INSERT INTO unit_${place} (tenant_key, unit_key, ${place}_id) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING`,
    tenantKey,
    key,
    ids,
  );
}

async function removePlace(session: Session, { tenantKey, key }: UnitKeys, name: string, place: UnitPlace, id: string): Promise<void> {
  const sql = `DELETE FROM unit_${place} WHERE tenant_key = $1 AND unit_key = $2 AND ${place}_id = $3`;
  if (!id.includes('\0') && (await session.run(sql, tenantKey, key, id)) > 0) return;
  throw new SalesError('notFound', `The unit "${name}" has no ${place} "${id}".`, { hint: [{ do: 'listObjects', kind: 'unit' }] });
}

interface AdministeredUnit {
  tenantKey: number;
  key: number;
  id: string;
  name: string;
  parentKey: number | null;
}

const unitColumns = 'tenant_key AS "tenantKey", unit_key AS key, id, name, parent_key AS "parentKey"';

async function unitRow(session: Session, key: number): Promise<AdministeredUnit> {
  return (await session.first<AdministeredUnit>(`SELECT ${unitColumns} FROM unit WHERE unit_key = $1`, key)) as AdministeredUnit;
}

function siblings(session: Session, tenantKey: number, parentKey: number | null): Promise<AdministeredUnit[]> {
  const sql = `SELECT ${unitColumns} FROM unit WHERE tenant_key = $1 AND parent_key IS NOT DISTINCT FROM $2`;
  return session.all(sql, tenantKey, parentKey);
}

async function unitWith(session: Session, { tenantKey, key }: UnitKeys): Promise<Unit> {
  const found = (await treeOf(session, tenantKey)).find((one) => one.key === key);
  const { key: _, ...unit } = found as Unit & { key: number };
  return unit;
}

/** All units, or those of one tenant; each after its parent. */
export async function unitsIn(session: Session, tenant: string | undefined): Promise<Unit[]> {
  const keys =
    tenant === undefined
      ? (await session.arrays<[number]>('SELECT tenant_key FROM tenant ORDER BY name, tenant_key')).map(([key]) => key)
      : [(await find(session, 'tenant', tenant)).key];
  const units: Unit[] = [];
  for (const tenantKey of keys) for (const { key, ...unit } of await treeOf(session, tenantKey)) units.push(unit);
  return units;
}

/** The units of a tenant, each after its parent. */
async function treeOf(session: Session, tenantKey: number): Promise<(Unit & { key: number })[]> {
  const tenant = (await session.first<Unit['tenant']>('SELECT id, name FROM tenant WHERE tenant_key = $1', tenantKey)) as Unit['tenant'];
  const rows = await session.all<AdministeredUnit>(`SELECT ${unitColumns} FROM unit WHERE tenant_key = $1`, tenantKey);
  const places = async (place: UnitPlace) => {
    const sql = `SELECT unit_key, ${place}_id FROM unit_${place} WHERE tenant_key = $1 ORDER BY ${place}_id`;
    return session.arrays<[number, string]>(sql, tenantKey);
  };
  const [locations, terminals] = [await places('location'), await places('terminal')];
  const ofUnit = (all: readonly [number, string][], key: number) => all.flatMap(([of, id]) => (of === key ? [id] : []));
  const below = (parent: Unit['parent'], parentKey: number | null): (Unit & { key: number })[] =>
    rows
      .filter((row) => row.parentKey === parentKey)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ key, id, name }) => [
        { key, id, name, tenant, parent, locationIds: ofUnit(locations, key), terminalIds: ofUnit(terminals, key) },
        ...below({ id, name }, key),
      ]);
  return below(null, null);
}
