/**
 * reprocessUpload, withdrawUpload, restoreUpload. An Admin of the whole tenant may do all of it to every upload; who has the role API may
 * withdraw and restore their own. What others decided about its rows ends for an Admin of the whole tenant, or a Clerk.
 */
import { SalesError } from '../../contract/problem.js';
import type { RequestOrigin } from '../../store/audit.js';
import type { WithDecisions } from '../../store/changes.js';
import type { Upload } from '../../store/uploads.js';
import type { Scope } from '../access/tenancy.js';
import type { Handler } from '../http/operation.js';
import { uploadStateOf } from './get-upload-state.js';

type ChangeHandler = Handler<'reprocessUpload' | 'withdrawUpload' | 'restoreUpload'>;
type UploadChanger = (scope: Scope, uploadId: string, from: RequestOrigin, withDecisions: WithDecisions) => Promise<Upload | null>;

export const reprocessUpload: ChangeHandler = changed(({ tenant, user }, id, from) => tenant.reprocess(id, user.name, from), 'any');
export const withdrawUpload: ChangeHandler = changed(
  ({ tenant, user }, id, from, withDecisions) => tenant.withdraw(id, user.name, from, withDecisions),
  'own',
);
export const restoreUpload: ChangeHandler = changed(({ tenant, user }, id, from) => tenant.restore(id, user.name, from), 'own');

/** Fails with `notFound`, and with `forbidden` for an upload that the user may see, but not change. */
function changed(change: UploadChanger, mayChange: 'any' | 'own'): ChangeHandler {
  return async ({ path, query, from }, scope) => {
    const { tenant, user } = scope;
    const isAdmin = user.roles.includes('Admin') && tenant.scope === 'whole';
    if (!isAdmin) {
      if (mayChange === 'any' || !user.roles.includes('API')) throw onlyAdmin('This');
      const upload = await tenant.upload(path.uploadId);
      if (!upload) throw notFound();
      if (upload.userId !== user.id) throw onlyAdmin('The upload is somebody else’s: this');
    }
    const isAsked = 'withDecisions' in query && query.withDecisions === 'true';
    const whose = isAdmin || user.roles.includes('Clerk') ? 'any' : 'own';
    const upload = await change(scope, path.uploadId, from, isAsked ? whose : 'none');
    if (!upload) throw notFound();
    return { body: uploadStateOf(upload) };
  };
}

function onlyAdmin(what: string): SalesError {
  return new SalesError('forbidden', `${what} needs the role Admin on the whole tenant.`, { roles: ['Admin'] });
}

function notFound(): SalesError {
  return new SalesError('notFound', 'There is no such upload.');
}
