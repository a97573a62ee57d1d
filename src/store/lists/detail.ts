/** One transaction in detail, as JSON. */

import type { Reach } from '../access/scope.js';
import { anyTenant, join } from '../sql/dialect.js';
import { arrays, sql, type Work } from '../sql/work.js';
import { detailJson, type JsonRow } from '../transaction-json.js';
import { commentOf, importedComment, isTold } from './match-told.js';
import { isRowWithId } from './row-by-id.js';
import { transactionColumns } from './transaction-columns.js';

type DetailRow = [...JsonRow, comment: string | null, matchKey: number | null, told: boolean | number];

/** A TransactionDetail as JSON; null where there is no such transaction within reach. */
export function* transactionDetail(reach: Reach, id: string): Work<string | null> {
  const tenant = anyTenant(reach.tenantKey);
  const [found] = yield* arrays<DetailRow>(
    sql`SELECT ${transactionColumns.detail}, sale.comment, sale.match_key, ${isTold('Sales', tenant)} FROM "transaction" AS sale
      ${join} upload ON upload.tenant_key = ${tenant} AND upload.upload_key = sale.upload_key
      WHERE ${isRowWithId(reach, 'Sales', id)}`,
  );
  if (!found) return null;
  const [seq, firstSeq, firstId, amount, others, imported, matchKey, told] = found;
  const row: JsonRow = [seq, firstSeq, firstId, amount, others];
  return detailJson(
    row,
    yield* told ? commentOf(reach, { kind: 'Sales', seq, matchKey }, imported) : importedComment(reach, 'Sales', imported),
  );
}
