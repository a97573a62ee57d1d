/** Users and what they have access to, as log-ins need it; and the setting up of an empty store. */
import { randomUUID } from 'node:crypto';
import { type Access, type FirstSetup, firstUserRoles, type Role, type User, type UserAccess } from '../../access.js';
import type { GrantedUnit } from '../../sessions.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { appendAudit } from './audit.js';
import { insertTenant } from './new-tenant.js';

interface UserRow {
  userKey: number;
  id: string;
  name: string;
  passwordHash: string;
  credentialVersion: number;
  disabled: number;
}

/** The user with exactly this name, or null. Runs with every request. */
export function userByName(db: Database, name: string): User | null {
  const row = statement(db, 'SELECT * FROM user WHERE name = ?').get(name) as UserRow | undefined;
  if (!row) return null;
  const { userKey, id, passwordHash, credentialVersion } = row;
  const roles = statement(db, 'SELECT role FROM user_role WHERE userKey = ?').pluck().all(userKey) as Role[];
  return { id, name: row.name, passwordHash, credentialVersion, disabled: row.disabled === 1, roles, access: accessOf(db, userKey) };
}

/** One entry for each tenant; a grant on the whole tenant beats one on some of its units. */
function accessOf(db: Database, userKey: number): UserAccess[] {
  return statement(
    db,
    `SELECT customer.id AS customerId, customer.name AS customerName, tenant.id AS tenantId, tenant.name AS tenantName,
       iif(max(isWhole), 'tenant', 'units') AS extent
     FROM (
       SELECT tenant.tenantKey, 1 AS isWhole FROM "grant" JOIN tenant ON tenant.customerKey = "grant".customerKey WHERE userKey = ?
       UNION ALL SELECT "grant".tenantKey, 1 FROM "grant" WHERE userKey = ?
       UNION ALL SELECT unit.tenantKey, 0 FROM "grant" JOIN unit ON unit.unitKey = "grant".unitKey WHERE userKey = ?
     ) AS granted
     JOIN tenant ON tenant.tenantKey = granted.tenantKey JOIN customer ON customer.customerKey = tenant.customerKey
     GROUP BY tenant.tenantKey`,
  ).all(userKey, userKey, userKey) as UserAccess[];
}

/** The units that were granted to a user, by their names. */
export function grantedUnits(db: Database, userId: string): GrantedUnit[] {
  return statement(
    db,
    `SELECT tenant.id AS tenantId, unit.id, unit.name FROM user JOIN "grant" USING (userKey) JOIN unit ON unit.unitKey = "grant".unitKey
     JOIN tenant ON tenant.tenantKey = unit.tenantKey WHERE user.id = ? ORDER BY unit.name, unit.unitKey`,
  ).all(userId) as GrantedUnit[];
}

/** Whether there is neither a customer nor a user yet. */
export function isEmpty(db: Database): boolean {
  return db.prepare('SELECT NOT EXISTS (SELECT 1 FROM customer) AND NOT EXISTS (SELECT 1 FROM user)').pluck().get() === 1;
}

/**
 * Creates the first customer, tenant and user, with a note in the audit trail, in one transaction. Returns the ids of customer and tenant.
 */
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
    for (const role of firstUserRoles) insert('INSERT INTO user_role (userKey, role) VALUES (?, ?)', userKey, role);
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
