/** Customers and their tenants: adding, listing and renaming. */

import type { ImportConfiguration } from '../../contract/import-configuration.js';
import { nameOf } from '../../contract/names.js';
import type { Customer, Named, NewCustomer, NewTenant, Tenant } from '../administration.js';
import { port } from '../port.js';
import { all, first, nothing, run, sql, text, type Work } from '../sql/work.js';
import type { Note } from './connection.js';

import { insertImportConfiguration } from './import-configurations.js';
import { checkFree, newId, newKey } from './new-objects.js';
import { find } from './references.js';

/** Fails with `usage` where the name or the id is taken or not allowed. */
export function* addCustomer({ name: given, id: wanted }: NewCustomer, note: Note): Work<Customer> {
  const name = nameOf('customer', given);
  checkFree('customer', name, yield* customersIn());
  const id = yield* newId('customer', wanted);
  yield* insertCustomer(id, name);
  note({ action: 'customer.add', object: `customer:${id}`, details: { name } });
  return { id, name };
}

/** Returns its key. */
export function* insertCustomer(id: string, name: string): Work<number> {
  const key = yield* newKey('customer');
  yield* run(sql`INSERT INTO customer (customer_key, id, name) VALUES (${key}, ${id}, ${name})`);
  return key;
}

export function* customersIn(): Work<Customer[]> {
  return yield* all<Customer>(sql`SELECT id, name FROM customer ORDER BY name, customer_key`);
}

/** Adds a tenant with its default import configuration. Fails with `notFound` or `usage`. */
export function* addTenant({ name: given, id: wanted, customer, importConfiguration }: NewTenant, note: Note): Work<Tenant> {
  const name = nameOf('tenant', given);
  const { key: customerKey, ...of } = yield* find('customer', customer);
  checkFree('tenant', name, yield* tenantsOf(customerKey));
  const id = yield* newId('tenant', wanted);
  yield* insertTenant({ id, customerKey, name }, importConfiguration);
  note({ action: 'tenant.add', object: `tenant:${id}`, details: { name, customerId: of.id } });
  return { id, name, customer: of };
}

/** With its default import configuration. */
export function* insertTenant(
  { id, customerKey, name }: { id: string; customerKey: number; name: string },
  configuration: Omit<ImportConfiguration, 'id'>,
): Work<void> {
  const key = yield* newKey('tenant');
  yield* run(sql`INSERT INTO tenant (tenant_key, id, customer_key, name) VALUES (${key}, ${id}, ${customerKey}, ${name})`);
  for (const table of (yield* port()).tenantTables) yield* run(sql`INSERT INTO ${text(table)} (tenant_key) VALUES (${key})`);
  yield* insertImportConfiguration(key, { ...configuration, id: yield* newId('import_configuration', undefined), isDefault: true });
}

/** All tenants, or those of one customer. */
export function* tenantsIn(customer: string | undefined): Work<Tenant[]> {
  return yield* tenantsOf(customer === undefined ? null : (yield* find('customer', customer)).key);
}

function* tenantsOf(customerKey: number | null): Work<Tenant[]> {
  const rows = yield* all<{ id: string; name: string; customerId: string; customerName: string }>(
    sql`SELECT tenant.id, tenant.name, customer.id AS customer_id, customer.name AS customer_name FROM tenant JOIN customer USING (customer_key)
      ${customerKey === null ? nothing : sql`WHERE customer_key = ${customerKey}`} ORDER BY customer.name, customer_key, tenant.name, tenant_key`,
  );
  return rows.map(({ id, name, customerId, customerName }) => ({ id, name, customer: { id: customerId, name: customerName } }));
}

/** Gives a customer or tenant another name. Fails with `notFound`, or with `usage` where the name is taken. */
export function* rename(kind: 'customer' | 'tenant', reference: string, given: string, note: Note): Work<Named> {
  const name = nameOf(kind, given);
  const { key, id, name: before } = yield* find(kind, reference);
  if (name === before) return { id, name };
  checkFree(kind, name, kind === 'customer' ? yield* customersIn() : yield* siblingTenants(key), id);
  yield* run(sql`UPDATE ${text(kind)} SET name = ${name} WHERE ${text(`${kind}_key`)} = ${key}`);
  note({ action: `${kind}.rename`, object: `${kind}:${id}`, details: { name, before } });
  return { id, name };
}

function* siblingTenants(tenantKey: number): Work<Tenant[]> {
  const found = yield* first<{ key: number }>(sql`SELECT customer_key AS key FROM tenant WHERE tenant_key = ${tenantKey}`);
  return yield* tenantsOf(found?.key ?? null);
}
