/**
 * Where jobs are kept: one folder each below the state folder, for its owner only. Finds, creates and removes them; what a job means and
 * whether it may be removed is decided elsewhere.
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFailure, errnoOf } from '../machine/disk-failure.js';
import { readTextFile, writePrivateFile } from '../machine/private-file.js';
import { type Job, jobText, readJob } from './job.js';
import { syncFolder } from './journal.js';

export interface JobFolder {
  /** The folder's path. */
  path: string;
  job: Job;
}

export const jobFile = 'job.json';
export const journalFile = 'journal.ndjson';
/** Standard input, put aside. */
export const inputFile = 'input';
const reportFile = 'report.json';

/** The report of the last run, as it was kept; null where there is none. Fails with `disk`. */
export async function readReport(path: string): Promise<unknown> {
  const text = await readTextFile(join(path, reportFile));
  return text === null ? null : JSON.parse(text);
}

/** Fails with `disk`. */
export async function writeReport(path: string, report: object): Promise<void> {
  await writePrivateFile(join(path, reportFile), `${JSON.stringify(report)}\n`);
}

/** The file that a job uploads. */
export function inputPath({ path, job }: JobFolder): string {
  return job.file.path === '' ? join(path, inputFile) : job.file.path;
}

/** Held while one process looks for earlier jobs and makes its own. */
export const startFolder = '.start';
/** How folders are called in which standard input is put aside before there is a job. */
export const spoolPrefix = '.spool-';

const JOB_ID = /^[0-9a-f]{8}$/;

/** Whether folders of jobs are called so. */
export function isJobName(name: string): boolean {
  return JOB_ID.test(name);
}

/** Every job, the oldest first; folders whose job.json is absent or damaged are left out. Fails with `disk`. */
export async function listJobs(jobsDir: string): Promise<JobFolder[]> {
  const found: JobFolder[] = [];
  for (const name of await namesIn(jobsDir)) {
    const path = join(jobsDir, name);
    const job = JOB_ID.test(name) ? await readJob(join(path, jobFile)).catch(() => null) : null;
    if (job) found.push({ path, job });
  }
  return found.sort((a, b) => Date.parse(a.job.startedAt) - Date.parse(b.job.startedAt));
}

/** The job of that id; null when there is none. Fails with `disk` where its job.json is damaged. */
export async function findJob(jobsDir: string, id: string): Promise<JobFolder | null> {
  if (!JOB_ID.test(id)) return null;
  const path = join(jobsDir, id);
  const job = await readJob(join(path, jobFile));
  return job && { path, job };
}

/** Writes the job.json that makes the folder a job; `input` is moved into it first. Fails with `disk`. */
export async function makeJob(path: string, job: Job, input: string | null): Promise<void> {
  const temporary = join(path, `${jobFile}.tmp`);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (input !== null) await rename(input, join(path, inputFile));
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(jobText(job), 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(path, jobFile));
    await syncFolder(path);
    await syncFolder(join(path, '..'));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw diskFailure(`The job cannot be written to ${path}`, error, 'Free some space or fix the disk, then run the same command again');
  }
}

/** The job.json first: what is left of a removal that was cut off is no job. Fails with `disk`. */
export async function removeJob(path: string): Promise<void> {
  try {
    await rm(join(path, jobFile), { force: true });
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    throw diskFailure(`The job ${path} cannot be removed`, error);
  }
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw diskFailure(`The folder ${path} cannot be read`, error);
  }
}
