/** Customers and their tenants: adding, listing and renaming. */
import { nameOf } from '../../../contract/names.js';
import type { Customer, Named, NewCustomer, NewTenant, Tenant } from '../../administration.js';
import { checkFree } from '../../new-names.js';
import { insertTenant } from '../access/new-tenant.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import type { AdministrationConnection } from './connection.js';
import { newId, newKey } from './new-objects.js';
import { find } from './references.js';

/** Fails with `usage` where the name or the id is taken or not allowed. */
export function addCustomer({ db, change }: AdministrationConnection, { name: given, id: wanted }: NewCustomer): Promise<Customer> {
  const name = nameOf('customer', given);
  return change((note) => {
    checkFree('customer', name, customersIn(db));
    const id = newId(db, 'customer', wanted);
    statement(db, 'INSERT INTO customer (customerKey, id, name) VALUES (?, ?, ?)').run(newKey(db, 'customer'), id, name);
    note({ action: 'customer.add', object: `customer:${id}`, details: { name } });
    return { id, name };
  });
}

export function customersIn(db: Database): Customer[] {
  return statement(db, 'SELECT id, name FROM customer ORDER BY name, customerKey').all() as Customer[];
}

/** Adds a tenant with its default import configuration. Fails with `notFound` or `usage`. */
export function addTenant(
  { db, change }: AdministrationConnection,
  { name: given, id: wanted, customer, importConfiguration }: NewTenant,
): Promise<Tenant> {
  const name = nameOf('tenant', given);
  return change((note) => {
    const { key: customerKey, ...of } = find(db, 'customer', customer);
    checkFree('tenant', name, tenantsOf(db, customerKey));
    const id = newId(db, 'tenant', wanted);
    insertTenant(db, { key: newKey(db, 'tenant'), id, customerKey, name }, importConfiguration);
    note({ action: 'tenant.add', object: `tenant:${id}`, details: { name, customerId: of.id } });
    return { id, name, customer: of };
  });
}

/** All tenants, or those of one customer. */
export function tenantsIn(db: Database, customer: string | undefined): Tenant[] {
  return customer === undefined ? tenantsOf(db, null) : tenantsOf(db, find(db, 'customer', customer).key);
}

function tenantsOf(db: Database, customerKey: number | null): Tenant[] {
  const rows = statement(
    db,
    `SELECT tenant.id, tenant.name, customer.id AS customerId, customer.name AS customerName FROM tenant JOIN customer USING (customerKey)
     WHERE ifnull(customerKey = ?, 1) ORDER BY customer.name, customerKey, tenant.name, tenantKey`,
  ).all(customerKey) as { id: string; name: string; customerId: string; customerName: string }[];
  return rows.map(({ id, name, customerId, customerName }) => ({ id, name, customer: { id: customerId, name: customerName } }));
}

/** Gives a customer or tenant another name. Fails with `notFound`, or with `usage` where the name is taken. */
export function rename(
  { db, change }: AdministrationConnection,
  kind: 'customer' | 'tenant',
  reference: string,
  given: string,
): Promise<Named> {
  const name = nameOf(kind, given);
  return change((note) => {
    const { key, id, name: before } = find(db, kind, reference);
    if (name === before) return { id, name };
    checkFree(kind, name, kind === 'customer' ? customersIn(db) : siblingTenants(db, key), id);
    statement(db, `UPDATE ${kind} SET name = ? WHERE ${kind}Key = ?`).run(name, key);
    note({ action: `${kind}.rename`, object: `${kind}:${id}`, details: { name, before } });
    return { id, name };
  });
}

function siblingTenants(db: Database, tenantKey: number): Tenant[] {
  return tenantsOf(db, statement(db, 'SELECT customerKey FROM tenant WHERE tenantKey = ?').pluck().get(tenantKey) as number);
}
