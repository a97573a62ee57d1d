/** Whether a database is there, or used to be. Does not use `existsSync`, which also says no where this user merely may not look. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SalesError } from '../../../contract/problem.js';
import { restoreBackup } from '../../remedies.js';

/** Fails with `disk` where that cannot be found out. */
export function hasDatabase(directory: string): boolean {
  return databaseBytes(directory) !== null;
}

/**
 * Fails with `disk` where a server has left files but its database is gone: a start would come up empty, as if nothing had ever been
 * stored. All these files are created after the database, so a first start that was cut short does not count and can be repeated.
 */
export function checkNotLost(directory: string): void {
  const remains = remainsOf(directory);
  if (remains.length === 0 || databaseBytes(directory)) return;
  const is = `The database in ${directory} is gone: a server has left ${remains.join(', ')}, and sales.db is missing or empty.`;
  throw new SalesError('disk', is, {
    hint: [
      'Restore a backup into another, empty directory: ',
      restoreBackup,
      '. To start again with nothing stored: name an empty directory, ',
      ['--data', 'DIR'],
      ', or move away what is left.',
    ],
  });
}

/** What a move of the data into another database leaves in their directory. */
export const MOVED_FILE = 'moved.json';

/** Fails with `usage` where the data were moved into another database: what is here is not what is served any more. */
export function checkNotMoved(directory: string): void {
  let text: string;
  try {
    text = readFileSync(join(directory, MOVED_FILE), 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
    throw closedToUser(directory, error);
  }
  const to = /"database":"([^"]+)"/.exec(text)?.[1] ?? 'another database';
  throw new SalesError('usage', `The data of ${directory} were moved to ${to}; what is here is out of date.`, {
    hint: [
      'Use the database: ',
      ['--database-file', 'FILE'],
      ` with the address for servers. ${MOVED_FILE} in the directory says when it was moved.`,
    ],
  });
}

function remainsOf(directory: string): string[] {
  const files = namesIn(directory).filter((name) => /^(?:sales\.db.+|server\.json|last-backup\.json)$/.test(name));
  // An operator may have created both folders, and may keep a certificate there, but not the key of our own authority.
  const hasAuthority = namesIn(join(directory, 'tls')).includes('ca.key');
  const hasBackups = namesIn(join(directory, 'backups')).some((name) => name.endsWith('.db'));
  return [...files.sort(), ...(hasAuthority ? ['tls'] : []), ...(hasBackups ? ['backups'] : [])];
}

/** Empty where the folder cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Size of the database file; null where there is none. */
function databaseBytes(directory: string): number | null {
  try {
    return statSync(join(directory, 'sales.db'), { throwIfNoEntry: false })?.size ?? null;
  } catch (error) {
    // There is a file where the directory should be.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    throw closedToUser(directory, error);
  }
}

function closedToUser(directory: string, cause: unknown): SalesError {
  const { code = 'unknown reason' } = cause as NodeJS.ErrnoException;
  return new SalesError('disk', `The data directory ${directory} may not be read by this user (${code}).`, {
    hint: 'Run this as the user that the server runs as.',
    cause,
  });
}
