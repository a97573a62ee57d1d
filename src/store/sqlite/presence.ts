/** Whether a database is there, or was. `existsSync` would say no, too, where this user may only not look. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SalesError } from '../../contract/problem.js';

/** Fails with `disk` where that cannot be told. */
export function hasDatabase(directory: string): boolean {
  return databaseBytes(directory) !== null;
}

/**
 * Fails with `disk` where a server has left files and its database is gone: a start would come up empty, as if nothing had ever been
 * stored. All of them are made after the database, so that a first start that was cut short can be done again.
 */
export function checkNotLost(directory: string): void {
  const remains = remainsOf(directory);
  if (remains.length === 0 || databaseBytes(directory)) return;
  const is = `The database in ${directory} is gone: a server has left ${remains.join(', ')}, and sales.db is missing or empty.`;
  throw new SalesError('disk', is, {
    hint:
      'Restore a backup into another, empty directory: sales backup restore FILE --data DIR. ' +
      'To start again with nothing stored: name an empty directory with --data, or move away what is left.',
  });
}

function remainsOf(directory: string): string[] {
  const files = namesIn(directory).filter((name) => /^(?:sales\.db.+|server\.json|last-backup\.json)$/.test(name));
  // An operator may have made both folders, and may keep a certificate there, but not the key of our authority.
  const hasAuthority = namesIn(join(directory, 'tls')).includes('ca.key');
  const hasBackups = namesIn(join(directory, 'backups')).some((name) => name.endsWith('.db'));
  return [...files.sort(), ...(hasAuthority ? ['tls'] : []), ...(hasBackups ? ['backups'] : [])];
}

/** None where that cannot be told. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Null where there is none. */
function databaseBytes(directory: string): number | null {
  try {
    return statSync(join(directory, 'sales.db'), { throwIfNoEntry: false })?.size ?? null;
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    // A file where the directory should be.
    if (code === 'ENOTDIR') return null;
    throw new SalesError('disk', `The data directory ${directory} may not be read by this user (${code}).`, {
      hint: 'Run this as the user that the server runs as.',
      cause: error,
    });
  }
}
