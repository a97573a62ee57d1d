/**
 * The server, user, customer and tenant that a command would use now, beside those that a job was started with. It neither contacts the
 * server nor asks for a password.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { baseUrlOf } from '../../client/http/routes.js';
import { fingerprintOf } from '../../client/journal/file-fingerprint.js';
import type { Job } from '../../client/journal/job.js';
import { isJobName } from '../../client/journal/job-folders.js';
import { SalesError } from '../../contract/problem.js';
import { jobNamed, lastJob } from '../../jobs/job-choice.js';
import type { JobStanding } from '../../jobs/job-standing.js';
import { differences, isFor, type JobTarget } from '../../jobs/job-target.js';
import { readSettings, type Settings } from '../settings/config.js';
import type { Target } from '../settings/connect.js';
import type { Profile } from '../settings/profiles.js';
import type { Host } from '../terminal/host.js';
import { shellWord } from '../terminal/shell-word.js';

export function targetOf({ url, user, settings }: Pick<Target, 'url' | 'user' | 'settings'>): JobTarget {
  return { endpoint: url.href, user, customer: settings.customer?.value ?? null, tenant: settings.tenant?.value ?? null };
}

/** What `command` would use; null where its settings name no server or no user. Fails with `usage` where they cannot be used. */
export async function targetOfCommand(command: Command, host: Host): Promise<JobTarget | null> {
  const settings = await readSettings(command, host);
  const { url, user } = settings;
  return url && user && targetOf({ url: baseUrlOf(url.value), user: user.value, settings });
}

/** What {@link jobOfWord} takes; for help. */
export const jobWords = 'id of a job, a file that was uploaded from here, or last: the most recent job for this server and user';
export const uploadWords = `id of an upload, ${jobWords}`;

/**
 * The job that a word names: its id, `last`, or the path of its file, or of the same bytes, of which the youngest job is meant. Null where it is
 * `last` and no uploads were made from here. Fails with `usage`, `notFound` and `disk`.
 *
 * @param orElse which jobs are meant where the command's own target has none; by default none
 */
export async function jobOfWord(
  word: string,
  command: Command,
  host: Host,
  orElse?: (job: JobTarget, target: JobTarget) => boolean,
): Promise<JobStanding | null> {
  const jobsDir = await host.jobsDir();
  if (isJobName(word)) return jobNamed(jobsDir, word);
  const isLast = word === 'last';
  const target = await targetOfCommand(command, host);
  const isOther = (job: JobTarget) => target !== null && orElse?.(job, target) === true;
  if (isLast) return lastJob(jobsDir, null, target, isOther);
  const path = resolve(host.cwd(), word);
  const there = await lastJob(jobsDir, (file) => file.path === path, target, isOther);
  if (there) return there;
  // It was moved since, as `watch` does.
  const bytes = await fingerprintOf(path).catch(() => null);
  const moved = bytes && (await lastJob(jobsDir, ({ sha256 }) => sha256 === bytes.sha256, target, isOther));
  if (moved) return moved;
  throw new SalesError('usage', `"${word}" is neither the id of an upload or of a job, nor a file that was uploaded from here.`, {
    hint: [['sales', 'uploads'], ' lists the jobs'],
  });
}

const flagNames = { endpoint: 'url', user: 'user', customer: 'customer', tenant: 'tenant' } as const;

/** Fails with `usage`, with the profile or the flags that make it so. */
export function checkTarget(job: Job, target: Pick<Target, 'url' | 'user' | 'settings'>): void {
  const now = targetOf(target);
  const different = differences(job, now);
  const [first] = different;
  if (!first) return;
  throw new SalesError(
    'usage',
    `The job ${job.job} was started with another ${flagNames[first]}: ${job[first] ?? 'none'}, not ${now[first] ?? 'none'}.`,
    { hint: `Repeat the command with: ${flagsFor(job, different, target.settings)}` },
  );
}

/** `--profile bern` where that profile is what the job was begun with, else what differs. */
export function flagsFor(job: JobTarget, different: readonly (keyof JobTarget)[], settings: Settings): string {
  // A variable wins over every profile.
  const isVariable = different.some((name) => settings[flagNames[name]]?.origin === 'environment');
  const fitting = isVariable ? undefined : Object.entries(settings.file.profiles).find(([, profile]) => isProfileOf(job, profile));
  if (fitting) return `--profile ${shellWord(fitting[0])}`;
  return different.map((name) => (job[name] === null ? `no ${flagNames[name]}` : `--${flagNames[name]} ${job[name]}`)).join(' ');
}

function isProfileOf(job: JobTarget, { url, user, customer, tenant }: Profile): boolean {
  if (url === undefined || user === undefined) return false;
  try {
    return isFor(job, { endpoint: baseUrlOf(url).href, user, customer: customer ?? null, tenant: tenant ?? null });
  } catch {
    // What cannot be used fits nothing.
    return false;
  }
}
