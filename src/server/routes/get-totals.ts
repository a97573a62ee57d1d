/** getTotals: exact sums of the tenant's transactions, for which a thread of its own reads all that match. */
import type { operations } from '../../contract/operations.js';
import type { Handler } from '../http/operation.js';

/** Fails with `validation` where the answer would have too many groups. */
export const getTotals: Handler<typeof operations.getTotals> = async ({ query, inTurn }, { tenant }) => ({
  json: await tenant.search('totals', query, inTurn),
});
