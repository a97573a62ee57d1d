/**
 * One file (or standard input) from opening to outcome: a first pass if a flag needs one, then its job. Nothing is sent of a file that is
 * not usable, or that was uploaded before.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SalesApi } from '../../client/http/api.js';
import { type Fingerprint, fingerprintOf } from '../../client/journal/file-fingerprint.js';
import type { Job } from '../../client/journal/job.js';
import { inputPath } from '../../client/journal/job-folders.js';
import { startJob } from '../../client/journal/job-start.js';
import { holdYoung } from '../../client/machine/heap.js';
import type { Ledger } from '../../client/sending/ledger.js';
import { SalesError } from '../../contract/problem.js';
import { noRules, type Remembered } from '../../files/input/mapping-rules.js';
import type { InputDescription, OpenedInput } from '../../files/input/row.js';
import { type OpenOptions, openInput } from '../../files/open.js';
import { rejectsPath } from '../../files/rows/rejects.js';
import { isInZone } from '../../files/table/table.js';
import type { FileSource } from '../../files/text/bytes.js';
import { readingOptions } from '../flags/mapping-flags.js';
import { flagsForRejects, type ReadingFlags } from '../flags/reading-flags.js';
import type { Run } from '../flags/run.js';
import type { SendingFlags } from '../flags/sending-flags.js';
import type { Target } from '../settings/connect.js';
import { exits } from '../terminal/exit-codes.js';
import { count, isIdentified, showInput } from '../views/input-view.js';
import type { FirstRow, UploadOutcome } from '../views/upload-outcome.js';
import { checkRows, type RejectsAllowed, rejectsMaxOf } from './check-input.js';
import { fittingRejectsPath } from './file-names.js';
import { targetOf } from './job-target.js';
import { type MappingMemory, mappingMemory } from './mapping-memory.js';
import { type JobFlags, newJob } from './new-job.js';
import { lowerPriority } from './process-priority.js';
import { noRejectsFile, openRejectsFile, rejectsPlace } from './rejects-file.js';
import { isOfRejects, originOfRejects, type RejectsOrigin } from './rejects-origin.js';
import { runJob } from './run-job.js';
import { type Spool, spool } from './spool.js';
import type { Signals } from './stop-signals.js';

export interface UploadFlags extends JobFlags, ReadingFlags, SendingFlags {
  dryRun?: boolean;
  strict?: boolean;
  maxRejects?: RejectsAllowed;
  rejects?: string;
}

export interface Connected {
  api: SalesApi;
  target: Target;
}

/** Null where a signal came before anything was done. Fails with `inputUnusable`, `locked`, `usage` or `disk` where nothing was sent. */
export async function uploadFile(
  file: string,
  flags: UploadFlags,
  connected: Connected | null,
  run: Run,
  signals: Signals,
): Promise<UploadOutcome | null> {
  const options = await readingOptions(flags);
  const memory = flags.remember && flags.header ? await mappingMemory(run) : null;
  const recall = recallOf(memory, flags);
  const aside = await putAside(file, flags, run, connected !== null);
  const open = () => openSource({ path: file, mustBe: flags.mustBe }, aside, options, recall, run);
  try {
    const allowed = flags.strict ? { rows: 0 } : flags.maxRejects;
    const origin = connected && !aside && !flags.again ? await originOf(file, connected, run) : null;
    const pass = allowed !== undefined || !connected || origin ? await firstPass(file, open, flags, run) : null;
    if (pass && !connected) return dryOutcome(file, pass);
    const rejectsMax = pass && allowed ? rejectsMaxOf(allowed, pass.ledger.rows.read) : null;
    if (pass && rejectsMax !== null && pass.ledger.rows.rejected > rejectsMax) return tooManyRejects(file, pass, rejectsMax);
    if (!connected) throw new Error('an upload needs an API');
    lowerPriority();
    // Rows of a large file are read in a thread of their own; this one keeps little.
    holdYoung();
    const fingerprint = await fingerprintOf(aside?.path ?? file, signals.stop, flags.mustBe);
    if (!fingerprint) return null;
    const limits = {
      rejectsMax,
      rowsTotal: pass?.ledger.rows.read ?? null,
      origin: origin && pass && isOf(origin, pass) ? origin.job : null,
    };
    const input = await open();
    const beforeSending = () => remember(memory, input.description);
    const outcome = await send({ file, aside, fingerprint, options, ...limits, beforeSending }, input, flags, connected, run, signals);
    return { ...outcome, rejectsFlags: flagsForRejects(flags, input.description) };
  } finally {
    await aside?.remove();
  }
}

/** What a mapping file says goes for what was said before; what only cells told then holds all the same. */
function recallOf(memory: MappingMemory | null, { map }: UploadFlags): Remembered | undefined {
  if (!memory || map === undefined) return memory?.recall;
  return (header) => {
    const earlier = memory.recall(header);
    return earlier && { ...earlier, rules: noRules };
  };
}

async function remember(memory: MappingMemory | null, { header, columns, values }: InputDescription): Promise<void> {
  if (!memory || !header || !columns) return;
  const { reading, asRead } = columns;
  const { timezone, ...others } = reading;
  // Where all times state their offset, a zone says nothing about the header.
  const isUsed = timezone !== undefined && isInZone(values, timezone);
  await memory.remember(header, { ...asRead, reading: { ...others, ...(isUsed && { timezone }) } });
}

/** The options under which it reads as it did, whatever is remembered later. */
function asUnderstood({ isProfileZone: _, ...options }: OpenOptions, { description }: OpenedInput): OpenOptions {
  const { rules = null, reading = {} } = description.columns ?? {};
  return { ...options, ...reading, ...(rules && { rules }) };
}

interface UploadSource {
  file: string;
  options: OpenOptions;
  aside: Spool | null;
  fingerprint: Fingerprint;
  rejectsMax: number | null;
  rowsTotal: number | null;
  /** The job whose corrected rejects it has. */
  origin: Job | null;
  beforeSending: () => Promise<void>;
}

async function send(
  source: UploadSource,
  input: OpenedInput,
  flags: UploadFlags,
  { api, target }: Connected,
  run: Run,
  signals: Signals,
): Promise<UploadOutcome> {
  const { file, aside, fingerprint, origin, rejectsMax, rowsTotal, beforeSending } = source;
  const beside = fittingRejectsPath(rejectsPath(file, input.description.format));
  try {
    // Says at once that the rejects would overwrite the input, before there is a job.
    openRejectsFile(flags.rejects ?? beside, file, input.description);
    const jobsDir = await run.host.jobsDir();
    const files = { name: file, path: aside ? null : file, fingerprint, origin };
    const named = await newJob(files, input.description, asUnderstood(source.options, input), flags, target, run);
    const rejects = await rejectsPlace(beside, flags.rejects, jobsDir, named.job);
    const job = { ...named, rejectsPath: resolve(run.host.cwd(), rejects) };
    const known = { again: flags.again === true, isIdentified: isIdentified(input.description) };
    const started = await startJob(jobsDir, job, aside?.path ?? null, known, run.host.clock);
    try {
      const path = inputPath(started.folder);
      return await runJob(
        started,
        { file, path, input, fingerprint, rejectsPath: rejects, rejectsMax, rowsTotal, beforeSending },
        flags,
        api,
        run,
        signals,
      );
    } finally {
      await started.close();
    }
  } finally {
    await input.close();
  }
}

async function originOf(file: string, { target }: Connected, { host }: Run): Promise<RejectsOrigin | null> {
  return originOfRejects(resolve(host.cwd(), file), targetOf(target), await host.jobsDir());
}

/** A file of more rows than were rejected has others, too, which may be at the server. */
function isOf({ rows }: RejectsOrigin, { ledger, description }: Pass): boolean {
  return ledger.rows.read <= rows && (description.header === null || isOfRejects(description));
}

/** What cannot be read twice (standard input, a pipe) is put aside first, where it must be: for a job, or for a first pass. */
async function putAside(file: string, flags: UploadFlags, { host }: Run, sends: boolean): Promise<Spool | null> {
  if (file === '-')
    return sends || flags.strict || flags.maxRejects !== undefined ? spool(host.stdin, await host.jobsDir(), host.clock) : null;
  const found = sends && !flags.mustBe ? await stat(file).catch(() => null) : null;
  if (!found || found.isFile() || found.isDirectory()) return null;
  const { createReadStream } = await import('node:fs');
  return spool(createReadStream(file), await host.jobsDir(), host.clock);
}

async function openSource(
  { path: file, mustBe }: FileSource,
  aside: Spool | null,
  options: OpenOptions,
  recall: Remembered | undefined,
  { host }: Run,
): Promise<OpenedInput> {
  const path = aside?.path ?? (file === '-' ? null : file);
  const input = await openInput(path === null ? { stdin: host.stdin as AsyncIterable<Uint8Array> } : { path, mustBe }, options, recall);
  return aside || file === '-' ? { ...input, description: { ...input.description, name: file, sizeBytes: null } } : input;
}

interface Pass {
  ledger: Ledger;
  first: readonly FirstRow[];
  description: InputDescription;
  rejectsFile: string | null;
}

/** A rejects file of a file that is not sent would miss the good rows: it is written only where it was asked for by name. */
async function firstPass(file: string, open: () => Promise<OpenedInput>, flags: UploadFlags, run: Run): Promise<Pass> {
  const input = await open();
  const writes = flags.rejects !== undefined && flags.dryRun;
  const rejects = writes ? openRejectsFile(flags.rejects ?? '', file, input.description) : noRejectsFile;
  try {
    if (flags.dryRun) showInput(input.description, run.output);
    const { ledger, first } = await checkRows(input.rows, rejects.add);
    return { ledger, first, description: input.description, rejectsFile: await rejects.finish() };
  } finally {
    await rejects.discard();
    await input.close();
  }
}

const notSent = { job: null, resumable: false, report: null, waited: false };

function dryOutcome(file: string, { ledger, rejectsFile, first, description }: Pass): UploadOutcome {
  const { rejected, unsent } = ledger.rows;
  const exit = unsent === 0 ? exits.inputUnusable : rejected > 0 ? exits.rejectedRows : exits.done;
  const { unreadSheets } = description;
  return { ...notSent, file, ledger, stopped: null, rejectsFile, dryRun: true, checked: { first, description }, unreadSheets, exit };
}

function tooManyRejects(file: string, { ledger, rejectsFile }: Pass, rejectsMax: number): UploadOutcome {
  const allowed = rejectsMax === 0 ? 'none is allowed' : `at most ${rejectsMax.toLocaleString('en')} are allowed`;
  const text = `${count(ledger.rows.rejected, 'row')} cannot be sent and ${allowed}: nothing was sent.`;
  const stopped = new SalesError('inputUnusable', text, {
    hint: 'Correct them in the file itself and upload it again; --dry-run --rejects FILE lists them all',
  });
  return { ...notSent, file, ledger, stopped, rejectsFile, dryRun: false, exit: exits.inputUnusable };
}
