/**
 * What somebody is told who asks whether all is well, on the command line and by the console's page of the server's health: bounds and words
 * are the same for both.
 */

export interface HealthFinding {
  /** What was looked at, such as `database`. */
  check: string;
  state: 'ok' | 'warning' | 'failed';
  message: string;
  /** What to do about it; null where nothing needs to be done. */
  hint: string | null;
}

export const good = (check: string, message: string): HealthFinding => ({ check, state: 'ok', message, hint: null });
export const warning = (check: string, message: string, hint: string | null): HealthFinding => ({ check, state: 'warning', message, hint });
export const failed = (check: string, message: string, hint: string | null): HealthFinding => ({ check, state: 'failed', message, hint });

const BYTES_LITTLE = 1_000_000_000;
const BYTES_NONE = 20_000_000;
const BYTES_PER_GB = 1e9;

/** `place` as it stands behind "GB free". */
export function roomFinding(freeBytes: number, place: string): HealthFinding {
  const text = `${(freeBytes / BYTES_PER_GB).toFixed(1)} GB free ${place}`;
  if (freeBytes < BYTES_NONE) return failed('disk space', text, 'Make room: nothing can be stored');
  return freeBytes < BYTES_LITTLE ? warning('disk space', text, 'Make room soon') : good('disk space', text);
}

/** Network file systems by their type in statfs(2). */
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

/** Warning about a data directory on a network file system; null where it lies on a local disk. */
export function fileSystemFinding(type: number, place: string): HealthFinding | null {
  const network = networkFileSystems[type];
  if (network === undefined) return null;
  const hint = "SQLite's locks and its log need a local disk: move the directory to one";
  return warning('file system', `${place} is on a network file system (${network})`, hint);
}

const CERTIFICATE_DAYS_FEW = 21;

export function endsSoon(certificateDaysLeft: number | null): boolean {
  return certificateDaysLeft !== null && certificateDaysLeft < CERTIFICATE_DAYS_FEW;
}

/** Finding about the certificate that a server shows. `isGiven`: its operator gave it with --cert. */
export function certificateFinding(text: string, daysLeft: number | null, isGiven: boolean): HealthFinding {
  if (!endsSoon(daysLeft)) return good('certificate', text);
  const hint = isGiven
    ? 'Renew the certificate of --cert: the server picks it up by itself'
    : 'It should have been renewed: check the log of the server';
  return warning('certificate', text, hint);
}

const DAY_MS = 86_400_000;
const BACKUP_DAYS_MAX = 7;

/** `at` as the making of a backup is noted; `hint` says how to make one. */
export function backupFinding(at: Date | null, nowMs: number, hint: string): HealthFinding {
  if (at === null) return warning('backup', 'none is known', hint);
  const days = Math.floor((nowMs - at.getTime()) / DAY_MS);
  const said = `the last one was made on ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  // Its age would go unreported for as long.
  if (at.getTime() - nowMs > DAY_MS) return warning('backup', `${said}, which is in the future: a clock is, or was, wrong`, hint);
  return days > BACKUP_DAYS_MAX ? warning('backup', `${said}, ${days} days ago`, hint) : good('backup', said);
}
