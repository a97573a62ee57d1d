/** The administration page's routes, for the role Admin: users, what tenants are ordered by, the audit trail, and how the server does. */
import { z } from 'zod';
import { rightOf, SalesError } from '../../../contract/problem.js';
import { ListQuery, readQuery } from '../../../contract/query.js';
import { newestFirst } from '../../../store/audit.js';
import type { AdministrationCalls } from '../../../threads/data.js';
import type { Gate } from '../../http/operation.js';
import type { RouteTable } from '../../http/route.js';
import type { ConsoleParts } from '../parts.js';
import { administrationGuards, reachesAll } from './administrators.js';
import { tenantRoutes } from './tenant-routes.js';
import { userRoutes } from './user-routes.js';

/** What a page is put together from is read from the newest on. */
const TRAIL_LINES_MAX = 10_000;
const AuditQuery = z.object({
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  pageSize: ListQuery.shape.pageSize,
  pageNumber: ListQuery.shape.pageNumber,
});
const base = '/console/v1/admin';

export function administrationRoutes(parts: ConsoleParts, gate: Gate): RouteTable {
  const guards = administrationGuards(parts, gate);
  return {
    ...userRoutes(parts, guards),
    ...tenantRoutes(guards),
    [`${base}/tenants`]: { GET: guards.ofAll(async ({ calls }) => ({ tenants: await calls.tenants(undefined) })) },
    [`${base}/audit`]: {
      GET: guards.ofAll(async ({ request, calls }) => {
        return trailPage(rightOf(readQuery(AuditQuery, request.query, request.node.url)), calls);
      }),
    },
    [base]: { GET: guards.admins(async (asked) => ({ allTenants: await reachesAll(asked) })) },
    [`${base}/health`]: {
      GET: guards.admins(async (asked) => {
        const { findings, figures } = await parts.health();
        // How much is stored tells of other tenants.
        return { findings, ...((await reachesAll(asked)) && { figures }) };
      }),
    },
  };
}

/** A page of what was done and uploaded, newest first. */
async function trailPage({ from, to, pageSize, pageNumber }: z.infer<typeof AuditQuery>, calls: AdministrationCalls) {
  const end = pageSize * pageNumber;
  if (end > TRAIL_LINES_MAX) {
    throw new SalesError('validation', undefined, {
      errors: {
        pageNumber: [`Only the newest ${TRAIL_LINES_MAX.toLocaleString('en')} lines are shown: choose a period to see older ones`],
      },
    });
  }
  const filter = { from: from === undefined ? null : new Date(from), to: to === undefined ? null : new Date(to), limit: end + 1 };
  const lines = newestFirst(await calls.auditRows(filter), await calls.receivedUploads(filter));
  return { items: lines.slice(end - pageSize, end), hasMore: lines.length > end };
}
