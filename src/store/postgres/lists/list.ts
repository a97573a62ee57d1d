/**
 * A page of a list, as JSON: one statement finds which rows are on it, in an index alone, and then reads those. Which index is the planner's
 * choice, made anew for the values of each list.
 */
import { atLeast, atMost } from '../../../contract/amount.js';
import { instantOf } from '../../../contract/date-time.js';
import type { ListQuery, SearchQuery } from '../../../contract/query.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import { seqsOfUpload } from '../../rows/uploads.js';
import { type SlipPlaces, slipConditions } from '../../slip-conditions.js';
import { type JsonRow, listJson } from '../../transaction-json.js';
import { andRowWithin, anyTenant, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { runOn } from '../database/work.js';
import { andRowNear } from '../rows/location-terminals.js';
import { listedColumns } from '../rows/rows.js';

export const sortColumns = { TransactionDate: 'ticks', Amount: 'amount' } as const;
/** What has no date or amount counts as lowest. */
export const directions = { Ascending: ['ASC NULLS FIRST', 'ASC'], Descending: ['DESC NULLS LAST', 'DESC'] } as const;
const empty = listJson([], false);

/** A TransactionList as JSON, by what stands on slips, too; for that there is no index. */
export async function listTransactions(session: Session, reach: Reach, query: ListQuery & Partial<SearchQuery>): Promise<string> {
  const { tenantKey } = reach;
  const { pageSize, pageNumber } = query;
  const offset = (pageNumber - 1) * pageSize;
  if (
    hasUnstorable(query) ||
    slipConditions(query, slipPlaces).some(([, value]) => value.includes('\0')) ||
    offset >= (await transactionsOf(session, tenantKey))
  )
    return empty;
  // The upload may be of any user: those of its rows that belong to the scope's units are in the scope.
  const seqs = query.uploadId === undefined ? null : await runOn(session, seqsOfUpload(tenantKey, 'Sales', query.uploadId));
  if (seqs === undefined) return empty;
  const values = new Values();
  const tenant = values.add(tenantKey);
  const conditions = conditionsOf(query).map(([column, operator, value]) => `sale.${column} ${operator} ${values.add(value)}`);
  for (const [place, value] of slipConditions(query, slipPlaces)) conditions.push(`${place} = ${values.add(value)}`);
  if (seqs) conditions.push(`sale.seq >= ${values.add(seqs.from)}`, `sale.seq < ${values.add(seqs.to)}`);
  const within = (await andRowNear(session, reach, values)) + andRowWithin(reach, values);
  const [bySortKey, bySeq] = directions[query['sorting.direction']];
  const order = `ORDER BY sale.${sortColumns[query['sorting.key']]} ${bySortKey}, sale.seq ${bySeq}`;
  // One row more than fits on the page shows whether another page follows.
  const found = await session.arrays<JsonRow>(
    `WITH page AS MATERIALIZED (
       SELECT sale.seq FROM transaction AS sale
       WHERE ${[`sale.tenant_key = ${seqs ? anyTenant(tenant) : tenant}`, ...conditions].join(' AND ')}${within}
       ${order} LIMIT ${values.add(pageSize + 1)} OFFSET ${values.add(offset)}
     )
     SELECT ${listedColumns}
     FROM page JOIN transaction AS sale ON sale.tenant_key = ${anyTenant(tenant)} AND sale.seq = page.seq
     JOIN upload ON upload.tenant_key = ${anyTenant(tenant)} AND upload.upload_key = sale.upload_key
     ${order}`,
    ...values.list,
  );
  return listJson(found.slice(0, pageSize), found.length > pageSize);
}

const slipPlaces: SlipPlaces = {
  transactionReference: 'sale.transaction_reference',
  orderId: 'sale.order_id',
  locationId: 'sale.location_id',
  cardLastFour: 'right(sale.card_number_masked, 4)',
};

/** No row can hold U+0000 here, and the database refuses to be asked for it. */
export function hasUnstorable({ terminalId, brandId, currency }: Filters): boolean {
  return [terminalId, brandId, currency].some((text) => text?.includes('\0'));
}

/** A page that begins after the tenant's last row is empty, without looking at any row. */
async function transactionsOf(session: Session, tenantKey: number): Promise<number> {
  const found = await session.first<{ transactions: number }>('SELECT transactions FROM tenant_counter WHERE tenant_key = $1', tenantKey);
  return found?.transactions ?? 0;
}

type Condition = [column: string, operator: '=' | '>=' | '<=', value: unknown];

/** What lists and totals are narrowed by. */
type Filters = Omit<ListQuery, 'pageSize' | 'pageNumber' | 'sorting.key' | 'sorting.direction'>;

/** The filters as conditions; all but `uploadId`. */
export function conditionsOf(query: Filters): Condition[] {
  const given: Condition[] = [
    ['terminal_id', '=', query.terminalId],
    ['brand_id', '=', query.brandId],
    ['currency', '=', query.currency],
    ['amount', '>=', atLeast(query.amountFrom)],
    ['amount', '<=', atMost(query.amountTo)],
    ['ticks', '>=', ticks(query.transactionDateFrom)],
    ['ticks', '<=', ticks(query.transactionDateTo)],
    ['state', '=', query.transactionState && stateCodes[query.transactionState]],
    ['match_state', '=', query.transactionMatchState && matchStateCodes[query.transactionMatchState]],
  ];
  return given.filter(([, , value]) => value !== undefined);
}

function ticks(dateTime: string | undefined): string | undefined {
  return dateTime === undefined ? undefined : String(instantOf(dateTime));
}
