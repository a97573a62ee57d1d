/** listUploads: one page of the tenant's uploads; of a user of only some units, that user's own. */
import type { operations } from '../../contract/operations.js';
import type { Handler } from '../http/operation.js';

export const listUploads: Handler<typeof operations.listUploads> = async ({ query, inTurn }, { tenant }) => ({
  json: await tenant.search('listUploads', query, inTurn),
});
