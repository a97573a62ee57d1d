/** Totals over all tenants, from their counters. */
import type { StoreFigures } from '../../store.js';
import type { Session } from '../database/session.js';

/** A server says every few seconds that it runs; see database/nodes. */
const NODE_SEEN = '30 seconds';

export async function figures(session: Session): Promise<StoreFigures> {
  // The only role that sees the counters of all tenants; of their data it sees nothing.
  await session.plain('SET LOCAL ROLE sales_admin');
  const found = await session.first<StoreFigures>(
    `SELECT coalesce(sum(uploads), 0)::bigint AS uploads, coalesce(sum(transactions), 0)::bigint AS transactions,
       (SELECT count(*) FROM import_queue) AS "unfinishedUploads", (SELECT count(*) FROM tenant) AS tenants,
       pg_database_size(current_database()) AS "databaseBytes",
       (SELECT count(*) FROM node WHERE seen_at > now() - interval '${NODE_SEEN}') AS servers
     FROM tenant_counter`,
  );
  return found as StoreFigures;
}
