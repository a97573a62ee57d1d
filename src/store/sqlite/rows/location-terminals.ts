/**
 * Notes which terminals the rows of a location name. No index begins with the location, because it would make every upload slower; but a
 * location has few terminals, and those have an index. A terminal is never removed again: it says that the location may have rows of that
 * terminal.
 */
import type { Place } from '../../access.js';
import { type Limit, locationsOfUnits, type Restriction, terminalsOfUnits } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

const NO_TERMINAL = 0;

/** Notes the terminals in the rows of a new upload. */
export function noteTerminals(db: Database, tenantKey: number, rows: readonly Place[]): void {
  const terminals = new Map<string, Set<string | number>>();
  for (const { locationId, terminalId } of rows) {
    if (typeof locationId !== 'string') continue;
    const ofLocation = terminals.get(locationId);
    if (ofLocation) ofLocation.add(terminalId ?? NO_TERMINAL);
    else terminals.set(locationId, new Set([terminalId ?? NO_TERMINAL]));
  }
  const insert = statement(db, 'INSERT OR IGNORE INTO location_terminal (tenant_key, location_id, terminal_id) VALUES (?, ?, ?)');
  for (const [locationId, ofLocation] of terminals) for (const terminalId of ofLocation) insert.run(tenantKey, locationId, terminalId);
}

const terminalsOfLocations = `SELECT terminal_id FROM location_terminal WHERE tenant_key = ? AND location_id IN (${locationsOfUnits})`;

/**
 * Selects the rows of "transaction" AS sale that may be inside the limit, judging by their terminal alone. `isNarrow`: the index by
 * terminal can be used to find them. It cannot where rows without a terminal are among them, because those of all locations would be read.
 */
export function rowsNear(db: Database, tenantKey: number, { units }: Limit): Restriction & { isNarrow: boolean } {
  const isNarrow = !statement(db, `SELECT ${NO_TERMINAL} IN (${terminalsOfLocations})`).pluck().get(tenantKey, units);
  const isNear = `sale.terminal_id IN (${terminalsOfUnits} UNION ${terminalsOfLocations})`;
  return { sql: isNarrow ? isNear : `(sale.terminal_id IS NULL OR ${isNear})`, values: [units, tenantKey, units], isNarrow };
}

/** The terminals of those rows, null for those without one. */
export function terminalsNear(db: Database, tenantKey: number, { units }: Limit): (string | null)[] {
  const found = statement(db, `${terminalsOfUnits} UNION ${terminalsOfLocations}`).pluck().all(units, tenantKey, units);
  return (found as (string | typeof NO_TERMINAL)[]).map((terminal) => (terminal === NO_TERMINAL ? null : terminal));
}
