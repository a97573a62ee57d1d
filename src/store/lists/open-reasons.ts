/** Why the sales of a page are open, for searches. */

import { rowNumber } from '../matching.js';
import { among, anyTenant } from '../sql/dialect.js';
import { arrays, sql, type Work } from '../sql/work.js';
import type { JsonRow } from '../transaction-json.js';

/** The rows as of a FoundTransaction. The reasons are those of rows that were looked at before. */
export function* withOpenReasons(tenantKey: number, rows: readonly JsonRow[]): Work<JsonRow[]> {
  if (rows.length === 0) return [];
  const numbers = rows.map(([seq]) => rowNumber('Sales', seq));
  const found = yield* arrays<[number: number, reason: string]>(
    sql`SELECT number, reason FROM match_open WHERE tenant_key = ${anyTenant(tenantKey)} AND number ${among(numbers)}`,
  );
  const reasons = new Map(found.map(([number, reason]) => [Number(number), reason]));
  return rows.map(([seq, firstSeq, firstId, amount, others]) => {
    const reason = reasons.get(rowNumber('Sales', seq)) ?? null;
    return [seq, firstSeq, firstId, amount, `${others},"openReason":${JSON.stringify(reason)}`];
  });
}
