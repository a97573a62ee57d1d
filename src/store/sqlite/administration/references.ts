/** Finds the one object that people mean by the id or the name that they typed. */
import { sameness } from '../../../contract/names.js';
import { SalesError } from '../../../contract/problem.js';
import type { ObjectKind } from '../../../contract/remedy.js';
import { isUuid } from '../../../contract/uuid.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

export interface FoundObject {
  key: number;
  id: string;
  name: string;
}

/**
 * Each selects key, id and name, the key that narrows the search (a customer's or a tenant's), and for messages the place where the object
 * belongs.
 */
const sources: Record<ObjectKind, string> = {
  customer: "SELECT customerKey AS key, id, name, 0 AS withinKey, '' AS place FROM customer",
  tenant: `SELECT tenantKey AS key, tenant.id, tenant.name, customerKey AS withinKey, 'of customer ' || customer.name AS place
    FROM tenant JOIN customer USING (customerKey)`,
  unit: `SELECT unitKey AS key, unit.id, unit.name, tenantKey AS withinKey, 'of tenant ' || tenant.name AS place
    FROM unit JOIN tenant USING (tenantKey)`,
  user: "SELECT userKey AS key, id, name, 0 AS withinKey, '' AS place FROM user",
  'import configuration': `SELECT importConfigurationKey AS key, configuration.id, configuration.name, tenantKey AS withinKey,
    'of tenant ' || tenant.name AS place FROM tenant JOIN import_configuration AS configuration USING (tenantKey)`,
};

const NEAR_MAX = 5;

/**
 * The object that `reference` names; `withinKey` limits the search to one customer's tenants, or one tenant's units or configurations.
 * Fails with `notFound`, or with `usage` where several have the name.
 */
export function find(db: Database, kind: ObjectKind, reference: string, withinKey?: number): FoundObject {
  const byId = isUuid(reference);
  const narrowed = withinKey === undefined ? '' : ' AND withinKey = ?';
  const wanted = byId ? reference.toLowerCase() : reference.normalize('NFC');
  const found = statement(db, `SELECT key, id, name, place FROM (${sources[kind]}) WHERE ${byId ? 'id' : 'name'} = ?${narrowed}`).all(
    wanted,
    ...(withinKey === undefined ? [] : [withinKey]),
  ) as (FoundObject & { place: string })[];
  const [only] = found;
  if (!only) throw notFound(db, kind, reference, withinKey);
  if (found.length > 1) {
    throw new SalesError('usage', `"${reference}" is the name of ${found.length} ${kind}s.`, {
      errors: Object.fromEntries(found.map(({ id, place }) => [id, [place]])),
      hint: 'Give the id instead',
    });
  }
  return { key: only.key, id: only.id, name: only.name };
}

function notFound(db: Database, kind: ObjectKind, reference: string, withinKey: number | undefined): SalesError {
  const narrowed = withinKey === undefined ? '' : ' WHERE withinKey = ?';
  const names = statement(db, `SELECT DISTINCT name FROM (${sources[kind]})${narrowed}`)
    .pluck()
    .all(...(withinKey === undefined ? [] : [withinKey])) as string[];
  const near = isUuid(reference) ? [] : nearest(reference, names);
  return new SalesError('notFound', `There is no ${kind} "${reference}"${withinKey === undefined ? '' : ' there'}.`, {
    hint: near.length > 0 ? `Similar: ${near.join(', ')}` : [{ do: 'listObjects', kind }],
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
