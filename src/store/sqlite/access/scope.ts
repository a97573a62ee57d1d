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
export interface Reach {
  tenantKey: number;
  limit: Limit | null;
}

/** Limits a call to the rows of some units, and to the uploads of one user. */
export interface Limit {
  userKey: number;
  /** The keys of the units, with those below them, as a JSON array. */
  units: string;
}

/** Part of an SQL condition, with the values that it binds. */
export interface Restriction {
  sql: string;
  values: unknown[];
}

const nothing: Restriction = { sql: '', values: [] };
const isOneOfUnits = 'unitKey IN (SELECT value FROM json_each(?))';
export const terminalsOfUnits = `SELECT terminalId FROM unit_terminal WHERE ${isOneOfUnits}`;
export const locationsOfUnits = `SELECT locationId FROM unit_location WHERE ${isOneOfUnits}`;

/**
 * Looks up what may be reached now. Must run in the same transaction as the work itself, because tenant, user and grants may change in
 * between. Fails with `notFound` where there is no such tenant, with `unauthorized` where there is no such user.
 */
export function reachOf(db: Database, { tenantId, scope }: Binding): Reach {
  const tenantKey = statement(db, 'SELECT tenantKey FROM tenant WHERE id = ?').pluck().get(tenantId) as number | undefined;
  if (tenantKey === undefined) throw new SalesError('notFound', 'There is no such tenant.');
  if (scope === 'whole') return { tenantKey, limit: null };
  const userKey = userKeyOf(db, scope.unitsOf);
  return { tenantKey, limit: { userKey, units: unitsOf(db, tenantKey, userKey) } };
}

/** Fails with `unauthorized` where the user does not exist, or no longer. */
export function userKeyOf(db: Database, userId: string): number {
  const userKey = statement(db, 'SELECT userKey FROM user WHERE id = ?').pluck().get(userId) as number | undefined;
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
    `WITH RECURSIVE reached (unitKey) AS (
       SELECT unit.unitKey FROM "grant" JOIN unit ON unit.unitKey = "grant".unitKey WHERE "grant".userKey = ? AND unit.tenantKey = ?
       UNION SELECT unit.unitKey FROM reached JOIN unit ON unit.parentKey = reached.unitKey AND unit.tenantKey = ?
     ) SELECT json_group_array(unitKey) FROM reached`,
  )
    .pluck()
    .get(userKey, tenantKey, tenantKey) as string;
}

/** Selects the rows of "transaction" AS sale inside the limit, for statements that walk many rows: the units' places are collected once. */
export function rowsWithin({ units }: Limit): Restriction {
  const sql = `(sale.terminalId IN (${terminalsOfUnits}) OR sale.locationId IN (${locationsOfUnits}))`;
  return { sql, values: [units, units] };
}

/** The same for statements that read a single row, which is looked up among the places of each unit. Begins with AND. */
export function andRowWithin(limit: Limit | null): Restriction {
  if (!limit) return nothing;
  const sql = ` AND (EXISTS (SELECT 1 FROM unit_terminal WHERE ${isOneOfUnits} AND terminalId = sale.terminalId)
    OR EXISTS (SELECT 1 FROM unit_location WHERE ${isOneOfUnits} AND locationId = sale.locationId))`;
  return { sql, values: [limit.units, limit.units] };
}

/** Inside a limit, uploads are only the user's own. Begins with AND. */
export function andUploadWithin(limit: Limit | null): Restriction {
  return limit ? { sql: ' AND userKey = ?', values: [limit.userKey] } : nothing;
}

/** Returns a test of whether a row that is not stored yet is inside the limit. */
export function placeTest(db: Database, limit: Limit | null): (row: Place) => boolean {
  if (!limit) return () => true;
  const places = (sql: string) => new Set(statement(db, sql).pluck().all(limit.units));
  const terminals = places(terminalsOfUnits);
  const locations = places(locationsOfUnits);
  return ({ terminalId, locationId }) => terminals.has(terminalId) || locations.has(locationId);
}
