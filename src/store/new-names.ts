/** What new objects of administration may be called, and which locations and terminals a unit may have. */
import { textCharsMax } from '../contract/limits.js';
import { sameness } from '../contract/names.js';
import { SalesError } from '../contract/problem.js';

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
