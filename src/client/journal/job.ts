/**
 * A job: one file on its way to one server, as its `job.json` says it. Written once before anything is sent and never changed; it knows
 * nothing of what became of the rows.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { SalesError } from '../../contract/problem.js';
import type { UploadKind } from '../../contract/states.js';
import { diskFailure, errnoOf } from '../machine/disk-failure.js';
import { checksum } from './journal-entry.js';

export const Job = z.object({
  schema: z.literal('sales.job/1'),
  job: z.string().regex(/^[0-9a-f]{8}$/),
  group: z.string(),
  /** The job whose corrected rejects these are; the group is that one's then. */
  partOf: z.string().optional(),
  startedAt: z.iso.datetime({ offset: true }),
  version: z.string(),
  endpoint: z.string(),
  user: z.string(),
  customer: z.string().nullable(),
  tenant: z.string().nullable(),
  importConfigurationId: z.string().nullable(),
  file: z.object({
    /** As it was typed; `-` for standard input, which then lies in the job's own folder. */
    name: z.string(),
    /** Absolute. */
    path: z.string(),
    sizeBytes: z.int(),
    mtimeMs: z.number(),
    sha256: z.string(),
  }),
  format: z.enum(['auto', 'csv', 'json', 'ndjson']),
  delimiter: z.string().nullable(),
  /** All else that was said of how the file is read: members of OpenOptions. */
  reading: z.record(z.string(), z.unknown()).optional(),
  /** Fingerprint of how the file was understood: format, columns, mapping. */
  readingSha256: z.string(),
  batchRows: z.int().min(1),
  intervalMs: z.number(),
  /** Where its rejects go; absolute. */
  rejectsPath: z.string(),
  salt: z.string(),
});
export type Job = z.infer<typeof Job>;

/** What the rows of its file are; one file may be sent as either. */
export function kindOf({ reading }: Pick<Job, 'reading'>): UploadKind {
  return reading?.kind === 'Settlement' ? 'Settlement' : 'Sales';
}

/** When it was begun, for people: `2026-11-20 08:12 UTC`. */
export function startedText({ startedAt }: Pick<Job, 'startedAt'>): string {
  return `${startedAt.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The text of a job.json, with its own checksum. */
export function jobText(job: Job): string {
  return `${JSON.stringify({ ...job, crc: checksum(JSON.stringify(job)) }, null, 1)}\n`;
}

/** The job in `path`; null when there is none. Fails with `disk` where it is damaged. */
export async function readJob(path: string): Promise<Job | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error))) return null;
    throw diskFailure(`${path} cannot be read`, error);
  }
  const job = parse(text);
  if (job) return job;
  throw new SalesError('disk', `${path} is damaged. Nothing was sent.`, {
    hint: [
      'Restore the folder of the job from a backup, or move it away and upload the same file with the same flags again (check with ',
      ['sales', 'list'],
      ' or ',
      ['sales', 'list', '--settlement'],
      ' first, unless ',
      ['sales', 'ping'],
      ' reports idempotent uploads)',
    ],
  });
}

function parse(text: string): Job | null {
  try {
    const { crc, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return crc === checksum(JSON.stringify(rest)) ? Job.parse(rest) : null;
  } catch {
    return null;
  }
}
