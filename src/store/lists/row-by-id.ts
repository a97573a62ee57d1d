/** How a row is found by its id. */

import type { UploadKind } from '../../contract/states.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import { partsOfId } from '../ids.js';
import { anyTenant } from '../sql/dialect.js';
import { type Sql, sql } from '../sql/work.js';

/**
 * Selects the row of the table called `sale` with the id, if it is within reach. The number of the row is a query of its own: joined by the sum,
 * PostgreSQL would read all rows of the tenant under row level security, because a sum may fail and so tell of other rows.
 */
export function isRowWithId(reach: Reach, kind: UploadKind, id: string): Sql {
  const { firstId, index } = partsOfId(id);
  const tenant = anyTenant(reach.tenantKey);
  return sql`sale.tenant_key = ${tenant} AND sale.seq = (
      SELECT first_seq + ${index} FROM upload
      WHERE tenant_key = ${tenant} AND kind = ${kind} AND first_transaction_id = ${firstId} AND rows > ${index}
    )${andRowWithin(reach)}`;
}
