/**
 * Which terminals the rows of a location name. No index begins with their location, and to write one would cost every upload; but a
 * location has few terminals, and there is an index by those. A terminal is never taken out again: what is noted is that it may be there.
 */
import type { Database } from 'better-sqlite3';
import type { Place } from '../store.js';
import { type Limit, locationsOfUnits, type Restriction, terminalsOfUnits } from './scope.js';
import { statement } from './statements.js';

const NO_TERMINAL = 0;

/** Notes the terminals of the rows of a new upload. */
export function noteTerminals(db: Database, tenantKey: number, rows: readonly Place[]): void {
  const terminals = new Map<string, Set<string | number>>();
  for (const { locationId, terminalId } of rows) {
    if (typeof locationId !== 'string') continue;
    const ofLocation = terminals.get(locationId);
    if (ofLocation) ofLocation.add(terminalId ?? NO_TERMINAL);
    else terminals.set(locationId, new Set([terminalId ?? NO_TERMINAL]));
  }
  const insert = statement(db, 'INSERT OR IGNORE INTO location_terminal (tenantKey, locationId, terminalId) VALUES (?, ?, ?)');
  for (const [locationId, ofLocation] of terminals) for (const terminalId of ofLocation) insert.run(tenantKey, locationId, terminalId);
}

const terminalsOfLocations = `SELECT terminalId FROM location_terminal WHERE tenantKey = ? AND locationId IN (${locationsOfUnits})`;

/**
 * Rows of "transaction" AS sale that may be inside the limit, by their terminal alone; `isNarrow` where the index by terminal leads to
 * them: one to rows without a terminal would lead to those of all locations.
 */
export function rowsNear(db: Database, tenantKey: number, { units }: Limit): Restriction & { isNarrow: boolean } {
  const isNarrow = !statement(db, `SELECT ${NO_TERMINAL} IN (${terminalsOfLocations})`).pluck().get(tenantKey, units);
  const isNear = `sale.terminalId IN (${terminalsOfUnits} UNION ${terminalsOfLocations})`;
  return { sql: isNarrow ? isNear : `(sale.terminalId IS NULL OR ${isNear})`, values: [units, tenantKey, units], isNarrow };
}
