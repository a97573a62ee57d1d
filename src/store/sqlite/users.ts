/** Customers, tenants, users and their grants in SQLite: who exists and who may act for whom. */
import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { Access, FirstSetup, Role, User } from '../store.js';
import { appendAudit } from './audit.js';
import { insertTenant } from './new-tenant.js';
import { statement } from './statements.js';

interface UserRow {
  userKey: number;
  id: string;
  name: string;
  passwordHash: string;
  credentialVersion: number;
  disabled: number;
}

/** Runs with every request. */
export function userByName(db: Database, name: string): User | null {
  const row = statement(db, 'SELECT * FROM user WHERE name = ?').get(name) as UserRow | undefined;
  if (!row) return null;
  const { userKey, id, passwordHash, credentialVersion } = row;
  const roles = statement(db, 'SELECT role FROM user_role WHERE userKey = ?').pluck().all(userKey) as Role[];
  return { id, name: row.name, passwordHash, credentialVersion, disabled: row.disabled === 1, roles, access: accessOf(db, userKey) };
}

function accessOf(db: Database, userKey: number): Access[] {
  return statement(
    db,
    `SELECT customer.id AS customerId, tenant.id AS tenantId
     FROM tenant JOIN customer USING (customerKey)
     WHERE tenantKey IN (SELECT tenantKey FROM "grant" WHERE userKey = ?)
        OR customerKey IN (SELECT customerKey FROM "grant" WHERE userKey = ?)`,
  ).all(userKey, userKey) as Access[];
}

export function isEmpty(db: Database): boolean {
  return db.prepare('SELECT NOT EXISTS (SELECT 1 FROM customer) AND NOT EXISTS (SELECT 1 FROM user)').pluck().get() === 1;
}

export function setUp(db: Database, setup: FirstSetup, at: Date): Access {
  const access = { customerId: randomUUID(), tenantId: randomUUID() };
  const insert = (sql: string, ...values: unknown[]) => db.prepare(sql).run(...values).lastInsertRowid;
  const create = db.transaction(() => {
    const customerKey = insert('INSERT INTO customer (id, name) VALUES (?, ?)', access.customerId, setup.customerName);
    const tenantKey = insertTenant(
      db,
      { key: null, id: access.tenantId, customerKey: Number(customerKey), name: setup.tenantName },
      setup.importConfiguration,
    );
    const userKey = insert('INSERT INTO user (id, name, passwordHash) VALUES (?, ?, ?)', randomUUID(), setup.userName, setup.passwordHash);
    insert("INSERT INTO user_role (userKey, role) VALUES (?, 'API')", userKey);
    insert('INSERT INTO "grant" (userKey, tenantKey) VALUES (?, ?)', userKey, tenantKey);
    const details = { ...access, userName: setup.userName };
    appendAudit(
      db,
      { actor: 'server', origin: null, action: 'set-up', object: `tenant:${access.tenantId}`, outcome: 'done', requestId: null, details },
      at,
    );
  });
  create.immediate();
  return access;
}
