/** New objects of administration: their ids and keys, what they may be called, and which locations and terminals a unit may have. */
import { randomUUID } from 'node:crypto';
import { textCharsMax } from '../../contract/limits.js';
import { sameness } from '../../contract/names.js';
import { SalesError } from '../../contract/problem.js';
import { isUuid } from '../../contract/uuid.js';
import { first, run, sql, text, type Work } from '../sql/work.js';

export type ObjectTable = 'customer' | 'tenant' | 'unit' | 'user' | 'import_configuration';

const tableOf = (kind: ObjectTable) => text(kind === 'user' ? 'app_user' : kind);

/** A key that no object of the kind ever had: a server that still knows a removed one would show the data of one as the other's. */
export function* newKey(kind: ObjectTable): Work<number> {
  const key = text(`${kind}_key`);
  const found = yield* first<{ last: number | null }>(
    sql`SELECT max(given) AS last FROM (
      SELECT max(${key}) AS given FROM ${tableOf(kind)} UNION ALL SELECT max(key) FROM removed WHERE kind = ${kind}
    ) AS every`,
  );
  return (found?.last ?? 0) + 1;
}

/** Must be called for every object that is deleted; see {@link newKey}. */
export function* noteRemoved(kind: ObjectTable, { key, id }: { key: number; id: string }): Work<void> {
  yield* run(sql`INSERT INTO removed (id, kind, key) VALUES (${id}, ${kind}, ${key})`);
}

/** `wanted` in lower case, or a new id. Fails with `usage` where it is no UUID or has been used before. */
export function* newId(kind: ObjectTable, wanted: string | undefined): Work<string> {
  if (wanted === undefined) return randomUUID();
  const id = wanted.toLowerCase();
  if (!isUuid(id)) throw new SalesError('usage', `The id ${wanted} is not a UUID.`);
  if (yield* first(sql`SELECT 1 FROM ${tableOf(kind)} WHERE id = ${id} UNION ALL SELECT 1 FROM removed WHERE id = ${id}`)) {
    throw new SalesError('usage', `The id ${id} has already been used.`, {
      hint: ['To get a new one, leave out ', ['--id']],
    });
  }
  return id;
}

export type UnitPlace = 'location' | 'terminal';

/**
 * Fails with `usage` where one of `siblings` has the name, or one that counts as the same. `self` is the id of the object being renamed,
 * which may keep its name.
 */
export function checkFree(what: string, name: string, siblings: readonly { id: string; name: string }[], self?: string): void {
  const taken = siblings.find((one) => one.id !== self && sameness(one.name) === sameness(name));
  if (taken) {
    throw new SalesError('usage', `The ${what} "${taken.name}" exists already (${taken.id}).`, {
      hint: taken.name === name ? 'Give another name' : 'Names must differ in more than upper and lower case or letter forms',
    });
  }
}

/** Not normalised in any way, because they are compared with what transactions carry, character by character. */
export function checkPlaces(place: UnitPlace, ids: readonly string[]): void {
  for (const id of ids) {
    if (id === '' || !id.isWellFormed() || [...id].length > textCharsMax) {
      throw new SalesError('usage', `A ${place} must be the ${place}Id of transactions: 1 to ${textCharsMax} characters.`);
    }
  }
}
