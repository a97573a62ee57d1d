/** listRecords: one page of the tenant's settlement records. */
import type { operations } from '../../contract/operations.js';
import type { Handler } from '../http/operation.js';

export const listRecords: Handler<typeof operations.listRecords> = async ({ query, inTurn }, { tenant }) => ({
  json: await tenant.search('listRecords', query, inTurn),
});
