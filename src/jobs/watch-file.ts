/**
 * One file of a watched folder, from its arrival to `done` or `failed`. The jobs show what was done with it before: whenever something was
 * killed, a file is continued where it was, and one that was uploaded is never uploaded again.
 */
import { join } from 'node:path';
import { type Fingerprint, fingerprintOf } from '../client/journal/file-fingerprint.js';
import { endsWithRow, jobsOfBeginning } from '../client/journal/grown-file.js';
import { kindOf, startedText } from '../client/journal/job.js';
import { type JobFolder, listJobs, readReport } from '../client/journal/job-folders.js';
import { diskError } from '../client/machine/private-file.js';
import { SalesError } from '../contract/problem.js';
import { rowMembers, type UploadKind } from '../contract/states.js';
import { rejectsPath } from '../files/rows/rejects.js';
import { isSameFile } from '../files/text/file-identity.js';
import type { JobContext, SendingChoices } from './context.js';
import { exits, gravest } from './exit-codes.js';
import { fittingRejectsPath } from './file-names.js';
import { type JobStanding, standingOf } from './job-standing.js';
import { isFor } from './job-target.js';
import { reportText } from './report-text.js';
import { resumeJob } from './resume-job.js';
import { type UploadDocument, uploadDocument } from './upload-document.js';
import { type Connected, type UploadChoices, uploadFile } from './upload-file.js';
import { emptyOutcome, failedOutcome, type UploadOutcome } from './upload-outcome.js';
import { freeName, isSameMark, markOf, moveOn, putInto, type Tray, type WatchedFile, type WriteFile } from './watched-folder.js';

export interface Watch {
  folder: string;
  /** What the rows of its files are. */
  kind: UploadKind;
  connected: Connected;
  context: JobContext;
  sending: SendingChoices;
  /** For each new file: what is remembered of tables changes with every one. */
  choices(): Promise<UploadChoices>;
  /** Is told what became of a file before it is moved. */
  ended(outcome: UploadOutcome): void;
  writeReport: WriteFile;
  /** Fails with `disk` where the folder or its trays have become others. */
  checkPlaces(): Promise<void>;
}

/** What became of a file: its report, and where it lies now (null: where it was). */
export interface Handled {
  exit: number;
  report: UploadDocument;
  movedTo: string | null;
}

/** Null where a signal came. Fails as an upload does where the fault is not the file's; one that cannot be read stays. */
export async function handleFile(file: WatchedFile, watch: Watch): Promise<Handled | null> {
  try {
    return await handle(file, watch);
  } catch (error) {
    if (error instanceof SalesError && error.code === 'inputUnusable') return stays(file, error, watch);
    // It went away, or may not be read any more, just when it was looked into.
    if ((error as NodeJS.ErrnoException).path === file.path) return stays(file, diskError(`${file.path} cannot be read`, error), watch);
    throw error;
  }
}

async function handle(file: WatchedFile, watch: Watch): Promise<Handled | null> {
  const { connected, context } = watch;
  const { signals, host } = context;
  const fingerprint = await fingerprintOf(file.path, signals.stop, file.mark);
  if (!fingerprint) return null;
  const jobs = (await listJobs(await host.jobsDir())).filter(({ job }) => isFor(job, connected.target) && kindOf(job) === watch.kind);
  const same = jobs.findLast(({ job }) => job.file.sha256 === fingerprint.sha256);
  const standing = same && (await standingOf(same));
  if (standing?.finished) return afterwards(file, standing, fingerprint, watch);
  const shorter = same ? null : await grownFrom(file, jobs, signals.stop);
  if (shorter?.finished) return refused(file, await grown(file, shorter.folder), watch);
  const outcome = await uploadOrResume(file, same ?? shorter?.folder, watch);
  if (!outcome) return null;
  watch.ended(outcome);
  return shorter ? concludeGrown(file, outcome, shorter, watch) : conclude(file, outcome, watch);
}

async function uploadOrResume(file: WatchedFile, same: JobFolder | undefined, watch: Watch): Promise<UploadOutcome | null> {
  const { folder, connected, context } = watch;
  try {
    if (same?.job.file.path === file.path) {
      return await resumeJob(same, { ...watch.sending, mustBe: file.mark }, (call) => call(connected), context);
    }
    const rejects = await freeName(join(folder, 'failed'), fittingRejectsPath(rejectsPath(file.name)));
    return await uploadFile(file.path, { ...(await watch.choices()), mustBe: file.mark, rejects }, connected, context);
  } catch (error) {
    // `usage` is a job that reads otherwise now, as where its file grew while it was uploaded: other files have nothing to do with that.
    const ofThisFile = ['inputUnusable', 'alreadyUploaded', 'uploadGone', 'locked', ...(same ? ['usage'] : [])];
    if (error instanceof SalesError && ofThisFile.includes(error.code)) return failed(file, error, watch);
    throw error;
  }
}

async function conclude(file: WatchedFile, outcome: UploadOutcome, watch: Watch): Promise<Handled> {
  const stayed = unmoved(outcome, watch);
  const tray = trayOf(outcome);
  if (!tray) return stayed;
  if (isSent(outcome.exit) && !isSameMark(file.mark, await markOf(file.path))) return refused(file, written(outcome), watch);
  const handled = await put(file, tray, stayed, watch);
  // The corrected rows are in: those that were rejected are settled.
  if (handled.movedTo !== null && outcome.exit === exits.done && isRejectsName(file.name)) await moveOn(watch.folder, file.name);
  return handled;
}

function isRejectsName(name: string): boolean {
  return /\.rejects(?:-\d+)?\.\w+$/.test(name);
}

/** A file that cannot be moved stays, and the others are gone on with. */
async function put(file: WatchedFile, tray: Tray, { exit, report }: Omit<Handled, 'movedTo'>, watch: Watch): Promise<Handled> {
  await watch.checkPlaces();
  const text = tray !== 'done' ? reportText(file.name, report) : null;
  try {
    return { exit, report, movedTo: await putInto({ folder: watch.folder, tray }, file, report, text, watch.writeReport) };
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    return { report, movedTo: null, exit: gravest([exit, stays(file, error, watch).exit]) };
  }
}

function failed({ path }: WatchedFile, error: SalesError, { kind }: Watch): UploadOutcome {
  return { ...failedOutcome(path, error), ...(kind !== 'Sales' && { kind }) };
}

function unmoved(outcome: UploadOutcome, { context }: Watch): Handled {
  return { exit: outcome.exit, report: uploadDocument(outcome, context.wordsOf), movedTo: null };
}

/** Says why; the exit is that of the failure. */
function stays(file: WatchedFile, error: SalesError, watch: Watch): Handled {
  const outcome = failed(file, error, watch);
  watch.ended(outcome);
  return unmoved(outcome, watch);
}

/** The beginning of the file was gone on with. As long as that is not through the file stays, for the job needs it. */
async function concludeGrown(file: WatchedFile, outcome: UploadOutcome, shorter: JobStanding, watch: Watch): Promise<Handled> {
  if (isSent(outcome.exit)) return refused(file, await grown(file, shorter.folder), watch);
  const unfinished = shorter.state === 'inDoubt' ? exits.inDoubt : exits.temporary;
  const exit = outcome.exit === exits.inputUnusable || outcome.exit === exits.usage ? unfinished : outcome.exit;
  return unmoved({ ...outcome, exit }, watch);
}

/** As far as the file can be sent. */
function isSent(exit: number): boolean {
  const sent: number[] = [exits.done, exits.rejectedRows, exits.importErrors, exits.stillProcessing];
  return sent.includes(exit);
}

/** Where it was stopped, as by a fault of the file, sales are left that nobody sends by themselves. Null: it stays, and is continued later. */
function trayOf({ exit, stopped, reading }: { exit: number; stopped?: object | null; reading?: object }): Tray | null {
  if (isSent(exit)) return stopped ? 'failed' : 'done';
  if (reading) return 'waiting';
  return exit === exits.inputUnusable ? 'failed' : null;
}

/** A file whose job is finished: the very file, which only was not moved any more, or the same one once more. */
async function afterwards(file: WatchedFile, { folder }: JobStanding, fingerprint: Fingerprint, watch: Watch): Promise<Handled> {
  const { job, path } = folder;
  const isThatFile = job.file.path === file.path && job.file.mtimeMs === fingerprint.mtimeMs;
  if (!isThatFile) return refused(file, known(folder), watch);
  const kept = (await readReport(path)) as UploadDocument | null;
  const report = kept ?? uploadDocument({ ...emptyOutcome(file.path), job: job.job }, watch.context.wordsOf);
  return put(file, trayOf(report) ?? 'done', { exit: report.exit, report }, watch);
}

async function refused(file: WatchedFile, error: SalesError, watch: Watch): Promise<Handled> {
  const told = stays(file, error, watch);
  const mark = await markOf(file.path);
  const now = mark && isSameFile(mark, file.mark) ? { ...file, mark } : file;
  return put(now, 'failed', told, watch);
}

/**
 * The job of the beginning of this file, from this place, of which the server has something, or may have: one that can be gone on with
 * first. Of a job of which it has nothing, the file is simply another file.
 */
async function grownFrom(file: WatchedFile, jobs: readonly JobFolder[], stop: AbortSignal | undefined): Promise<JobStanding | null> {
  const here = jobs.filter(({ job }) => job.file.path === file.path);
  const shorter = await Promise.all((await jobsOfBeginning(here, file.path, file.mark.sizeBytes, stop)).map(standingOf));
  const held = shorter.filter(({ rows }) => rows.accepted !== 0 || rows.inDoubt !== 0);
  return held.find(({ finished }) => !finished) ?? held[0] ?? null;
}

function known({ job }: JobFolder): SalesError {
  return new SalesError(
    'alreadyUploaded',
    `The same file was already uploaded on ${startedText(job)} as ${job.file.name}, job ${job.job}.`,
    {
      hint: [
        'What became of it:   ',
        ['sales', 'status', job.job],
        '   To upload it again on purpose: ',
        ['sales', kindOf(job) === 'Settlement' ? 'settle' : 'upload', '--again', 'FILE'],
      ],
    },
  );
}

async function grown({ path }: WatchedFile, { job }: JobFolder): Promise<SalesError> {
  const { sizeBytes } = job.file;
  const { called } = rowMembers[kindOf(job)];
  const isWhole = await endsWithRow(path, sizeBytes);
  return new SalesError(
    'inputUnusable',
    `The file begins with the ${sizeBytes} bytes that were uploaded as job ${job.job}, and watch sends no file that has grown.`,
    {
      hint: [
        `Upload a file with the new ${called} only, or the whole one:   `,
        ['sales', kindOf(job) === 'Settlement' ? 'settle' : 'upload', 'FILE'],
        '   It refuses what would count twice',
        isWhole ? '' : '; the last row of those bytes may have been incomplete: check what became of it',
      ],
    },
  );
}

/** Only of what was sent, which is a job. */
function written({ job, kind = 'Sales' }: UploadOutcome): SalesError {
  return new SalesError(
    'inputUnusable',
    `The file was still being written while it was uploaded as job ${job}: what came later may not be on the server.`,
    {
      hint: [
        'Check with   ',
        ['sales', 'status', job ?? 'JOB'],
        `   what is there, and upload a file with the other ${rowMembers[kind].called}`,
      ],
    },
  );
}
