/**
 * Who may administer what in the console. Units and import configurations of a tenant: an Admin who reaches all of that tenant. Users, and the
 * audit trail, which lead to every tenant: an Admin who reaches all of every tenant, or a log-in for one of them could give itself the others.
 */
import { rightOf, SalesError } from '../../../contract/problem.js';
import { AccessQuery, readQuery } from '../../../contract/query.js';
import type { User } from '../../../store/access.js';
import type { AdministrationCalls } from '../../../threads/data.js';
import { administering } from '../../access/administering.js';
import type { LiveSession } from '../../access/sessions.js';
import { checkRole, type Scope, scopeOf } from '../../access/tenancy.js';
import type { Gate } from '../../http/operation.js';
import type { Route, RouteAnswer, RouteRequest } from '../../http/route.js';
import { forUsers } from '../guarded.js';
import type { ConsoleParts } from '../parts.js';

/** What a route of administration is given beside the request. */
export interface AdministrationRequest {
  request: RouteRequest;
  user: User;
  calls: AdministrationCalls;
}

type AdministrationHandler<More = object> = (asked: AdministrationRequest & More) => Promise<object | null>;

export interface AdministrationGuards {
  /** For any Admin: what is of no tenant. */
  admins(handler: AdministrationHandler): Route;
  /** For Admins of all of the tenant that the query leaves. */
  ofTenant(handler: AdministrationHandler<Pick<Scope, 'tenant'>>): Route;
  /** For Admins of all of every tenant. */
  ofAll(handler: AdministrationHandler): Route;
}

/** Handlers give the body of the answer; null is an empty one. */
export function administrationGuards({ sessions }: ConsoleParts, gate: Gate): AdministrationGuards {
  const { data } = gate;
  const admins = (handler: AdministrationHandler): Route =>
    forUsers(sessions, gate, async (request, { user }: LiveSession): Promise<RouteAnswer> => {
      checkRole(user, ['Admin'], 'forbidden');
      return { body: await administering(data, user, request.notes, (calls) => handler({ request, user, calls })) };
    });
  return {
    admins,
    ofTenant: (handler) =>
      admins(async (asked) => {
        const { request, user } = asked;
        const { tenant } = scopeOf(data, user, rightOf(readQuery(AccessQuery, request.query, request.node.url)));
        request.notes.tenantId = tenant.tenantId;
        if (tenant.scope !== 'whole') throw new SalesError('forbidden', 'This needs access to the whole tenant.');
        return handler({ ...asked, tenant });
      }),
    ofAll: (handler) =>
      admins(async (asked) => {
        if (!(await reachesAll(asked))) throw new SalesError('forbidden', 'This needs access to every tenant of the server.');
        return handler(asked);
      }),
  };
}

/** Whether the user has access to all of every tenant. */
export async function reachesAll({ user, calls }: AdministrationRequest): Promise<boolean> {
  const whole = new Set(user.access.filter(({ extent }) => extent === 'tenant').map(({ tenantId }) => tenantId));
  return (await calls.tenants(undefined)).every(({ id }) => whole.has(id));
}
