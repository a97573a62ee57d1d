/** getTransaction: one transaction in detail. */
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import type { Handler } from '../http/operation.js';

/** Fails with `notFound`, both for a transaction that does not exist and for one outside the scope. */
export const getTransaction: Handler<typeof operations.getTransaction> = async ({ path }, { tenant }) => {
  const json = await tenant.transaction(path.id);
  if (json === null) throw new SalesError('notFound', 'There is no such transaction.');
  return { json };
};
