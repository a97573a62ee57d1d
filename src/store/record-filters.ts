/** The filters of a list of settlement records, as conditions on its columns. */
import { atLeast, atMost } from '../contract/amount.js';
import { instantOf } from '../contract/date-time.js';
import type { RecordListQuery } from '../contract/records.js';
import { matchStateCodes, stateCodes } from './codes.js';

/** `column` as the SQLite store names it; the value of `transactionTicks` is a bigint. */
export type RecordFilter = [column: string, operator: '=' | '>=' | '<=', value: unknown];

/** Those that are given, all but `uploadId`, which is a range of rows. */
export function recordFilters(query: RecordListQuery): RecordFilter[] {
  const filters: RecordFilter[] = [
    ['terminalId', '=', query.terminalId],
    ['brandId', '=', query.brandId],
    ['currency', '=', query.currency],
    ['type', '=', query.type],
    ['acquirerId', '=', query.acquirerId],
    ['merchantId', '=', query.merchantId],
    ['payoutId', '=', query.payoutId],
    ['state', '=', query.state && stateCodes[query.state]],
    ['matchState', '=', query.matchState && matchStateCodes[query.matchState]],
    ['amount', '>=', atLeast(query.amountFrom)],
    ['amount', '<=', atMost(query.amountTo)],
    ['transactionTicks', '>=', ticks(query.transactionDateFrom)],
    ['transactionTicks', '<=', ticks(query.transactionDateTo)],
    ['settlementDate', '>=', query.settlementDateFrom],
    ['settlementDate', '<=', query.settlementDateTo],
  ];
  return filters.filter(([, , value]) => value !== undefined);
}

function ticks(dateTime: string | undefined): bigint | null | undefined {
  return dateTime === undefined ? undefined : instantOf(dateTime);
}
