/**
 * One run of an open job: the conductor with its journal, the progress, the rejects file, and at the end what is kept of the job. The same
 * for an upload and for a resume. What happens is told as events, what became of it returned as data.
 */
import { join } from 'node:path';
import type { UploadInput } from '../client/batches/batch-source.js';
import { uploadInput } from '../client/batches/open-batches.js';
import type { Fingerprint } from '../client/journal/file-fingerprint.js';
import { kindOf } from '../client/journal/job.js';
import { inputFile, removeJob, writeReport } from '../client/journal/job-folders.js';
import type { OpenJob } from '../client/journal/job-start.js';
import type { LineMarks } from '../client/journal/line-marks.js';
import { removeFile } from '../client/machine/private-file.js';
import { duplicatesIn, type RowTally } from '../client/sending/tally.js';
import { isWorthResuming, type UploadReport, type UploadSettings, uploadRows } from '../client/sending/upload.js';
import { SalesError } from '../contract/problem.js';
import { fileNameAt } from '../contract/upload-source.js';
import type { PlannedInput } from '../files/open.js';
import type { JobContext, Sender, SendingChoices, WholeInput } from './context.js';
import { findDifferingDuplicates } from './differing-duplicates.js';
import { exitOfReport, exits, gravest } from './exit-codes.js';
import { addImportRejects } from './import-rejects.js';
import { openOptionsOf } from './new-job.js';
import { noRejectsFile, openRejectsFile, type RejectsFile } from './rejects-file.js';
import { isOfRejects } from './rejects-origin.js';
import { uploadDocument } from './upload-document.js';
import type { UploadOutcome } from './upload-outcome.js';

interface JobRun {
  /** The input as its owner named it. */
  file: string;
  /** Where it is read. */
  path: string;
  input: PlannedInput;
  /** Fingerprint of the input before it was opened. */
  fingerprint: Fingerprint;
  marks: LineMarks;
  rejectsPath: string;
  /** More rejected rows than this, and nothing more is sent; null is no limit. */
  rejectsMax: number | null;
  /** Null where that is not known before they are sent. */
  rowsTotal: number | null;
  /** Called once, with the first batch, before it is sent. Where it fails, nothing is sent. */
  beforeSending?: (() => Promise<void>) | undefined;
}

/** Fails with `usage` and `disk`; what was sent until then stands in the journal. */
export async function runJob(
  open: OpenJob,
  job: JobRun,
  choices: SendingChoices,
  sender: Sender,
  { host, events, signals, wordsOf, reasonOf }: JobContext,
): Promise<UploadOutcome> {
  const { file, input } = job;
  const { api } = sender;
  let rejects: RejectsFile = noRejectsFile;
  const progress = await events.running({ rows: job.rowsTotal, bytes: bytesOf(job) });
  try {
    rejects = openRejectsFile(job.rejectsPath, file, input.description);
    events.understood(input.description);
    const { stop, abort } = signals;
    const hooks = { onEvent: progress.event, onReject: rejects.add, ...(reasonOf && { reasonOf }), onDoubt: events.onDoubt, stop, abort };
    const settings = settingsOf(open, job, choices, sender);
    const report = await uploadRows(inputOf(job, choices), api, namesOf(open), open.journal, settings, hooks, host.clock);
    const waited = settings.waitMs !== null;
    const twinsInDoubt = twinsIn(open, job, report);
    const options = openOptionsOf(open.folder.job);
    const isDone = report.complete && waited;
    const notImported = isDone ? await addImportRejects(report, job, options, api, rejects.add) : 0;
    const differing = isDone ? await findDifferingDuplicates(report, job, options, api, stop) : null;
    const isInDoubt = twinsInDoubt > 0 || (differing?.rows.length ?? 0) > 0 || (differing?.amongOthers ?? null) !== null;
    const exit = gravest([exitOfReport(report, waited, signals.exit()), ...(isInDoubt ? [exits.importErrors] : [])]);
    const rejectsFile = await rejects.finish();
    const kept = await keep(open, report);
    const kind = kindOf(open.folder.job);
    const whole: UploadOutcome = {
      ...report,
      ...{ tried: true, job: kept ? open.folder.job.job : null, resumable: kept && !report.complete, file },
      ...(kind !== 'Sales' && { kind }),
      read: { description: input.description, options },
      ...{ twinsInDoubt, differing, notImported, rejectsFile, dryRun: false, waited, exit },
    };
    const unkept = kept ? await conclude(open, whole, uploadDocument(whole, wordsOf)).then(() => null, notConcluded) : null;
    return unkept ? { ...whole, stopped: whole.stopped ?? unkept, resumable: true, exit: gravest([exit, exits.disk]) } : whole;
  } finally {
    progress.end();
    await rejects.discard();
  }
}

/** Null where the lines of the file are not those of its bytes. */
function bytesOf({ input, marks, fingerprint }: JobRun): WholeInput['bytes'] {
  const { format, gzip, encoding } = input.description;
  const isPlain = format !== 'xlsx' && !gzip && !encoding.startsWith('utf-16');
  return isPlain ? { total: fingerprint.sizeBytes, at: marks.bytesAt } : null;
}

/**
 * Corrected rejects that are not known to be of a job's file are compared as a file of their own: what the server takes for a duplicate
 * may be the twin of a row that was good at once. Nobody but their owner can tell.
 */
function twinsIn({ folder }: OpenJob, { input }: JobRun, { uploads }: RowTally): number {
  if (folder.job.partOf !== undefined || !isOfRejects(input.description)) return 0;
  return duplicatesIn(uploads);
}

function inputOf({ path, input, fingerprint, beforeSending }: JobRun, { mustBe }: SendingChoices): UploadInput {
  const whole = uploadInput(input, { path, mustBe, fingerprint });
  let before = beforeSending;
  const batches: UploadInput['batches'] = (plan) => {
    const source = whole.batches(plan);
    const next = async () => {
      const step = await source.next();
      if (step?.batch) {
        await before?.();
        before = undefined;
      }
      return step;
    };
    return { ...source, next };
  };
  return { ...whole, batches };
}

function settingsOf({ folder }: OpenJob, { rejectsMax }: JobRun, choices: SendingChoices, { gzip }: Sender): UploadSettings {
  const { batchRows, intervalMs } = folder.job;
  const { parallel, retryForMs, waitMs } = choices;
  return { batchRows, intervalMs, parallel, gzip, retryForMs, waitMs, rejectsMax };
}

function namesOf({ folder: { job } }: OpenJob) {
  const { endpoint, user, customer, tenant, importConfigurationId, salt, group, partOf } = job;
  const identity = { endpoint, user, customer, tenant, importConfigurationId, salt, fileSha256: job.file.sha256 };
  // What was put aside has no name: standard input, a pipe.
  const uploadSource = { name: job.file.path === '' ? null : fileNameAt(job.file.name), sha256: job.file.sha256 };
  return { identity: partOf === undefined ? identity : { ...identity, rejectsOf: { group, job: partOf } }, group, uploadSource };
}

/** A job of which nothing was sent stays only where sending it later can help. */
async function keep({ folder, journal }: OpenJob, report: UploadReport): Promise<boolean> {
  if (journal.state.batches.size > 0 || isWorthResuming(report)) return true;
  await removeJob(folder.path);
  return false;
}

/** What became of the rows is told all the same: they are at the server. */
function notConcluded(error: unknown): SalesError {
  if (!(error instanceof SalesError) || error.code !== 'disk') throw error;
  const text = `What was accepted is at the server, but the job cannot be ended here: ${error.message}`;
  return new SalesError('disk', text, {
    cause: error,
    hint: 'Free some space or fix the disk: a resume then ends the job, and sends nothing twice',
  });
}

/** The report before the line that says "finished", so that a finished job always has one. */
async function conclude({ folder, journal }: OpenJob, outcome: UploadOutcome, document: object): Promise<void> {
  // A disk that failed before fails here, too, and the first failure says more.
  if (journal.failure) return;
  await writeReport(folder.path, document);
  if (!outcome.complete) return;
  const { rows } = outcome;
  await journal.append([{ t: 'finished', exit: outcome.exit, rows: { ...rows } }]);
  if (rows.inDoubt === 0) await removeFile(join(folder.path, inputFile));
}
