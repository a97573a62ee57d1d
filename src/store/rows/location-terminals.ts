/**
 * Notes which terminals the rows of a location name. No index begins with the location, because it would make every upload slower; but a
 * location has few terminals, and those have an index. A terminal is never removed again: it says that the location may have rows of that
 * terminal.
 */
import type { Place } from '../access.js';
import { perDatabase, runEach, sql, text, type Work } from '../sql/work.js';

/** In the place of a location's terminal on SQLite, where there is none. */
export const NO_TERMINAL = 0;

/** Notes the terminals in the rows of a new upload. */
export function* noteTerminals(tenantKey: number, rows: readonly Place[]): Work<void> {
  const terminals = new Map<string, Set<string | null>>();
  for (const { locationId, terminalId } of rows) {
    if (typeof locationId !== 'string') continue;
    const ofLocation = terminals.get(locationId);
    if (ofLocation) ofLocation.add(terminalId ?? null);
    else terminals.set(locationId, new Set([terminalId ?? null]));
  }
  yield* runEach(
    { location_id: 'text', terminal_id: 'text' },
    [...terminals].flatMap(([locationId, ofLocation]) => [...ofLocation].map((terminalId) => [locationId, terminalId])),
    ({ value: { location_id: location, terminal_id: terminal }, from }) => {
      const [columns, values] = [
        perDatabase(text('terminal_id'), text('terminal_id, no_terminal')),
        perDatabase(sql`coalesce(${terminal}, ${text(String(NO_TERMINAL))})`, sql`coalesce(${terminal}, ''), ${terminal} IS NULL`),
      ];
      return sql`INSERT INTO location_terminal (tenant_key, location_id, ${columns})
        SELECT ${tenantKey}, ${location}, ${values} ${from} WHERE true ON CONFLICT DO NOTHING`;
    },
  );
}
