/** getUploadState: how far the import of an upload has come. */
import type { operations } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import type { UploadState } from '../../contract/upload.js';
import { shownErrors, summaryOf } from '../../importing/summary.js';
import type { Upload } from '../../store/uploads.js';
import type { Handler } from '../http/operation.js';

/** Fails with `notFound`, also when the id is no UUID. */
export const getUploadState: Handler<typeof operations.getUploadState> = async ({ path }, { tenant }) => {
  const upload = await tenant.upload(path.uploadId);
  if (!upload) throw new SalesError('notFound', 'There is no such upload.');
  return { body: uploadStateOf(upload) };
};

/** An upload as the contract shows it; `duplicates` and `withdrawn` only appear where there is something to say. */
export function uploadStateOf(upload: Upload): UploadState {
  const { statusAt, status, duplicates, withdrawn } = upload;
  const more = { ...(duplicates > 0 && { duplicates }), ...(withdrawn && { withdrawn }) };
  return { date: statusAt, status, summary: summaryOf(upload), errors: shownErrors(upload), ...more };
}
