/** The filters of a list of settlement records, as conditions on its columns. */
import { atLeast, atMost } from '../../contract/amount.js';
import type { RecordListQuery } from '../../contract/records.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { ticksOfFilter } from './conditions.js';

/** The value of `ticks` is a bigint. */
export type RecordFilter = [column: string, operator: '=' | '>=' | '<=', value: unknown];

/** Those that are given, all but `uploadId`, which is a range of rows. */
export function recordFilters(query: RecordListQuery): RecordFilter[] {
  const filters: RecordFilter[] = [
    ['terminal_id', '=', query.terminalId],
    ['brand_id', '=', query.brandId],
    ['currency', '=', query.currency],
    ['type', '=', query.type],
    ['acquirer_id', '=', query.acquirerId],
    ['merchant_id', '=', query.merchantId],
    ['payout_id', '=', query.payoutId],
    ['state', '=', query.state && stateCodes[query.state]],
    ['match_state', '=', query.matchState && matchStateCodes[query.matchState]],
    ['amount', '>=', atLeast(query.amountFrom)],
    ['amount', '<=', atMost(query.amountTo)],
    ['ticks', '>=', ticksOfFilter(query.transactionDateFrom)],
    ['ticks', '<=', ticksOfFilter(query.transactionDateTo)],
    ['settlement_date', '>=', query.settlementDateFrom],
    ['settlement_date', '<=', query.settlementDateTo],
  ];
  return filters.filter(([, , value]) => value !== undefined);
}
