/** Users: who may log in, in which roles, and what they were granted. Passwords come in as hashes, and never go out again. */
import { userNameOf } from '../../../contract/names.js';
import { SalesError } from '../../../contract/problem.js';
import type { Role } from '../../access.js';
import type { Account, Grant, NewAccount, Rights } from '../../administration.js';
import { checkFree } from '../../new-names.js';
import type { KnownSession } from '../../sessions.js';
import type { Session } from '../database/session.js';
import type { AdministrationConnection, ChangeNote } from './connection.js';
import { newId, newKey } from './new-objects.js';
import { type FoundObject, find } from './references.js';

/** Fails with `usage` where the name is taken or not allowed, and with `notFound` for a right on something that is not there. */
export function addUser({ change }: AdministrationConnection, { name: given, passwordHash, ...rights }: NewAccount): Promise<Account> {
  const name = userNameOf(given);
  return change(async (session, note) => {
    checkFree('user', name, await session.all<FoundObject>('SELECT id, name FROM app_user'));
    const id = await newId(session, 'user', undefined);
    const key = await newKey(session, 'user');
    await session.run('INSERT INTO app_user (user_key, id, name, password_hash) VALUES ($1, $2, $3, $4)', key, id, name, passwordHash);
    const given = await addRights(session, key, rights);
    note({ action: 'user.add', object: `user:${id}`, details: { name, ...given } });
    return accountOf(session, { key, id, name });
  });
}

export async function usersIn(session: Session): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const user of await session.all<FoundObject>('SELECT user_key AS key, id, name FROM app_user ORDER BY name'))
    accounts.push(await accountOf(session, user));
  return accounts;
}

/** Replaces the password, which ends log-ins with the old one. */
export function setPassword({ change }: AdministrationConnection, reference: string, passwordHash: string): Promise<Account> {
  return change(async (session, note) => {
    const user = await find(session, 'user', reference);
    await session.run(
      'UPDATE app_user SET password_hash = $2, credential_version = credential_version + 1 WHERE user_key = $1',
      user.key,
      passwordHash,
    );
    await deleteSessions(session, user);
    note(noteOn(user, 'user.passwd'));
    return accountOf(session, user);
  });
}

/** Leaves no note in the audit trail where nothing changes. */
export function setDisabled({ change }: AdministrationConnection, reference: string, disabled: boolean): Promise<Account> {
  return change(async (session, note) => {
    const user = await find(session, 'user', reference);
    const changes = await session.run('UPDATE app_user SET disabled = $2 WHERE user_key = $1 AND disabled <> $2', user.key, disabled);
    if (changes > 0) note(noteOn(user, disabled ? 'user.disable' : 'user.enable'));
    if (changes > 0 && disabled) await deleteSessions(session, user);
    return accountOf(session, user);
  });
}

/** Fails with `notFound` where there is no such user. */
export async function sessionsIn(session: Session, reference: string): Promise<KnownSession[]> {
  const { key } = await find(session, 'user', reference);
  return session.all<KnownSession>(
    'SELECT created_at AS "createdAt", seen_at AS "seenAt" FROM console_session WHERE user_key = $1 ORDER BY created_at DESC',
    key,
  );
}

/** Leaves no note in the audit trail where there were none. */
export function endSessions({ change }: AdministrationConnection, reference: string): Promise<number> {
  return change(async (session, note) => {
    const user = await find(session, 'user', reference);
    const ended = await deleteSessions(session, user);
    if (ended > 0) note(noteOn(user, 'user.sessions-end', { sessions: ended }));
    return ended;
  });
}

function deleteSessions(session: Session, { key }: FoundObject): Promise<number> {
  return session.run('DELETE FROM console_session WHERE user_key = $1', key);
}

/** Adds rights; those that the user already has are left as they are. */
export function grant({ change }: AdministrationConnection, reference: string, rights: Rights): Promise<Account> {
  return change(async (session, note) => {
    const user = await find(session, 'user', reference);
    const given = await addRights(session, user.key, rights);
    if (given.roles.length + given.grants.length > 0) note(noteOn(user, 'user.grant', given));
    return accountOf(session, user);
  });
}

/** Takes rights away. Fails with `notFound` for one that the user does not have, or has only as part of a wider one. */
export function revoke({ change }: AdministrationConnection, reference: string, rights: Rights): Promise<Account> {
  return change(async (session, note) => {
    const user = await find(session, 'user', reference);
    for (const role of rights.roles) {
      const changes = await session.run('DELETE FROM user_role WHERE user_key = $1 AND role = $2', user.key, role);
      if (changes === 0) throw new SalesError('notFound', `"${user.name}" does not have the role ${role}.`);
    }
    const objects = await grantedObjects(session, rights);
    for (const { on, key, name } of objects) {
      // A grant on a unit names its tenant, too.
      const itself = on === 'tenant' ? ' AND unit_key IS NULL' : '';
      const changes = await session.run(`DELETE FROM user_grant WHERE user_key = $1 AND ${on}_key = $2${itself}`, user.key, key);
      if (changes > 0) continue;
      throw new SalesError('notFound', `"${user.name}" has no grant on the ${on} "${name}" itself.`, {
        hint: [{ do: 'listObjects', kind: 'user' }],
      });
    }
    note(noteOn(user, 'user.revoke', { roles: rights.roles, grants: objects.map(grantText) }));
    return accountOf(session, user);
  });
}

function noteOn({ id, name }: FoundObject, action: string, details: ChangeNote['details'] = {}): ChangeNote {
  return { action, object: `user:${id}`, details: { name, ...details } };
}

interface GrantedObject extends FoundObject {
  on: Grant['on'];
}

async function grantedObjects(session: Session, { customers, tenants, units }: Rights): Promise<GrantedObject[]> {
  const objects: GrantedObject[] = [];
  for (const [on, references] of [
    ['customer', customers],
    ['tenant', tenants],
    ['unit', units],
  ] as const)
    for (const reference of references) objects.push({ on, ...(await find(session, on, reference)) });
  return objects;
}

/** Returns the rights that the user did not have before. */
async function addRights(session: Session, userKey: number, rights: Rights): Promise<{ roles: Role[]; grants: string[] }> {
  const roles: Role[] = [];
  for (const role of rights.roles) {
    const sql = 'INSERT INTO user_role (user_key, role) VALUES ($1, $2) ON CONFLICT DO NOTHING';
    if ((await session.run(sql, userKey, role)) > 0) roles.push(role);
  }
  const grants: string[] = [];
  for (const object of await grantedObjects(session, rights)) {
    const { on, key } = object;
    const sql =
      on === 'unit'
        ? 'INSERT INTO user_grant (user_key, tenant_key, unit_key) SELECT $1, tenant_key, unit_key FROM unit WHERE unit_key = $2 ON CONFLICT DO NOTHING'
        : `INSERT INTO user_grant (user_key, ${on}_key) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
    if ((await session.run(sql, userKey, key)) > 0) grants.push(grantText(object));
  }
  return { roles, grants };
}

function grantText({ on, id }: GrantedObject): string {
  return `${on}:${id}`;
}

async function accountOf(session: Session, { key, id, name }: FoundObject): Promise<Account> {
  const found = await session.first<{ disabled: boolean; roles: Role[]; tenants: number }>(
    `SELECT disabled, ARRAY(SELECT role FROM user_role WHERE user_key = $1 ORDER BY role) AS roles,
       (SELECT count(DISTINCT tenant.tenant_key) FROM user_grant AS given
        JOIN tenant ON tenant.customer_key = given.customer_key OR tenant.tenant_key = given.tenant_key WHERE given.user_key = $1) AS tenants
     FROM app_user WHERE user_key = $1`,
    key,
  );
  const grants = await session.all<Grant>(
    `SELECT 'customer' AS "on", customer.id, customer.name, NULL AS "of", 1 AS kind, customer_key AS key
       FROM user_grant JOIN customer USING (customer_key) WHERE user_key = $1
     UNION ALL SELECT 'tenant', tenant.id, tenant.name,
       CASE WHEN (SELECT count(*) FROM tenant AS namesake WHERE namesake.name = tenant.name) > 1 THEN customer.name END, 2, tenant.tenant_key
       FROM user_grant JOIN tenant USING (tenant_key) JOIN customer ON customer.customer_key = tenant.customer_key
       WHERE user_key = $1 AND unit_key IS NULL
     UNION ALL SELECT 'unit', unit.id, unit.name,
       CASE WHEN (SELECT count(*) FROM unit AS namesake WHERE namesake.name = unit.name) > 1 THEN tenant.name END, 3, unit.unit_key
       FROM user_grant JOIN unit USING (unit_key) JOIN tenant ON tenant.tenant_key = unit.tenant_key WHERE user_key = $1
     ORDER BY kind, key`,
    key,
  );
  const told = grants.map(({ on, id, name, of }) => ({ on, id, name, of }));
  return { id, name, roles: found?.roles ?? [], disabled: found?.disabled === true, grants: told, tenants: found?.tenants ?? 0 };
}
