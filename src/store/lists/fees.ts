/** The table of fees, as JSON, read anew for each question. The database adds up what can be added exactly; the rest is told one by one. */

import type { FeesQuery } from '../../contract/fees.js';
import { type FeesDimension, feesDimensionsOf } from '../../contract/money-parts.js';
import { feeParts } from '../../contract/states.js';
import { andWithin, type Reach } from '../access/scope.js';
import { addFees, feesJson, newFeesGroup } from '../fees.js';
import { keyedGroups, type MoneyKey } from '../money.js';
import { indexedBy } from '../sql/dialect.js';
import { arrays, nothing, snakeCase, sql, text, type Work } from '../sql/work.js';
import { type FoundLines, isCounted, lineColumns, linesOf, sumsOfLines, sumsOfLinesGrouped } from './payouts.js';

/** Day on which a record counts, as text. */
const date = 'coalesce(sale.settlement_date, sale.payout_date, sale.business_date, substr(sale.transaction_date, 1, 10))';

const keys: Record<FeesDimension, readonly string[]> = {
  month: [`substr(${date}, 1, 7)`],
  account: ['sale.acquirer_id', 'sale.merchant_id'],
  brand: ['sale.brand_id'],
};

/** Currency of the payout, where the fee is known in it; else that of the amount. */
const currency = `coalesce(CASE WHEN sale.net_amount IS NOT NULL AND (sale.fee IS NOT NULL OR sale.type = 'Fee') THEN sale.settlement_currency END,
  sale.currency, sale.settlement_currency)`;

const parts = feeParts.map(snakeCase);

/** A Fees as JSON. Fails with `validation` where there are too many items. */
export function* fees(reach: Reach, { by, dateFrom, dateTo }: FeesQuery): Work<string> {
  const dimensions = by === undefined ? [] : (feesDimensionsOf(by) ?? []);
  const columns = [...dimensions.flatMap((dimension) => keys[dimension]), currency];
  const named = columns.map((column, at) => `${column} AS key${at}`).join(', ');
  const grouped = Array.from({ length: columns.length + sumsOfLinesGrouped }, (_, index) => index + 1).join(', ');
  const from = dateFrom === undefined ? nothing : sql` AND ${text(date)} >= ${dateFrom}`;
  const to = dateTo === undefined ? nothing : sql` AND ${text(date)} <= ${dateTo}`;
  const found = yield* arrays<unknown[]>(
    sql`SELECT ${text(columns.map((_, at) => `key${at}`).join(', '))}, ${sumsOfLines(parts)}
      FROM (
        SELECT ${text(named)}, ${lineColumns}, ${text(parts.join(', '))} FROM settlement_record AS sale ${indexedBy('settlement_record_day')}
        WHERE sale.tenant_key = ${reach.tenantKey} AND ${isCounted}
          AND (sale.type IS NULL OR sale.type NOT IN ('Payout', 'TillTotal'))${from}${to}${andWithin(reach)}
      ) AS line GROUP BY ${text(grouped)}`,
  );
  const groups = keyedGroups(newFeesGroup);
  for (const row of found) addFees(groups.at(row.slice(0, columns.length) as MoneyKey), linesOf(row.slice(columns.length) as FoundLines));
  return feesJson(groups.all(), dimensions);
}
