/** From what was typed (`JOB`, `last`) to a job. */
import { findJob } from '../client/job-folders.js';
import { SalesError } from '../contract/problem.js';
import { type JobStanding, standingOf, standings } from './job-standing.js';

/** The id of a job, as they are shown. */
export const jobId = /^[0-9a-f]{8}$/;

/** Fails with `notFound` and `disk`. */
export async function jobNamed(jobsDir: string, id: string): Promise<JobStanding> {
  const folder = await findJob(jobsDir, id);
  if (!folder) throw new SalesError('notFound', `There is no job ${id} here.`, { hint: 'sales uploads lists them' });
  return standingOf(folder);
}

/** The youngest job; null when there is none. Fails with `disk`. */
export async function lastJob(jobsDir: string): Promise<JobStanding | null> {
  return (await standings(jobsDir)).at(-1) ?? null;
}

/** The job of that id, or for `last` the youngest; null where `last` is none. Fails with `notFound` and `disk`. */
export function jobOrLast(jobsDir: string, name: string): Promise<JobStanding | null> {
  return name === 'last' ? lastJob(jobsDir) : jobNamed(jobsDir, name);
}

/** The youngest job that is not finished, a running one only where there is no other; null when all are. Fails with `disk`. */
export async function lastUnfinished(jobsDir: string): Promise<JobStanding | null> {
  const open = (await standings(jobsDir)).filter(({ finished }) => !finished);
  return open.findLast(({ state }) => state !== 'running') ?? open.at(-1) ?? null;
}
