/**
 * Lists and totals of transactions, read anew for each question, as JSON. A page of a list: one statement finds which rows are on it, in an index alone, and then reads those. Which index is the planner's
 * choice, made anew for the values of each list.
 */
import type { ListQuery, SearchQuery } from '../../../contract/query.js';
import type { TotalsQuery } from '../../../contract/totals.js';
import { dimensionsOf } from '../../../contract/totals-dimensions.js';
import { andWithin, type Reach } from '../../access/scope.js';
import { rowsOf, seqsOfUpload } from '../../lists/bounds.js';
import { conditionsOf, directions, slipConditions, sortColumns, type TransactionFilters, testOf } from '../../lists/conditions.js';
import { asFound } from '../../lists/found-rows.js';
import { rowsNear } from '../../lists/rows-near.js';
import { type CountedRows, countedOf, dimensionColumns, runningTotals } from '../../lists/totals-of-groups.js';
import { transactionColumns } from '../../lists/transaction-columns.js';
import { anyTenant } from '../../sql/dialect.js';
import { arrays, joined, nothing, run, type Sql, sql, text, type Work } from '../../sql/work.js';
import { type JsonRow, listJson } from '../../transaction-json.js';

/** A TransactionList as JSON. */
export function* listTransactions(reach: Reach, query: ListQuery): Work<string> {
  const found = yield* pageRows(reach, query, []);
  return listJson(found.slice(0, query.pageSize), found.length > query.pageSize);
}

/** A FoundTransactionList as JSON, by what stands on slips, too; for that there is no index. */
export function* searchTransactions(reach: Reach, query: SearchQuery, now: Date): Work<string> {
  const found = yield* pageRows(reach, query, yield* slipConditions(reach, query, now));
  return listJson(yield* asFound(reach, found.slice(0, query.pageSize)), found.length > query.pageSize);
}

/** One row more than fits on the page shows whether another page follows. */
function* pageRows(reach: Reach, query: ListQuery, slips: readonly Sql[]): Work<JsonRow[]> {
  const { tenantKey, limit } = reach;
  const { pageSize } = query;
  const offset = (query.pageNumber - 1) * pageSize;
  if (offset >= (yield* rowsOf(tenantKey, 'transactions'))) return [];
  // The upload may be of any user: those of its rows that belong to the scope's units are in the scope.
  const seqs = query.uploadId === undefined ? null : yield* seqsOfUpload(tenantKey, 'Sales', query.uploadId);
  if (seqs === undefined) return [];
  const tenant = anyTenant(tenantKey);
  const near = limit === null ? nothing : sql` AND ${(yield* rowsNear(reach)).near}`;
  const [bySortKey, bySeq] = directions[query['sorting.direction']];
  const order = text(`ORDER BY sale.${sortColumns[query['sorting.key']]} ${bySortKey}, sale.seq ${bySeq}`);
  return yield* arrays<JsonRow>(
    sql`WITH page AS MATERIALIZED (
        SELECT sale.seq FROM "transaction" AS sale
        WHERE sale.tenant_key = ${seqs ? tenant : sql`${tenantKey}`}${narrowed(query, seqs, slips)}${near}${andWithin(reach)}
        ${order} LIMIT ${pageSize + 1} OFFSET ${offset}
      )
      SELECT ${transactionColumns.list} FROM page JOIN "transaction" AS sale ON sale.tenant_key = ${tenant} AND sale.seq = page.seq
      JOIN upload ON upload.tenant_key = ${tenant} AND upload.upload_key = sale.upload_key ${order}`,
  );
}

/** All rows of a tenant may be read. */
const TOTALS_TIMEOUT = '30s';

/** Totals as JSON: the database groups, and what it has counted is added up here. Fails with `validation` where there are too many groups. */
export function* totals(reach: Reach, query: TotalsQuery): Work<string> {
  const dimensions = dimensionsOf(query);
  const sums = runningTotals(dimensions);
  const seqs = query.uploadId === undefined ? null : yield* seqsOfUpload(reach.tenantKey, 'Sales', query.uploadId);
  if (seqs === undefined) return sums.all();
  yield* run(text(`SET LOCAL statement_timeout = '${TOTALS_TIMEOUT}'`));
  const counted = yield* countedOf(reach.tenantKey);
  const keys = dimensions.map((dimension, index) => `${dimensionColumns[dimension]} AS key${index}`).join(', ');
  const grouped = [...dimensions.map((_, index) => `key${index}`), 'kind', 'each'].join(', ');
  const asked = text(`${keys}, ${counted.kind} AS kind, count(*), ${counted.sum}, ${counted.each} AS each`);
  const rows = yield* arrays(
    sql`SELECT ${asked} FROM "transaction" AS sale
      WHERE sale.tenant_key = ${reach.tenantKey}${narrowed(query, seqs)}${andWithin(reach)} GROUP BY ${text(grouped)}`,
  );
  for (const row of rows) sums.add(JSON.stringify(row.slice(0, dimensions.length)), row.slice(dimensions.length) as unknown as CountedRows);
  return sums.all();
}

/** What lists and totals are narrowed by, and `more`. Begins with AND, where there is anything. */
function narrowed(query: TransactionFilters, seqs: { from: number; to: number } | null, more: readonly Sql[] = []): Sql {
  const ofUpload = seqs ? [sql`sale.seq >= ${seqs.from}`, sql`sale.seq < ${seqs.to}`] : [];
  return joined([...conditionsOf(query).map(testOf), ...more, ...ofUpload].map((condition) => sql` AND ${condition}`));
}
