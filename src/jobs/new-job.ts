/**
 * The contents of job.json for an upload that is about to begin, except for its rejects: from what was chosen, the target, the file and how it
 * was read.
 */
import { resolve } from 'node:path';
import { THREAD_BYTES_MIN } from '../client/batches/open-batches.js';
import type { Fingerprint } from '../client/journal/file-fingerprint.js';
import type { Job } from '../client/journal/job.js';
import { groupOf, sha256Of } from '../client/journal/job-identity.js';
import { identifyingFields } from '../contract/import-configuration.js';
import { recordIdentifyingFields } from '../contract/settlement.js';
import type { InputDescription } from '../files/input/row.js';
import type { OpenOptions } from '../files/open.js';
import type { JobHost } from './context.js';
import type { JobTarget } from './job-target.js';

/** What a job is begun with; a resumed one keeps it. */
export interface JobChoices {
  /** Null: as many as suit the size of the file. */
  batchRows: number | null;
  intervalMs: number;
  /** Null: the tenant's. */
  importConfigurationId: string | null;
  /** Also a file that was uploaded before. */
  again: boolean;
}

/**
 * Rows in one request of a file from {@link THREAD_BYTES_MIN} on, and of a smaller one. What a request costs beside its rows is paid less often
 * with large ones; of a small file, several requests can be under way.
 */
const LARGE_FILE_BATCH_ROWS = 4_000;
const BATCH_ROWS = 1_000;

interface JobFiles {
  /** As it was typed. */
  name: string;
  /** Null: it will lie in the job's own folder. */
  path: string | null;
  fingerprint: Fingerprint;
  /** The job whose corrected rejects it has. */
  origin: Job | null;
}

/** A new job with its id and upload group; made again on purpose they are not those of an earlier job. */
export async function newJob(
  files: JobFiles,
  description: InputDescription,
  { format, delimiter, ...reading }: OpenOptions,
  { batchRows, intervalMs, importConfigurationId, again }: JobChoices,
  target: JobTarget,
  host: JobHost,
): Promise<Omit<Job, 'rejectsPath'>> {
  const identity = {
    endpoint: target.endpoint,
    user: target.user,
    customer: target.customer,
    tenant: target.tenant,
    importConfigurationId,
    readingSha256: readingOf(description),
    batchRows: batchRows ?? (files.fingerprint.sizeBytes < THREAD_BYTES_MIN ? BATCH_ROWS : LARGE_FILE_BATCH_ROWS),
    salt: again ? host.newSalt() : '',
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
    intervalMs,
  };
}

/** How a job's file is read. */
export function openOptionsOf({ format, delimiter, reading }: Job): OpenOptions {
  return { ...reading, format, isOfJob: true, ...(delimiter !== null && { delimiter }) };
}

/** A hash of how a file is understood: where it differs, the same bytes are other sales. */
export function readingOf({ format, encoding, sheet, list, delimiter, header, mapping, values, columns, kind }: InputDescription): string {
  const said = [...(columns?.rules ? [columns.rules] : []), ...(kind ? [kind] : [])];
  return sha256Of(JSON.stringify([format, encoding, sheet ?? list, delimiter, header, mapping, values, ...said]));
}

/** Whether a column, or what was said of all rows, tells one row from another, as servers look for duplicates; of JSON, where each row names its own fields, that is not known. */
export function isIdentified(input: InputDescription): boolean {
  return hasOneOf(input, input.kind === 'Settlement' ? recordIdentifyingFields : identifyingFields);
}

/** Whether some column is a number that may name a payment on both sides: without one, matching only proposes. */
export function namesPayments(input: InputDescription): boolean {
  return hasOneOf(input, ['transactionReference', 'transactionSequenceCounter', 'orderId', 'authorisationCode']);
}

function hasOneOf({ mapping, columns }: InputDescription, fields: readonly string[]): boolean {
  return fields.some((field) => mapping?.includes(field) || columns?.rules?.constants[field] !== undefined);
}
