/** Totals over all tenants, each found in a moment however much is stored. */

import { port } from '../port.js';
import { counters } from '../sql/dialect.js';
import { first, perDatabase, sql, type Work } from '../sql/work.js';

export interface StoreFigures {
  tenants: number;
  uploads: number;
  transactions: number;
  databaseBytes: number;
  /** Servers that run on a shared store. */
  servers?: number;
}

const ownFigures = perDatabase(
  // Uploads are numbered in sequence, and none is ever removed.
  sql`(SELECT coalesce(max(upload_key), 0) FROM upload) AS uploads,
    (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS database_bytes`,
  // A server says every few seconds that it runs; see nodes.ts.
  sql`CAST(coalesce(sum(uploads), 0) AS bigint) AS uploads, pg_database_size(current_database()) AS database_bytes,
    (SELECT count(*) FROM node WHERE seen_at > now() - interval '30 seconds') AS servers`,
);

/** Counts of uploads and transactions, and the size of the database. */
export function* figures(): Work<StoreFigures> {
  yield* (yield* port()).asAdmin();
  const found = yield* first<StoreFigures>(
    sql`SELECT (SELECT count(*) FROM tenant) AS tenants, CAST(coalesce(sum(transactions), 0) AS bigint) AS transactions, ${ownFigures}
      FROM ${counters}`,
  );
  return found as StoreFigures;
}
