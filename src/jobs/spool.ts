/**
 * Saves standard input in a file that only its owner can read, for what must be read twice. What killed
 * processes have left of them is swept elsewhere.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { spoolPrefix } from '../client/journal/job-folders.js';
import { lockFolder } from '../client/journal/job-lock.js';
import type { Clock } from '../client/machine/clock.js';
import { diskFailure } from '../client/machine/disk-failure.js';

export interface Spool {
  path: string;
  remove(): Promise<void>;
}

/** Reads `stdin` to its end into a folder below `parent`. Fails with `disk`. */
export async function spool(stdin: NodeJS.ReadableStream, parent: string, clock: Clock): Promise<Spool> {
  let folder: string | null = null;
  const remove = async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  };
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    folder = await mkdtemp(join(parent, spoolPrefix));
    await lockFolder(folder, clock);
    const path = join(folder, 'stdin');
    await pipeline(stdin, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw diskFailure(
      `Standard input cannot be saved in ${parent}`,
      error,
      'Free some space or fix the disk, then run the same command again',
    );
  }
}
