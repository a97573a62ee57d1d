/**
 * Notes which terminals the rows of a location name. No index begins with the location, because it would make every upload slower; but a
 * location has few terminals, and those have an index. A terminal is never removed again.
 */
import type { Place } from '../../access.js';
import type { Session } from '../database/session.js';

/** Notes the terminals in the rows of a new upload. */
export async function noteTerminals(session: Session, tenantKey: number, rows: readonly Place[]): Promise<void> {
  const pairs = new Map<string, [location: string, terminal: string | null]>();
  for (const { locationId, terminalId } of rows) {
    if (typeof locationId !== 'string') continue;
    pairs.set(JSON.stringify([locationId, terminalId ?? null]), [locationId, terminalId ?? null]);
  }
  if (pairs.size === 0) return;
  const noted = [...pairs.values()];
  await session.run(
    `INSERT INTO location_terminal (tenant_key, location_id, terminal_id, no_terminal)
     SELECT $1, location, coalesce(terminal, ''), terminal IS NULL FROM unnest($2::text[], $3::text[]) AS noted (location, terminal)
     ON CONFLICT DO NOTHING`,
    tenantKey,
    noted.map(([location]) => location),
    noted.map(([, terminal]) => terminal),
  );
}
