/**
 * One file (or standard input) from opening to outcome: a first pass if a flag needs one, then its job. Nothing is sent of a file that is
 * not usable, or that was uploaded before.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Fingerprint, fingerprintOf } from '../client/journal/file-fingerprint.js';
import { endsWithRow } from '../client/journal/grown-file.js';
import type { Job } from '../client/journal/job.js';
import { inputPath } from '../client/journal/job-folders.js';
import { startJob } from '../client/journal/job-start.js';
import { type LineMarks, openLineMarks } from '../client/journal/line-marks.js';
import { holdYoung } from '../client/machine/heap.js';
import type { RowTally } from '../client/sending/tally.js';
import { SalesError } from '../contract/problem.js';
import { type AcceptedReading, noRules, type Remembered } from '../files/input/mapping-rules.js';
import type { InputDescription, InputRow } from '../files/input/row.js';
import { type OpenOptions, openInput, type PlannedInput } from '../files/open.js';
import { isInZone } from '../files/questions/earlier-table.js';
import { incomplete } from '../files/questions/open-questions.js';
import { readingCollector, type ShownReading } from '../files/reading/shown-reading.js';
import { rejectsPath } from '../files/rows/rejects.js';
import type { FileSource } from '../files/text/bytes.js';
import { checkRows, type RejectsAllowed, rejectsMaxOf } from './check-input.js';
import { type Consent, mayContradict, NewReading, yesTo } from './consent.js';
import type { JobContext, JobHost, Sender, SendingChoices } from './context.js';
import { exits } from './exit-codes.js';
import { fittingRejectsPath } from './file-names.js';
import { goneUploads, UploadGone } from './gone-uploads.js';
import type { JobTarget } from './job-target.js';
import { type ReadingsApi, type ServerReadings, serverReadings } from './kept-readings.js';
import type { MappingMemory } from './mapping-memory.js';
import { isIdentified, type JobChoices, newJob } from './new-job.js';
import { noRejectsFile, openRejectsFile, rejectsPlace } from './rejects-file.js';
import { isOfRejects, originOfRejects, type RejectsOrigin } from './rejects-origin.js';
import { runJob } from './run-job.js';
import { type SentBefore, sentBefore, type UploadsOfFile } from './sent-before.js';
import { type Spool, spool } from './spool.js';
import { type FirstRow, notTried, type UploadOutcome } from './upload-outcome.js';

/** How a file is to be read, checked and sent. */
export interface UploadChoices extends JobChoices, SendingChoices {
  options: OpenOptions;
  /** How tables were read before; null: neither used nor kept. */
  memory: MappingMemory | null;
  /** What a mapping file says goes for what was said before. */
  hasMappingFile: boolean;
  /** Null: nobody is asked. */
  consent: Consent | null;
  /** Readings that the server keeps; null where it is not asked for them. */
  readings: ReadingsApi | null;
  /** Send a file again of which nothing counts any more, rather than say so. */
  againWhereGone: boolean;
  /** Null: the server is not asked whether it has the same bytes. */
  uploadsOfFile: UploadsOfFile | null;
  dryRun: boolean;
  /** More rejected rows than this, and nothing is sent; null is no limit. */
  rejectsAllowed: RejectsAllowed | null;
  /** Where the rejects go; null: beside the file. */
  rejects: string | null;
}

/** Rows that are looked at before a file is sent whose reading needs no yes any more. */
const KNOWN_ROWS_MAX = 20_000;

/** The way to the server, and whom it leads to. */
export interface Connected extends Sender {
  target: JobTarget;
}

/** Null where a signal came before anything was done. Fails with `inputUnusable`, `alreadyUploaded`, `locked`, `usage` or `disk` where nothing was sent. */
export async function uploadFile(
  file: string,
  choices: UploadChoices,
  connected: Connected | null,
  context: JobContext,
): Promise<UploadOutcome | null> {
  const { memory, rejectsAllowed: allowed, mustBe } = choices;
  const { host, events, signals } = context;
  const aside = await putAside(file, choices, host, connected !== null);
  const readings = choices.readings && serverReadings(choices.readings, choices.options.kind ?? 'Sales');
  const open = () => openSource({ path: file, mustBe }, aside, { choices, readings }, host);
  try {
    const origin = connected && !aside && !choices.again ? await originOf(file, connected, choices, host) : null;
    const pass = allowed || !connected || origin ? await firstPass(file, open, choices, context) : null;
    if (pass && !connected) return dryOutcome(file, pass);
    const rejectsMax = pass && allowed ? rejectsMaxOf(allowed, pass.tally.rows.read) : null;
    if (pass && rejectsMax !== null && pass.tally.rows.rejected > rejectsMax) return tooManyRejects(file, pass, rejectsMax);
    if (!connected) throw new Error('an upload needs an API');
    events.begins();
    // Rows of a large file are read in a thread of their own; this one keeps little.
    holdYoung();
    const marks = openLineMarks();
    const fingerprint = await fingerprintOf(aside?.path ?? file, signals.stop, mustBe, marks.see);
    if (!fingerprint) return null;
    const limits = {
      rejectsMax,
      rowsTotal: pass?.tally.rows.read ?? null,
      origin: origin && pass && isOf(origin, pass) ? origin.job : null,
    };
    let input = await open();
    const { reading } = input.description;
    const yes = yesTo(reading, choices.consent, choices.hasMappingFile);
    if (mayContradict(reading, choices.consent, choices.hasMappingFile)) {
      await input.close();
      const rowsMax = reading.standing === 'new' ? Number.POSITIVE_INFINITY : KNOWN_ROWS_MAX;
      const { shown } = pass ?? (await firstPass(file, open, choices, context, rowsMax));
      if (yes === null || shown.against.length > 0) throw new NewReading(shown, file);
      input = await open();
    }
    const ends = await endsWithRow(aside?.path ?? file, fingerprint.sizeBytes);
    const beforeSending = async () => {
      const isOnServer = yes === 'told' || yes === 'now' ? await readings?.keep(input.description) : false;
      const accepted = yes === 'once' ? null : { digest: reading.digest, isOnServer: isOnServer ?? false };
      await remember(memory, input.description, ends, accepted);
    };
    return await send({ file, aside, fingerprint, marks, ...limits, beforeSending }, input, choices, connected, context);
  } finally {
    await aside?.remove();
  }
}

/** What a mapping file says goes for what was said before; what only cells told then holds all the same. */
function recallOf({ memory, hasMappingFile, options }: UploadChoices, readings: ServerReadings | null): Remembered | undefined {
  if (options.noHeader || !(memory || readings)) return undefined;
  return async (header, isJson) => {
    const own = memory?.recall(header) ?? null;
    const earlier = readings ? await readings.recall(header, isJson, own) : own;
    return earlier && hasMappingFile ? { ...earlier, rules: noRules } : earlier;
  };
}

/** `ends`: the bytes of the file end with a line end. */
async function remember(
  memory: MappingMemory | null,
  description: InputDescription,
  ends: boolean,
  accepted: AcceptedReading | null,
): Promise<void> {
  const { header, columns, values, delimiter, gzip, reading: asked } = description;
  if (!memory || !header || !columns) return;
  const { reading, asRead } = columns;
  // The end of a rejects file says nothing about the program that wrote its rows.
  const hasLineEnd = delimiter !== null && !gzip && !isOfRejects(description) && ends;
  const written = { ...asRead.written, ...(hasLineEnd && { lines: 'ended' }) };
  const { timezone, ...others } = reading;
  // Where all times state their offset, a zone says nothing about the header.
  const isUsed = timezone !== undefined && isInZone(values, timezone);
  const said = { ...others, ...(isUsed && { timezone }) };
  const names = Object.fromEntries(Object.entries(asked.fields).map(([field, columns]) => [field, columns.join('+')]));
  await memory.remember(header, { ...asRead, written, reading: said, accepted, ...asked.seen, names });
}

/** The options under which it reads as it did, whatever is remembered later. */
function asUnderstood(
  { isProfileZone: _, earlierNames: __, timezone, ...options }: OpenOptions,
  { description }: PlannedInput,
): OpenOptions {
  const { rules = null, reading = timezone === undefined ? {} : { timezone }, asRead = null } = description.columns ?? {};
  return { ...options, ...reading, ...(rules && { rules }), ...(asRead && { written: asRead.written }) };
}

interface FileToSend {
  file: string;
  aside: Spool | null;
  fingerprint: Fingerprint;
  marks: LineMarks;
  rejectsMax: number | null;
  rowsTotal: number | null;
  /** The job whose corrected rejects it has. */
  origin: Job | null;
  beforeSending: () => Promise<void>;
}

async function send(
  source: FileToSend,
  input: PlannedInput,
  choices: UploadChoices,
  connected: Connected,
  context: JobContext,
): Promise<UploadOutcome> {
  const { host } = context;
  const { file, aside, fingerprint, marks, origin, rejectsMax, rowsTotal, beforeSending } = source;
  const beside = fittingRejectsPath(rejectsPath(file, input.description.format));
  let before = null as SentBefore | null;
  const askAndKeep = async () => {
    before = choices.uploadsOfFile && (await sentBefore(choices.uploadsOfFile, fingerprint.sha256));
    if (before) context.events.sentBefore(before);
    await beforeSending();
  };
  try {
    // Says at once that the rejects would overwrite the input, before there is a job.
    openRejectsFile(choices.rejects ?? beside, file, input.description);
    const jobsDir = await host.jobsDir();
    const files = { name: file, path: aside ? null : file, fingerprint, origin };
    const begin = async (again: boolean) => {
      const how = { ...choices, again };
      const named = await newJob(files, input.description, asUnderstood(choices.options, input), how, connected.target, host);
      const rejects = await rejectsPlace(beside, choices.rejects, jobsDir, named.job);
      const job = { ...named, rejectsPath: resolve(host.cwd(), rejects) };
      const known = { again, isIdentified: isIdentified(input.description) };
      const start = startJob(jobsDir, job, aside?.path ?? null, known, host.clock);
      return {
        rejects,
        started: await start.catch(async (error: unknown) => {
          const isKnown = error instanceof SalesError && error.code === 'alreadyUploaded';
          throw isKnown ? ((await goneUploads(job, jobsDir, connected.api)) ?? error) : error;
        }),
      };
    };
    const { started, rejects } = await begin(choices.again).catch((error: unknown) => {
      if (error instanceof UploadGone && error.areAll && choices.againWhereGone) return begin(true);
      throw error;
    });
    try {
      const path = inputPath(started.folder);
      const run = { file, path, input, fingerprint, marks, rejectsPath: rejects, rejectsMax, rowsTotal, beforeSending: askAndKeep };
      const outcome = await runJob(started, run, choices, connected, context);
      return before ? { ...outcome, sentBefore: before } : outcome;
    } finally {
      await started.close();
    }
  } finally {
    await input.close();
  }
}

async function originOf(file: string, { target }: Connected, { options }: UploadChoices, host: JobHost): Promise<RejectsOrigin | null> {
  return originOfRejects(resolve(host.cwd(), file), target, await host.jobsDir(), options.kind);
}

/** A file of more rows than were rejected has others, too, which may be at the server. */
function isOf({ rows }: RejectsOrigin, { tally, description }: Pass): boolean {
  return tally.rows.read <= rows && (description.header === null || isOfRejects(description));
}

/** What cannot be read twice (standard input, a pipe) is put aside first, where it must be: for a job, or for a first pass. */
async function putAside(file: string, { rejectsAllowed, mustBe }: UploadChoices, host: JobHost, sends: boolean): Promise<Spool | null> {
  if (file === '-') return sends || rejectsAllowed ? spool(host.stdin, await host.jobsDir(), host.clock) : null;
  const found = sends && !mustBe ? await stat(file).catch(() => null) : null;
  if (!found || found.isFile() || found.isDirectory()) return null;
  const { createReadStream } = await import('node:fs');
  return spool(createReadStream(file), await host.jobsDir(), host.clock);
}

async function openSource(
  { path: file, mustBe }: FileSource,
  aside: Spool | null,
  { choices, readings }: { choices: UploadChoices; readings: ServerReadings | null },
  host: JobHost,
): Promise<PlannedInput> {
  const recall = recallOf(choices, readings);
  const path = aside?.path ?? (file === '-' ? null : file);
  const source = path === null ? { stdin: host.stdin as AsyncIterable<Uint8Array> } : { path, mustBe };
  const input = await openInput(source, choices.options, recall);
  const refusal = incomplete(input.description);
  if (refusal) {
    await input.close();
    throw refusal;
  }
  return aside || file === '-' ? { ...input, description: { ...input.description, name: file, sizeBytes: null } } : input;
}

interface Pass {
  tally: RowTally;
  first: readonly FirstRow[];
  shown: ShownReading;
  description: InputDescription;
  rejectsFile: string | null;
}

/** A rejects file of a file that is not sent would miss the good rows: it is written only where it was asked for by name. */
async function firstPass(
  file: string,
  open: () => Promise<PlannedInput>,
  { rejects: path, dryRun, consent, hasMappingFile }: UploadChoices,
  { events, reasonOf }: JobContext,
  rowsMax = Number.POSITIVE_INFINITY,
): Promise<Pass> {
  const input = await open();
  const rejects = path !== null && dryRun ? openRejectsFile(path, file, input.description) : noRejectsFile;
  try {
    if (dryRun) events.understood(input.description);
    const { description } = input;
    const collector = readingCollector(description);
    const { tally, first } = await checkRows(firstOf(input.rows, rowsMax), rejects.add, collector.look, reasonOf);
    const shown = collector.shown(yesTo(description.reading, consent, hasMappingFile) !== null);
    return { tally, first, shown, description, rejectsFile: await rejects.finish() };
  } finally {
    await rejects.discard();
    await input.close();
  }
}

/** Groups of rows until there are `rowsMax`. */
async function* firstOf(groups: AsyncIterable<readonly InputRow[]>, rowsMax: number): AsyncGenerator<readonly InputRow[]> {
  let rows = 0;
  for await (const group of groups) {
    yield group;
    rows += group.length;
    if (rows >= rowsMax) return;
  }
}

function dryOutcome(file: string, { tally, rejectsFile, first, shown, description }: Pass): UploadOutcome {
  const { rejected, unsent } = tally.rows;
  const exit = unsent === 0 ? exits.inputUnusable : rejected > 0 ? exits.rejectedRows : exits.done;
  const { kind } = description;
  const checked = { first, description };
  return { ...tally, ...notTried, file, ...(kind && { kind }), stopped: null, rejectsFile, dryRun: true, checked, reading: shown, exit };
}

function tooManyRejects(file: string, { tally, rejectsFile, description }: Pass, rejectsMax: number): UploadOutcome {
  const allowed = rejectsMax === 0 ? 'none is allowed' : `at most ${rejectsMax.toLocaleString('en')} are allowed`;
  const { rejected } = tally.rows;
  const rows = `${rejected.toLocaleString('en')} ${rejected === 1 ? 'row' : 'rows'}`;
  const text = `${rows} cannot be sent and ${allowed}: nothing was sent.`;
  const stopped = new SalesError('inputUnusable', text, {
    hint: ['Correct them in the file itself and upload it again; ', ['--dry-run', '--rejects', 'FILE'], ' lists them all'],
  });
  const { kind } = description;
  return { ...tally, ...notTried, file, ...(kind && { kind }), stopped, rejectsFile, dryRun: false, exit: exits.inputUnusable };
}
