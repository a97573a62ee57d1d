/** Totals over all tenants, each found in a moment however much is stored. */

import { dialect, first, sql, type Work } from '../sql/work.js';
import type { StoreFigures } from '../store.js';

/** Counts of uploads and transactions, and the size of the database. */
export function* figures(): Work<StoreFigures> {
  const { counters, ownFigures } = yield* dialect();
  const found = yield* first<StoreFigures>(
    sql`SELECT (SELECT count(*) FROM tenant) AS tenants, CAST(coalesce(sum(transactions), 0) AS bigint) AS transactions, ${ownFigures}
      FROM ${counters}`,
  );
  return found as StoreFigures;
}
