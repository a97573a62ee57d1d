/**
 * The beginning of a job: is this file on its way already, and if not, its folder, its lock and its job.json. Of two processes that begin
 * the same file at once, one gets the job. It reads what other jobs say and changes only those of which nothing was ever planned.
 */
import { join } from 'node:path';
import { SalesError } from '../contract/problem.js';
import type { Clock } from './clock.js';
import type { Job } from './job.js';
import { type JobFolder, journalFile, listJobs, makeJob, removeJob } from './job-folders.js';
import { type FolderLock, lockFolder, lockHolder } from './job-lock.js';
import { type Journal, openJournal, peekJournal } from './journal.js';
import { mayBeTaken } from './journal-state.js';

export interface OpenJob {
  folder: JobFolder;
  journal: Journal;
  close(): Promise<void>;
}

/** Held while one process looks for earlier jobs and makes its own. */
const START_FOLDER = '.start';

/**
 * Makes `job` in `jobsDir`; `input` is standard input put aside, to be moved into it. Fails with `inputUnusable` when the same file was
 * uploaded or begun before and `again` is false, with `locked` while another process is at it, and with `disk`.
 */
export async function startJob(jobsDir: string, job: Job, input: string | null, again: boolean, clock: Clock): Promise<OpenJob> {
  const start = await lockFolder(join(jobsDir, START_FOLDER), clock);
  try {
    if (!again) await refuseKnown(jobsDir, job);
    const path = join(jobsDir, job.job);
    const lock = await lockFolder(path, clock);
    try {
      const journal = await openJournal(join(path, journalFile));
      await makeJob(path, job, input).catch(async (error: unknown) => {
        await journal.close();
        throw error;
      });
      return openJob({ path, job }, journal, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  } finally {
    await start.release();
  }
}

/** Opens a job to go on with it. Fails with `locked` and `disk`. */
export async function reopenJob(folder: JobFolder, clock: Clock): Promise<OpenJob> {
  const lock = await lockFolder(folder.path, clock);
  try {
    return openJob(folder, await openJournal(join(folder.path, journalFile)), lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function openJob(folder: JobFolder, journal: Journal, lock: FolderLock): OpenJob {
  const close = async () => {
    await journal.close();
    await lock.release();
  };
  return { folder, journal, close };
}

async function refuseKnown(jobsDir: string, job: Job): Promise<void> {
  for (const known of (await listJobs(jobsDir)).reverse().filter((one) => isSameFile(one.job, job))) {
    const holder = await lockHolder(known.path);
    if (holder) {
      throw new SalesError('locked', `Process ${holder.pid} is uploading the same file: job ${known.job.job}.`, {
        hint: 'Wait until it has ended, then look with   sales uploads',
      });
    }
    const { parts, finished } = await peekJournal(join(known.path, journalFile));
    if (parts.size === 0) await removeJob(known.path);
    else throw knownBefore(known.job, finished !== null, [...parts.values()].some(mayBeTaken));
  }
}

function isSameFile(a: Job, b: Job): boolean {
  const same = (['endpoint', 'user', 'customer', 'tenant'] as const).every((name) => a[name] === b[name]);
  return same && a.file.sha256 === b.file.sha256;
}

function knownBefore({ job, startedAt, file }: Job, isFinished: boolean, inDoubt: boolean): SalesError {
  const date = startedAt.slice(0, 16).replace('T', ' ');
  const name = file.name === '-' ? 'standard input' : file.name;
  const standing = isFinished
    ? 'it was uploaded'
    : inDoubt
      ? 'it was begun, and a part of it is in doubt'
      : 'it was begun and not finished';
  const next = isFinished
    ? `What became of it:   sales status ${job}   To upload it once more on purpose: --again`
    : `To finish it:   sales resume ${job}   To upload it once more on purpose: --again`;
  return new SalesError(
    'inputUnusable',
    `The same file was here before: ${standing} on ${date} UTC as ${name}, job ${job}. Nothing was sent.`,
    {
      hint: next,
    },
  );
}
