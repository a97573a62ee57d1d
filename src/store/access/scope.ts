/**
 * What a call may reach, as SQL conditions and as a test for rows. The scope of a whole tenant adds nothing to any statement. The units of a
 * user are looked up for every call, from the grants down the tree, so that a change of either takes effect at once.
 */

import { SalesError } from '../../contract/problem.js';
import type { Binding, Place } from '../access.js';
import { among, forPostgres } from '../sql/dialect.js';
import { all, arrays, column, first, nothing, type Sql, sql, text, type Work } from '../sql/work.js';

/** What a call may read and write: all of one tenant's data, or only the part inside `limit`. */
export interface Reach {
  tenantKey: number;
  limit: Limit | null;
}

/** Limits a call to the rows of some units, and to the uploads of one user. */
export interface Limit {
  userKey: number;
  /** The keys of the units, with those below them. */
  units: readonly number[];
}

/** The key of a tenant, which never changes. Fails with `notFound` where there is none. */
export function* tenantKeyOf(tenantId: string): Work<number> {
  const found = yield* first<{ key: number }>(sql`SELECT tenant_key AS key FROM tenant WHERE id = ${tenantId}`);
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
export function* reachOf({ scope }: Pick<Binding, 'scope'>, tenantKey: number): Work<Reach> {
  if (scope === 'whole') {
    if (!(yield* first(sql`SELECT 1 FROM tenant WHERE tenant_key = ${tenantKey}`))) throw noSuchTenant();
    return { tenantKey, limit: null };
  }
  const ofTenant = forPostgres(sql` AND user_grant.tenant_key = ${tenantKey}`);
  const found = yield* all<{ isThere: number | boolean; userKey: number | null; unitKey: number | null }>(
    sql`WITH RECURSIVE reached (unit_key) AS (
        SELECT unit.unit_key FROM user_grant JOIN app_user ON app_user.user_key = user_grant.user_key
        JOIN unit ON unit.unit_key = user_grant.unit_key AND unit.tenant_key = ${tenantKey} WHERE app_user.id = ${scope.unitsOf}${ofTenant}
        UNION SELECT unit.unit_key FROM reached JOIN unit ON unit.parent_key = reached.unit_key AND unit.tenant_key = ${tenantKey}
      )
      SELECT EXISTS (SELECT 1 FROM tenant WHERE tenant_key = ${tenantKey}) AS is_there,
        (SELECT user_key FROM app_user WHERE id = ${scope.unitsOf}) AS user_key, unit_key
      FROM (SELECT 1 AS one) AS one LEFT JOIN reached ON true`,
  );
  const [asked] = found;
  if (!asked?.isThere) throw noSuchTenant();
  if (asked.userKey === null) throw new SalesError('unauthorized');
  const units = found.flatMap(({ unitKey }) => (unitKey === null ? [] : [unitKey]));
  return { tenantKey, limit: { userKey: asked.userKey, units } };
}

/** What of it belongs to a unit and those below it: nothing, where the unit is not within reach. */
export function* reachOfUnit({ tenantKey, limit }: Reach, unitId: string): Work<Reach> {
  const units = yield* column<number>(
    sql`WITH RECURSIVE below (unit_key) AS (
        SELECT unit.unit_key FROM unit WHERE unit.tenant_key = ${tenantKey} AND unit.id = ${unitId.toLowerCase()}
        UNION SELECT unit.unit_key FROM below JOIN unit ON unit.parent_key = below.unit_key AND unit.tenant_key = ${tenantKey}
      )
      SELECT unit_key FROM below`,
  );
  const reached = limit === null ? units : units.filter((unit) => limit.units.includes(unit));
  return { tenantKey, limit: { userKey: limit?.userKey ?? NOBODY, units: reached } };
}

/** Key of no user: within a unit nobody's uploads are asked for. */
const NOBODY = 0;

/** The same, by the tenant's id. */
export function* reachIn(binding: Binding): Work<Reach> {
  return yield* reachOf(binding, yield* tenantKeyOf(binding.tenantId));
}

/** Fails with `unauthorized` where the user does not exist, or no longer. */
export function* userKeyOf(userId: string): Work<number> {
  const found = yield* first<{ key: number }>(sql`SELECT user_key AS key FROM app_user WHERE id = ${userId}`);
  if (!found) throw new SalesError('unauthorized');
  return found.key;
}

/** SQL for where the terminals and the locations of the units are. */
function placesOf({ tenantKey, limit }: Reach) {
  const ofUnits = sql`WHERE unit_key ${among(limit?.units ?? [])}${forPostgres(sql` AND tenant_key = ${tenantKey}`)}`;
  return { terminals: sql`FROM unit_terminal ${ofUnits}`, locations: sql`FROM unit_location ${ofUnits}` };
}

/** Selects the terminals and the locations of the units. */
export function placesOfUnits(reach: Reach): { terminals: Sql; locations: Sql } {
  const { terminals, locations } = placesOf(reach);
  return { terminals: sql`SELECT terminal_id ${terminals}`, locations: sql`SELECT location_id ${locations}` };
}

/** Rows of the table called `name` inside the limit, for statements that walk many rows: the units' places are collected once. */
export function rowsWithin(reach: Reach, name = 'sale'): Sql {
  const { terminals, locations } = placesOfUnits(reach);
  const row = text(name);
  return sql`(${row}.terminal_id IN (${terminals}) OR ${row}.location_id IN (${locations}))`;
}

/** The same; begins with AND, where there is a limit. */
export function andWithin(reach: Reach, name?: string): Sql {
  return reach.limit ? sql` AND ${rowsWithin(reach, name)}` : nothing;
}

/** A row called `sale` inside the limit, for statements that read single rows: each is looked up among the places of the units. */
export function andRowWithin(reach: Reach): Sql {
  if (!reach.limit) return nothing;
  const { terminals, locations } = placesOf(reach);
  return sql` AND (EXISTS (SELECT 1 ${terminals} AND terminal_id = sale.terminal_id)
    OR EXISTS (SELECT 1 ${locations} AND location_id = sale.location_id))`;
}

/** Inside a limit, uploads are only the user's own. Begins with AND. */
export function andUploadWithin({ limit }: Reach): Sql {
  return limit ? sql` AND upload.user_key = ${limit.userKey}` : nothing;
}

/** Returns a test of whether a row that is not stored yet is inside the limit. */
export function* placeTest(reach: Reach): Work<(row: Place) => boolean> {
  if (!reach.limit) return () => true;
  const { terminals, locations } = placesOfUnits(reach);
  const known = new Set<unknown>((yield* arrays<[string]>(terminals)).flat());
  const near = new Set<unknown>((yield* arrays<[string]>(locations)).flat());
  return ({ terminalId, locationId }) => known.has(terminalId) || near.has(locationId);
}
