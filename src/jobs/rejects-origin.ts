/**
 * The job that a rejects file came from. Its rows, corrected, are rows of that job's file: sent in its group, equal rows count as they
 * would have side by side. Each rejects file joins the group of its job once; sent again it is a separate file, so that a server recognises
 * what it has. So are rows that the import rejected: the server has them, and may still import them.
 */
import { basename, dirname } from 'node:path';
import { type Job, kindOf } from '../client/journal/job.js';
import { type JobFolder, listJobs, readReport } from '../client/journal/job-folders.js';
import type { UploadKind } from '../contract/states.js';
import type { InputDescription } from '../files/input/row.js';
import { rejectNames } from '../files/words/field-names.js';
import { standingOf } from './job-standing.js';
import { isFor, type JobTarget } from './job-target.js';
import type { UploadDocument } from './upload-document.js';

export interface RejectsOrigin {
  job: Job;
  /** Rows that lie in its rejects file. */
  rows: number;
}

/**
 * Null where the file at `path` is none that a finished job of this target and kind has written, or where it was uploaded before. Only what is
 * finished is forgotten by and by, the older first: no job is known longer than the one of its rejects. Fails with `disk`.
 */
export async function originOfRejects(
  path: string,
  target: JobTarget,
  jobsDir: string,
  kind: UploadKind = 'Sales',
): Promise<RejectsOrigin | null> {
  const jobs = (await listJobs(jobsDir)).filter(({ job }) => isFor(job, target) && kindOf(job) === kind);
  for (const folder of jobs.reverse().filter(({ job }) => isWhereItsRejectsLie(path, job))) {
    const report = await reportOf(folder);
    if (report?.rejectsFile !== basename(path)) continue;
    const { finished, rows } = await standingOf(folder);
    const isOpen = finished && rows.inDoubt === 0 && report.notImported === 0 && jobs.every(({ job }) => job.partOf !== folder.job.job);
    return isOpen ? { job: folder.job, rows: report.rejected } : null;
  }
  return null;
}

/** Where they were put; or, of a watched folder, where the file had lain, to be taken once more. */
function isWhereItsRejectsLie(path: string, { rejectsPath, file }: Job): boolean {
  return [dirname(rejectsPath), dirname(file.path)].includes(dirname(path));
}

async function reportOf({ path }: JobFolder): Promise<{ rejectsFile: string; rejected: number; notImported: number } | null> {
  const report = (await readReport(path)) as UploadDocument | null;
  if (!report?.rejectsFile) return null;
  const { rejectsFile, rows, notImported = 0 } = report;
  return { rejectsFile: basename(rejectsFile), rejected: rows.rejected, notImported };
}

/** Whether a table is a rejects file, of any job. */
export function isOfRejects({ header }: Pick<InputDescription, 'header'>): boolean {
  return header?.includes(rejectNames[0]) ?? false;
}
