/** getUploadState, getTransactionUploadState, getRecordUploadState: how far the import of an upload has come. */
import { SalesError } from '../../contract/problem.js';
import type { UploadKind } from '../../contract/states.js';
import type { UploadState } from '../../contract/upload.js';
import { shownErrors, summaryOf } from '../../importing/summary.js';
import type { Upload } from '../../store/uploads.js';
import type { Handler } from '../http/operation.js';

type StateHandler = Handler<'getUploadState' | 'getTransactionUploadState' | 'getRecordUploadState'>;

export const getUploadState = stateOf('Sales');
export const getRecordUploadState = stateOf('Settlement');

/** Fails with `notFound`, also when the id is no UUID, or that of an upload of the other kind. */
function stateOf(kind: UploadKind): StateHandler {
  return async ({ path }, { tenant }) => {
    const upload = await tenant.upload(path.uploadId);
    if (upload?.kind !== kind) throw new SalesError('notFound', 'There is no such upload.');
    return { body: uploadStateOf(upload) };
  };
}

/** An upload as the contract shows it; `duplicates`, `withdrawn` and `kind` only appear where there is something to say. */
export function uploadStateOf(upload: Upload): UploadState {
  const { kind, statusAt, status, duplicates, withdrawn, decisions } = upload;
  const more = { ...(kind !== 'Sales' && { kind }), ...(duplicates > 0 && { duplicates }), ...(withdrawn && { withdrawn }) };
  return { date: statusAt, status, summary: summaryOf(upload), errors: shownErrors(upload), ...more, ...(decisions && { decisions }) };
}
