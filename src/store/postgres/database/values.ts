/** Parts of statements that are put together as text. */

/** See Port; `place` is that of the tenant's key in the statement. */
export function anyTenant(place: string): string {
  return `(SELECT ${place}::int)`;
}
