/**
 * One run of an open job: the conductor with its journal, the progress, the rejects file, and at the end what is kept of the job. The same
 * for an upload and for a resume. It prints through the view only, and returns what happened as data.
 */
import { join } from 'node:path';
import type { UploadInput } from '../../client/batches/batch-source.js';
import { uploadInput } from '../../client/batches/open-batches.js';
import type { SalesApi } from '../../client/http/api.js';
import type { Fingerprint } from '../../client/journal/file-fingerprint.js';
import { inputFile, removeJob, reportFile } from '../../client/journal/job-folders.js';
import type { OpenJob } from '../../client/journal/job-start.js';
import type { Ledger } from '../../client/sending/ledger.js';
import { isWorthResuming, type UploadReport, type UploadSettings, uploadRows } from '../../client/sending/upload.js';
import type { OpenedInput } from '../../files/input/row.js';
import { sendsPacked } from '../flags/gzip-flag.js';
import type { Run } from '../flags/run.js';
import type { SendingFlags } from '../flags/sending-flags.js';
import { exitOfReport, exits, gravest } from '../terminal/exit-codes.js';
import { removeFile, writePrivateFile } from '../terminal/private-file.js';
import { showInput } from '../views/input-view.js';
import { uploadDocument } from '../views/upload-document.js';
import type { UploadOutcome } from '../views/upload-outcome.js';
import { openProgress } from '../views/upload-progress.js';
import { findDifferingDuplicates } from './differing-duplicates.js';
import { addImportRejects } from './import-rejects.js';
import { doubtDecision } from './in-doubt.js';
import { openOptionsOf } from './new-job.js';
import { noRejectsFile, openRejectsFile, type RejectsFile } from './rejects-file.js';
import { isOfRejects } from './rejects-origin.js';
import type { Signals } from './stop-signals.js';

export interface JobRun {
  /** The input as its owner named it. */
  file: string;
  /** Where it is read. */
  path: string;
  input: OpenedInput;
  /** Of the input, before it was opened. */
  fingerprint: Fingerprint;
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
  flags: SendingFlags,
  api: SalesApi,
  run: Run,
  signals: Signals,
): Promise<UploadOutcome> {
  const { output, host } = run;
  const { file, input } = job;
  let rejects: RejectsFile = noRejectsFile;
  const progress = await openProgress(output, host.clock, job.rowsTotal);
  try {
    rejects = openRejectsFile(job.rejectsPath, file, input.description);
    showInput(input.description, output);
    const { stop, abort } = signals;
    const onDoubt = doubtDecision(flags.inDoubt, run);
    const hooks = { onEvent: progress.event, onReject: rejects.add, onDoubt, stop, abort };
    const settings = settingsOf(open, job, flags, api);
    const report = await uploadRows(inputOf(open, job, flags), api, namesOf(open), open.journal, settings, hooks, host.clock);
    const waited = settings.waitMs !== null;
    const { ledger, stopped } = report;
    const twinsInDoubt = twinsIn(open, job, ledger);
    const options = openOptionsOf(open.folder.job);
    const isDone = report.complete && waited;
    const notImported = isDone ? await addImportRejects(ledger, job, options, api, rejects.add) : 0;
    const differing = isDone ? await findDifferingDuplicates(ledger, job, options, api, stop) : null;
    const isInDoubt = twinsInDoubt > 0 || (differing?.rows.length ?? 0) > 0;
    const exit = gravest([exitOfReport(report, waited, signals.exit()), ...(isInDoubt ? [exits.importErrors] : [])]);
    const rejectsFile = await rejects.finish();
    const kept = await keep(open, report);
    const outcome = { job: kept ? open.folder.job.job : null, resumable: kept && !report.complete, file, ledger, report, stopped };
    const { unreadSheets } = input.description;
    const whole = { ...outcome, twinsInDoubt, differing, notImported, rejectsFile, dryRun: false, unreadSheets, waited, exit };
    if (kept) await conclude(open, whole, report);
    return whole;
  } finally {
    progress.end();
    await rejects.discard();
  }
}

/**
 * Corrected rejects that are not known to be of a job's file are compared as a file of their own: what the server takes for a duplicate
 * may be the twin of a row that was good at once. Nobody but their owner can tell.
 */
function twinsIn({ folder }: OpenJob, { input }: JobRun, { uploads }: Ledger): number {
  if (folder.job.partOf !== undefined || !isOfRejects(input.description)) return 0;
  return uploads.reduce((sum, { duplicates }) => sum + (duplicates ?? 0), 0);
}

function inputOf({ folder }: OpenJob, { path, input, fingerprint, beforeSending }: JobRun, { mustBe }: SendingFlags): UploadInput {
  const whole = uploadInput(input, { path, mustBe, fingerprint, options: openOptionsOf(folder.job) });
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

function settingsOf({ folder }: OpenJob, { rejectsMax }: JobRun, flags: SendingFlags, { host }: SalesApi): UploadSettings {
  const { batchRows, intervalMs } = folder.job;
  const way = { batchRows, intervalMs, parallel: flags.parallel ?? null, gzip: sendsPacked(flags.gzip, host) };
  return { ...way, retryForMs: flags.retryFor, waitMs: flags.wait === false ? null : flags.wait, rejectsMax };
}

function namesOf({ folder: { job } }: OpenJob) {
  const { endpoint, user, customer, tenant, importConfigurationId, salt, group, partOf } = job;
  const identity = { endpoint, user, customer, tenant, importConfigurationId, salt, fileSha256: job.file.sha256 };
  return { identity: partOf === undefined ? identity : { ...identity, rejectsOf: { group, job: partOf } }, group };
}

/** A job of which nothing was sent stays only where sending it later can help. */
async function keep({ folder, journal }: OpenJob, report: UploadReport): Promise<boolean> {
  if (journal.state.parts.size > 0 || isWorthResuming(report)) return true;
  await removeJob(folder.path);
  return false;
}

/** The report before the line that says "finished", so that a finished job always has one. */
async function conclude({ folder, journal }: OpenJob, outcome: UploadOutcome, report: UploadReport): Promise<void> {
  // A disk that failed before fails here, too, and the first failure says more.
  if (journal.failure) return;
  const document = { schema: 'sales.upload/1', ...uploadDocument(outcome) };
  await writePrivateFile(join(folder.path, reportFile), `${JSON.stringify(document)}\n`);
  if (!report.complete) return;
  const { rows } = outcome.ledger;
  await journal.append([{ t: 'finished', exit: outcome.exit, rows: { ...rows } }]);
  if (rows.inDoubt === 0) await removeFile(join(folder.path, inputFile));
}
