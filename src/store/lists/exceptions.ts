/** One page of what is missing, the oldest day first: the rows that wait, grouped by what they wait for. */
import type { ExceptionListQuery } from '../../contract/exceptions.js';
import type { UploadKind } from '../../contract/states.js';
import { andOfSide, exceptionsJson, unitSums, type WaitingRows } from '../exceptions.js';
import { rowNumber } from '../matching.js';
import { tableOf } from '../sql/tables.js';
import { all, dialect, sql, text, type Work } from '../sql/work.js';

/** An ExceptionList as JSON. */
export function* listExceptions(tenantKey: number, { side, pageSize, pageNumber }: ExceptionListQuery): Work<string> {
  const { anyTenant, indexedBy, join, hasLateral, oneByOne } = yield* dialect();
  const tenant = anyTenant(tenantKey);
  const byMissing = indexedBy('match_open_missing');
  const isRow = (kind: UploadKind, row: string) =>
    sql`${text(row)}.tenant_key = ${tenant} AND open.number % 2 = ${rowNumber(kind, 0)} AND ${text(row)}.seq = open.number / 2`;
  const rowOf = (kind: UploadKind) => sql`SELECT currency, amount FROM ${tableOf[kind]} AS sale WHERE ${isRow(kind, 'sale')}`;
  const joined = (kind: UploadKind) => sql`LEFT JOIN ${tableOf[kind]} AS ${text(kind)} ON ${isRow(kind, kind)}`;
  const [waiting, currency, amount] = hasLateral
    ? [
        sql`CROSS JOIN LATERAL (${rowOf('Sales')} UNION ALL ${rowOf('Settlement')} ${oneByOne}) AS waiting`,
        'waiting.currency',
        'waiting.amount',
      ]
    : [
        sql`${joined('Sales')} ${joined('Settlement')}`,
        'coalesce(Sales.currency, Settlement.currency)',
        'coalesce(Sales.amount, Settlement.amount)',
      ];
  const found = yield* all<WaitingRows>(
    sql`SELECT page.missing, ${text(currency)} AS currency, count(*) AS rows, ${text(unitSums(amount))}
      FROM (SELECT missing FROM match_open ${byMissing} WHERE tenant_key = ${tenant} AND missing IS NOT NULL${text(andOfSide(side))}
        GROUP BY missing ORDER BY missing LIMIT ${pageSize + 1} OFFSET ${(pageNumber - 1) * pageSize}) AS page
      ${join} match_open AS open ${byMissing} ON open.tenant_key = ${tenant} AND open.missing = page.missing
      ${waiting} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  return exceptionsJson(found, pageSize);
}
