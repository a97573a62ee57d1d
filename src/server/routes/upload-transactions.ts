/**
 * uploadTransactions, uploadRecords: hand over the bytes of a batch to be checked, stored and imported, once for each idempotency key.
 */
import type { OperationId } from '../../contract/operations.js';
import type { UploadKind } from '../../contract/states.js';
import type { Scope } from '../access/tenancy.js';
import type { Handler, Input } from '../http/operation.js';

/** Fails with `validation`, `notFound` or `keyReused`. */
export const uploadTransactions: Handler<'uploadTransactions'> = (input, scope) =>
  received('Sales', input.query.importConfigurationId, input, scope);

/** Fails in the same way. */
export const uploadRecords: Handler<'uploadRecords'> = (input, scope) => received('Settlement', undefined, input, scope);

async function received(
  kind: UploadKind,
  importConfigurationId: string | undefined,
  { body, idempotency, uploadGroup, uploadSource }: Pick<Input<OperationId>, 'body' | 'idempotency' | 'uploadGroup' | 'uploadSource'>,
  { tenant, user }: Scope,
) {
  const request = { kind, userId: user.id, importConfigurationId, idempotency, uploadGroup, uploadSource, body };
  const { uploadId, replayed } = await tenant.receive(request);
  return { body: { uploadId }, headers: (replayed ? { 'idempotency-replayed': 'true' } : {}) as Record<string, string> };
}
