/** Counts and sums of all rows that match, read anew for each question, as JSON. The database groups, and what it has counted is added up here. */
import type { TotalsQuery } from '../../../contract/totals.js';
import { dimensionsOf, type TotalsDimension } from '../../../contract/totals-dimensions.js';
import { matchStateCodes } from '../../codes.js';
import { hasCancelled } from '../../rows/matches.js';
import { importedAs } from '../../rows/row-tables.js';
import { seqsOfUpload } from '../../rows/uploads.js';
import { type CountedRows, countedSql, runningTotals } from '../../totals.js';
import { andRowWithin, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { runOn } from '../database/work.js';
import { conditionsOf, hasUnstorable } from './list.js';

/** All rows of a tenant may be read. */
const TIMEOUT = '30s';

const columns: Record<TotalsDimension, string> = {
  day: 'substr(sale.transaction_date, 1, 10)',
  brand: 'sale.brand_id',
  terminal: 'sale.terminal_id',
  currency: 'sale.currency',
};

const countedBy = (matchState: string) => countedSql({ state: 'sale.state', matchState, amount: 'sale.amount' });
const countedAsStated = countedBy('sale.match_state');
/** A sale and its void that matching has set aside are Skip, too, and no duplicates: of rows that are Skip, the row itself tells. */
const countedBesideCancelled = countedBy(
  `CASE WHEN sale.match_state = ${matchStateCodes.Skip} THEN ${importedAs('sale.match_state')} ELSE sale.match_state END`,
);

/** Totals as JSON. Fails with `validation` where there are too many groups. */
export async function totals(session: Session, reach: Reach, query: TotalsQuery): Promise<string> {
  const dimensions = dimensionsOf(query);
  const sums = runningTotals(dimensions);
  const seqs = query.uploadId === undefined ? null : await runOn(session, seqsOfUpload(reach.tenantKey, 'Sales', query.uploadId));
  if (seqs === undefined || hasUnstorable(query)) return sums.all();
  await session.plain(`SET LOCAL statement_timeout = '${TIMEOUT}'`);
  const counted = (await runOn(session, hasCancelled(reach.tenantKey))) ? countedBesideCancelled : countedAsStated;
  const values = new Values();
  const conditions = [
    `sale.tenant_key = ${values.add(reach.tenantKey)}`,
    ...conditionsOf(query).map(([column, operator, value]) => `sale.${column} ${operator} ${values.add(value)}`),
    ...(seqs ? [`sale.seq >= ${values.add(seqs.from)}`, `sale.seq < ${values.add(seqs.to)}`] : []),
  ];
  const keys = dimensions.map((dimension, index) => `${columns[dimension]} AS key${index}`).join(', ');
  const grouped = [...dimensions.map((_, index) => `key${index}`), 'kind', 'each'].join(', ');
  const rows = await session.arrays<unknown[]>(
    `SELECT ${keys}, ${counted.kind} AS kind, count(*), ${counted.sum}, ${counted.each} AS each FROM transaction AS sale
     WHERE ${conditions.join(' AND ')}${andRowWithin(reach, values)} GROUP BY ${grouped}`,
    ...values.list,
  );
  for (const row of rows) sums.add(JSON.stringify(row.slice(0, dimensions.length)), row.slice(dimensions.length) as unknown as CountedRows);
  return sums.all();
}
