/** getTransactionHistory: the changes that one transaction went through. */
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import type { Handler } from '../http/operation.js';

/** Fails with `notFound`, both for a transaction that does not exist and for one outside the scope. */
export const getTransactionHistory: Handler<typeof operations.getTransactionHistory> = async ({ path }, { tenant }) => {
  const past = await tenant.history(path.id);
  if (past === null) throw new SalesError('notFound', 'There is no such transaction.');
  return { body: past };
};
