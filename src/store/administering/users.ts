/** Users: who may log in, in which roles, and what they were granted. Passwords come in as hashes, and never go out again. */

import { userNameOf } from '../../contract/names.js';
import { SalesError } from '../../contract/problem.js';
import type { Role } from '../../contract/roles.js';
import type { Account, Grant, NewAccount, Rights } from '../administration.js';
import { all, first, perDatabase, run, sql, text, type Work } from '../sql/work.js';
import type { ChangeNote, Note } from './connection.js';
import { checkFree, newId, newKey } from './new-objects.js';
import { type FoundObject, find } from './references.js';

/** Fails with `usage` where the name is taken or not allowed, and with `notFound` for a right on something that is not there. */
export function* addUser({ name: given, passwordHash, ...rights }: NewAccount, note: Note): Work<Account> {
  const name = userNameOf(given);
  checkFree('user', name, yield* allUsers());
  const user = yield* insertUser(name, passwordHash);
  note(noteOn(user, 'user.add', yield* addRights(user.key, rights)));
  return yield* accountOf(user);
}

export function* insertUser(name: string, passwordHash: string): Work<FoundObject> {
  const id = yield* newId('user', undefined);
  const key = yield* newKey('user');
  yield* run(sql`INSERT INTO app_user (user_key, id, name, password_hash) VALUES (${key}, ${id}, ${name}, ${passwordHash})`);
  return { key, id, name };
}

function allUsers(): Work<FoundObject[]> {
  return all(sql`SELECT user_key AS key, id, name FROM app_user ORDER BY name`);
}

export function* usersIn(): Work<Account[]> {
  const accounts: Account[] = [];
  for (const user of yield* allUsers()) accounts.push(yield* accountOf(user));
  return accounts;
}

/** Replaces the password, which ends log-ins with the old one. */
export function* setPassword(reference: string, passwordHash: string, note: Note): Work<Account> {
  const user = yield* find('user', reference);
  yield* run(
    sql`UPDATE app_user SET password_hash = ${passwordHash}, credential_version = credential_version + 1 WHERE user_key = ${user.key}`,
  );
  yield* deleteSessions(user);
  note(noteOn(user, 'user.passwd'));
  return yield* accountOf(user);
}

/** Disabling ends the log-ins of browsers for good. Leaves no note in the audit trail where nothing changes. */
export function* setDisabled(reference: string, disabled: boolean, note: Note): Work<Account> {
  const user = yield* find('user', reference);
  const changes = yield* run(sql`UPDATE app_user SET disabled = ${disabled} WHERE user_key = ${user.key} AND disabled <> ${disabled}`);
  if (changes > 0) note(noteOn(user, disabled ? 'user.disable' : 'user.enable'));
  if (changes > 0 && disabled) yield* deleteSessions(user);
  return yield* accountOf(user);
}

/** A user's log-in, for whoever administers users. */
export interface KnownSession {
  createdAt: string;
  seenAt: string;
}

/** The user's log-ins in browsers, the newest first; some may be over. */
export function* sessionsIn(reference: string): Work<KnownSession[]> {
  const { key } = yield* find('user', reference);
  return yield* all<KnownSession>(sql`SELECT created_at, seen_at FROM console_session WHERE user_key = ${key} ORDER BY created_at DESC`);
}

/** Ends all log-ins in browsers, and gives how many there were. Leaves no note in the audit trail where there were none. */
export function* endSessions(reference: string, note: Note): Work<number> {
  const user = yield* find('user', reference);
  const ended = yield* deleteSessions(user);
  if (ended > 0) note(noteOn(user, 'user.sessions-end', { sessions: ended }));
  return ended;
}

function deleteSessions({ key }: FoundObject): Work<number> {
  return run(sql`DELETE FROM console_session WHERE user_key = ${key}`);
}

/** Adds rights; those that the user already has are left as they are. */
export function* grant(reference: string, rights: Rights, note: Note): Work<Account> {
  const user = yield* find('user', reference);
  const added = yield* addRights(user.key, rights);
  if (added.roles.length + added.grants.length > 0) note(noteOn(user, 'user.grant', added));
  return yield* accountOf(user);
}

/** Takes rights away. Fails with `notFound` for one that the user does not have, or has only as part of a wider one. */
export function* revoke(reference: string, rights: Rights, note: Note): Work<Account> {
  const user = yield* find('user', reference);
  for (const role of rights.roles) {
    if ((yield* run(sql`DELETE FROM user_role WHERE user_key = ${user.key} AND role = ${role}`)) > 0) continue;
    throw new SalesError('notFound', `"${user.name}" does not have the role ${role}.`);
  }
  const objects = yield* grantedObjects(rights);
  for (const { on, key, name } of objects) {
    // A grant on a unit may name its tenant, too.
    const itself = text(on === 'tenant' ? ' AND unit_key IS NULL' : '');
    if ((yield* run(sql`DELETE FROM user_grant WHERE user_key = ${user.key} AND ${text(`${on}_key`)} = ${key}${itself}`)) > 0) continue;
    throw new SalesError('notFound', `"${user.name}" has no grant on the ${on} "${name}" itself.`, {
      hint: [['sales', 'admin', 'user', 'list']],
    });
  }
  note(noteOn(user, 'user.revoke', { roles: rights.roles, grants: objects.map(grantText) }));
  return yield* accountOf(user);
}

function noteOn({ id, name }: FoundObject, action: string, details: object = {}): ChangeNote {
  return { action, object: `user:${id}`, details: { name, ...details } };
}

interface GrantedObject extends FoundObject {
  on: Grant['on'];
}

function* grantedObjects({ customers, tenants, units }: Rights): Work<GrantedObject[]> {
  const objects: GrantedObject[] = [];
  const wanted = [...customers.map((one) => ['customer', one] as const), ...tenants.map((one) => ['tenant', one] as const)];
  for (const [on, reference] of [...wanted, ...units.map((one) => ['unit', one] as const)]) {
    objects.push({ on, ...(yield* find(on, reference)) });
  }
  return objects;
}

/** Returns the rights that the user did not have before. */
export function* addRights(userKey: number, rights: Rights): Work<{ roles: Role[]; grants: string[] }> {
  const roles: Role[] = [];
  for (const role of rights.roles) {
    if ((yield* run(sql`INSERT INTO user_role (user_key, role) VALUES (${userKey}, ${role}) ON CONFLICT DO NOTHING`)) > 0) roles.push(role);
  }
  const grants: string[] = [];
  for (const object of yield* grantedObjects(rights)) if (yield* addGrant(userKey, object)) grants.push(grantText(object));
  return { roles, grants };
}

function* addGrant(userKey: number, { on, key }: GrantedObject): Work<boolean> {
  const column = text(`${on}_key`);
  const itself = sql`(user_key, ${column}) VALUES (${userKey}, ${key})`;
  const withTenant = sql`(user_key, unit_key, tenant_key) SELECT ${userKey}, unit_key, tenant_key FROM unit WHERE unit_key = ${key}`;
  const values = perDatabase(itself, on === 'unit' ? withTenant : itself);
  return (yield* run(sql`INSERT INTO user_grant ${values} ON CONFLICT DO NOTHING`)) > 0;
}

function grantText({ on, id }: GrantedObject): string {
  return `${on}:${id}`;
}

function* accountOf({ key, id, name }: FoundObject): Work<Account> {
  const found = yield* first<{ disabled: number | boolean; tenants: number }>(
    sql`SELECT disabled, (SELECT count(DISTINCT tenant.tenant_key) FROM user_grant AS given LEFT JOIN unit ON unit.unit_key = given.unit_key
        JOIN tenant ON tenant.customer_key = given.customer_key OR tenant.tenant_key IN (given.tenant_key, unit.tenant_key)
        WHERE given.user_key = ${key}) AS tenants
      FROM app_user WHERE user_key = ${key}`,
  );
  const roles = yield* all<{ role: Role }>(sql`SELECT role FROM user_role WHERE user_key = ${key} ORDER BY role`);
  return {
    id,
    name,
    roles: roles.map(({ role }) => role),
    disabled: Boolean(found?.disabled),
    grants: yield* grantsOf(key),
    tenants: found?.tenants ?? 0,
  };
}

function* grantsOf(userKey: number): Work<Grant[]> {
  const grants = yield* all<Grant>(
    sql`SELECT 'customer' AS "on", customer.id, customer.name, NULL AS "of", 1 AS kind, customer_key AS key
        FROM user_grant JOIN customer USING (customer_key) WHERE user_key = ${userKey}
      UNION ALL SELECT 'tenant', tenant.id, tenant.name,
        CASE WHEN (SELECT count(*) FROM tenant AS namesake WHERE namesake.name = tenant.name) > 1 THEN customer.name END, 2, tenant.tenant_key
        FROM user_grant AS given JOIN tenant ON tenant.tenant_key = given.tenant_key
        JOIN customer ON customer.customer_key = tenant.customer_key WHERE user_key = ${userKey} AND unit_key IS NULL
      UNION ALL SELECT 'unit', unit.id, unit.name,
        CASE WHEN (SELECT count(*) FROM unit AS namesake WHERE namesake.name = unit.name) > 1 THEN tenant.name END, 3, unit.unit_key
        FROM user_grant AS given JOIN unit ON unit.unit_key = given.unit_key
        JOIN tenant ON tenant.tenant_key = unit.tenant_key WHERE user_key = ${userKey}
      ORDER BY kind, key`,
  );
  return grants.map(({ on, id, name, of }) => ({ on, id, name, of }));
}
