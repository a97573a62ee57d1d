/** Inserts rows of another store, by the names of their columns. */
import type { MovedRow } from '../../moving/moved-data.js';
import type { Session } from '../database/session.js';

export async function insertRows(session: Session, table: string, columns: readonly string[], rows: readonly MovedRow[]): Promise<void> {
  // Units refer to each other, so those of a tenant have to come together.
  const atOnce = 50_000;
  for (let from = 0; from < rows.length; from += atOnce) {
    const objects = rows.slice(from, from + atOnce).map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
    const names = columns.join(', ');
    await session.run(
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`,
      JSON.stringify(objects),
    );
  }
}
