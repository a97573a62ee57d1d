/** Whether a server has the bytes of a file already: looked up before they are sent, told, and no reason to stop. */
import { orNull } from '../contract/problem.js';
import type { ListedUpload } from '../contract/upload.js';

/** The newest upload of the same bytes that counts. */
export type SentBefore = Pick<ListedUpload, 'uploadId' | 'receivedAt' | 'user' | 'kind' | 'fileName'>;

/** A page of the uploads with that hash, the newest first. */
export type UploadsOfFile = (fileSha256: string) => Promise<readonly ListedUpload[]>;

/** Null where there is none, and where the server does not tell. */
export async function sentBefore(list: UploadsOfFile, fileSha256: string): Promise<SentBefore | null> {
  const items = await list(fileSha256).catch(orNull());
  // A server that does not know the filter lists others.
  const found = items?.find((one) => one.fileSha256 === fileSha256 && !one.withdrawn);
  if (!found) return null;
  const { uploadId, receivedAt, user, kind, fileName } = found;
  return { uploadId, receivedAt, user, kind, fileName };
}
