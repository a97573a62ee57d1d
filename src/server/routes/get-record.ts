/** getRecord: one settlement record in detail. */
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import type { Handler } from '../http/operation.js';

/** Fails with `notFound`, both for a record that does not exist and for one outside the scope. */
export const getRecord: Handler<typeof operations.getRecord> = async ({ path }, { tenant }) => {
  const json = await tenant.record(path.id);
  if (json === null) throw noRecord();
  return { json };
};

export function noRecord(): SalesError {
  return new SalesError('notFound', 'There is no such settlement record.');
}
