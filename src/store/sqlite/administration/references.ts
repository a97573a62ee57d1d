/** Finds objects by what people typed. */
import type { ObjectKind } from '../../../contract/remedy.js';
import { noSuchObject, refuseSeveral, wantedBy } from '../../references.js';
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

/**
 * The object that `reference` names; `withinKey` limits the search to one customer's tenants, or one tenant's units or configurations.
 * Fails with `notFound`, or with `usage` where several have the name.
 */
export function find(db: Database, kind: ObjectKind, reference: string, withinKey?: number): FoundObject {
  const { by, value } = wantedBy(reference);
  const narrowed = withinKey === undefined ? '' : ' AND withinKey = ?';
  const found = statement(db, `SELECT key, id, name, place FROM (${sources[kind]}) WHERE ${by} = ?${narrowed}`).all(
    value,
    ...(withinKey === undefined ? [] : [withinKey]),
  ) as (FoundObject & { place: string })[];
  const [only] = found;
  if (!only) throw noSuchObject(kind, reference, namesOf(db, kind, withinKey), withinKey !== undefined);
  refuseSeveral(kind, reference, found);
  return { key: only.key, id: only.id, name: only.name };
}

function namesOf(db: Database, kind: ObjectKind, withinKey: number | undefined): string[] {
  const narrowed = withinKey === undefined ? '' : ' WHERE withinKey = ?';
  return statement(db, `SELECT DISTINCT name FROM (${sources[kind]})${narrowed}`)
    .pluck()
    .all(...(withinKey === undefined ? [] : [withinKey])) as string[];
}
