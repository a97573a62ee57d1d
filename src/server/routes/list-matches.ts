/** listMatches: one page of the tenant's matches and proposals. */
import type { operations } from '../../contract/operations.js';
import type { Handler } from '../http/operation.js';

export const listMatches: Handler<typeof operations.listMatches> = async ({ query, inTurn }, { tenant }) => ({
  json: await tenant.search('listMatches', query, inTurn),
});
