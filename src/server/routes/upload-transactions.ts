/** uploadTransactions: hands over the bytes of a batch to be checked, stored and imported, once for each idempotency key. */
import type { operations } from '../../contract/operations.js';
import { reuseMemory } from '../access/body-blocks.js';
import type { Handler } from '../http/operation.js';

/** Fails with `validation`, `notFound` or `keyReused`. */
export const uploadTransactions: Handler<typeof operations.uploadTransactions> = async (
  { query, body, idempotency, uploadGroup },
  { tenant, user },
) => {
  const { importConfigurationId } = query;
  try {
    const { uploadId, replayed } = await tenant.receive({ userId: user.id, importConfigurationId, idempotency, uploadGroup, body });
    return { body: { uploadId }, headers: replayed ? { 'idempotency-replayed': 'true' } : {} };
  } finally {
    reuseMemory(body);
  }
};
