/**
 * The `Upload-Group` header: it names the uploads that are parts of one file, so that the search for duplicates numbers their rows as one.
 */
import { z } from 'zod';
import { SalesError } from '../../contract/problem.js';

/** The group of a request, in lower case, or null if it has none. Fails with `validation` under the header's name. */
export function uploadGroupOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!z.guid().safeParse(header).success) {
    throw new SalesError('validation', undefined, { errors: { 'Upload-Group': ['must be a UUID'] } });
  }
  return header.toLowerCase();
}
