/** reprocessUpload, withdrawUpload, restoreUpload: what an Admin can do with an upload after its import. */
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import type { RequestOrigin } from '../../store/audit.js';
import type { Upload } from '../../store/uploads.js';
import type { Scope } from '../access/tenancy.js';
import type { Handler } from '../http/operation.js';
import { uploadStateOf } from './get-upload-state.js';

type ChangeHandler = Handler<typeof operations.reprocessUpload | typeof operations.withdrawUpload | typeof operations.restoreUpload>;

export const reprocessUpload: ChangeHandler = changed(({ tenant, user }, id, from) => tenant.reprocess(id, user.name, from));
export const withdrawUpload: ChangeHandler = changed(({ tenant, user }, id, from) => tenant.withdraw(id, user.name, from));
export const restoreUpload: ChangeHandler = changed(({ tenant, user }, id, from) => tenant.restore(id, user.name, from));

/** Fails with `notFound`, and with `unauthorized` for a user of only some units, because the upload may hold rows of others. */
function changed(change: (scope: Scope, uploadId: string, from: RequestOrigin) => Promise<Upload | null>): ChangeHandler {
  return async ({ path, from }, scope) => {
    if (scope.tenant.scope !== 'whole') throw new SalesError('unauthorized');
    const upload = await change(scope, path.uploadId, from);
    if (!upload) throw new SalesError('notFound', 'There is no such upload.');
    return { body: uploadStateOf(upload) };
  };
}
