/** Files and disks as `sales doctor` sees them: who may read what, how much room there is, and on what kind of file system. */
import { stat, statfs } from 'node:fs/promises';
import { fileSystemFinding, roomFinding } from '../../../contract/findings.js';
import { exits } from '../../../jobs/exit-codes.js';
import { shellWord } from '../../terminal/shell-word.js';
import { type Finding, good, warning, withExit } from './findings.js';

/** Files and folders, by path, that others than their owner may read or write; those that are not there are left out. */
export async function modeFinding(check: string, paths: readonly string[]): Promise<Finding> {
  const open: string[] = [];
  const foreign: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found || process.platform === 'win32') continue;
    if ((found.mode & 0o077) !== 0) open.push(path);
    const me = process.getuid?.();
    if (me !== undefined && me !== 0 && found.uid !== me) foreign.push(path);
  }
  if (open.length > 0) return warning(check, `other users can read ${open.join(', ')}`, `chmod go= ${open.map(shellWord).join(' ')}`);
  if (foreign.length > 0) return warning(check, `${foreign.join(', ')}: another user owns it`, 'Run this as the user that owns it');
  return good(check, 'for their owner only');
}

/** Free space at `path`, and whether it lies on another machine's disk where that does harm. */
export async function spaceFindings(path: string, mustBeLocal: boolean): Promise<Finding[]> {
  const found = await statfs(path).catch(() => null);
  if (!found) return [];
  const room = roomFinding(found.bavail * found.bsize, `at ${path}`);
  const network = mustBeLocal ? fileSystemFinding(found.type, path) : null;
  return [withExit(room, exits.disk), ...(network ? [withExit(network, exits.disk)] : [])];
}
