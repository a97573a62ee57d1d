/**
 * Decides which customer and tenant a request is for: what the user has access to, narrowed by customerId and tenantId if they are given.
 * Exactly one tenant must be left; "not yours", "not there" and "say which" are all the same 401, which names the user's own tenants. In the
 * code that serves requests, nothing else calls `data.tenant`.
 */
import { tenantsShownMax } from '../../contract/limits.js';
import { SalesError } from '../../contract/problem.js';
import type { AccessQuery } from '../../contract/query.js';
import type { Role } from '../../contract/roles.js';
import type { User } from '../../store/access.js';
import type { Data, TenantData } from '../../threads/data.js';

/** What a handler may work on: one user, and the part of one tenant's data that this user may reach. */
export interface Scope {
  user: User;
  customerId: string;
  tenant: TenantData;
}

/** The only tenant that the query leaves of the user's access. Fails with `unauthorized` when there is none, or more than one. */
export function scopeOf(data: Data, user: User, query: AccessQuery): Scope {
  const customerId = query.customerId?.toLowerCase();
  const tenantId = query.tenantId?.toLowerCase();
  const left = user.access.filter(
    (access) => (customerId === undefined || access.customerId === customerId) && (tenantId === undefined || access.tenantId === tenantId),
  );
  const [only] = left;
  if (!only || left.length > 1) throw notOne(user);
  const tenant = data.tenant({ tenantId: only.tenantId, scope: only.extent === 'tenant' ? 'whole' : { unitsOf: user.id } });
  return { user, customerId: only.customerId, tenant };
}

/** Fails with `forbidden` for who reaches only some units of the tenant. */
export function mustBeWhole({ tenant }: Scope): void {
  if (tenant.scope !== 'whole') throw new SalesError('forbidden', 'This needs access to the whole tenant, and not to some of its units.');
}

/** Names what the user may choose from, whatever was asked for: nothing of it depends on what is there, but not theirs. */
function notOne({ access }: User): SalesError {
  const tenants = access
    .slice(0, tenantsShownMax)
    .map(({ customerId, customerName, tenantId, tenantName }) => ({ customerId, customerName, tenantId, tenantName }));
  if (tenants.length === 0) return new SalesError('unauthorized', 'The log-in is right, but the user has access to no tenant.');
  return new SalesError('unauthorized', 'The log-in is right, but it must be said for which of the tenants: tenantId takes its id.', {
    tenants,
  });
}

/** Fails with `code` where the user has none of `roles`, and names them: whoever sees that has logged in with the right password. */
export function checkRole({ roles: own }: Pick<User, 'roles'>, roles: readonly Role[], code: 'unauthorized' | 'forbidden'): void {
  if (roles.some((role) => own.includes(role))) return;
  throw new SalesError(code, `The log-in is right, but the user lacks the role that this needs: ${roles.join(' or ')}.`, { roles });
}
