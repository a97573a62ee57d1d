/**
 * What a call may reach, as SQL conditions and as a test for rows. The scope of a whole tenant adds nothing to any statement. The units of a
 * user are looked up for every call, from the grants down the tree, so that a change of either takes effect at once.
 */
import { SalesError } from '../../contract/problem.js';
import type { Place } from '../access.js';
import { arrays, type Dialect, dialect, first, nothing, type Sql, sql, type Work } from '../sql/work.js';

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

/** SQL for the terminals and the locations of the units: those alone that `selected` and `condition` ask for. */
function placesOf({ among, namesTenantOfUnits }: Dialect, { tenantKey, limit }: Reach) {
  const ofUnits = sql`WHERE unit_key ${among(limit?.units ?? [])}${namesTenantOfUnits ? sql` AND tenant_key = ${tenantKey}` : nothing}`;
  return { terminals: sql`FROM unit_terminal ${ofUnits}`, locations: sql`FROM unit_location ${ofUnits}` };
}

/** Selects the terminals and the locations of the units. */
export function* placesOfUnits(reach: Reach): Work<{ terminals: Sql; locations: Sql }> {
  const { terminals, locations } = placesOf(yield* dialect(), reach);
  return { terminals: sql`SELECT terminal_id ${terminals}`, locations: sql`SELECT location_id ${locations}` };
}

/**
 * Selects the rows of the table called `sale` inside the limit, for statements that walk many rows: the units' places are collected once.
 * Begins with AND, where there is anything.
 */
export function* andRowsWithin(reach: Reach): Work<Sql> {
  if (!reach.limit) return nothing;
  const { terminals, locations } = yield* placesOfUnits(reach);
  return sql` AND (sale.terminal_id IN (${terminals}) OR sale.location_id IN (${locations}))`;
}

/** Inside a limit, uploads are only the user's own. Begins with AND. */
export function andUploadWithin({ limit }: Reach): Sql {
  return limit ? sql` AND upload.user_key = ${limit.userKey}` : nothing;
}

/** Returns a test of whether a row that is not stored yet is inside the limit. */
export function* placeTest(reach: Reach): Work<(row: Place) => boolean> {
  if (!reach.limit) return () => true;
  const { terminals, locations } = yield* placesOfUnits(reach);
  const known = new Set<unknown>((yield* arrays<[string]>(terminals)).flat());
  const near = new Set<unknown>((yield* arrays<[string]>(locations)).flat());
  return ({ terminalId, locationId }) => known.has(terminalId) || near.has(locationId);
}
