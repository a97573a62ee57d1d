/** Organisational units: a tenant's units form trees, and each has the locations and terminals that belong to it. */

import { nameOf } from '../../contract/names.js';
import { SalesError } from '../../contract/problem.js';
import type { NewUnit, Unit, UnitChange } from '../administration.js';
import { forPostgres } from '../sql/dialect.js';
import { all, first, run, type Sql, sql, text, type Work } from '../sql/work.js';
import type { Note } from './connection.js';
import { checkFree, checkPlaces, newId, newKey, type UnitPlace } from './new-objects.js';
import { find } from './references.js';

interface UnitRow {
  tenantKey: number;
  unitKey: number;
  id: string;
  name: string;
  parentKey: number | null;
}

/** Fails with `notFound`, or with `usage` where the name or the id is taken or not allowed, or a location or terminal cannot be one. */
export function* addUnit(unit: NewUnit, note: Note): Work<Unit> {
  const name = nameOf('unit', unit.name);
  const { locationIds, terminalIds } = unit;
  checkPlaces('location', locationIds);
  checkPlaces('terminal', terminalIds);
  const tenant = yield* find('tenant', unit.tenant);
  const parent = unit.parent === undefined ? null : yield* find('unit', unit.parent, tenant.key);
  const parentKey = parent?.key ?? null;
  checkFree('unit', name, yield* siblings(tenant.key, parentKey));
  const id = yield* newId('unit', unit.id);
  const own = { tenantKey: tenant.key, unitKey: yield* newKey('unit'), id, name, parentKey };
  yield* run(
    sql`INSERT INTO unit (tenant_key, unit_key, id, name, parent_key) VALUES (${own.tenantKey}, ${own.unitKey}, ${id}, ${name}, ${parentKey})`,
  );
  yield* addPlaces(own, 'location', locationIds);
  yield* addPlaces(own, 'terminal', terminalIds);
  const details = { name, tenantId: tenant.id, parentId: parent?.id ?? null, locationIds, terminalIds };
  note({ action: 'unit.add', object: `unit:${id}`, details });
  return yield* shown(own);
}

/**
 * Changes what is given and leaves the rest. Fails with `notFound`, also for a location or terminal to remove that the unit does not have,
 * or with `usage`.
 */
export function* changeUnit(reference: string, wanted: UnitChange, note: Note): Work<Unit> {
  const newName = wanted.name === undefined ? undefined : nameOf('unit', wanted.name);
  checkPlaces('location', wanted.addLocationIds);
  checkPlaces('terminal', wanted.addTerminalIds);
  const within = wanted.tenant === undefined ? undefined : (yield* find('tenant', wanted.tenant)).key;
  const before = yield* rowOf((yield* find('unit', reference, within)).key);
  const { tenantKey, unitKey, id } = before;
  const parentKey = wanted.parent === undefined ? before.parentKey : yield* parentKeyOf(before, wanted.parent);
  const name = newName ?? before.name;
  checkFree('unit', name, yield* siblings(tenantKey, parentKey), id);
  yield* run(sql`UPDATE unit SET name = ${name}, parent_key = ${parentKey} WHERE tenant_key = ${tenantKey} AND unit_key = ${unitKey}`);
  yield* addPlaces(before, 'location', wanted.addLocationIds);
  yield* addPlaces(before, 'terminal', wanted.addTerminalIds);
  yield* removePlaces(before, 'location', wanted.removeLocationIds);
  yield* removePlaces(before, 'terminal', wanted.removeTerminalIds);
  const changed = yield* shown(before);
  const { parent, locationIds, terminalIds } = changed;
  note({ action: 'unit.set', object: `unit:${id}`, details: { name, parentId: parent?.id ?? null, locationIds, terminalIds } });
  return changed;
}

/** Fails with `usage` where the unit would end up below itself. */
function* parentKeyOf(unit: UnitRow, reference: string | null): Work<number | null> {
  if (reference === null) return null;
  const parent = yield* find('unit', reference, unit.tenantKey);
  for (let key: number | null = parent.key; key !== null; key = (yield* rowOf(key)).parentKey) {
    if (key === unit.unitKey) throw new SalesError('usage', `"${parent.name}" is "${unit.name}" itself, or is below it.`);
  }
  return parent.key;
}

const tableOf = (place: UnitPlace) => text(`unit_${place}`);
const columnOf = (place: UnitPlace) => text(`${place}_id`);

function* addPlaces({ tenantKey, unitKey }: UnitRow, place: UnitPlace, ids: readonly string[]): Work<void> {
  const [column, key] = [forPostgres(text('tenant_key, ')), forPostgres(sql`${tenantKey}, `)];
  for (const id of ids) {
    yield* run(
      sql`INSERT INTO ${tableOf(place)} (${column}unit_key, ${columnOf(place)}) VALUES (${key}${unitKey}, ${id}) ON CONFLICT DO NOTHING`,
    );
  }
}

function* removePlaces({ unitKey, name }: UnitRow, place: UnitPlace, ids: readonly string[]): Work<void> {
  for (const id of ids) {
    if ((yield* run(sql`DELETE FROM ${tableOf(place)} WHERE unit_key = ${unitKey} AND ${columnOf(place)} = ${id}`)) > 0) continue;
    throw new SalesError('notFound', `The unit "${name}" has no ${place} "${id}".`, { hint: [['sales', 'admin', 'unit', 'list']] });
  }
}

const unitsWhere = (condition: Sql) => sql`SELECT tenant_key, unit_key, id, name, parent_key FROM unit WHERE ${condition}`;

function* rowOf(key: number): Work<UnitRow> {
  return (yield* first<UnitRow>(unitsWhere(sql`unit_key = ${key}`))) as UnitRow;
}

function siblings(tenantKey: number, parentKey: number | null): Work<UnitRow[]> {
  return all(unitsWhere(sql`tenant_key = ${tenantKey} AND parent_key IS NOT DISTINCT FROM ${parentKey}`));
}

function* shown({ tenantKey, id }: UnitRow): Work<Unit> {
  return (yield* treeOf(tenantKey)).find((one) => one.id === id) as Unit;
}

/** All units, or those of one tenant; each after its parent. */
export function* unitsIn(tenant: string | undefined): Work<Unit[]> {
  const tenants =
    tenant === undefined
      ? yield* all<{ key: number }>(sql`SELECT tenant_key AS key FROM tenant ORDER BY name, tenant_key`)
      : [yield* find('tenant', tenant)];
  const units: Unit[] = [];
  for (const { key } of tenants) units.push(...(yield* treeOf(key)));
  return units;
}

/** The units of a tenant, each after its parent. */
function* treeOf(tenantKey: number): Work<Unit[]> {
  const tenant = (yield* first<Unit['tenant']>(sql`SELECT id, name FROM tenant WHERE tenant_key = ${tenantKey}`)) as Unit['tenant'];
  const rows = yield* all<UnitRow>(unitsWhere(sql`tenant_key = ${tenantKey}`));
  const [locations, terminals] = [yield* placesIn(tenantKey, 'location'), yield* placesIn(tenantKey, 'terminal')];
  const ofUnit = (some: readonly PlaceRow[], key: number) => some.flatMap(({ unitKey, place }) => (unitKey === key ? [place] : []));
  const below = (parent: Unit['parent'], parentKey: number | null): Unit[] =>
    rows
      .filter((row) => row.parentKey === parentKey)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ unitKey, id, name }) => [
        { id, name, tenant, parent, locationIds: ofUnit(locations, unitKey), terminalIds: ofUnit(terminals, unitKey) },
        ...below({ id, name }, unitKey),
      ]);
  return below(null, null);
}

interface PlaceRow {
  unitKey: number;
  place: string;
}

function placesIn(tenantKey: number, place: UnitPlace): Work<PlaceRow[]> {
  return all(
    sql`SELECT unit_key, ${columnOf(place)} AS place FROM ${tableOf(place)} JOIN unit USING (unit_key)
      WHERE unit.tenant_key = ${tenantKey} ORDER BY place`,
  );
}
