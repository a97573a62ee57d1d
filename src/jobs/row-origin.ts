/**
 * Where a transaction came from, when this machine sent it: its job, its file and the line there. The server tells upload and place; the
 * journal of the job tells which rows of the file that upload had. Reads only.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { checkUnchanged } from '../client/journal/file-fingerprint.js';
import { inputPath, type JobFolder, journalFile, listJobs } from '../client/journal/job-folders.js';
import { peekJournal } from '../client/journal/journal.js';
import { type BatchState, uploadIdOf } from '../client/journal/journal-state.js';
import { orNull } from '../contract/problem.js';
import { openInput } from '../files/open.js';
import { openOptionsOf, readingOf } from './new-job.js';

export interface RowOrigin {
  job: string;
  /** As it was typed; `-` for standard input. */
  file: string;
  /** From 1. Null where the file is gone or was changed since, or the server had refused rows beside this one. */
  line: number | null;
}

const PIECE_BYTES = 1 << 20;

type PlannedBatch = BatchState['plan'];

/** Null where no job of this machine made the upload. Fails with `disk` where the folder of jobs cannot be read. */
export async function originOf(jobsDir: string, uploadId: string, index: number): Promise<RowOrigin | null> {
  for (const folder of (await listJobs(jobsDir)).toReversed()) {
    // A journal or a file that cannot be read tells nothing.
    const plan = await planOf(folder, uploadId).catch(orNull());
    if (plan) return { job: folder.job.job, file: folder.job.file.name, line: await lineOf(folder, plan, index).catch(orNull()) };
  }
  return null;
}

/** Plan of the batch that the server has under this id; null where the job has none. */
async function planOf({ path }: JobFolder, uploadId: string): Promise<PlannedBatch | null> {
  const journal = join(path, journalFile);
  if (!(await mentions(journal, uploadId))) return null;
  const { batches } = await peekJournal(journal);
  return [...batches.values()].find((batch) => uploadIdOf(batch) === uploadId)?.plan ?? null;
}

/** Whether the file at `path` holds `text`, read piece by piece: there may be many journals, and one of them at most is the right one. */
async function mentions(path: string, text: string): Promise<boolean> {
  let end = Buffer.alloc(0);
  try {
    for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
      const read = Buffer.concat([end, piece as Buffer]);
      if (read.includes(text)) return true;
      end = read.subarray(Math.max(0, read.length - text.length));
    }
    return false;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return false;
    throw error;
  }
}

/** The line of the sale at `index` among those of the batch. */
async function lineOf(folder: JobFolder, { first, last, rows }: PlannedBatch, index: number): Promise<number | null> {
  const { job } = folder;
  const path = inputPath(folder);
  await checkUnchanged(path, job.file, job.job);
  const input = await openInput({ path }, openOptionsOf(job));
  try {
    if (readingOf(input.description) !== job.readingSha256) return null;
    const lines: number[] = [];
    for await (const group of input.rows) {
      for (const { line, record, sale } of group) if (sale && record >= first && record <= last) lines.push(line);
      if ((group.at(-1)?.record ?? 0) > last) break;
    }
    // Rows that were left out of the request cannot be told from the others here.
    return lines.length === rows ? (lines[index] ?? null) : null;
  } finally {
    await input.close();
  }
}
