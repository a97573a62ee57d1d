/** Uploads a file for a program: the job of the command line, told by events instead of a terminal. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rowsApi } from '../client/http/api.js';
import { systemClock } from '../client/machine/clock.js';
import { jobsFolder, packageVersion } from '../client/machine/surroundings.js';
import type { OnDoubt } from '../client/sending/sending.js';
import type { UploadEvent } from '../client/sending/upload-event.js';
import type { SalesError } from '../contract/problem.js';
import type { InputDescription } from '../files/input/row.js';
import type { JobContext } from '../jobs/context.js';
import { exits } from '../jobs/exit-codes.js';
import { type UploadDocument, uploadDocument } from '../jobs/upload-document.js';
import { uploadFile as runUpload, type UploadChoices } from '../jobs/upload-file.js';
import { openOptions, type ReadingChoices } from './open-file.js';
import type { SalesClient } from './sales-client.js';

export interface FileUploadOptions extends ReadingChoices {
  /** Ends it after the requests under way, and these after a moment; what was sent is in the journal. */
  signal?: AbortSignal;
  /** The folder of the jobs; default: the one of the command line. Null: none is kept, and nobody can go on with it. */
  journal?: string | null;
  /** Also a file that was uploaded before. */
  again?: boolean;
  /** Digests of readings that are right: with it, a header that is none of them is a question (`READING_NEW`). Default: none is asked about. */
  accept?: readonly string[];
  /** Rows in one request; default: 1,000, of a file from 4 MB on 4,000. */
  batchRows?: number;
  /** Requests at a time; default: as many as the server allows. */
  parallel?: number;
  /** How long a request that fails is repeated; default: 15 minutes. */
  retryForMs?: number;
  /** How long the imports are waited for; default: 10 minutes. Null: not at all. */
  waitMs?: number | null;
  importConfigurationId?: string;
  /** Where bad rows go; default: beside the file, as NAME.rejects.csv. */
  rejects?: string;
  /** How the file was understood, before anything is sent. */
  onUnderstood?: (description: InputDescription) => void;
  onProgress?: (event: UploadEvent) => void;
  /** About a batch that the server may have; default: stop. */
  onDoubt?: OnDoubt;
}

const defaults = { retryForMs: 900_000, waitMs: 600_000 };
/** After the signal, for the answers to requests under way. */
const ANSWERS_MS_MAX = 700;

/**
 * Sends the sales of a file, or its settlement records, waits for their import, and says what became of every row: the document `sales.upload/1`. What can be told only
 * of the file as a whole is a failure (`inputUnusable`, with `questions` where it can be read in two ways; `alreadyUploaded`; `locked`;
 * `disk`); all else is in the document, also where a signal ended it (`state: "interrupted"`). A signal before anything was sent: fails
 * with its reason.
 */
export async function uploadFile(client: SalesClient, path: string, options: FileUploadOptions = {}): Promise<UploadDocument> {
  const { signal, journal } = options;
  signal?.throwIfAborted();
  const ownFolder = journal === null ? await mkdtemp(join(tmpdir(), 'sales-jobs-')) : null;
  const ending = new AbortController();
  const jobs = ownFolder ?? journal ?? (await jobsFolder());
  try {
    const connected = { api: rowsApi(client.api, options.kind ?? 'Sales'), target: client.target, gzip: null };
    const outcome = await runUpload(path, choicesOf(options), connected, contextOf(options, jobs, ending.signal));
    if (outcome) return uploadDocument(ownFolder === null ? outcome : { ...outcome, job: null }, wordsOf);
    throw signal?.reason ?? new Error('The upload was given up before it began.');
  } finally {
    ending.abort();
    if (ownFolder !== null) await rm(ownFolder, { recursive: true, force: true });
  }
}

function choicesOf(options: FileUploadOptions): UploadChoices {
  const { again = false, batchRows, parallel, retryForMs, waitMs, importConfigurationId, rejects } = options;
  return {
    options: openOptions(readingOf(options)),
    memory: null,
    hasMappingFile: false,
    consent: options.accept ? { accept: options.accept, once: false } : null,
    readings: null,
    uploadsOfFile: null,
    againWhereGone: false,
    dryRun: false,
    again,
    batchRows: batchRows ?? null,
    intervalMs: 0,
    parallel: parallel ?? null,
    retryForMs: retryForMs ?? defaults.retryForMs,
    waitMs: waitMs === undefined ? defaults.waitMs : waitMs,
    importConfigurationId: importConfigurationId ?? null,
    rejectsAllowed: null,
    rejects: rejects ?? null,
  };
}

/** Without what is not about how a file is read: options are kept with the job. */
function readingOf(options: FileUploadOptions): ReadingChoices {
  const { kind, format, delimiter, encoding, skipRows, noHeader, pan, decimal, dateFormat, timezone, time, ...rest } = options;
  const { minorUnits, asSales, mapping } = rest;
  const values = { decimal, dateFormat, timezone, time, minorUnits, asSales, mapping };
  const all = { kind, format, delimiter, encoding, skipRows, noHeader, pan, ...values };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** `ended`: the upload is over, and nothing needs to be broken off any more. */
function contextOf({ signal, onUnderstood, onProgress, onDoubt }: FileUploadOptions, jobs: string, ended: AbortSignal): JobContext {
  const abort = new AbortController();
  const stop = signal ?? new AbortController().signal;
  const breakOff = () => {
    sleep(ANSWERS_MS_MAX, undefined, { signal: ended }).then(
      () => abort.abort(),
      () => {},
    );
  };
  stop.addEventListener('abort', breakOff, { once: true, signal: ended });
  return {
    host: {
      clock: systemClock,
      stdin: process.stdin,
      cwd: () => process.cwd(),
      jobsDir: async () => jobs,
      newSalt: () => crypto.randomUUID(),
      version: packageVersion,
    },
    events: {
      begins: () => {},
      understood: (description) => onUnderstood?.(description),
      sentBefore: () => {},
      running: async () => ({ event: (event) => onProgress?.(event), end: () => {} }),
      onDoubt: onDoubt ?? (async () => 'stop'),
    },
    signals: { stop, abort: abort.signal, exit: () => exits.interrupted },
    wordsOf,
  };
}

/** What can be done stays data (`hint` and `questions` of the error); its words, as far as it has any. */
function wordsOf({ hint, errors = {}, questions }: SalesError): ReturnType<JobContext['wordsOf']> {
  return {
    hint: typeof hint === 'string' ? hint : null,
    details: Object.entries(errors).map(([path, messages]) => `${path}: ${messages.join('; ')}`),
    ...(questions && { questions: questions.map(({ code, field, text }) => ({ code, field, text, answers: [] })) }),
  };
}
