/** Totals over all tenants, each found in a moment however much is stored. */

import { port } from '../port.js';
import { first, sql, type Work } from '../sql/work.js';
import type { StoreFigures } from '../store.js';

/** Counts of uploads and transactions, and the size of the database. */
export function* figures(): Work<StoreFigures> {
  const { asAdmin, counters, ownFigures } = yield* port();
  yield* asAdmin();
  const found = yield* first<StoreFigures>(
    sql`SELECT (SELECT count(*) FROM tenant) AS tenants, CAST(coalesce(sum(transactions), 0) AS bigint) AS transactions, ${ownFigures}
      FROM ${counters}`,
  );
  return found as StoreFigures;
}
