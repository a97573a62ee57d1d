/** Users and what they have access to, as log-ins need it; and the setting up of an empty database. */
import { randomUUID } from 'node:crypto';
import { SalesError } from '../../../contract/problem.js';
import { type Access, type FirstSetup, firstUserRoles, type User, type UserAccess } from '../../access.js';
import type { GrantedUnit } from '../../sessions.js';
import type { Session } from '../database/session.js';
import { appendAudit } from './audit.js';

interface UserRow extends Omit<User, 'access'> {
  access: UserAccess[] | null;
}

/**
 * The user with exactly this name, or null, with one entry for each tenant: a grant on the whole tenant beats one on some of its units. Runs
 * with every request, and is remembered nowhere, so that a change holds on the next request of every server.
 */
export async function userByName(session: Session, name: string): Promise<User | null> {
  if (name.includes('\0')) return null;
  const row = await session.first<UserRow>(
    `SELECT id, name, password_hash AS "passwordHash", credential_version AS "credentialVersion", disabled,
       ARRAY(SELECT role FROM user_role WHERE user_role.user_key = app_user.user_key ORDER BY role) AS roles,
       (SELECT json_agg(json_build_object('customerId', customer.id, 'customerName', customer.name, 'tenantId', tenant.id,
          'tenantName', tenant.name, 'extent', extent) ORDER BY tenant.tenant_key)
        FROM (
          SELECT tenant_key, CASE WHEN bool_or(is_whole) THEN 'tenant' ELSE 'units' END AS extent
          FROM (
            SELECT tenant.tenant_key, true AS is_whole FROM user_grant JOIN tenant USING (customer_key)
              WHERE user_grant.user_key = app_user.user_key
            UNION ALL SELECT tenant_key, unit_key IS NULL FROM user_grant
              WHERE user_grant.user_key = app_user.user_key AND tenant_key IS NOT NULL
          ) AS given GROUP BY tenant_key
        ) AS granted JOIN tenant USING (tenant_key) JOIN customer USING (customer_key)) AS access
     FROM app_user WHERE name = $1`,
    name,
  );
  return row ? { ...row, access: row.access ?? [] } : null;
}

/** The units that were granted to a user, by their names. As the role that sees the units of all tenants, and none of their data. */
export async function grantedUnits(session: Session, userId: string): Promise<GrantedUnit[]> {
  await session.plain('SET LOCAL ROLE sales_admin');
  return session.all<GrantedUnit>(
    `SELECT tenant.id AS "tenantId", unit.id, unit.name FROM app_user JOIN user_grant USING (user_key)
     JOIN unit ON unit.tenant_key = user_grant.tenant_key AND unit.unit_key = user_grant.unit_key
     JOIN tenant ON tenant.tenant_key = unit.tenant_key WHERE app_user.id = $1 ORDER BY unit.name, unit.unit_key`,
    userId,
  );
}

/** Whether there is neither a customer nor a user yet. */
export async function isEmpty(session: Session): Promise<boolean> {
  const found = await session.first<{ isEmpty: boolean }>(
    'SELECT NOT EXISTS (SELECT 1 FROM customer) AND NOT EXISTS (SELECT 1 FROM app_user) AS "isEmpty"',
  );
  return found?.isEmpty === true;
}

/**
 * Creates the first customer, tenant and user, with a note in the audit trail. Of several servers that start on an empty database at once,
 * one does so; for the others it fails with `locked`.
 */
export async function setUp(session: Session, setup: FirstSetup, at: Date): Promise<Access> {
  const access = { customerId: randomUUID(), tenantId: randomUUID() };
  await session.plain('SET LOCAL ROLE sales_admin');
  await session.first('SELECT 1 FROM installation FOR UPDATE');
  if (!(await isEmpty(session))) throw new SalesError('locked', 'Another server has just set up the database.');
  const { importConfiguration: configuration, userName, passwordHash } = setup;
  await session.run('INSERT INTO customer (customer_key, id, name) VALUES (1, $1, $2)', access.customerId, setup.customerName);
  await session.run('INSERT INTO tenant (tenant_key, id, customer_key, name) VALUES (1, $1, 1, $2)', access.tenantId, setup.tenantName);
  await session.run('INSERT INTO tenant_counter (tenant_key) VALUES (1)');
  await session.run(
    `INSERT INTO import_configuration (import_configuration_key, id, tenant_key, name, is_default, settings) VALUES (1, $1, 1, $2, true, $3)`,
    randomUUID(),
    configuration.name,
    JSON.stringify(configuration.settings),
  );
  await session.run(
    'INSERT INTO app_user (user_key, id, name, password_hash) VALUES (1, $1, $2, $3)',
    randomUUID(),
    userName,
    passwordHash,
  );
  await session.run('INSERT INTO user_role (user_key, role) SELECT 1, unnest($1::text[])', firstUserRoles);
  await session.run('INSERT INTO user_grant (user_key, tenant_key) VALUES (1, 1)');
  const details = { ...access, userName };
  await appendAudit(
    session,
    { actor: 'server', origin: null, action: 'set-up', object: `tenant:${access.tenantId}`, outcome: 'done', requestId: null, details },
    at,
  );
  return access;
}
