/**
 * What killed processes have left of inputs that were put aside, standard input above all, which may hold what nobody must keep. A job that
 * can still be gone on with keeps its input; so does whatever another process is at.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../machine/clock.js';
import { inputFile, isJobName, jobFile, journalFile, removeJob, spoolPrefix, startFolder } from './job-folders.js';
import { type FolderLock, lockFolder, lockHolder } from './job-lock.js';
import { peekJournal } from './journal.js';

/** Removes it as far as that is possible now; a later call tries again. Never fails. */
export async function sweepLeftovers(jobsDir: string, clock: Clock): Promise<void> {
  for (const name of await namesIn(jobsDir)) {
    const folder = join(jobsDir, name);
    if (name.startsWith(spoolPrefix)) await sweepSpool(folder, clock);
    else if (isJobName(name)) await sweepJob(jobsDir, folder, clock);
  }
}

async function sweepSpool(folder: string, clock: Clock): Promise<void> {
  // About to be locked by its process.
  if ((await namesIn(folder)).length === 0) return;
  await underLock(folder, clock, () => rm(folder, { recursive: true, force: true }));
}

async function sweepJob(jobsDir: string, folder: string, clock: Clock): Promise<void> {
  const names = await namesIn(folder);
  // About to be locked by its process.
  if (names.length === 0) return;
  if (!names.includes(jobFile)) {
    // No job yet, or no longer. Whoever makes one has locked the start folder.
    await underLock(join(jobsDir, startFolder), clock, () => underLock(folder, clock, () => removeUnlessJob(folder)));
  } else if (names.some(isInput)) {
    await underLock(folder, clock, async () => {
      const { finished } = await peekJournal(join(folder, journalFile));
      if (finished?.rows.inDoubt !== 0) return;
      for (const name of names.filter(isInput)) await rm(join(folder, name), { force: true });
    });
  }
}

async function removeUnlessJob(folder: string): Promise<void> {
  if (!(await namesIn(folder)).includes(jobFile)) await removeJob(folder);
}

/** A copy, or one that was still being made. */
function isInput(name: string): boolean {
  return name === inputFile || name === `${inputFile}.tmp`;
}

/** Does nothing where another process has the folder. */
async function underLock(folder: string, clock: Clock, act: () => Promise<void>): Promise<void> {
  let lock: FolderLock | null = null;
  try {
    if (await lockHolder(folder)) return;
    lock = await lockFolder(folder, clock);
    await act();
  } catch {
    // The next run tries again.
  } finally {
    await lock?.release();
  }
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
