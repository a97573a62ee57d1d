/** When the last backup of a data directory was made. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As noted by the command that makes backups; null where there is no such note. */
export async function lastBackupAt(directory: string): Promise<Date | null> {
  const text = await readFile(join(directory, 'last-backup.json'), 'utf8').catch(() => '');
  const at = Date.parse(/"at":"([^"]+)"/.exec(text)?.[1] ?? '');
  return Number.isNaN(at) ? null : new Date(at);
}
