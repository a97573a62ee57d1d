/** What bounds a list: how many rows a tenant has, and the rows of one upload. */

import type { UploadKind } from '../../contract/states.js';
import { isUuid } from '../../contract/uuid.js';
import { counters } from '../sql/dialect.js';
import { first, sql, text, type Work } from '../sql/work.js';

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
