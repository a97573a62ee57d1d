/** uploadTransactions: checks the batch as a whole and stages it, once for each idempotency key; import follows by itself. */
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import { readUploadRequest } from '../../contract/upload.js';
import type { StagedUpload } from '../../store/store.js';
import { idempotencyOf } from '../idempotency.js';
import { parseJson } from '../json.js';
import type { Handler, Reply } from '../operation.js';

type Upload = typeof operations.uploadTransactions;

/** `onStaged` is called when a batch has become durable. Fails with `validation`, `notFound` or `keyReused`. */
export function uploadTransactions(onStaged: () => void): Handler<Upload> {
  return async ({ query, body, idempotencyKey }, { tenant, user }) => {
    const { importConfigurationId } = query;
    const idempotency = idempotencyKey === null ? null : idempotencyOf(idempotencyKey, body, importConfigurationId?.toLowerCase() ?? '');
    // Asked before the content is looked at: what was taken once is not judged again, by rules that may have changed.
    const earlier = idempotency && (await tenant.earlierUpload(user.id, idempotency));
    if (earlier) return reply(earlier);
    const reading = readUploadRequest(parseJson(body));
    if ('faults' in reading) throw new SalesError('validation', undefined, { errors: reading.faults });
    const configuration = await tenant.importConfiguration(importConfigurationId);
    if (!configuration) throw new SalesError('notFound', 'There is no such import configuration.');
    const staged = await tenant.stageUpload({
      userId: user.id,
      importConfigurationId: configuration.id,
      idempotency,
      transactions: reading.transactions,
    });
    onStaged();
    return reply(staged);
  };
}

function reply({ uploadId, replayed }: StagedUpload): Reply<Upload> {
  return { body: { uploadId }, headers: replayed ? { 'idempotency-replayed': 'true' } : {} };
}
