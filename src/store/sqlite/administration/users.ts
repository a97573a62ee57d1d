/** Users: who may log in, in which roles, and what they were granted. Passwords come in as hashes, and never go out again. */
import { userNameOf } from '../../../contract/names.js';
import { SalesError } from '../../../contract/problem.js';
import type { Role } from '../../access.js';
import type { Account, Grant, NewAccount, Rights } from '../../administration.js';
import { checkFree } from '../../new-names.js';
import type { KnownSession } from '../../sessions.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import type { AdministrationConnection, ChangeNote } from './connection.js';
import { newId, newKey } from './new-objects.js';
import { type FoundObject, find } from './references.js';

/** Fails with `usage` where the name is taken or not allowed, and with `notFound` for a right on something that is not there. */
export function addUser({ db, change }: AdministrationConnection, { name: given, passwordHash, ...rights }: NewAccount): Promise<Account> {
  const name = userNameOf(given);
  return change((note) => {
    checkFree('user', name, statement(db, 'SELECT id, name FROM user').all() as FoundObject[]);
    const id = newId(db, 'user', undefined);
    const key = newKey(db, 'user');
    statement(db, 'INSERT INTO user (userKey, id, name, passwordHash) VALUES (?, ?, ?, ?)').run(key, id, name, passwordHash);
    const given = addRights(db, key, rights);
    note({ action: 'user.add', object: `user:${id}`, details: { name, ...given } });
    return accountOf(db, { key, id, name });
  });
}

export function usersIn(db: Database): Account[] {
  const users = statement(db, 'SELECT userKey AS key, id, name FROM user ORDER BY name').all() as FoundObject[];
  return users.map((user) => accountOf(db, user));
}

/** Replaces the password, which ends log-ins with the old one. */
export function setPassword({ db, change }: AdministrationConnection, reference: string, passwordHash: string): Promise<Account> {
  return change((note) => {
    const user = find(db, 'user', reference);
    statement(db, 'UPDATE user SET passwordHash = ?, credentialVersion = credentialVersion + 1 WHERE userKey = ?').run(
      passwordHash,
      user.key,
    );
    deleteSessions(db, user);
    note(noteOn(user, 'user.passwd'));
    return accountOf(db, user);
  });
}

/** Leaves no note in the audit trail where nothing changes. */
export function setDisabled({ db, change }: AdministrationConnection, reference: string, disabled: boolean): Promise<Account> {
  return change((note) => {
    const user = find(db, 'user', reference);
    const wanted = disabled ? 1 : 0;
    const { changes } = statement(db, 'UPDATE user SET disabled = ? WHERE userKey = ? AND disabled <> ?').run(wanted, user.key, wanted);
    if (changes > 0) note(noteOn(user, disabled ? 'user.disable' : 'user.enable'));
    if (changes > 0 && disabled) deleteSessions(db, user);
    return accountOf(db, user);
  });
}

/** Fails with `notFound` where there is no such user. */
export function sessionsIn(db: Database, reference: string): KnownSession[] {
  const { key } = find(db, 'user', reference);
  return statement(db, 'SELECT createdAt, seenAt FROM session WHERE userKey = ? ORDER BY createdAt DESC').all(key) as KnownSession[];
}

/** Leaves no note in the audit trail where there were none. */
export function endSessions({ db, change }: AdministrationConnection, reference: string): Promise<number> {
  return change((note) => {
    const user = find(db, 'user', reference);
    const ended = deleteSessions(db, user);
    if (ended > 0) note(noteOn(user, 'user.sessions-end', { sessions: ended }));
    return ended;
  });
}

function deleteSessions(db: Database, { key }: FoundObject): number {
  return statement(db, 'DELETE FROM session WHERE userKey = ?').run(key).changes;
}

/** Adds rights; those that the user already has are left as they are. */
export function grant({ db, change }: AdministrationConnection, reference: string, rights: Rights): Promise<Account> {
  return change((note) => {
    const user = find(db, 'user', reference);
    const given = addRights(db, user.key, rights);
    if (given.roles.length + given.grants.length > 0) note(noteOn(user, 'user.grant', given));
    return accountOf(db, user);
  });
}

/** Takes rights away. Fails with `notFound` for one that the user does not have, or has only as part of a wider one. */
export function revoke({ db, change }: AdministrationConnection, reference: string, rights: Rights): Promise<Account> {
  return change((note) => {
    const user = find(db, 'user', reference);
    for (const role of rights.roles) {
      const { changes } = statement(db, 'DELETE FROM user_role WHERE userKey = ? AND role = ?').run(user.key, role);
      if (changes === 0) throw new SalesError('notFound', `"${user.name}" does not have the role ${role}.`);
    }
    const objects = grantedObjects(db, rights);
    for (const { on, key, name } of objects) {
      const { changes } = statement(db, `DELETE FROM "grant" WHERE userKey = ? AND ${on}Key = ?`).run(user.key, key);
      if (changes > 0) continue;
      throw new SalesError('notFound', `"${user.name}" has no grant on the ${on} "${name}" itself.`, {
        hint: [{ do: 'listObjects', kind: 'user' }],
      });
    }
    note(noteOn(user, 'user.revoke', { roles: rights.roles, grants: objects.map(grantText) }));
    return accountOf(db, user);
  });
}

function noteOn({ id, name }: FoundObject, action: string, details: ChangeNote['details'] = {}): ChangeNote {
  return { action, object: `user:${id}`, details: { name, ...details } };
}

interface GrantedObject extends FoundObject {
  on: Grant['on'];
}

function grantedObjects(db: Database, { customers, tenants, units }: Rights): GrantedObject[] {
  const objects = (on: Grant['on'], references: readonly string[]) => references.map((one) => ({ on, ...find(db, on, one) }));
  return [...objects('customer', customers), ...objects('tenant', tenants), ...objects('unit', units)];
}

/** Returns the rights that the user did not have before. */
function addRights(db: Database, userKey: number, rights: Rights): { roles: Role[]; grants: string[] } {
  const roles = rights.roles.filter(
    (role) => statement(db, 'INSERT OR IGNORE INTO user_role (userKey, role) VALUES (?, ?)').run(userKey, role).changes > 0,
  );
  const objects = grantedObjects(db, rights).filter(
    ({ on, key }) => statement(db, `INSERT OR IGNORE INTO "grant" (userKey, ${on}Key) VALUES (?, ?)`).run(userKey, key).changes > 0,
  );
  return { roles, grants: objects.map(grantText) };
}

function grantText({ on, id }: GrantedObject): string {
  return `${on}:${id}`;
}

function accountOf(db: Database, { key, id, name }: FoundObject): Account {
  const disabled = statement(db, 'SELECT disabled FROM user WHERE userKey = ?').pluck().get(key) === 1;
  const roles = statement(db, 'SELECT role FROM user_role WHERE userKey = ? ORDER BY role').pluck().all(key) as Role[];
  const grants = statement(
    db,
    `SELECT 'customer' AS "on", customer.id, customer.name, NULL AS "of" FROM "grant" JOIN customer USING (customerKey) WHERE userKey = ?
     UNION ALL SELECT 'tenant', tenant.id, tenant.name,
       CASE WHEN (SELECT count(*) FROM tenant AS namesake WHERE namesake.name = tenant.name) > 1 THEN customer.name END
       FROM "grant" JOIN tenant USING (tenantKey) JOIN customer ON customer.customerKey = tenant.customerKey WHERE userKey = ?
     UNION ALL SELECT 'unit', unit.id, unit.name,
       CASE WHEN (SELECT count(*) FROM unit AS namesake WHERE namesake.name = unit.name) > 1 THEN tenant.name END
       FROM "grant" JOIN unit USING (unitKey) JOIN tenant ON tenant.tenantKey = unit.tenantKey WHERE userKey = ?`,
  ).all(key, key, key) as Grant[];
  const tenants = statement(
    db,
    `SELECT count(DISTINCT tenant.tenantKey) FROM "grant" AS given LEFT JOIN unit USING (unitKey)
     JOIN tenant ON tenant.customerKey = given.customerKey OR tenant.tenantKey IN (given.tenantKey, unit.tenantKey) WHERE userKey = ?`,
  )
    .pluck()
    .get(key) as number;
  return { id, name, roles, disabled, grants, tenants };
}
