/** getImportConfiguration: the rules that an upload with the same parameters is imported by. */
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import type { Handler } from '../http/operation.js';

/** Fails with `notFound` for a configuration that the tenant does not have. */
export const getImportConfiguration: Handler<typeof operations.getImportConfiguration> = async ({ query }, { tenant }) => {
  const body = await tenant.importConfiguration(query.importConfigurationId);
  if (body === null) throw new SalesError('notFound', 'There is no such import configuration.');
  return { body };
};
