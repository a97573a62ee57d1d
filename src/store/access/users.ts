/** Users and what they have access to, as log-ins need it. */
import { roles } from '../../contract/roles.js';
import type { User, UserAccess } from '../access.js';
import { port } from '../port.js';
import { all, first, joined, perDatabase, sql, text, type Work } from '../sql/work.js';

interface UserRow extends Omit<User, 'access' | 'roles' | 'disabled'> {
  disabled: number | boolean;
}

type AccessRow = { [Part in keyof UserAccess]: UserAccess[Part] | null };

/** Whether the user has each role, in a column of its name. */
const allRoles = joined(
  roles.map(
    (role) => sql`EXISTS (SELECT 1 FROM user_role WHERE user_role.user_key = app_user.user_key AND role = ${role}) AS ${text(`"${role}"`)}`,
  ),
  ', ',
);

/**
 * The user with exactly this name, or null, with one entry for each tenant with a grant: one on the whole tenant beats one on some of its
 * units. One statement, since it runs with every request.
 */
export function* userByName(name: string): Work<User | null> {
  const key = sql`(SELECT user_key FROM app_user WHERE name = ${name})`;
  const ofUnits = perDatabase(
    sql`SELECT unit.tenant_key, 0 FROM user_grant JOIN unit USING (unit_key)`,
    sql`SELECT tenant_key, 0 FROM user_grant`,
  );
  const rows = yield* all<UserRow & AccessRow & Record<string, unknown>>(
    sql`SELECT app_user.id, app_user.name, password_hash, credential_version, disabled,
        ${allRoles},
        customer.id AS customer_id, customer.name AS customer_name, tenant.id AS tenant_id, tenant.name AS tenant_name,
        CASE is_whole WHEN 1 THEN 'tenant' ELSE 'units' END AS extent
      FROM app_user LEFT JOIN (
        SELECT granted_key, max(is_whole) AS is_whole FROM (
          SELECT tenant.tenant_key AS granted_key, 1 AS is_whole FROM user_grant JOIN tenant USING (customer_key) WHERE user_key = ${key}
          UNION ALL SELECT tenant_key, 1 FROM user_grant WHERE user_key = ${key} AND tenant_key IS NOT NULL AND unit_key IS NULL
          UNION ALL ${ofUnits} WHERE user_key = ${key} AND user_grant.unit_key IS NOT NULL
        ) AS given GROUP BY granted_key
      ) AS granted ON true
      LEFT JOIN tenant ON tenant.tenant_key = granted_key LEFT JOIN customer ON customer.customer_key = tenant.customer_key
      WHERE app_user.name = ${name} ORDER BY granted_key`,
  );
  const [user] = rows;
  if (!user) return null;
  const { id, passwordHash, credentialVersion, disabled } = user;
  const own = roles.filter((role) => Boolean(user[role]));
  const access = rows.filter(({ tenantId }) => tenantId !== null).map(accessOf);
  return { id, name: user.name, passwordHash, credentialVersion, disabled: Boolean(disabled), roles: own, access };
}

function accessOf(row: AccessRow): UserAccess {
  const { customerId, customerName, tenantId, tenantName, extent } = row as UserAccess;
  return { customerId, customerName, tenantId, tenantName, extent };
}

/** A unit that was granted to a user. */
export interface GrantedUnit {
  tenantId: string;
  id: string;
  name: string;
}

/** The units that were granted to a user, by their names, without those below them. */
export function* grantedUnits(userId: string): Work<GrantedUnit[]> {
  yield* (yield* port()).asAdmin();
  return yield* all<GrantedUnit>(
    sql`SELECT tenant.id AS tenant_id, unit.id, unit.name FROM app_user JOIN user_grant USING (user_key)
      JOIN unit ON unit.unit_key = user_grant.unit_key AND unit.tenant_key = coalesce(user_grant.tenant_key, unit.tenant_key)
      JOIN tenant ON tenant.tenant_key = unit.tenant_key WHERE app_user.id = ${userId} ORDER BY unit.name, unit.unit_key`,
  );
}

/** Whether there is neither a customer nor a user yet. */
export function* isEmpty(): Work<boolean> {
  return (yield* first(sql`SELECT 1 FROM customer UNION ALL SELECT 1 FROM app_user LIMIT 1`)) === undefined;
}
