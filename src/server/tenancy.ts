/**
 * Which customer and tenant a request is for: the user's access, narrowed by customerId and tenantId where they are given.
 * Exactly one must be left. "Not yours", "not there" and "you must say which" are one and the same 401.
 * With import's worker the only caller of `store.tenant`.
 */
import { SalesError } from '../contract/problem.js';
import type { AccessQuery } from '../contract/query.js';
import type { Store, TenantStore, User } from '../store/store.js';

/** What a handler may work on: one user, and the data of one tenant. */
export interface Scope {
  user: User;
  tenant: TenantStore;
}

/** Fails with `unauthorized`. */
export function scopeOf(store: Store, user: User, query: AccessQuery): Scope {
  const customerId = query.customerId?.toLowerCase();
  const tenantId = query.tenantId?.toLowerCase();
  const left = user.access.filter(
    (access) => (customerId === undefined || access.customerId === customerId) && (tenantId === undefined || access.tenantId === tenantId),
  );
  const [only] = left;
  if (!only || left.length > 1) throw new SalesError('unauthorized');
  return { user, tenant: store.tenant(only.tenantId) };
}
