/** getTransaction: one transaction in detail. */
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import type { Handler } from '../operation.js';

/** Fails with `notFound`, alike for one that does not exist and one that is not the scope's. */
export const getTransaction: Handler<typeof operations.getTransaction> = async ({ path }, { tenant }) => {
  const json = await tenant.transaction(path.id);
  if (json === null) throw new SalesError('notFound', 'There is no such transaction.');
  return { json };
};
