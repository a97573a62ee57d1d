/**
 * Notes which terminals the rows of a location name. No index begins with the location, because it would make every upload slower; but a
 * location has few terminals, and those have an index. A terminal is never removed again: it says that the location may have rows of that
 * terminal.
 */
import type { Place } from '../../access.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

/** In the place of a terminal. */
export const NO_TERMINAL = 0;

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
