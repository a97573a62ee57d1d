/** The administration page's routes, for the role Admin: users, what tenants are ordered by, the audit trail, and how the server does. */
import { z } from 'zod';
import { SalesError } from '../../../contract/problem.js';
import { readQuery } from '../../../contract/query.js';
import type { Gate } from '../../http/operation.js';
import type { Route } from '../../http/route.js';
import type { ConsoleParts } from '../parts.js';
import { administrationGuards, reachesAll } from './administrators.js';
import { tenantRoutes } from './tenant-routes.js';
import { userRoutes } from './user-routes.js';

const ROWS_MAX = 1_000;
const AuditQuery = z.object({
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  limit: z.coerce.number().int().min(1).max(ROWS_MAX).default(100),
});
const base = '/console/v1/admin';

/** By path and method. */
export function administrationRoutes(parts: ConsoleParts, gate: Gate): [string, Record<string, Route>][] {
  const guards = administrationGuards(parts, gate);
  return [
    ...userRoutes(parts, guards),
    ...tenantRoutes(guards),
    [`${base}/tenants`, { GET: guards.ofAll(async ({ calls }) => ({ tenants: await calls.tenants(undefined) })) }],
    [
      `${base}/audit`,
      {
        GET: guards.ofAll(async ({ request, calls }) => {
          const reading = readQuery(AuditQuery, request.query, request.node.url);
          if ('faults' in reading) throw new SalesError('validation', undefined, { errors: reading.faults });
          const { from, to, limit } = reading.query;
          const filter = { from: from === undefined ? null : new Date(from), to: to === undefined ? null : new Date(to), limit };
          return { rows: await calls.auditRows(filter), uploads: await calls.receivedUploads(filter) };
        }),
      },
    ],
    [base, { GET: guards.admins(async (asked) => ({ allTenants: await reachesAll(asked) })) }],
    [
      `${base}/health`,
      {
        GET: guards.admins(async (asked) => {
          const { findings, figures } = await parts.health();
          // How much is stored tells of other tenants.
          return { findings, ...((await reachesAll(asked)) && { figures }) };
        }),
      },
    ],
  ];
}
