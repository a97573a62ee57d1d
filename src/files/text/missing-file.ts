/** A file that is not there, with the names in its folder that may have been meant. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SalesError } from '../../contract/problem.js';
import { unusable } from '../input/unusable.js';
import { nearNames } from './near-names.js';

/** An `inputUnusable`. */
export async function missingFile(path: string, cause: unknown): Promise<SalesError> {
  const near = nearNames(basename(path), await readdir(dirname(path)).catch(() => []));
  const meant = near.map((name) => join(dirname(path), name)).join(' or ');
  return unusable(`${path} does not exist.`, meant === '' ? 'Check the name and the folder' : `Did you mean ${meant}?`, cause);
}
