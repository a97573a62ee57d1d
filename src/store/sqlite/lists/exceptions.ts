/** One page of what is missing, the oldest day first: the rows that wait, grouped by what they wait for. */
import type { ExceptionListQuery } from '../../../contract/exceptions.js';
import { andOfSide, exceptionsJson, unitSums, type WaitingRows } from '../../exceptions.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

/** An ExceptionList as JSON. */
export function listExceptions(db: Database, tenantKey: number, { side, pageSize, pageNumber }: ExceptionListQuery): string {
  const waiting = statement(
    db,
    `SELECT page.missing, ifnull(sale.currency, record.currency) AS currency, count(*) AS rows, ${unitSums('ifnull(sale.amount, record.amount)')}
     FROM (SELECT missing FROM match_open INDEXED BY match_open_missing WHERE tenant_key = ? AND missing IS NOT NULL${andOfSide(side)}
       GROUP BY missing ORDER BY missing LIMIT ? OFFSET ?) AS page
     CROSS JOIN match_open AS open INDEXED BY match_open_missing ON open.tenant_key = ? AND open.missing = page.missing
     LEFT JOIN "transaction" AS sale ON sale.tenant_key = ? AND open.number % 2 = 0 AND sale.seq = open.number / 2
     LEFT JOIN settlement_record AS record ON record.tenant_key = ? AND open.number % 2 = 1 AND record.seq = open.number / 2
     GROUP BY 1, 2 ORDER BY 1, 2`,
  ).all(tenantKey, pageSize + 1, (pageNumber - 1) * pageSize, tenantKey, tenantKey, tenantKey) as WaitingRows[];
  return exceptionsJson(waiting, pageSize);
}
