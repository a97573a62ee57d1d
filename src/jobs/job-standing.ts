/** The state of a job as its folder shows it: for lists of jobs and for choosing one. Changes nothing and contacts no server. */
import { join } from 'node:path';
import { kindOf } from '../client/journal/job.js';
import { type JobFolder, journalFile, listJobs } from '../client/journal/job-folders.js';
import { lockHolder } from '../client/journal/job-lock.js';
import { peekJournal } from '../client/journal/journal.js';
import { type JournalState, mayBeTaken, type RowCounts, rowsKnown, uploadIdOf } from '../client/journal/journal-state.js';
import { own } from '../contract/own-names.js';
import { orNull } from '../contract/problem.js';
import { stateOf } from './upload-document.js';
import { withdrawnIn } from './withdrawn.js';

export interface JobStanding {
  folder: JobFolder;
  /** A word of `stateOf`, or `running`, `unfinished`, `damaged`. */
  state: string;
  finished: boolean;
  /** Null where only a run over the file would tell. */
  rows: { [Count in keyof RowCounts]: number | null };
  /** `withdrawn`: since when, as far as this machine knows; absent where it is not. */
  uploads: {
    uploadId: string;
    rows: number;
    status: string | null;
    countsMatch: boolean | null;
    duplicates: number | null;
    withdrawn?: string;
  }[];
}

/** Every job, the oldest first. Fails with `disk` where the folder cannot be read; a damaged journal is a state. */
export async function standings(jobsDir: string): Promise<JobStanding[]> {
  return Promise.all((await listJobs(jobsDir)).map(standingOf));
}

/** How the job in a folder stands; a journal that cannot be read makes it `damaged`. */
export async function standingOf(folder: JobFolder): Promise<JobStanding> {
  const journal = await peekJournal(join(folder.path, journalFile)).catch(orNull());
  if (!journal) return { folder, state: 'damaged', finished: false, rows: unknownRows, uploads: [] };
  const { finished } = journal;
  const isRunning = (await lockHolder(folder.path)) !== null;
  const rows = finished?.rows ?? { ...unknownRows, ...rowsKnown(journal) };
  const state = finished ? stateOf(finished.exit) : [...journal.batches.values()].some(mayBeTaken) ? 'inDoubt' : 'unfinished';
  return {
    folder,
    state: isRunning ? 'running' : state,
    finished: finished !== null,
    rows,
    uploads: uploadsIn(journal, await withdrawnIn(folder.path)),
  };
}

const unknownRows = { read: null, accepted: null, rejected: null, inDoubt: null, unsent: null };

function uploadsIn({ batches, states }: JournalState, gone: Readonly<Record<string, string>>): JobStanding['uploads'] {
  const uploads: JobStanding['uploads'] = [];
  for (const batch of batches.values()) {
    const uploadId = uploadIdOf(batch);
    if (uploadId === null) continue;
    const state = states.get(uploadId);
    // A journal has final states only.
    const withdrawn = own(gone, uploadId);
    uploads.push({
      ...{ uploadId, rows: batch.plan.rows, status: state?.status ?? null, countsMatch: state?.countsMatch ?? null },
      duplicates: state ? (state.duplicates ?? 0) : null,
      ...(withdrawn !== undefined && { withdrawn }),
    });
  }
  return uploads;
}

/** The member of `jobs` in `sales.uploads/1`. */
export function standingDocument({ folder: { job }, state, rows, uploads }: JobStanding) {
  const { endpoint: url, user, customer, tenant } = job;
  const kind = kindOf(job);
  return {
    job: job.job,
    file: job.file.name,
    ...(kind !== 'Sales' && { kind }),
    state,
    rows,
    uploads,
    started: job.startedAt,
    url,
    user,
    customer,
    tenant,
  };
}
