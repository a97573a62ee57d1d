/** Creates folders for data. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it that are missing, for their owner alone. Node's own `recursive` never ends in places such as /proc,
 * where a folder cannot be created although its parent exists.
 */
export function makeFolders(path: string): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolders(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}
