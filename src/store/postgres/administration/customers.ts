/** Customers and their tenants: adding, listing and renaming. */
import { randomUUID } from 'node:crypto';
import type { ImportConfiguration } from '../../../contract/import-configuration.js';
import { nameOf } from '../../../contract/names.js';
import type { Customer, Named, NewCustomer, NewTenant, Tenant } from '../../administration.js';
import { checkFree } from '../../new-names.js';
import type { Session } from '../database/session.js';
import type { AdministrationConnection } from './connection.js';
import { newId, newKey } from './new-objects.js';
import { find } from './references.js';

/** Fails with `usage` where the name or the id is taken or not allowed. */
export function addCustomer({ change }: AdministrationConnection, { name: given, id: wanted }: NewCustomer): Promise<Customer> {
  const name = nameOf('customer', given);
  return change(async (session, note) => {
    checkFree('customer', name, await customersIn(session));
    const id = await newId(session, 'customer', wanted);
    await session.run('INSERT INTO customer (customer_key, id, name) VALUES ($1, $2, $3)', await newKey(session, 'customer'), id, name);
    note({ action: 'customer.add', object: `customer:${id}`, details: { name } });
    return { id, name };
  });
}

export function customersIn(session: Session): Promise<Customer[]> {
  return session.all('SELECT id, name FROM customer ORDER BY name, customer_key');
}

/** Adds a tenant with its default import configuration. Fails with `notFound` or `usage`. */
export function addTenant(
  { change }: AdministrationConnection,
  { name: given, id: wanted, customer, importConfiguration }: NewTenant,
): Promise<Tenant> {
  const name = nameOf('tenant', given);
  return change(async (session, note) => {
    const { key: customerKey, ...of } = await find(session, 'customer', customer);
    checkFree('tenant', name, await tenantsOf(session, customerKey));
    const id = await newId(session, 'tenant', wanted);
    const key = await newKey(session, 'tenant');
    await session.run('INSERT INTO tenant (tenant_key, id, customer_key, name) VALUES ($1, $2, $3, $4)', key, id, customerKey, name);
    await session.run('INSERT INTO tenant_counter (tenant_key) VALUES ($1)', key);
    await insertImportConfiguration(session, key, { ...importConfiguration, id: randomUUID(), isDefault: true });
    note({ action: 'tenant.add', object: `tenant:${id}`, details: { name, customerId: of.id } });
    return { id, name, customer: of };
  });
}

/** Returns its key. The caller ensures that the tenant has exactly one default. */
export async function insertImportConfiguration(
  session: Session,
  tenantKey: number,
  { id, name, settings, isDefault }: ImportConfiguration & { isDefault: boolean },
): Promise<number> {
  const key = await newKey(session, 'import_configuration');
  await session.run(
    `INSERT INTO import_configuration (tenant_key, import_configuration_key, id, name, is_default, settings)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    tenantKey,
    key,
    id,
    name,
    isDefault,
    JSON.stringify(settings),
  );
  return key;
}

/** All tenants, or those of one customer. */
export async function tenantsIn(session: Session, customer: string | undefined): Promise<Tenant[]> {
  return tenantsOf(session, customer === undefined ? null : (await find(session, 'customer', customer)).key);
}

async function tenantsOf(session: Session, customerKey: number | null): Promise<Tenant[]> {
  const rows = await session.all<{ id: string; name: string; customerId: string; customerName: string }>(
    `SELECT tenant.id, tenant.name, customer.id AS "customerId", customer.name AS "customerName"
     FROM tenant JOIN customer USING (customer_key) WHERE $1::int IS NULL OR customer_key = $1
     ORDER BY customer.name, customer_key, tenant.name, tenant_key`,
    customerKey,
  );
  return rows.map(({ id, name, customerId, customerName }) => ({ id, name, customer: { id: customerId, name: customerName } }));
}

/** Gives a customer or tenant another name. Fails with `notFound`, or with `usage` where the name is taken. */
export function rename(
  { change }: AdministrationConnection,
  kind: 'customer' | 'tenant',
  reference: string,
  given: string,
): Promise<Named> {
  const name = nameOf(kind, given);
  return change(async (session, note) => {
    const { key, id, name: before } = await find(session, kind, reference);
    if (name === before) return { id, name };
    checkFree(kind, name, kind === 'customer' ? await customersIn(session) : await siblingTenants(session, key), id);
    await session.run(`UPDATE ${kind} SET name = $2 WHERE ${kind}_key = $1`, key, name);
    note({ action: `${kind}.rename`, object: `${kind}:${id}`, details: { name, before } });
    return { id, name };
  });
}

async function siblingTenants(session: Session, tenantKey: number): Promise<Tenant[]> {
  const found = await session.first<{ key: number }>('SELECT customer_key AS key FROM tenant WHERE tenant_key = $1', tenantKey);
  return tenantsOf(session, found?.key ?? null);
}
