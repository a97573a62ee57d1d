/** Finds objects by what people typed. */
import type { ObjectKind } from '../../../contract/remedy.js';
import { noSuchObject, refuseSeveral, wantedBy } from '../../references.js';
import type { Session } from '../database/session.js';

export interface FoundObject {
  key: number;
  id: string;
  name: string;
}

/** Each selects key, id and name, the key that narrows the search, and for messages the place where the object belongs. */
const sources: Record<ObjectKind, string> = {
  customer: "SELECT customer_key AS key, id, name, 0 AS within, '' AS place FROM customer",
  tenant: `SELECT tenant_key AS key, tenant.id, tenant.name, customer_key AS within, 'of customer ' || customer.name AS place
    FROM tenant JOIN customer USING (customer_key)`,
  unit: `SELECT unit_key AS key, unit.id, unit.name, tenant_key AS within, 'of tenant ' || tenant.name AS place
    FROM unit JOIN tenant USING (tenant_key)`,
  user: "SELECT user_key AS key, id, name, 0 AS within, '' AS place FROM app_user",
  'import configuration': `SELECT import_configuration_key AS key, configuration.id, configuration.name, tenant_key AS within,
    'of tenant ' || tenant.name AS place FROM tenant JOIN import_configuration AS configuration USING (tenant_key)`,
};

/**
 * The object that `reference` names; `within` limits the search to one customer's tenants, or one tenant's units or configurations. Fails
 * with `notFound`, or with `usage` where several have the name.
 */
export async function find(session: Session, kind: ObjectKind, reference: string, within?: number): Promise<FoundObject> {
  const { by, value } = wantedBy(reference);
  const narrowed = within === undefined ? '' : ' AND within = $2';
  const values = within === undefined ? [] : [within];
  const found = await session.all<FoundObject & { place: string }>(
    `SELECT key, id, name, place FROM (${sources[kind]}) AS candidate WHERE ${by} = $1${narrowed} ORDER BY key`,
    value,
    ...values,
  );
  const [only] = found;
  if (!only) {
    const names = await session.all<{ name: string }>(
      `SELECT DISTINCT name FROM (${sources[kind]}) AS candidate${within === undefined ? '' : ' WHERE within = $1'}`,
      ...values,
    );
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
