/** SQL for finding rows of a tenant (`$1`) by their days. */
import type { UploadKind } from '../../../contract/states.js';
import { stateCodes } from '../../codes.js';
import { boundsOf } from '../../match-days.js';
import type { Days } from '../../matching.js';
import { isMatchable } from '../../rows/matchable.js';
import { anyTenant } from '../database/values.js';

const dateOfSale = "coalesce(left(eft_transaction_date, 10), business_date, '9999-12-31')";
const ofTenant = `tenant_key = ${anyTenant('$1')}`;
/** Others are left out when they are read. */
const mayBeSale = `${ofTenant} AND state = ${stateCodes.Processed}`;

/** Their numbers, in no order. */
export const selectNumbers: Record<UploadKind, string> = {
  Sales: `SELECT seq FROM transaction WHERE ${mayBeSale} AND ticks >= $2::bigint AND ticks < $3::bigint
    UNION ALL SELECT seq FROM transaction WHERE ${mayBeSale} AND ticks IS NULL AND ${dateOfSale} >= $4 AND ${dateOfSale} < $5`,
  Settlement: `SELECT seq FROM settlement_record WHERE ${ofTenant} AND day >= $2::int AND day < $3::int
    UNION ALL SELECT seq FROM settlement_record WHERE ${ofTenant} AND day IS NULL AND $4::text = '~'`,
};

/** What {@link selectNumbers} takes beside the tenant. */
export const boundValues: Record<UploadKind, (days: Days) => unknown[]> = {
  Sales: (days) => {
    const { fromTicks, toTicks, fromDate, toDate } = boundsOf(days);
    return [String(fromTicks), String(toTicks), fromDate, toDate];
  },
  Settlement: (days) => {
    const { fromDay, toDay, toDate } = boundsOf(days);
    return [fromDay, toDay, toDate];
  },
};

export const selectNewestDay = `SELECT day FROM settlement_record AS sale
  WHERE sale.${ofTenant} AND day IS NOT NULL AND ${isMatchable.Settlement.texts[0]} ORDER BY day DESC LIMIT 1`;

/** Of sales without an instant, all are looked at. */
export const selectOldestDay = `SELECT least(
    (SELECT min(ticks) / 864000000000 - 1 FROM transaction WHERE ${ofTenant} AND ticks IS NOT NULL),
    (SELECT min(day) FROM settlement_record WHERE ${ofTenant} AND day IS NOT NULL),
    (SELECT min(${dateOfSale})::date - DATE '1970-01-01' FROM transaction WHERE ${ofTenant} AND ticks IS NULL)
  )::int AS day`;
