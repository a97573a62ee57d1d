/**
 * What a call may reach, as SQL conditions and as a test for rows. The scope of a whole tenant adds nothing to any statement. The units of
 * a user are looked up for every call, from the grants down the tree, so that a change of either takes effect at once; statements bind the
 * units' keys.
 */
import { SalesError } from '../../../contract/problem.js';
import type { Binding, Place } from '../../access.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

/** What a call may read and write: all of one tenant's data, or only the part inside `limit`. */
interface JsonReach {
  tenantKey: number;
  limit: JsonLimit | null;
}

/** Limits a call to the rows of some units, and to the uploads of one user. */
interface JsonLimit {
  userKey: number;
  /** The keys of the units, with those below them, as a JSON array. */
  units: string;
}

export type { JsonLimit as Limit, JsonReach as Reach };

/** Part of an SQL condition, with the values that it binds. */
export interface Restriction {
  sql: string;
  values: unknown[];
}

const nothing: Restriction = { sql: '', values: [] };
const isOneOfUnits = 'unit_key IN (SELECT value FROM json_each(?))';
export const terminalsOfUnits = `SELECT terminal_id FROM unit_terminal WHERE ${isOneOfUnits}`;
export const locationsOfUnits = `SELECT location_id FROM unit_location WHERE ${isOneOfUnits}`;

/**
 * Looks up what may be reached now. Must run in the same transaction as the work itself, because tenant, user and grants may change in
 * between. Fails with `notFound` where there is no such tenant, with `unauthorized` where there is no such user.
 */
export function reachOf(db: Database, { tenantId, scope }: Binding): JsonReach {
  const tenantKey = statement(db, 'SELECT tenant_key FROM tenant WHERE id = ?').pluck().get(tenantId) as number | undefined;
  if (tenantKey === undefined) throw new SalesError('notFound', 'There is no such tenant.');
  if (scope === 'whole') return { tenantKey, limit: null };
  const userKey = userKeyOf(db, scope.unitsOf);
  return { tenantKey, limit: { userKey, units: unitsOf(db, tenantKey, userKey) } };
}

/** As work on either database takes it. */
export function sharedReach({ tenantKey, limit }: JsonReach) {
  return { tenantKey, limit: limit && { ...limit, units: JSON.parse(limit.units) as number[] } };
}

/** Fails with `unauthorized` where the user does not exist, or no longer. */
function userKeyOf(db: Database, userId: string): number {
  const userKey = statement(db, 'SELECT user_key FROM app_user WHERE id = ?').pluck().get(userId) as number | undefined;
  if (userKey === undefined) throw new SalesError('unauthorized');
  return userKey;
}

/** The key of the tenant, for work that needs all of it. Fails with `internal` in the scope of some units. */
export function wholeReachOf(db: Database, binding: Binding): number {
  if (binding.scope !== 'whole') throw new SalesError('internal', 'Import was asked for in the scope of some units.');
  return reachOf(db, binding).tenantKey;
}

function unitsOf(db: Database, tenantKey: number, userKey: number): string {
  return statement(
    db,
    `WITH RECURSIVE reached (unit_key) AS (
       SELECT unit.unit_key FROM user_grant JOIN unit ON unit.unit_key = user_grant.unit_key WHERE user_grant.user_key = ? AND unit.tenant_key = ?
       UNION SELECT unit.unit_key FROM reached JOIN unit ON unit.parent_key = reached.unit_key AND unit.tenant_key = ?
     ) SELECT json_group_array(unit_key) FROM reached`,
  )
    .pluck()
    .get(userKey, tenantKey, tenantKey) as string;
}

/** Selects the rows of "transaction" AS sale inside the limit, for statements that walk many rows: the units' places are collected once. */
export function rowsWithin({ units }: JsonLimit): Restriction {
  const sql = `(sale.terminal_id IN (${terminalsOfUnits}) OR sale.location_id IN (${locationsOfUnits}))`;
  return { sql, values: [units, units] };
}

/** The same for statements that read a single row, which is looked up among the places of each unit. Begins with AND. */
export function andRowWithin(limit: JsonLimit | null): Restriction {
  if (!limit) return nothing;
  const sql = ` AND (EXISTS (SELECT 1 FROM unit_terminal WHERE ${isOneOfUnits} AND terminal_id = sale.terminal_id)
    OR EXISTS (SELECT 1 FROM unit_location WHERE ${isOneOfUnits} AND location_id = sale.location_id))`;
  return { sql, values: [limit.units, limit.units] };
}

/** Inside a limit, uploads are only the user's own. Begins with AND. */
export function andUploadWithin(limit: JsonLimit | null): Restriction {
  return limit ? { sql: ' AND user_key = ?', values: [limit.userKey] } : nothing;
}

/** Returns a test of whether a row that is not stored yet is inside the limit. */
export function placeTest(db: Database, limit: JsonLimit | null): (row: Place) => boolean {
  if (!limit) return () => true;
  const places = (sql: string) => new Set(statement(db, sql).pluck().all(limit.units));
  const terminals = places(terminalsOfUnits);
  const locations = places(locationsOfUnits);
  return ({ terminalId, locationId }) => terminals.has(terminalId) || locations.has(locationId);
}
