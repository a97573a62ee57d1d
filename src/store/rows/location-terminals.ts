/**
 * Notes which terminals the rows of a location name. No index begins with the location, because it would make every upload slower; but a
 * location has few terminals, and those have an index. A terminal is never removed again: it says that the location may have rows of that
 * terminal.
 */
import type { Place } from '../access.js';
import { port } from '../port.js';
import { runEach, sql, type Work } from '../sql/work.js';

/** Notes the terminals in the rows of a new upload. */
export function* noteTerminals(tenantKey: number, rows: readonly Place[]): Work<void> {
  const terminals = new Map<string, Set<string | null>>();
  for (const { locationId, terminalId } of rows) {
    if (typeof locationId !== 'string') continue;
    const ofLocation = terminals.get(locationId);
    if (ofLocation) ofLocation.add(terminalId ?? null);
    else terminals.set(locationId, new Set([terminalId ?? null]));
  }
  const { notedTerminal } = yield* port();
  yield* runEach(
    { location_id: 'text', terminal_id: 'text' },
    [...terminals].flatMap(([locationId, ofLocation]) => [...ofLocation].map((terminalId) => [locationId, terminalId])),
    ({ value, from }) => {
      const { columns, values } = notedTerminal(value.terminal_id);
      return sql`INSERT INTO location_terminal (tenant_key, location_id, ${columns})
        SELECT ${tenantKey}, ${value.location_id}, ${values} ${from} WHERE true ON CONFLICT DO NOTHING`;
    },
  );
}
