/** The filters of lists and totals, as conditions on columns; and the order of lists. */
import { atLeast, atMost } from '../../contract/amount.js';
import { instantOf } from '../../contract/date-time.js';
import type { ListQuery, SearchQuery } from '../../contract/query.js';
import type { RecordListQuery } from '../../contract/records.js';
import { type SlipFilter, slipFilterNames } from '../../contract/slip-filters.js';
import type { Reach } from '../access/scope.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { anyTenant } from '../sql/dialect.js';
import { type Sql, sql, text, type Work } from '../sql/work.js';
import { type LateFile, lateFiles } from './late-files.js';
import { isInPart } from './sold-part.js';

export type ListedColumn = 'terminal_id' | 'brand_id' | 'currency' | 'amount' | 'ticks' | 'state' | 'match_state';

export interface FieldCondition<Column = ListedColumn> {
  column: Column;
  operator: '=' | '>=' | '<=' | '<' | '>';
  /** Value to compare with; a bigint for `ticks`. */
  value: unknown;
}

/** The condition, on a row called `sale`. */
export function testOf({ column, operator, value }: FieldCondition<string>): Sql {
  return sql`sale.${text(`${column} ${operator}`)} ${value}`;
}

type GivenFilter<Column> = [column: Column, operator: FieldCondition['operator'], value: unknown];

/** Those that have a value. */
function given<Column>(filters: readonly GivenFilter<Column>[]): FieldCondition<Column>[] {
  return filters.filter(([, , value]) => value !== undefined).map(([column, operator, value]) => ({ column, operator, value }));
}

type SharedFilters = Pick<
  ListQuery & RecordListQuery,
  'terminalId' | 'brandId' | 'currency' | 'amountFrom' | 'amountTo' | 'transactionDateFrom' | 'transactionDateTo'
>;

/** What sales and settlement records are both narrowed by. */
const filtersOfBoth = (query: SharedFilters): GivenFilter<ListedColumn>[] => [
  ['terminal_id', '=', query.terminalId],
  ['brand_id', '=', query.brandId],
  ['currency', '=', query.currency],
  ['amount', '>=', atLeast(query.amountFrom)],
  ['amount', '<=', atMost(query.amountTo)],
  ['ticks', '>=', ticksOfFilter(query.transactionDateFrom)],
  ['ticks', '<=', ticksOfFilter(query.transactionDateTo)],
];

/** What lists and totals are narrowed by. */
export type TransactionFilters = Omit<ListQuery, 'pageSize' | 'pageNumber' | 'sorting.key' | 'sorting.direction'>;

/** All but `uploadId`, which is a range of rows. */
export function conditionsOf(query: TransactionFilters): FieldCondition[] {
  return given([
    ...filtersOfBoth(query),
    ['state', '=', query.transactionState && stateCodes[query.transactionState]],
    ['match_state', '=', query.transactionMatchState && matchStateCodes[query.transactionMatchState]],
  ]);
}

/** By filter, the condition on a row of the tenant. Without one of them, this does not compile. */
const slipTests: Readonly<Record<SlipFilter, (value: string, tenant: Sql, late: readonly LateFile[]) => Sql>> = {
  transactionReference: (value) => sql`sale.transaction_reference = ${value}`,
  orderId: (value) => sql`sale.order_id = ${value}`,
  locationId: (value) => sql`sale.location_id = ${value}`,
  cardLastFour: (value) => sql`substr(sale.card_number_masked, length(sale.card_number_masked) - 3) = ${value}`,
  openReason: (reason, tenant) =>
    sql`sale.seq IN (SELECT number / 2 FROM match_open WHERE match_open.tenant_key = ${tenant} AND reason = ${reason} AND number % 2 = 0)`,
  moneyPart: isInPart,
};

/** What a search asks of rows, by the filters that are given. */
export function* slipConditions({ tenantKey }: Reach, query: Partial<SearchQuery>, now: Date): Work<Sql[]> {
  const late = query.moneyPart === undefined ? [] : yield* lateFiles(tenantKey, now);
  return slipFilterNames.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [slipTests[name](value, anyTenant(tenantKey), late)];
  });
}

/** The filters of a list of settlement records, all but `uploadId`. */
export function recordFilters(query: RecordListQuery): FieldCondition<string>[] {
  return given<string>([
    ...filtersOfBoth(query),
    ['type', '=', query.type],
    ['acquirer_id', '=', query.acquirerId],
    ['merchant_id', '=', query.merchantId],
    ['payout_id', '=', query.payoutId],
    ['state', '=', query.state && stateCodes[query.state]],
    ['match_state', '=', query.matchState && matchStateCodes[query.matchState]],
    ['settlement_date', '>=', query.settlementDateFrom],
    ['settlement_date', '<=', query.settlementDateTo],
  ]);
}

export function ticksOfFilter(dateTime: string | undefined): bigint | null | undefined {
  return dateTime === undefined ? undefined : instantOf(dateTime);
}

export const sortColumns = { TransactionDate: 'ticks', Amount: 'amount' } as const;
/** The direction of the column, and that of seq for ties. A row without a date or amount counts as lowest, as it does in SQLite anyway. */
export const directions = { Ascending: ['ASC NULLS FIRST', 'ASC'], Descending: ['DESC NULLS LAST', 'DESC'] } as const;
