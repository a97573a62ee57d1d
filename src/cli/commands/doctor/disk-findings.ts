/** Files and disks as `sales doctor` sees them: who may read what, how much room there is, and on what kind of file system. */
import { stat, statfs } from 'node:fs/promises';
import { exits } from '../../../jobs/exit-codes.js';
import { shellWord } from '../../terminal/shell-word.js';
import { type Finding, failed, good, warning } from './findings.js';

const BYTES_LITTLE = 1_000_000_000;
const BYTES_NONE = 20_000_000;

/** Of statfs(2), by the number that the kernel gives them. */
const networkFileSystems: Record<number, string> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB 2',
  16914839: '9P',
  12805120: 'Ceph',
  1196443219: 'GPFS',
  198183888: 'Lustre',
  1702057286: 'FUSE',
};

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
  const free = found.bavail * found.bsize;
  const text = `${(free / 1e9).toFixed(1)} GB free at ${path}`;
  const room =
    free < BYTES_NONE
      ? failed('disk space', text, 'Make room: nothing can be stored', exits.disk)
      : free < BYTES_LITTLE
        ? warning('disk space', text, 'Make room soon')
        : good('disk space', text);
  const network = networkFileSystems[found.type];
  if (!mustBeLocal || network === undefined) return [room];
  const hint = "SQLite's locks and its log need a local disk: move the directory to one";
  return [room, warning('file system', `${path} is on a network file system (${network})`, hint)];
}
