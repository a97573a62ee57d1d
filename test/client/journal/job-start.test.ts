/** The beginning of a job beside earlier ones of the same file. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Job } from '../../../src/client/journal/job.js';
import { inputFile, type JobFolder, listJobs, removeJob } from '../../../src/client/journal/job-folders.js';
import { reopenJob, startJob } from '../../../src/client/journal/job-start.js';

const clock = { nowMs: () => 0, random: () => 0, sleep: async () => {} };
const again = { again: true, isIdentified: true };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sales-job-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function jobOf(id: string): Job {
  const target = { endpoint: 'https://localhost', user: 'api', customer: null, tenant: null, importConfigurationId: null };
  const file = { name: '-', path: '', sizeBytes: 3, mtimeMs: 0, sha256: 'f'.repeat(64) };
  const reading = { format: 'csv', delimiter: null, readingSha256: '', batchRows: 2, intervalMs: 0, rejectsPath: '', salt: '' } as const;
  return { schema: 'sales.job/1', job: id, group: id, startedAt: '2026-11-20T08:12:00Z', version: '1', ...target, file, ...reading };
}

async function begun(id: string): Promise<JobFolder> {
  const input = join(folder, `input-${id}`);
  writeFileSync(input, 'a\n1');
  const open = await startJob(folder, jobOf(id), input, again, clock);
  await open.close();
  return open.folder;
}

const ids = async () => (await listJobs(folder)).map(({ job }) => job.job);

it('--again keeps an earlier job of which nothing was sent where its own cannot be written', async () => {
  const first = await begun('00000001');
  const second = startJob(folder, jobOf('00000002'), join(folder, 'not there'), again, clock);
  await expect(second).rejects.toMatchObject({ code: 'disk' });
  expect(await ids()).toEqual(['00000001']);
  expect(existsSync(join(first.path, inputFile))).toBe(true);
  await begun('00000003');
  expect(await ids()).toEqual(['00000003']);
});

it('a job that was removed since it was read is not gone on with', async () => {
  const first = await begun('00000001');
  await removeJob(first.path);
  await expect(reopenJob(first, clock)).rejects.toMatchObject({ code: 'notFound' });
  expect(existsSync(first.path)).toBe(false);
});
