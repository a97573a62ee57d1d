/** Finds the one object that people mean by the id or the name that they typed, and says what is wrong where it is none or several. */
import { sameness } from '../../contract/names.js';
import { SalesError } from '../../contract/problem.js';
import type { ObjectKind } from '../../contract/remedy.js';
import { isUuid } from '../../contract/uuid.js';
import { all, column, nothing, type Sql, sql, text, type Work } from '../sql/work.js';

export interface FoundObject {
  key: number;
  id: string;
  name: string;
}

/** Each selects key, id and name, the key that narrows the search, and for messages the place where the object belongs. */
const sources: Record<ObjectKind, Sql> = {
  customer: sql`SELECT customer_key AS key, id, name, 0 AS within, '' AS place FROM customer`,
  tenant: sql`SELECT tenant_key AS key, tenant.id, tenant.name, customer_key AS within, 'of customer ' || customer.name AS place
    FROM tenant JOIN customer USING (customer_key)`,
  unit: sql`SELECT unit_key AS key, unit.id, unit.name, tenant_key AS within, 'of tenant ' || tenant.name AS place
    FROM unit JOIN tenant USING (tenant_key)`,
  user: sql`SELECT user_key AS key, id, name, 0 AS within, '' AS place FROM app_user`,
  'import configuration': sql`SELECT import_configuration_key AS key, configuration.id, configuration.name, tenant_key AS within,
    'of tenant ' || tenant.name AS place FROM tenant JOIN import_configuration AS configuration USING (tenant_key)`,
};

/**
 * The object that `reference` names; `within` limits the search to one customer's tenants, or one tenant's units or configurations. Fails
 * with `notFound`, or with `usage` where several have the name.
 */
export function* find(kind: ObjectKind, reference: string, within?: number): Work<FoundObject> {
  const isId = isUuid(reference);
  // As names are stored.
  const value = isId ? reference.toLowerCase() : reference.normalize('NFC');
  const narrowed = within === undefined ? nothing : sql` AND within = ${within}`;
  const candidates = sql`FROM (${sources[kind]}) AS candidate WHERE`;
  const found = yield* all<FoundObject & { place: string }>(
    sql`SELECT key, id, name, place ${candidates} ${text(isId ? 'id' : 'name')} = ${value}${narrowed} ORDER BY key`,
  );
  const [only, ...others] = found;
  if (!only) {
    const names = isId ? [] : yield* column<string>(sql`SELECT DISTINCT name ${candidates} 1 = 1${narrowed}`);
    const near = nearest(reference, names);
    throw new SalesError('notFound', `There is no ${kind} "${reference}"${within === undefined ? '' : ' there'}.`, {
      hint:
        near.length > 0
          ? `Similar: ${near.join(', ')}`
          : [['sales', 'admin', kind === 'import configuration' ? 'import-config' : kind, 'list']],
    });
  }
  if (others.length > 0) {
    throw new SalesError('usage', `"${reference}" is the name of ${found.length} ${kind}s.`, {
      errors: Object.fromEntries(found.map(({ id, place }) => [id, [place]])),
      hint: 'Give the id instead',
    });
  }
  return { key: only.key, id: only.id, name: only.name };
}

const NEAR_MAX = 5;

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
