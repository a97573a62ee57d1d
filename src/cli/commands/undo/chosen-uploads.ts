/** From what was typed (upload ids, jobs, `last`) to uploads that are to be changed. */
import type { Command } from 'commander';
import { SalesError } from '../../../contract/problem.js';
import { isUuid } from '../../../contract/uuid.js';
import type { JobStanding } from '../../../jobs/job-standing.js';
import type { JobTarget } from '../../../jobs/job-target.js';
import type { Target } from '../../settings/connect.js';
import type { Host } from '../../terminal/host.js';
import { flagsFor, jobOfWord } from '../../upload/command-target.js';

export interface ChosenUploads {
  /** Each once, in the order of their making. */
  uploadIds: string[];
  jobs: JobStanding[];
}

/** One word of a command line; for commander. */
export const wordAndBefore = (word: string, before: string[] = []): string[] => [...before, isUuid(word) ? word.toLowerCase() : word];

/**
 * `last`, or a file, is the user's own youngest job, for one who has none the youngest that was sent to the same server: who takes uploads back is
 * often not who made them. Fails with `notFound` where there is no such job or it made no upload, with `locked` while it runs, with
 * `usage` and with `disk`.
 */
export async function chosenUploads(names: readonly string[], command: Command, host: Host): Promise<ChosenUploads> {
  const uploadIds = new Set<string>();
  const jobs: JobStanding[] = [];
  for (const name of names) {
    if (isUuid(name)) {
      uploadIds.add(name);
      continue;
    }
    const standing = await standingNamed(name, command, host);
    for (const { uploadId } of standing.uploads) uploadIds.add(uploadId);
    jobs.push(standing);
  }
  return { uploadIds: [...uploadIds], jobs };
}

async function standingNamed(name: string, command: Command, host: Host): Promise<JobStanding> {
  const standing = await jobOfWord(name, command, host, isWithin);
  if (!standing) throw new SalesError('notFound', 'No uploads were made from here.', { hint: 'Name uploads by their ids' });
  const { job } = standing.folder.job;
  if (standing.state === 'damaged')
    throw new SalesError('disk', `The journal of job ${job} cannot be read.`, { hint: 'Name uploads by their ids' });
  if (standing.state === 'running')
    throw new SalesError('locked', `The job ${job} is being uploaded right now.`, { hint: 'Wait until it is done' });
  if (standing.uploads.length === 0)
    throw new SalesError('notFound', `The job ${job} has made no upload.`, { hint: [['sales', 'uploads', 'show', job]] });
  return standing;
}

/** Whether a job was sent to that server and, as far as both say so, for that customer and tenant. */
function isWithin(job: JobTarget, target: JobTarget): boolean {
  const agree = (['customer', 'tenant'] as const).every(
    (name) => job[name] === null || target[name] === null || job[name] === target[name],
  );
  return agree && job.endpoint === target.endpoint;
}

/** The user may be another than the one who uploaded, the server not. Fails with `usage`. */
export function checkServer({ jobs }: ChosenUploads, { url, settings }: Pick<Target, 'url' | 'settings'>): void {
  const elsewhere = jobs.find(({ folder }) => folder.job.endpoint !== url.href);
  if (!elsewhere) return;
  const { job } = elsewhere.folder;
  throw new SalesError('usage', `The job ${job.job} was sent to another server: ${job.endpoint}, not ${url.href}.`, {
    hint: `Give that server: ${flagsFor(job, ['endpoint'], settings)}`,
  });
}
