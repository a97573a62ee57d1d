/**
 * The one object that people mean by the id or the name that they typed, among what a store has found, and what is said where it is none or
 * several.
 */
import { sameness } from '../contract/names.js';
import { SalesError } from '../contract/problem.js';
import type { ObjectKind } from '../contract/remedy.js';
import { isUuid } from '../contract/uuid.js';

/** Where none is named, and there is more than one, or none. */
export function severalTenants(): SalesError {
  return new SalesError('usage', 'There are several tenants, and none is named.', {
    hint: ['Name one: ', ['--tenant', 'TENANT'], '. ', ['sales', 'admin', 'tenant', 'list'], ' shows them'],
  });
}

const NEAR_MAX = 5;

/** What is looked for: an id in lower case, or a name as names are stored. */
export function wantedBy(reference: string): { by: 'id' | 'name'; value: string } {
  return isUuid(reference) ? { by: 'id', value: reference.toLowerCase() } : { by: 'name', value: reference.normalize('NFC') };
}

/** Fails with `usage` where `found`, each with the place where it belongs, are several. */
export function refuseSeveral(kind: ObjectKind, reference: string, found: readonly { id: string; place: string }[]): void {
  if (found.length < 2) return;
  throw new SalesError('usage', `"${reference}" is the name of ${found.length} ${kind}s.`, {
    errors: Object.fromEntries(found.map(({ id, place }) => [id, [place]])),
    hint: 'Give the id instead',
  });
}

/** That there is no such object among those of `names`; `isWithin` where only a part of them was searched. */
export function noSuchObject(kind: ObjectKind, reference: string, names: readonly string[], isWithin: boolean): SalesError {
  const near = isUuid(reference) ? [] : nearest(reference, names);
  return new SalesError('notFound', `There is no ${kind} "${reference}"${isWithin ? ' there' : ''}.`, {
    hint:
      near.length > 0
        ? `Similar: ${near.join(', ')}`
        : [['sales', 'admin', kind === 'import configuration' ? 'import-config' : kind, 'list']],
  });
}

/** The names that may have been meant, the nearest first. */
export function nearest(wanted: string, names: readonly string[]): string[] {
  const target = sameness(wanted);
  return names
    .map((name) => ({ name, distance: sameness(name).startsWith(target) ? 0 : distance(target, sameness(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(Math.max(name.length, target.length) / 3)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, NEAR_MAX)
    .map(({ name }) => name);
}

/** How many characters must be added, removed or replaced (the Levenshtein distance). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const changed = (row[to] ?? 0) + (one[at] === other[to] ? 0 : 1);
      next.push(Math.min(changed, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
