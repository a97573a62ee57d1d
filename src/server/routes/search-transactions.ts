/** searchTransactions: one page of the tenant's transactions, by what stands on a slip. */
import type { operations } from '../../contract/operations.js';
import type { Handler } from '../http/operation.js';

export const searchTransactions: Handler<typeof operations.searchTransactions> = async ({ query, inTurn }, { tenant }) => ({
  json: await tenant.search('searchTransactions', query, inTurn),
});
