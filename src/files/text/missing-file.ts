/** A file that is not there, with the names in its folder that may have been meant; or that is a folder. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SalesError } from '../../contract/problem.js';
import type { Hint } from '../../contract/remedy.js';
import { unusable } from '../input/unusable.js';
import { nearNames } from './near-names.js';

/** An `inputUnusable`. */
export async function missingFile(path: string, cause: unknown): Promise<SalesError> {
  const near = nearNames(basename(path), await readdir(dirname(path)).catch(() => []));
  const meant = near.map((name) => join(dirname(path), name)).join(' or ');
  return unusable(`${path} does not exist.`, meant === '' ? 'Check the name and the folder' : `Did you mean ${meant}?`, cause);
}

/** An `inputUnusable`. Nothing here knows of which kind its files would be, and sent as the other one they may count twice. */
export function folderForFile(path: string, cause?: unknown): SalesError {
  const folder = path.replace(/\/+$/, '');
  const hint: Hint = [
    'Name the files in it, for example ',
    [folder],
    '/*.csv',
    '   Or send whatever is or appears in it:   ',
    ['sales', 'watch', folder],
    ', of settlement records   ',
    ['sales', 'watch', '--settlement', folder],
  ];
  return unusable(`${path} is a folder.`, hint, cause);
}
