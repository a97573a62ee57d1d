/** The `Upload-Group` header: which uploads are one file, so that its rows are numbered as one where duplicates are looked for. */
import { z } from 'zod';
import { SalesError } from '../contract/problem.js';

/** The group of a request, or null where there is none. Fails with `validation` under the header's name. */
export function uploadGroupOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!z.guid().safeParse(header).success) {
    throw new SalesError('validation', undefined, { errors: { 'Upload-Group': ['must be a UUID'] } });
  }
  return header.toLowerCase();
}
