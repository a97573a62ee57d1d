/**
 * The contents of job.json for an upload that is about to begin, except for its rejects: from the flags, the target, the file and how it
 * was read.
 */
import { resolve } from 'node:path';
import type { Fingerprint } from '../../client/journal/file-fingerprint.js';
import type { Job } from '../../client/journal/job.js';
import { groupOf, sha256Of } from '../../client/journal/job-identity.js';
import type { InputDescription } from '../../files/input/row.js';
import type { OpenOptions } from '../../files/open.js';
import type { Run } from '../flags/run.js';
import type { Target } from '../settings/connect.js';

export interface JobFlags {
  batch: number;
  interval: number;
  importConfiguration?: string;
  again?: boolean;
}

export interface JobFiles {
  /** As it was typed. */
  name: string;
  /** Null: it will lie in the job's own folder. */
  path: string | null;
  fingerprint: Fingerprint;
  /** The job whose corrected rejects it has. */
  origin: Job | null;
}

/** A new job with its id and upload group; with `--again` they are not those of an earlier job. */
export async function newJob(
  files: JobFiles,
  description: InputDescription,
  { format, delimiter, ...reading }: OpenOptions,
  flags: JobFlags,
  { settings, url, user }: Pick<Target, 'settings' | 'url' | 'user'>,
  { host }: Run,
): Promise<Omit<Job, 'rejectsPath'>> {
  const identity = {
    endpoint: url.href,
    user,
    customer: settings.customer?.value ?? null,
    tenant: settings.tenant?.value ?? null,
    importConfigurationId: flags.importConfiguration ?? null,
    readingSha256: readingOf(description),
    batchRows: flags.batch,
    salt: flags.again ? host.newSalt() : '',
  };
  const group = groupOf({ ...identity, fileSha256: files.fingerprint.sha256 });
  return {
    schema: 'sales.job/1',
    job: group.slice(0, 8),
    group: files.origin?.group ?? group,
    ...(files.origin && { partOf: files.origin.job }),
    startedAt: new Date(host.clock.nowMs()).toISOString(),
    version: await host.version(),
    ...identity,
    file: { name: files.name, path: files.path === null ? '' : resolve(host.cwd(), files.path), ...files.fingerprint },
    format,
    delimiter: delimiter ?? null,
    ...(Object.keys(reading).length > 0 && { reading }),
    intervalMs: flags.interval,
  };
}

/** How a job's file is read. */
export function openOptionsOf({ format, delimiter, reading }: Job): OpenOptions {
  return { ...reading, format, isOfJob: true, ...(delimiter !== null && { delimiter }) };
}

/** A hash of how a file is understood: where it differs, the same bytes are other sales. */
export function readingOf({ format, encoding, sheet, delimiter, header, mapping, values, columns }: InputDescription): string {
  const said = columns?.rules ? [columns.rules] : [];
  return sha256Of(JSON.stringify([format, encoding, sheet, delimiter, header, mapping, values, ...said]));
}
