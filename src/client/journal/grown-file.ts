/**
 * Files that were appended to after a job began: which jobs cover the beginning of a file, and that beginning by itself, so that such a job
 * can still be continued. What this means for the whole file is decided elsewhere.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { diskFailure } from '../machine/disk-failure.js';
import { hashesOf } from './file-fingerprint.js';
import { inputFile, type JobFolder } from './job-folders.js';

/** Jobs whose whole file is the beginning of the longer one at `path`. Fails with `inputUnusable` where that cannot be read. */
export async function jobsOfBeginning(
  jobs: readonly JobFolder[],
  path: string,
  sizeBytes: number,
  stop?: AbortSignal,
): Promise<JobFolder[]> {
  const shorter = jobs.filter(({ job }) => job.file.sizeBytes > 0 && job.file.sizeBytes < sizeBytes);
  if (shorter.length === 0) return [];
  const sizes = [...new Set(shorter.map(({ job }) => job.file.sizeBytes))];
  const hashes = await hashesOf(path, sizes, stop);
  return shorter.filter(({ job }) => hashes.get(job.file.sizeBytes) === job.file.sha256);
}

/**
 * The file as the job began with it, put aside in its folder; null where it has not grown, is not that file any more, or where its last
 * row may only have been written in part then. Fails with `disk`, and with `inputUnusable` where the file cannot be read.
 */
export async function beginningAside({ path, job }: JobFolder, stop?: AbortSignal): Promise<string | null> {
  const { path: whole, sizeBytes, sha256 } = job.file;
  const found = whole === '' ? null : await stat(whole).catch(() => null);
  if (!found?.isFile() || found.size <= sizeBytes) return null;
  if ((await hashesOf(whole, [sizeBytes], stop)).get(sizeBytes) !== sha256 || !(await endsWithRow(whole, sizeBytes))) return null;
  const aside = join(path, inputFile);
  try {
    const copy = createWriteStream(`${aside}.tmp`, { mode: 0o600, flush: true });
    await pipeline(createReadStream(whole, { end: sizeBytes - 1 }), copy);
    await rename(`${aside}.tmp`, aside);
    return aside;
  } catch (error) {
    await rm(`${aside}.tmp`, { force: true }).catch(() => {});
    throw diskFailure(`The beginning of ${whole} cannot be saved in ${path}`, error);
  }
}

const LINE_ENDS = [0x0a, 0x0d];

/** Whether a line ends at that place, in bytes or in UTF-16 of either order: 13 that has become 1355.90 is no row. */
export async function endsWithRow(path: string, sizeBytes: number): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, Math.max(0, sizeBytes - 2));
    const [first = 0, before = 0, after = 0, last = 0] = buffer;
    return [before === 0 ? first : before, after === 0 ? last : after].some((byte) => LINE_ENDS.includes(byte));
  } finally {
    await file.close();
  }
}
