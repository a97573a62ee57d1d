/** uploadTransactions: checks the batch as a whole and stages it; import follows by itself. */
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import { readUploadRequest } from '../../contract/upload.js';
import type { Handler } from '../operation.js';

/** `onStaged` is called when a batch has become durable. Fails with `validation` or `notFound`. */
export function uploadTransactions(onStaged: () => void): Handler<typeof operations.uploadTransactions> {
  return async ({ query, body }, { tenant, user }) => {
    const reading = readUploadRequest(body);
    if ('faults' in reading) throw new SalesError('validation', undefined, { errors: reading.faults });
    const configuration = await tenant.importConfiguration(query.importConfigurationId);
    if (!configuration) throw new SalesError('notFound', 'There is no such import configuration.');
    const staged = await tenant.stageUpload({
      userId: user.id,
      importConfigurationId: configuration.id,
      transactions: reading.transactions,
    });
    onStaged();
    return staged;
  };
}
