/** listTransactions: one page of the tenant's transactions. */
import type { operations } from '../../contract/operations.js';
import type { Handler } from '../http/operation.js';

export const listTransactions: Handler<typeof operations.listTransactions> = async ({ query, inTurn }, { tenant }) => ({
  json: await tenant.search('listTransactions', query, inTurn),
});
