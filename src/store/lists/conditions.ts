/** The filters of lists and totals of transactions, as conditions on their columns; and the order of lists. */
import { atLeast, atMost } from '../../contract/amount.js';
import { instantOf } from '../../contract/date-time.js';
import type { ListQuery } from '../../contract/query.js';
import { matchStateCodes, stateCodes } from '../codes.js';

export type ListedColumn = 'terminal_id' | 'brand_id' | 'currency' | 'amount' | 'ticks' | 'state' | 'match_state';

export interface FieldCondition {
  column: ListedColumn;
  operator: '=' | '>=' | '<=' | '<' | '>';
  /** Of `ticks` a bigint. */
  value: unknown;
}

/** What lists and totals are narrowed by. */
export type TransactionFilters = Omit<ListQuery, 'pageSize' | 'pageNumber' | 'sorting.key' | 'sorting.direction'>;

/** All but `uploadId`, which is a range of rows. */
export function conditionsOf(query: TransactionFilters): FieldCondition[] {
  const given: [FieldCondition['column'], FieldCondition['operator'], unknown][] = [
    ['terminal_id', '=', query.terminalId],
    ['brand_id', '=', query.brandId],
    ['currency', '=', query.currency],
    ['amount', '>=', atLeast(query.amountFrom)],
    ['amount', '<=', atMost(query.amountTo)],
    ['ticks', '>=', ticksOfFilter(query.transactionDateFrom)],
    ['ticks', '<=', ticksOfFilter(query.transactionDateTo)],
    ['state', '=', query.transactionState && stateCodes[query.transactionState]],
    ['match_state', '=', query.transactionMatchState && matchStateCodes[query.transactionMatchState]],
  ];
  return given.filter(([, , value]) => value !== undefined).map(([column, operator, value]) => ({ column, operator, value }));
}

export function ticksOfFilter(dateTime: string | undefined): bigint | null | undefined {
  return dateTime === undefined ? undefined : instantOf(dateTime);
}

export const sortColumns = { TransactionDate: 'ticks', Amount: 'amount' } as const;
/** The direction of the column, and that of seq for ties. A row without a date or amount counts as lowest, as it does in SQLite anyway. */
export const directions = { Ascending: ['ASC NULLS FIRST', 'ASC'], Descending: ['DESC NULLS LAST', 'DESC'] } as const;
