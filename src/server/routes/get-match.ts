/** getMatch: one match with its rows. */
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import type { Handler } from '../http/operation.js';

/** Fails with `notFound`, both for a match that does not exist and for one of which no row is within the scope. */
export const getMatch: Handler<typeof operations.getMatch> = async ({ path }, { tenant }) => {
  const json = await tenant.match(path.id);
  if (json === null) throw new SalesError('notFound', 'There is no such match.');
  return { json };
};
