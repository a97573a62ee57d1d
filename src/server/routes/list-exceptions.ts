/** listExceptions: one page of the files and days of tills that are missing. What the files of an account cover is the matter of the whole tenant. */
import type { operations } from '../../contract/operations.js';
import { mustBeWhole } from '../access/tenancy.js';
import type { Handler } from '../http/operation.js';

export const listExceptions: Handler<typeof operations.listExceptions> = async ({ query, inTurn }, scope) => {
  mustBeWhole(scope);
  return { json: await scope.tenant.search('listExceptions', query, inTurn) };
};
