/**
 * How many files this process may open: for connections, for the database on each thread, and for what Node reads of the program itself.
 */
import { readFileSync } from 'node:fs';
import { SalesError } from '../../contract/problem.js';

/** What a server opens besides its connections. */
export const OTHER_FILES = 124;
export const CONNECTIONS_MIN = 10;
const FILES_MIN = OTHER_FILES + CONNECTIONS_MIN;

/** The limit on Linux; elsewhere it cannot be read, and counts as infinite. */
export function openFilesMax(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Fails with `usage` where the limit is too low for a server. Otherwise the server would end later, when a thread cannot open what it
 * needs.
 */
export function checkOpenFiles(): void {
  const max = openFilesMax();
  if (max >= FILES_MIN) return;
  throw new SalesError('usage', `The server may open ${max} files, and needs ${FILES_MIN} at least.`, {
    hint: 'Raise the limit: ulimit -n 1024   (in a unit of systemd: LimitNOFILE=1024)',
  });
}
