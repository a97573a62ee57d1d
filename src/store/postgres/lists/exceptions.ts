/** One page of what is missing, the oldest day first: the rows that wait, grouped by what they wait for. */
import type { ExceptionListQuery } from '../../../contract/exceptions.js';
import { andOfSide, exceptionsJson, unitSums, type WaitingRows } from '../../exceptions.js';
import { anyTenant } from '../access/scope.js';
import type { Session } from '../database/session.js';

/** An ExceptionList as JSON. */
export async function listExceptions(
  session: Session,
  tenantKey: number,
  { side, pageSize, pageNumber }: ExceptionListQuery,
): Promise<string> {
  const waiting = await session.all<WaitingRows>(
    `SELECT page.missing, coalesce(sale.currency, record.currency) AS currency, count(*) AS rows, ${unitSums('coalesce(sale.amount, record.amount)')}
     FROM (SELECT missing FROM match_open WHERE tenant_key = ${anyTenant('$1')} AND missing IS NOT NULL${andOfSide(side)}
       GROUP BY missing ORDER BY missing LIMIT $2 OFFSET $3) AS page
     JOIN match_open AS open ON open.tenant_key = ${anyTenant('$1')} AND open.missing = page.missing
     LEFT JOIN transaction AS sale ON sale.tenant_key = ${anyTenant('$1')} AND open.number % 2 = 0 AND sale.seq = open.number / 2
     LEFT JOIN settlement_record AS record ON record.tenant_key = ${anyTenant('$1')} AND open.number % 2 = 1 AND record.seq = open.number / 2
     GROUP BY 1, 2 ORDER BY 1, 2`,
    tenantKey,
    pageSize + 1,
    (pageNumber - 1) * pageSize,
  );
  return exceptionsJson(waiting, pageSize);
}
