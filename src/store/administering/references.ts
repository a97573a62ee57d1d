/** Finds objects by what people typed. */
import type { ObjectKind } from '../../contract/remedy.js';
import { noSuchObject, refuseSeveral, wantedBy } from '../references.js';
import { all, nothing, type Sql, sql, text, type Work } from '../sql/work.js';

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
  const { by, value } = wantedBy(reference);
  const narrowed = within === undefined ? nothing : sql` AND within = ${within}`;
  const candidates = sql`FROM (${sources[kind]}) AS candidate WHERE`;
  const found = yield* all<FoundObject & { place: string }>(
    sql`SELECT key, id, name, place ${candidates} ${text(by)} = ${value}${narrowed} ORDER BY key`,
  );
  const [only] = found;
  if (!only) {
    const names = yield* all<{ name: string }>(sql`SELECT DISTINCT name ${candidates} 1 = 1${narrowed}`);
    throw noSuchObject(
      kind,
      reference,
      names.map(({ name }) => name),
      within !== undefined,
    );
  }
  refuseSeveral(kind, reference, found);
  return { key: only.key, id: only.id, name: only.name };
}
