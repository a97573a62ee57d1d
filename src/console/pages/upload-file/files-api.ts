/** Dropped files on the server: what is asked of them, and how they get there. */
import type { ChangedColumn, DroppedFile, GivenAnswer } from '../../../contract/dropped-files.js';
import type { UploadKind } from '../../../contract/states.js';
import { CallError, call, failureOf, parsed, paths, tenantParameters } from '../../api.js';
import { hrefOf } from '../../router.js';
import { words } from '../../words.js';
import { zone } from '../../zone.js';

const at = (id: string) => `${paths.files}/${encodeURIComponent(id)}`;

export const files = {
  list: (signal?: AbortSignal) => call<{ items: DroppedFile[] }>(paths.files, { signal }),
  one: (id: string, signal?: AbortSignal) => call<DroppedFile>(at(id), { signal }),
  answer: (id: string, answers: readonly GivenAnswer[], more: { columns?: readonly ChangedColumn[]; kind?: UploadKind } = {}) =>
    call<DroppedFile>(`${at(id)}/answers`, { method: 'PUT', body: { answers, ...more } }),
  /** `accept`: the digest of the reading that is said yes to. */
  send: (id: string, how: { again?: boolean; accept?: string } = {}) => call<DroppedFile>(`${at(id)}/send`, { method: 'POST', body: how }),
  remove: (id: string) => call<null>(at(id), { method: 'DELETE' }),
  rejectsHref: (id: string) => `${at(id)}/rejects`,
  eventsHref: (id: string) => `${at(id)}/events`,
};

/** Takes a file to the server and tells how much of it is there, which `fetch` cannot. Fails with {@link CallError}. */
export function dropFile(file: File, onProgress: (share: number) => void): Promise<DroppedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${paths.files}${hrefOf('', { ...tenantParameters(), timeZone: zone.value }).replace(/^[^?]*/, '')}`);
    request.responseType = 'text';
    request.setRequestHeader('x-sales-console', '1');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new CallError(0, words.failures.unreachable));
    request.onload = () => {
      const json = parsed(request.responseText);
      if (request.status === 200 && json) resolve(json as DroppedFile);
      else reject(failureOf(request.status, json));
    };
    request.send(file);
  });
}
