/** The job that is meant by its id, by its file, or as the last one, which was started with the same server, user, customer and tenant. */
import type { Job } from '../client/journal/job.js';
import { findJob, type JobFolder, listJobs } from '../client/journal/job-folders.js';
import { SalesError } from '../contract/problem.js';
import { type JobStanding, standingOf } from './job-standing.js';
import { isFor, type JobTarget, targetText } from './job-target.js';

/** Fails with `notFound` and `disk`. */
export async function jobNamed(jobsDir: string, id: string): Promise<JobStanding> {
  const folder = await findJob(jobsDir, id);
  if (!folder) throw new SalesError('notFound', `There is no job ${id} here.`, { hint: [['sales', 'uploads'], ' lists them'] });
  return standingOf(folder);
}

/**
 * The youngest job that was begun with `target` (null: any), else the youngest that is `orElse`; null where there are none at all.
 * Fails with `disk`, and with `notFound` where there are only jobs of others.
 *
 * @param isOf only jobs of such a file; null: of any
 */
export async function lastJob(
  jobsDir: string,
  isOf: ((file: Job['file']) => boolean) | null,
  target: JobTarget | null,
  orElse: (job: JobTarget) => boolean = () => false,
): Promise<JobStanding | null> {
  const jobs = (await listJobs(jobsDir)).filter(({ job }) => isOf === null || isOf(job.file));
  const last = target ? (jobs.findLast(({ job }) => isFor(job, target)) ?? jobs.findLast(({ job }) => orElse(job))) : jobs.at(-1);
  if (last) return standingOf(last);
  if (target && jobs.length > 0) throw onlyOthers(jobs, target);
  return null;
}

function onlyOthers(others: readonly JobFolder[], target: JobTarget): SalesError {
  const are = others.length === 1 ? 'is' : 'are';
  return new SalesError(
    'notFound',
    `No upload was made from here as ${targetText(target)}; ${others.length.toLocaleString('en')} ${others.length === 1 ? 'upload' : 'uploads'} of other users or servers ${are} here.`,
    {
      hint: [
        ['sales', 'uploads'],
        ' shows them; name one by its id, with the ',
        ['--profile'],
        ', or ',
        ['--url'],
        ' and ',
        ['--user'],
        ', that it was started with',
      ],
    },
  );
}

/** The youngest of the jobs that is not finished, a running one only where there is no other; null when all are. */
export function lastUnfinished(all: readonly JobStanding[]): JobStanding | null {
  const open = all.filter(({ finished }) => !finished);
  return open.findLast(({ state }) => state !== 'running') ?? open.at(-1) ?? null;
}
