/**
 * Which customer and tenant a request is for: the user's access, narrowed by customerId and tenantId where they are given.
 * Exactly one must be left. "Not yours", "not there" and "you must say which" are one and the same 401.
 * Of what serves requests, the only caller of `data.tenant`.
 */
import { SalesError } from '../contract/problem.js';
import type { AccessQuery } from '../contract/query.js';
import type { User } from '../store/store.js';
import type { Data, TenantData } from '../threads/data.js';

/** What a handler may work on: one user, and what that user may reach of one tenant's data. */
export interface Scope {
  user: User;
  tenant: TenantData;
}

/** Fails with `unauthorized`. */
export function scopeOf(data: Data, user: User, query: AccessQuery): Scope {
  const customerId = query.customerId?.toLowerCase();
  const tenantId = query.tenantId?.toLowerCase();
  const left = user.access.filter(
    (access) => (customerId === undefined || access.customerId === customerId) && (tenantId === undefined || access.tenantId === tenantId),
  );
  const [only] = left;
  if (!only || left.length > 1) throw new SalesError('unauthorized');
  return { user, tenant: data.tenant({ tenantId: only.tenantId, scope: only.extent === 'tenant' ? 'whole' : { unitsOf: user.id } }) };
}
