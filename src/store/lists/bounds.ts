/** What bounds a list: how many rows a tenant has, the rows of one upload, and stretches of time with rows. */

import type { UploadKind } from '../../contract/states.js';
import { isUuid } from '../../contract/uuid.js';
import { counters, indexedBy } from '../sql/dialect.js';
import { column, first, sql, text, type Work } from '../sql/work.js';

/** How many rows a tenant has. A page that begins after its last one is empty, without looking at any. */
export function* rowsOf(tenantKey: number, counted: 'transactions' | 'records'): Work<number> {
  const found = yield* first<{ rows: number }>(sql`SELECT ${text(counted)} AS rows FROM ${counters} WHERE tenant_key = ${tenantKey}`);
  return found?.rows ?? 0;
}

/** The seqs of the rows of an upload of this kind; `to` is the first one after them. */
export function* seqsOfUpload(tenantKey: number, kind: UploadKind, uploadId: string): Work<{ from: number; to: number } | undefined> {
  if (!isUuid(uploadId)) return undefined;
  return yield* first(
    sql`SELECT first_seq AS "from", first_seq + rows AS "to" FROM upload
      WHERE tenant_key = ${tenantKey} AND kind = ${kind} AND id = ${uploadId.toLowerCase()}`,
  );
}

export const TICKS_PER_DAY = 864_000_000_000n;
/** Beyond all dates. */
const TICKS_MAX = 2n ** 62n;

/** Ticks from one to before another. */
export type TickRange = readonly [from: bigint, before: bigint];

/**
 * Stretches of at most so many ticks that have sales, from `from` to `to`, or from the first to the last. SQLite sorts what it groups, so it is asked
 * for the sales of some days at a time, of which it finds each once by their dates.
 */
export function* stretchesOf(
  tenantKey: number,
  { from, to }: { from: bigint | null | undefined; to: bigint | null | undefined },
  ticks: bigint,
): Work<TickRange[]> {
  const stretches: TickRange[] = [];
  const end = (to ?? TICKS_MAX) + 1n;
  for (let at = from ?? -TICKS_MAX; ; ) {
    const [next] = yield* column<string>(
      sql`SELECT CAST(ticks AS text) FROM "transaction" ${indexedBy('transaction_date')} WHERE tenant_key = ${tenantKey} AND ticks >= ${at}
        ORDER BY ticks LIMIT 1`,
    );
    if (next === undefined || BigInt(next) >= end) return stretches;
    const first = BigInt(next);
    at = first + ticks < end ? first + ticks : end;
    stretches.push([first, at]);
  }
}
