/** Customers, tenants, units and users for the tests of access, and their way into a database. */
import { randomUUID, scryptSync } from 'node:crypto';
import { join } from 'node:path';
import { Database } from '../../src/store/sqlite/database/engine.js';
import type { ModelRow, ModelTenant, ModelUnit, ModelUser, World } from './model.js';

export const password = 'everybody has the same';
const salt = Buffer.alloc(16, 7);
/** Cheap: what hashing costs is not the matter here. */
const cheapHash = `scrypt$ln=4,r=8,p=1$${salt.toString('base64url')}$${scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 }).toString('base64url')}`;

export const newTenant = (customerId: string): ModelTenant => ({ id: randomUUID(), customerId, configurationId: randomUUID() });

export const newUser = (name: string, grants: readonly string[], over: Partial<ModelUser> = {}): ModelUser => ({
  id: randomUUID(),
  name,
  roles: ['API'],
  disabled: false,
  grants,
  ...over,
});

export const newUnit = (
  tenantId: string,
  parentId: string | null,
  places: { locationIds?: string[]; terminalIds?: string[] } = {},
): ModelUnit => ({
  id: randomUUID(),
  tenantId,
  parentId,
  locationIds: [],
  terminalIds: [],
  ...places,
});

/** Two customers with two tenants each, units that are called alike in all of them, and a user of every kind. */
export function fixedWorld() {
  const [customerA, customerB] = [randomUUID(), randomUUID()];
  const tenants = [newTenant(customerA), newTenant(customerA), newTenant(customerB), newTenant(customerB)] as const;
  const [a1, a2, b1, b2] = tenants;
  const north = newUnit(a1.id, null, { locationIds: ['north'] });
  const mall = newUnit(a1.id, north.id, { terminalIds: ['mall-1', 'mall-2'] });
  const kiosk = newUnit(a1.id, mall.id, { locationIds: ['kiosk'], terminalIds: ['kiosk-1'] });
  const south = newUnit(a1.id, null, { locationIds: ['south'], terminalIds: ['south-1'] });
  const bare = newUnit(a1.id, null);
  const northOfA2 = newUnit(a2.id, null, { locationIds: ['north'], terminalIds: ['south-1'] });
  const northOfB1 = newUnit(b1.id, null, { locationIds: ['north', 'kiosk'], terminalIds: ['mall-1'] });
  // Nothing of ours makes such a unit; if it were there all the same, it must lead nobody out of the tenant.
  const astray = newUnit(b2.id, north.id, { locationIds: ['south'] });
  const users = [
    newUser('one tenant', [a1.id]),
    newUser('two tenants', [a1.id, a2.id]),
    newUser('two customers', [a1.id, b1.id]),
    newUser('whole customer', [customerA]),
    newUser('customer and more', [customerB, a2.id]),
    newUser('unit', [mall.id]),
    newUser('unit parent', [north.id]),
    newUser('two units', [kiosk.id, south.id]),
    newUser('unit and tenant', [mall.id, a1.id]),
    newUser('units of two', [south.id, northOfB1.id]),
    newUser('unit and other', [mall.id, b1.id]),
    newUser('bare unit', [bare.id]),
    newUser('no grant', []),
    newUser('no role', [a1.id], { roles: [] }),
    newUser('disabled', [a1.id], { disabled: true }),
    newUser('admin only', [a1.id, customerB], { roles: ['Admin'] }),
    newUser('unit and admin', [mall.id], { roles: ['API', 'Admin'] }),
    newUser('other tenant', [b2.id]),
    newUser('clerk', [a1.id], { roles: ['Clerk'] }),
    newUser('unit clerk', [mall.id], { roles: ['Clerk'] }),
    newUser('reader', [customerA], { roles: ['Reader'] }),
    newUser('unit reader', [south.id], { roles: ['Reader'] }),
    newUser('unit elsewhere', [northOfA2.id]),
  ];
  return { tenants, users, units: [north, mall, kiosk, south, bare, northOfA2, northOfB1, astray] };
}

/** Places of every kind: by location, by terminal, by both, by neither, and such as only look like those of units. */
export const places: readonly Omit<ModelRow, 'label'>[] = [
  { locationId: 'north' },
  { locationId: 'elsewhere', terminalId: 'mall-1' },
  { locationId: 'kiosk', terminalId: 'south-1' },
  { locationId: 'south', terminalId: null },
  { terminalId: 'kiosk-1' },
  { locationId: 'mall-1', terminalId: 'north' },
  { locationId: 'North', terminalId: 'elsewhere' },
  {},
];

/** Writes a world into the database of a directory, beside the server that runs on it. */
export function install({ tenants, units, users }: World, directory: string): void {
  const db = new Database(join(directory, 'sales.db'), { timeout: 10_000 });
  const keys = new Map<string, number | bigint>();
  const insert = (id: string | null, sql: string, ...values: unknown[]) => {
    const { lastInsertRowid } = db.prepare(sql).run(...values);
    if (id) keys.set(id, lastInsertRowid);
  };
  const keyOf = (id: string) => keys.get(id) ?? null;
  db.transaction(() => {
    for (const { id, customerId, configurationId } of tenants) {
      if (!keys.has(customerId)) insert(customerId, 'INSERT INTO customer (id, name) VALUES (?, ?)', customerId, customerId);
      insert(id, 'INSERT INTO tenant (id, customer_key, name) VALUES (?, ?, ?)', id, keyOf(customerId), id);
      insert(
        null,
        "INSERT INTO import_configuration (id, tenant_key, name, is_default, settings) VALUES (?, ?, 'Default', 1, ?)",
        configurationId,
        keyOf(id),
        JSON.stringify({ requiredFields: [], currencyCheck: false, duplicateKey: [] }),
      );
    }
    for (const { id, tenantId, parentId, locationIds, terminalIds } of units) {
      insert(
        id,
        "INSERT INTO unit (id, tenant_key, parent_key, name) VALUES (?, ?, ?, 'Unit')",
        id,
        keyOf(tenantId),
        keyOf(parentId ?? ''),
      );
      for (const place of locationIds) insert(null, 'INSERT INTO unit_location (unit_key, location_id) VALUES (?, ?)', keyOf(id), place);
      for (const place of terminalIds) insert(null, 'INSERT INTO unit_terminal (unit_key, terminal_id) VALUES (?, ?)', keyOf(id), place);
    }
    const kinds = new Map<string, string>([
      ...tenants.flatMap(({ id, customerId }): [string, string][] => [
        [id, 'tenant_key'],
        [customerId, 'customer_key'],
      ]),
      ...units.map(({ id }): [string, string] => [id, 'unit_key']),
    ]);
    for (const { id, name, roles, disabled, grants } of users) {
      insert(id, 'INSERT INTO app_user (id, name, password_hash, disabled) VALUES (?, ?, ?, ?)', id, name, cheapHash, disabled ? 1 : 0);
      for (const role of roles) insert(null, 'INSERT INTO user_role (user_key, role) VALUES (?, ?)', keyOf(id), role);
      for (const on of grants) insert(null, `INSERT INTO user_grant (user_key, ${kinds.get(on)}) VALUES (?, ?)`, keyOf(id), keyOf(on));
    }
  })();
  db.close();
}

/** The same on PostgreSQL; `run` sends a statement as the superuser. */
export async function installOnPostgres(
  { tenants, units, users }: World,
  run: (sql: string, ...values: unknown[]) => Promise<unknown>,
): Promise<void> {
  const key = (table: string, place: number) => `(SELECT ${table}_key FROM ${table} WHERE id = $${place}::uuid)`;
  const next = (table: string, name = `${table}_key`) => `(SELECT coalesce(max(${name}), 0) + 1 FROM ${table})`;
  // The schema keeps a unit from standing below another tenant's. That nothing would be shown through it is to be seen all the same.
  await run('BEGIN; SET LOCAL session_replication_role = replica');
  for (const { id, customerId, configurationId } of tenants) {
    await run(`INSERT INTO customer SELECT ${next('customer')}, $1::uuid, $1::text ON CONFLICT (id) DO NOTHING`, customerId);
    await run(`INSERT INTO tenant SELECT ${next('tenant')}, $1::uuid, ${key('customer', 2)}, $1::text`, id, customerId);
    await run(`INSERT INTO tenant_counter (tenant_key) VALUES (${key('tenant', 1)})`, id);
    await run(
      `INSERT INTO import_configuration VALUES (${key('tenant', 1)}, ${next('import_configuration')}, $2, 'Default', true, $3)`,
      ...[id, configurationId, JSON.stringify({ requiredFields: [], currencyCheck: false, duplicateKey: [] })],
    );
  }
  for (const { id, tenantId, parentId, locationIds, terminalIds } of units) {
    // Keys are a tenant's own: those of two tenants are alike.
    const nextKey = `(SELECT coalesce(max(unit_key), 0) + 1 FROM unit WHERE tenant_key = ${key('tenant', 1)})`;
    await run(`INSERT INTO unit VALUES (${key('tenant', 1)}, ${nextKey}, $2, ${key('unit', 3)}, 'Unit')`, tenantId, id, parentId);
    for (const [table, places] of [
      ['unit_location', locationIds],
      ['unit_terminal', terminalIds],
    ] as const)
      for (const place of places)
        await run(`INSERT INTO ${table} VALUES (${key('tenant', 1)}, ${key('unit', 2)}, $3)`, tenantId, id, place);
  }
  const ofCustomer = new Set(tenants.map(({ customerId }) => customerId));
  const ofTenant = new Set(tenants.map(({ id }) => id));
  for (const { id, name, roles, disabled, grants } of users) {
    await run(`INSERT INTO app_user VALUES (${next('app_user', 'user_key')}, $1, $2, $3, 1, $4)`, id, name, cheapHash, disabled);
    const user = '(SELECT user_key FROM app_user WHERE id = $1::uuid)';
    for (const role of roles) await run(`INSERT INTO user_role VALUES (${user}, $2)`, id, role);
    for (const on of grants) {
      if (ofCustomer.has(on)) await run(`INSERT INTO user_grant (user_key, customer_key) VALUES (${user}, ${key('customer', 2)})`, id, on);
      else if (ofTenant.has(on)) await run(`INSERT INTO user_grant (user_key, tenant_key) VALUES (${user}, ${key('tenant', 2)})`, id, on);
      else
        await run(
          `INSERT INTO user_grant (user_key, tenant_key, unit_key) SELECT ${user}, tenant_key, unit_key FROM unit WHERE id = $2`,
          id,
          on,
        );
    }
  }
  await run('COMMIT');
}
