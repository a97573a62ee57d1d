/** Continues a job that was interrupted, over the same file and with its journal. */
import { checkUnchanged, type Fingerprint } from '../client/journal/file-fingerprint.js';
import { beginningAside } from '../client/journal/grown-file.js';
import type { Job } from '../client/journal/job.js';
import { inputPath, type JobFolder } from '../client/journal/job-folders.js';
import { type OpenJob, reopenJob } from '../client/journal/job-start.js';
import { type LineMarks, openLineMarks } from '../client/journal/line-marks.js';
import { holdYoung } from '../client/machine/heap.js';
import { SalesError } from '../contract/problem.js';
import { openInput, type PlannedInput } from '../files/open.js';
import type { FileSource } from '../files/text/bytes.js';
import type { JobContext, Sender, SendingChoices } from './context.js';
import { exits, gravest } from './exit-codes.js';
import { openOptionsOf, readingOf } from './new-job.js';
import { runJob } from './run-job.js';
import type { UploadOutcome } from './upload-outcome.js';

/** Calls with a way to the server; it may fail first, as where the job was for another one. */
type WithSender = <Result>(call: (sender: Sender) => Promise<Result>) => Promise<Result>;

/**
 * Null where a signal came before anything was done. Fails with `locked` and `disk`, with `inputUnusable` where the file has changed (and not
 * only grown: then its beginning is gone on with), with `notFound` where the job was removed meanwhile, and
 * with `usage` where another version began it, and as `withSender` does.
 */
export async function resumeJob(
  folder: JobFolder,
  choices: SendingChoices,
  withSender: WithSender,
  context: JobContext,
): Promise<UploadOutcome | null> {
  const open = await reopenJob(folder, context.host.clock);
  try {
    const { job } = folder;
    // Rows of a large file are read in a thread of their own; this one keeps little.
    holdYoung();
    const begun = await fileAsBegun(folder, context.signals.stop);
    if (!begun) return null;
    const { path, fingerprint, marks } = begun;
    // Its beginning was copied, and compared then.
    const mustBe = begun.hasGrown ? undefined : choices.mustBe;
    const outcome = await withSender(async (sender) => {
      const input = await openAsBegun(open, { path, mustBe });
      try {
        const { rejectsPath, file } = job;
        const source = { file: file.name, path, input, fingerprint, marks, rejectsPath, rejectsMax: null, rowsTotal: null };
        const outcome = await runJob(open, source, { ...choices, mustBe }, sender, context);
        return { ...outcome, resumed: true };
      } finally {
        await input.close();
      }
    });
    return begun.hasGrown ? asGrown(outcome, job.file.sizeBytes) : outcome;
  } finally {
    await open.close();
  }
}

/** The file that the job began with; where it has only grown since, its beginning. Null where a signal came. */
async function fileAsBegun(
  folder: JobFolder,
  stop: AbortSignal,
): Promise<{ path: string; fingerprint: Fingerprint; marks: LineMarks; hasGrown: boolean } | null> {
  const { job } = folder;
  const aside = await beginningAside(folder, stop);
  const path = aside ?? inputPath(folder);
  const marks = openLineMarks();
  const fingerprint = await checkUnchanged(path, job.file, job.job, stop, marks.see);
  return fingerprint && { path, fingerprint, marks, hasGrown: aside !== null };
}

/** Outcome for a file that has grown: its end is still to be sent, whatever became of its beginning. */
function asGrown(outcome: UploadOutcome, readBytes: number): UploadOutcome {
  return { ...outcome, readBytes, exit: gravest([outcome.exit, exits.rejectedRows]) };
}

async function openAsBegun({ folder: { job } }: OpenJob, source: FileSource): Promise<PlannedInput> {
  const input = await openInput(source, openOptionsOf(job)).catch((error: unknown) => {
    throw error instanceof SalesError && error.code === 'inputUnusable' ? askedSince(job, error) : error;
  });
  if (readingOf(input.description) !== job.readingSha256) {
    await input.close();
    throw new SalesError(
      'usage',
      `The job ${job.job} was begun by version ${job.version}, which reads the columns of the file differently.`,
      {
        hint: 'Finish it with that version',
      },
    );
  }
  const isStdin = job.file.name === '-';
  return { ...input, description: { ...input.description, name: job.file.name, ...(isStdin && { sizeBytes: null }) } };
}

/** The file is unchanged, so another version began the job. The answer cannot be given: what a job was begun with is not changed. */
function askedSince({ job, version, file }: Job, { message, hint, errors }: SalesError): SalesError {
  const again = file.name === '-' ? 'the input' : 'the file';
  return new SalesError('inputUnusable', `The job ${job} was begun by a version that did not ask this: ${message}`, {
    hint: [
      `Finish it with that one (${version}); or upload ${again} with `,
      ['--again'],
      ' and the answer, which sends all of it once more. The answer: ',
      ...(typeof hint === 'string' ? [hint] : (hint ?? [])),
    ],
    errors,
  });
}
