/** One page of what is missing, the oldest day first: the rows that wait, grouped by what they wait for. */
import type { ExceptionListQuery } from '../../../contract/exceptions.js';
import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { andOfSide, exceptionsJson, unitSums, type WaitingRows } from '../../exceptions.js';
import { rowNumber } from '../../matching.js';
import { rowTables } from '../../rows/row-tables.js';
import { anyTenant } from '../access/scope.js';
import type { Session } from '../database/session.js';

/** An ExceptionList as JSON. */
export async function listExceptions(
  session: Session,
  tenantKey: number,
  { side, pageSize, pageNumber }: ExceptionListQuery,
): Promise<string> {
  const waiting = await session.all<WaitingRows>(
    `SELECT page.missing, waiting.currency, count(*) AS rows, ${unitSums('waiting.amount')}
     FROM (SELECT missing FROM match_open WHERE tenant_key = ${anyTenant('$1')} AND missing IS NOT NULL${andOfSide(side)}
       GROUP BY missing ORDER BY missing LIMIT $2 OFFSET $3) AS page
     JOIN match_open AS open ON open.tenant_key = ${anyTenant('$1')} AND open.missing = page.missing
     CROSS JOIN LATERAL (${uploadKinds.map(rowOf).join(' UNION ALL ')} OFFSET 0) AS waiting
     GROUP BY 1, 2 ORDER BY 1, 2`,
    tenantKey,
    pageSize + 1,
    (pageNumber - 1) * pageSize,
  );
  return exceptionsJson(waiting, pageSize);
}

/** SQL for the row that waits, if it is of that kind. Asked for one after another: OFFSET keeps the planner from reading all rows for it. */
const rowOf = (kind: UploadKind) =>
  `SELECT currency, amount FROM ${rowTables[kind].name} WHERE tenant_key = ${anyTenant('$1')} AND open.number % 2 = ${rowNumber(kind, 0)}
     AND seq = open.number / 2`;
