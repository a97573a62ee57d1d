/**
 * How the rows of some units are found. No index begins with the location, because it would make every upload slower; but a location has few
 * terminals, which are noted, and those have an index.
 */

import { placesOfUnits, type Reach } from '../access/scope.js';
import { NO_TERMINAL } from '../rows/location-terminals.js';
import { first, perDatabase, type Sql, sql, text, type Work } from '../sql/work.js';

/** Condition on a location's terminal: it is the entry that stands for rows without a terminal. */
const withoutTerminal = perDatabase(text(`terminal_id = ${NO_TERMINAL}`), text('no_terminal'));

/**
 * Selects the rows of "transaction" AS sale that may be inside the limit, judging by their terminal alone. `isNarrow`: the index by terminal can
 * be used to find them. It cannot where rows without a terminal are among them, because those of all locations would be read.
 */
export function* rowsNear(reach: Reach): Work<{ near: Sql; isNarrow: boolean }> {
  const { terminals, locations } = placesOfUnits(reach);
  const ofLocations = sql`FROM location_terminal WHERE tenant_key = ${reach.tenantKey} AND location_id IN (${locations})`;
  const isNarrow = !(yield* first(sql`SELECT 1 ${ofLocations} AND ${withoutTerminal} LIMIT 1`));
  const near = sql`sale.terminal_id IN (${terminals} UNION SELECT terminal_id ${ofLocations} AND NOT ${withoutTerminal})`;
  return { near: isNarrow ? near : sql`(sale.terminal_id IS NULL OR ${near})`, isNarrow };
}
