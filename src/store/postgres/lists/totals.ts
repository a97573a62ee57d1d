/** Counts and sums of all rows that match, read anew for each question, as JSON. The database groups, and what it has counted is added up here. */
import type { TotalsQuery } from '../../../contract/totals.js';
import { dimensionsOf, type TotalsDimension } from '../../../contract/totals-dimensions.js';
import { andRowsWithin, type Reach } from '../../access/scope.js';
import { matchStateCodes } from '../../codes.js';
import { seqsOfUpload } from '../../lists/bounds.js';
import { hasCancelled } from '../../rows/matches.js';
import { importedAs } from '../../rows/row-tables.js';
import { arrays, sql, text } from '../../sql/work.js';
import { type CountedRows, countedSql, runningTotals } from '../../totals.js';
import type { Session } from '../database/session.js';
import { runOn } from '../database/work.js';
import { narrowed } from './list.js';

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
  if (seqs === undefined) return sums.all();
  await session.plain(`SET LOCAL statement_timeout = '${TIMEOUT}'`);
  const counted = (await runOn(session, hasCancelled(reach.tenantKey))) ? countedBesideCancelled : countedAsStated;
  const keys = dimensions.map((dimension, index) => `${columns[dimension]} AS key${index}`).join(', ');
  const grouped = [...dimensions.map((_, index) => `key${index}`), 'kind', 'each'].join(', ');
  const within = await runOn(session, andRowsWithin(reach));
  const asked = text(`${keys}, ${counted.kind} AS kind, count(*), ${counted.sum}, ${counted.each} AS each`);
  const rows = await runOn(
    session,
    arrays(
      sql`SELECT ${asked} FROM "transaction" AS sale
        WHERE sale.tenant_key = ${reach.tenantKey}${narrowed(query, seqs)}${within} GROUP BY ${text(grouped)}`,
    ),
  );
  for (const row of rows) sums.add(JSON.stringify(row.slice(0, dimensions.length)), row.slice(dimensions.length) as unknown as CountedRows);
  return sums.all();
}
