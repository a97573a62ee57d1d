/** From the flags of a command to what a job is given: its choices, the way to the server, and someone to tell and to ask. */

import { rowsApi, type SalesApi } from '../../client/http/api.js';
import { pageSizeMax } from '../../contract/limits.js';
import { SalesError } from '../../contract/problem.js';
import type { UploadKind } from '../../contract/states.js';
import type { ImportRules } from '../../files/input/import-rules.js';
import type { RejectsAllowed } from '../../jobs/check-input.js';
import type { JobContext, SendingChoices, Signals } from '../../jobs/context.js';
import type { ReadingsApi } from '../../jobs/kept-readings.js';
import type { UploadsOfFile } from '../../jobs/sent-before.js';
import type { Connected, UploadChoices } from '../../jobs/upload-file.js';
import { sendsPacked } from '../flags/gzip-flag.js';
import { readingOptions } from '../flags/mapping-flags.js';
import type { ReadingFlags } from '../flags/reading-flags.js';
import type { Run } from '../flags/run.js';
import type { SendingFlags } from '../flags/sending-flags.js';
import { kindOf } from '../flags/settlement-flag.js';
import type { Connection } from '../settings/connect.js';
import { memoryOf } from '../settings/profile-memory.js';
import { failureDetails, questionDocuments } from '../terminal/failure-details.js';
import { hintOf, hintText } from '../terminal/hint-text.js';
import type { Output } from '../terminal/output.js';
import { showInput, showSentBefore } from '../views/input-view.js';
import { openProgress } from '../views/upload-progress.js';
import { targetOf } from './command-target.js';
import { doubtDecision } from './in-doubt.js';

export interface UploadFlags extends ReadingFlags, SendingFlags {
  batch?: number;
  interval: number;
  importConfiguration?: string;
  again?: boolean;
  ifUploaded?: 'error' | 'skip';
  dryRun?: boolean;
  strict?: boolean;
  maxRejects?: RejectsAllowed;
  rejects?: string;
  /** Digests of readings that are right. */
  accept?: string[];
  waitFor?: 'imported' | 'matched';
}

/** A job with rows of `kind` that shows what happens in the terminal of `run`, and asks there. */
export function jobContext(run: Run, { inDoubt }: Pick<SendingFlags, 'inDoubt'>, kind: UploadKind, signals: Signals): JobContext {
  const { host, output } = run;
  return {
    host,
    events: {
      begins: () => host.lowerPriority(),
      understood: (input) => showInput(input, output),
      sentBefore: (upload) => showSentBefore(upload, output),
      running: (whole) => openProgress(output, host.clock, whole),
      onDoubt: doubtDecision(inDoubt, kind, run),
    },
    signals,
    wordsOf: wordsIn(output),
    reasonOf: hintText,
  };
}

/** The hint of a failure as command lines, its details, and the questions of a file with the flags that answer them. */
export function wordsIn({ begin }: Output): JobContext['wordsOf'] {
  return (failure) => ({
    hint: hintOf(failure, begin),
    details: failureDetails(failure, begin),
    ...(failure.questions && { questions: questionDocuments(failure) }),
  });
}

/** Reads the mapping file and what is remembered; `importRules` are null where no server tells them. Fails with `usage` where one of them cannot be used. */
export async function uploadChoices(
  flags: UploadFlags,
  { host, flags: { profile, yes = false } }: Run,
  importRules: ImportRules | null,
  api: Pick<SalesApi, 'ask'> | null = null,
): Promise<UploadChoices> {
  const options = await readingOptions(flags);
  if (flags.settlement && flags.importConfiguration !== undefined) {
    throw new SalesError('usage', '--import-configuration is for sales: settlement records are imported by the same rules everywhere.', {
      hint: 'Leave it out',
    });
  }
  const memory = flags.remember && flags.header ? await memoryOf(profile, host, kindOf(flags)) : null;
  const { again = false, dryRun = false, rejects = null, importConfiguration = null } = flags;
  return {
    ...sendingChoices(flags),
    options: {
      ...options,
      ...(flags.strict && { isStrict: true }),
      ...(importRules && { importRules }),
      ...(memory && { earlierNames: memory.names() }),
    },
    memory,
    hasMappingFile: flags.map !== undefined,
    consent: { accept: flags.accept ?? [], once: yes },
    // Who wants nothing remembered wants it of no server, either.
    readings: api && flags.remember && flags.header ? readingsOf(api) : null,
    uploadsOfFile: api && uploadsIn(api),
    againWhereGone: false,
    batchRows: flags.batch ?? null,
    intervalMs: flags.interval,
    importConfigurationId: importConfiguration,
    again,
    dryRun,
    rejectsAllowed: flags.strict ? { rows: 0 } : (flags.maxRejects ?? null),
    rejects,
  };
}

function readingsOf(api: Pick<SalesApi, 'ask'>): ReadingsApi {
  return {
    get: (header) => api.ask('getReading', { path: { header } }),
    put: (header, reading, version) => api.ask('changeReading', { path: { header }, body: { reading }, version }),
  };
}

/** The upload does not wait long for what is only worth a line. */
const ASKED_MS_MAX = 3_000;

function uploadsIn(api: Pick<SalesApi, 'ask'>): UploadsOfFile {
  return async (fileSha256) => {
    const signal = AbortSignal.timeout(ASKED_MS_MAX);
    const page = await api.ask('listUploads', { query: { fileSha256, pageSize: pageSizeMax }, signal }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    return page?.items ?? [];
  };
}

export function sendingChoices({ retryFor, parallel, wait }: SendingFlags): SendingChoices {
  return { retryForMs: retryFor, parallel: parallel ?? null, waitMs: wait === false ? null : wait };
}

/** The way for rows of `kind`. */
export function senderOf({ api, target }: Pick<Connection, 'api' | 'target'>, { gzip }: SendingFlags, kind: UploadKind): Connected {
  return { api: rowsApi(api, kind), target: targetOf(target), gzip: sendsPacked(gzip, api.host) };
}
