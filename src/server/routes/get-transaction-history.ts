/** getTransactionHistory: what became of one transaction. */
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import type { Handler } from '../operation.js';

/** Fails with `notFound`, alike for one that does not exist and one that is not the scope's. */
export const getTransactionHistory: Handler<typeof operations.getTransactionHistory> = async ({ path }, { tenant }) => {
  const items = await tenant.history(path.id);
  if (items === null) throw new SalesError('notFound', 'There is no such transaction.');
  return { body: { items } };
};
