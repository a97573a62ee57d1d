/** Counts and sums of all rows that match, read anew for each question, as JSON. The database groups, and what it has counted is added up here. */
import type { TotalsQuery } from '../../../contract/totals.js';
import { dimensionsOf, type TotalsDimension } from '../../../contract/totals-dimensions.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import { runningTotals, totalsParts, totalsSides } from '../../totals.js';
import { andRowWithin, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { seqsOfUpload } from '../rows/uploads.js';
import { conditionsOf, hasUnstorable } from './list.js';

/** All rows of a tenant may be read. */
const TIMEOUT = '30s';

const columns: Record<TotalsDimension, string> = {
  day: 'substr(sale.transaction_date, 1, 10)',
  brand: 'sale.brand_id',
  terminal: 'sale.terminal_id',
  currency: 'sale.currency',
};

/** So small that its units are a whole number without loss; larger ones would be out of range, so they are never multiplied. */
const isSmall = 'abs(sale.amount) < 1e8';
const units = 'round(sale.amount * 10000)';
/** As in contract/amount: where a whole number of units of 10⁻⁴ gives the amount back, it is exactly that. The others are told by amount. */
const each = `CASE WHEN ${isSmall} THEN CASE WHEN ${units} / 10000 = sale.amount THEN NULL ELSE sale.amount END ELSE sale.amount END`;
const part = `CASE WHEN sale.state = ${stateCodes.Unprocessed} THEN 0 WHEN sale.match_state = ${matchStateCodes.Skip} THEN 1 ELSE 2 END`;
const side = 'CASE WHEN sale.amount IS NULL THEN 2 WHEN sale.amount < 0 THEN 1 ELSE 0 END';
const counted = `${part} AS part, ${side} AS side, ${each} AS each, count(*), sum(CASE WHEN ${isSmall} THEN ${units}::bigint END)`;

type GroupedAmounts = [part: number, side: number, each: number | null, transactions: number, units: string | null];

/** Totals as JSON. Fails with `validation` where there are too many groups. */
export async function totals(session: Session, reach: Reach, query: TotalsQuery): Promise<string> {
  const dimensions = dimensionsOf(query);
  const sums = runningTotals(dimensions);
  const seqs = query.uploadId === undefined ? null : await seqsOfUpload(session, reach.tenantKey, query.uploadId);
  if (seqs === undefined || hasUnstorable(query)) return JSON.stringify(sums.all());
  await session.plain(`SET LOCAL statement_timeout = '${TIMEOUT}'`);
  const values = new Values();
  const conditions = [
    `sale.tenant_key = ${values.add(reach.tenantKey)}`,
    ...conditionsOf(query).map(([column, operator, value]) => `sale.${column} ${operator} ${values.add(value)}`),
    ...(seqs ? [`sale.seq >= ${values.add(seqs.from)}`, `sale.seq < ${values.add(seqs.to)}`] : []),
  ];
  const keys = dimensions.map((dimension, index) => `${columns[dimension]} AS key${index}`).join(', ');
  const grouped = [...dimensions.map((_, index) => `key${index}`), 'part', 'side', 'each'].join(', ');
  const rows = await session.arrays<unknown[]>(
    `SELECT ${keys}, ${counted} FROM transaction AS sale
     WHERE ${conditions.join(' AND ')}${andRowWithin(reach, values)} GROUP BY ${grouped}`,
    ...values.list,
  );
  for (const row of rows) {
    const [part, side, each, transactions, units] = row.slice(dimensions.length) as GroupedAmounts;
    sums.add({
      values: row.slice(0, dimensions.length) as (string | null)[],
      part: totalsParts[part] ?? 'imported',
      side: totalsSides[side] ?? 'sales',
      transactions,
      sum: each === null ? { units: BigInt(units ?? 0) } : { each },
    });
  }
  return JSON.stringify(sums.all());
}
