/** The customers, tenants and users that the fuzz asks for, and what it has learned of their uploads and transactions. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Database } from '../../../src/store/sqlite/database/engine.js';
import type { ModelTenant, ModelUser } from '../../access/model.js';
import { install, newTenant, newUnit, newUser } from '../../access/world.js';
import type { Chance } from './chance.js';

export interface KnownUpload {
  id: string;
  rows: number;
  /** Null where none was given; such an upload may be withdrawn. */
  key: string | null;
}

export interface Tenant extends ModelTenant {
  /** Every upload that was answered with 200. */
  uploads: Map<string, KnownUpload>;
  /** Some of those, by when they were made. */
  recent: KnownUpload[];
  transactionIds: string[];
}

export interface User extends ModelUser {
  /** The tenants of all grants. */
  tenants: Tenant[];
  isLimited: boolean;
}

export interface FuzzWorld {
  tenants: Tenant[];
  users: User[];
  /** Uploads whose answer did not come: they may be there or not. */
  inDoubt: number;
  /** The upload that each key of a user in a tenant stands for, with the name of its body. */
  keys: Map<string, { body: string; uploadId: string }>;
}

const RECENT_MAX = 200;
/** The location of the unit that one user is limited to. */
export const unitLocation = 'north';

/** Writes the world into the database of a running server. */
export function fuzzWorld(directory: string): FuzzWorld {
  const [customerA, customerB] = [randomUUID(), randomUUID()];
  const tenants = [newTenant(customerA), newTenant(customerA), newTenant(customerB)].map(
    (tenant): Tenant => ({ ...tenant, uploads: new Map(), recent: [], transactionIds: [] }),
  );
  const [first, second, third] = tenants as [Tenant, Tenant, Tenant];
  const unit = newUnit(first.id, null, { locationIds: [unitLocation] });
  const user = (name: string, of: Tenant[], over: Partial<ModelUser> = {}): User => ({
    ...newUser(
      name,
      of.map(({ id }) => id),
      over,
    ),
    tenants: of,
    isLimited: false,
  });
  const users = [
    user('till 1', [first]),
    user('till 2', [second]),
    user('till 3', [third]),
    user('all', tenants),
    user('admin', [first], { roles: ['API', 'Admin'] }),
    user('Zoë', [second], { roles: ['API', 'Admin'] }),
    { ...user('unit', [first], { roles: ['API', 'Admin'], grants: [unit.id] }), isLimited: true },
    user('no role', [first], { roles: [] }),
    user('disabled', [first], { disabled: true }),
  ];
  install({ tenants, units: [unit], users }, directory);
  // One tenant with the rules and the search for duplicates of a new one.
  const db = new Database(join(directory, 'sales.db'), { timeout: 10_000 });
  db.prepare("UPDATE import_configuration SET settings = '{}' WHERE id = ?").run(second.configurationId);
  db.close();
  return { tenants, users, inDoubt: 0, keys: new Map() };
}

export function learnUpload(tenant: Tenant, upload: KnownUpload): void {
  if (tenant.uploads.has(upload.id)) return;
  tenant.uploads.set(upload.id, upload);
  remember(tenant.recent, upload);
}

export function remember<Item>(recent: Item[], item: Item): void {
  recent.push(item);
  if (recent.length > RECENT_MAX) recent.splice(0, RECENT_MAX / 2);
}

/** What is wrong with the database of a stopped server: an acknowledged row that is not there, or one that nobody sent. */
export function faultsOfBooks(world: FuzzWorld, directory: string): string[] {
  const db = new Database(join(directory, 'sales.db'), { readonly: true });
  const faults: string[] = [];
  let unknown = 0;
  for (const tenant of world.tenants) {
    const stored = db
      .prepare(
        `WITH counted AS (SELECT upload_key, count(*) AS standing FROM "transaction" GROUP BY upload_key)
         SELECT upload.id, upload.rows, standing FROM upload JOIN tenant USING (tenant_key) LEFT JOIN counted USING (upload_key)
         WHERE tenant.id = ?`,
      )
      .all(tenant.id) as { id: string; rows: number; standing: number | null }[];
    const left = new Map(tenant.uploads);
    for (const { id, rows, standing } of stored) {
      const known = left.get(id);
      left.delete(id);
      if (!known) unknown++;
      else if (known.rows !== rows || known.rows !== standing) faults.push(`upload ${id}: ${known.rows} rows sent, ${standing} there`);
    }
    for (const id of left.keys()) faults.push(`upload ${id} was acknowledged and is not there`);
  }
  if (unknown > world.inDoubt) faults.push(`${unknown} uploads that were not acknowledged, of ${world.inDoubt} that may be there`);
  db.close();
  return faults;
}

export function someUser(world: FuzzWorld, chance: Chance): User {
  return chance.weighted(world.users.map((user) => [['no role', 'disabled'].includes(user.name) ? 1 : 30, user] as const));
}
