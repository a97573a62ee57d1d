/**
 * The beginning of a job: is this file being uploaded already, and if not, its folder, its lock and its job.json. If two processes begin
 * the same file at once, one gets the job. It reads other jobs and changes only those for which nothing was ever planned.
 */
import { dirname, join } from 'node:path';
import { SalesError } from '../../contract/problem.js';
import type { HintPart } from '../../contract/remedy.js';
import { rowMembers } from '../../contract/states.js';
import type { Clock } from '../machine/clock.js';
import { endsWithRow, jobsOfBeginning } from './grown-file.js';
import { type Job, kindOf, startedText } from './job.js';
import { findJob, type JobFolder, journalFile, listJobs, makeJob, readReport, removeJob, startFolder } from './job-folders.js';
import { type FolderLock, lockFolder, lockHolder } from './job-lock.js';
import { type Journal, openJournal, peekJournal } from './journal.js';
import { type JournalState, mayBeTaken, rowsKnown } from './journal-state.js';

export interface OpenJob {
  folder: JobFolder;
  journal: Journal;
  close(): Promise<void>;
}

export interface KnownFiles {
  /** Take a file that is known. */
  again: boolean;
  /** Something in its rows tells one sale from another, so that a server can find those that it has. */
  isIdentified: boolean;
}

/**
 * Makes `job` in `jobsDir`; `input` is standard input put aside, to be moved into it. Fails with `alreadyUploaded` when the same
 * file was uploaded before, and with `inputUnusable` when it was begun, or its beginning was, and `known` does not allow that, with `locked` while another process is at it, and with `disk`.
 */
export async function startJob(jobsDir: string, job: Job, input: string | null, known: KnownFiles, clock: Clock): Promise<OpenJob> {
  const start = await lockFolder(join(jobsDir, startFolder), clock);
  try {
    if (!known.again) {
      await refuseKnown(jobsDir, job);
      await refuseGrown(jobsDir, job, input ?? job.file.path, known.isIdentified);
    }
    const path = join(jobsDir, job.job);
    const lock = await lockFolder(path, clock);
    try {
      const journal = await openJournal(join(path, journalFile));
      await makeJob(path, job, input).catch(async (error: unknown) => {
        await journal.close();
        throw error;
      });
      // Not before: what an earlier job has put aside of standard input goes with it.
      if (known.again) await removeUnsent(jobsDir, job, clock);
      return openJob({ path, job }, journal, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  } finally {
    await start.release();
  }
}

/** Opens a job to go on with it. Fails with `locked` and `disk`, and with `notFound` where it was removed since it was read. */
export async function reopenJob(folder: JobFolder, clock: Clock): Promise<OpenJob> {
  const lock = await lockFolder(folder.path, clock);
  try {
    if (!(await findJob(dirname(folder.path), folder.job.job))) {
      await removeJob(folder.path);
      throw new SalesError('notFound', `The job ${folder.job.job} was removed meanwhile.`, {
        hint: [['sales', 'uploads'], ' lists those that are there'],
      });
    }
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
    await refuseRunning(known, 'the same file');
    const { batches, finished } = await peekJournal(join(known.path, journalFile));
    if (batches.size === 0) await removeJob(known.path);
    else throw knownBefore(known.job, finished !== null, [...batches.values()].some(mayBeTaken));
  }
}

/** Begun several times while no server was there, a file is still to be sent once: a resume would send it for each job. */
async function removeUnsent(jobsDir: string, job: Job, clock: Clock): Promise<void> {
  for (const { path } of (await listJobs(jobsDir)).filter((one) => one.job.job !== job.job && isSameFile(one.job, job))) {
    // A resume could begin to send it in between.
    const lock = (await lockHolder(path)) ? null : await lockFolder(path, clock).catch(() => null);
    if (!lock) continue;
    const state = await peekJournal(join(path, journalFile)).catch(() => null);
    if (state && !state.finished && !isAtServer(state)) await removeJob(path).catch(() => {});
    await lock.release();
  }
}

/** Whether a server has some of it, or may have. */
function isAtServer(state: JournalState): boolean {
  const { accepted, inDoubt } = rowsKnown(state);
  return accepted + inDoubt > 0;
}

/**
 * A file that begins with one that was on its way before holds those sales once more. They are only let through where none of them can be
 * at the server, which ends the earlier job, or where all are and the server can tell.
 */
async function refuseGrown(jobsDir: string, job: Job, path: string, isIdentified: boolean): Promise<void> {
  const own = (await listJobs(jobsDir)).reverse().filter((one) => isSameTarget(one.job, job));
  for (const known of await jobsOfBeginning(own, path, job.file.sizeBytes)) {
    await refuseRunning(known, 'the beginning of this file');
    const state = await peekJournal(join(known.path, journalFile));
    if (isAtServer(state)) {
      const isWhole = (await endsWithRow(path, known.job.file.sizeBytes)) || (await hasLeftLastRow(known));
      if (!state.finished || !isIdentified || !isWhole) throw grownSince(job.file.name, known.job, state, isWhole);
    } else if (!state.finished) await removeJob(known.path);
  }
}

/** Whether its last row, which may have been incomplete, was not sent, as its report says. */
async function hasLeftLastRow({ path }: JobFolder): Promise<boolean> {
  const report = (await readReport(path)) as { unendedLine?: number | null } | null;
  return report?.unendedLine === null;
}

async function refuseRunning({ path, job }: JobFolder, what: string): Promise<void> {
  const holder = await lockHolder(path);
  if (!holder) return;
  throw new SalesError('locked', `Process ${holder.pid} is uploading ${what}: job ${job.job}.`, {
    hint: ['Wait until it has ended, then look with   ', ['sales', 'uploads']],
  });
}

/** Whether both are the same bytes, of one kind, for one server, user and tenant. */
export function isSameFile(a: Job, b: Job): boolean {
  return isSameTarget(a, b) && a.file.sha256 === b.file.sha256;
}

/** The kind counts, too: a file that was sent as sales may still be sent as settlement records. */
function isSameTarget(a: Job, b: Job): boolean {
  return kindOf(a) === kindOf(b) && (['endpoint', 'user', 'customer', 'tenant'] as const).every((name) => a[name] === b[name]);
}

/** `name` begins with the file of the job, of which the server has rows, or may have. */
function grownSince(name: string, known: Job, state: JournalState, isWhole: boolean): SalesError {
  const { job, file } = known;
  const { called } = rowMembers[kindOf(known)];
  const when = `on ${startedText(known)} as ${nameOf(file)}, job ${job}`;
  const begins = `${nameOf({ name })} begins with the ${file.sizeBytes} bytes of a file that was`;
  if (state.finished && !isWhole) {
    return new SalesError(
      'inputUnusable',
      `${begins} uploaded ${when}, and its last row may have been incomplete then. Nothing was sent.`,
      {
        hint: [
          'See what became of that row:   ',
          ['sales', 'status', job],
          `   Then upload a file with the new ${called} only. To send everything: `,
          ['--again'],
        ],
      },
    );
  }
  if (state.finished) {
    return new SalesError('inputUnusable', `${begins} uploaded ${when}: those ${called} would count twice. Nothing was sent.`, {
      hint: [`Upload a file with the new ${called} only. To send everything, including those ${called} again: `, ['--again']],
    });
  }
  return new SalesError('inputUnusable', `${begins} begun ${when}, and is not finished: ${rowsAtServer(state)}. Nothing was sent.`, {
    hint: [
      'Finish it:   ',
      ['sales', 'resume', job],
      `   Then upload a file with the new ${called} only. To send everything, including those ${called} again: `,
      ['--again'],
    ],
  });
}

/** `the server has 300 of its rows, and may have 50 more` */
function rowsAtServer(state: JournalState): string {
  const { accepted, inDoubt } = rowsKnown(state);
  const rows = (number: number) => `${number.toLocaleString('en')} of its rows`;
  if (inDoubt === 0) return `the server has ${rows(accepted)}`;
  return accepted === 0
    ? `the server may have ${rows(inDoubt)}`
    : `the server has ${rows(accepted)}, and may have ${inDoubt.toLocaleString('en')} more`;
}

function nameOf({ name }: Pick<Job['file'], 'name'>): string {
  return name === '-' ? 'standard input' : name;
}

function knownBefore(known: Job, isFinished: boolean, inDoubt: boolean): SalesError {
  const { job, file } = known;
  const name = nameOf(file);
  const what = isFinished ? 'uploaded' : 'begun';
  const left = isFinished ? '' : inDoubt ? ', and a part of it is in doubt' : ', and is not finished';
  const next: HintPart[] = isFinished
    ? ['What became of it:   ', ['sales', 'status', job]]
    : ['To finish it:   ', ['sales', 'resume', job]];
  const text = `The same file was already ${what} on ${startedText(known)} as ${name}, job ${job}${left}. Nothing was sent.`;
  return new SalesError(isFinished ? 'alreadyUploaded' : 'inputUnusable', text, {
    hint: [...next, '   To upload it again on purpose: ', ['--again']],
  });
}
