/**
 * What a call may reach, as SQL conditions and as a test for rows. The scope of a whole tenant adds nothing to any statement. The units of a
 * user are looked up for every call, from the grants down the tree, so that a change of either takes effect at once.
 */

import { SalesError } from '../../../contract/problem.js';
import type { Limit, Reach } from '../../access/scope.js';
import type { Binding, Place } from '../../access.js';
import type { Session } from '../database/session.js';

export type { Limit, Reach };

/** The values that a statement binds, as it is put together: each gets the next number. */
export class Values {
  readonly list: unknown[] = [];

  /** The place of the value in the statement, such as `$3`. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/**
 * The key of a tenant, at `place` of the statement, where rows are looked up by keys of their own: numbers, hashes, keys of their uploads. As a
 * query, so that the planner takes it for any tenant. Of one that is too new or too small for its statistics, it would believe that there are
 * no rows, and read all of them for each key.
 */
export function anyTenant(place: string): string {
  return `(SELECT ${place}::int)`;
}

/** The key of a tenant, which never changes. Fails with `notFound` where there is none. */
export async function tenantKeyOf(session: Session, tenantId: string): Promise<number> {
  const found = await session.first<{ key: number }>('SELECT tenant_key AS key FROM tenant WHERE id = $1', tenantId);
  if (!found) throw noSuchTenant();
  return found.key;
}

export function noSuchTenant(): SalesError {
  return new SalesError('notFound', 'There is no such tenant.');
}

/**
 * Looks up what may be reached now. Must run in the same transaction as the work itself, because tenant, user and grants may change in
 * between. Fails with `notFound` where the tenant is gone, with `unauthorized` where there is no such user.
 */
export async function reachOf(session: Session, { scope }: Pick<Binding, 'scope'>, tenantKey: number): Promise<Reach> {
  if (scope === 'whole') {
    if (!(await session.first('SELECT 1 FROM tenant WHERE tenant_key = $1', tenantKey))) throw noSuchTenant();
    return { tenantKey, limit: null };
  }
  const found = await session.first<{ isThere: boolean; userKey: number | null; units: number[] }>(
    `WITH RECURSIVE reached (unit_key) AS (
       SELECT unit.unit_key FROM user_grant JOIN app_user USING (user_key)
       JOIN unit ON unit.tenant_key = $1 AND unit.unit_key = user_grant.unit_key
       WHERE app_user.id = $2 AND user_grant.tenant_key = $1
       UNION SELECT unit.unit_key FROM reached JOIN unit ON unit.parent_key = reached.unit_key AND unit.tenant_key = $1
     )
     SELECT EXISTS (SELECT 1 FROM tenant WHERE tenant_key = $1) AS "isThere",
       (SELECT user_key FROM app_user WHERE id = $2) AS "userKey", ARRAY(SELECT unit_key FROM reached) AS units`,
    tenantKey,
    scope.unitsOf,
  );
  if (!found?.isThere) throw noSuchTenant();
  if (found.userKey === null) throw new SalesError('unauthorized');
  return { tenantKey, limit: { userKey: found.userKey, units: found.units } };
}

/** Fails with `internal` in the scope of some units, for work that needs the whole tenant. */
export function mustBeWhole({ scope }: Pick<Binding, 'scope'>): void {
  if (scope !== 'whole') throw new SalesError('internal', 'Import was asked for in the scope of some units.');
}

/** The terminals and the locations of units, as queries; `tenant` and `units` are the places of their keys in the statement. */
export const terminalsOf = ({ tenant, units }: UnitsPlaces) =>
  `SELECT terminal_id FROM unit_terminal WHERE tenant_key = ${tenant} AND unit_key = ANY(${units}::int[])`;
export const locationsOf = ({ tenant, units }: UnitsPlaces) =>
  `SELECT location_id FROM unit_location WHERE tenant_key = ${tenant} AND unit_key = ANY(${units}::int[])`;

export interface UnitsPlaces {
  tenant: string;
  units: string;
}

/** Selects the rows of transaction AS sale inside the limit. Begins with AND. */
export function andRowWithin({ tenantKey, limit }: Reach, values: Values): string {
  if (!limit) return '';
  const places = { tenant: values.add(tenantKey), units: values.add(limit.units) };
  return ` AND (sale.terminal_id IN (${terminalsOf(places)}) OR sale.location_id IN (${locationsOf(places)}))`;
}

/** Inside a limit, uploads are only the user's own. Begins with AND. */
export function andUploadWithin({ limit }: Reach, values: Values): string {
  return limit ? ` AND upload.user_key = ${values.add(limit.userKey)}` : '';
}

/** Returns a test of whether a row that is not stored yet is inside the limit. */
export async function placeTest(session: Session, { tenantKey, limit }: Reach): Promise<(row: Place) => boolean> {
  if (!limit) return () => true;
  const places = async (sql: string) => new Set((await session.arrays<[string]>(sql, tenantKey, limit.units)).map(([place]) => place));
  const terminals: ReadonlySet<unknown> = await places(terminalsOf({ tenant: '$1', units: '$2' }));
  const locations: ReadonlySet<unknown> = await places(locationsOf({ tenant: '$1', units: '$2' }));
  return ({ terminalId, locationId }) => terminals.has(terminalId) || locations.has(locationId);
}
