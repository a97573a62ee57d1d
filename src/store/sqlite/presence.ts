/** Whether a database is there. `existsSync` would say no, too, where this user may only not look. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SalesError } from '../../contract/problem.js';

/** Fails with `disk` where that cannot be told. */
export function hasDatabase(directory: string): boolean {
  try {
    return statSync(join(directory, 'sales.db'), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    // A file where the directory should be.
    if (code === 'ENOTDIR') return false;
    throw new SalesError('disk', `The data directory ${directory} may not be read by this user (${code}).`, {
      hint: 'Run this as the user that the server runs as.',
      cause: error,
    });
  }
}
