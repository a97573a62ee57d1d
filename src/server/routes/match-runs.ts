/** getMatchRun, startMatchRun: what matching made of all rows, and the wish for a run. For an Admin of the whole tenant. */
import type { operations } from '../../contract/operations.js';
import { mustBeWhole } from '../access/tenancy.js';
import type { Handler } from '../http/operation.js';

export const getMatchRun: Handler<typeof operations.getMatchRun> = async ({ query, inTurn }, scope) => {
  mustBeWhole(scope);
  return { json: await scope.tenant.search('matchRun', query, inTurn) };
};

/** The run is made in the background; the answer is as it is now. */
export const startMatchRun: Handler<typeof operations.startMatchRun> = async ({ query, from, inTurn }, scope) => {
  mustBeWhole(scope);
  await scope.tenant.askToMatch(scope.user.name, from);
  return { json: await scope.tenant.search('matchRun', query, inTurn) };
};
