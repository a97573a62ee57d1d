/**
 * The wait for imports: asks for the state of each upload until it is final, oldest first, because a server imports in order, and then
 * whether the server has as many rows as were sent; several at a time, reported in their order. `Processing` is the only status that counts
 * as not final; `summary` is prose.
 */
import { setMaxListeners } from 'node:events';
import { maskCardNumbers } from '../../contract/card-number.js';
import { failures, SalesError } from '../../contract/problem.js';
import { type UploadState, uploadStatuses } from '../../contract/upload.js';
import { lineAt } from '../batches/line-runs.js';
import type { AnyRowsApi } from '../http/api.js';
import { askWithRetries } from '../http/ask-with-retries.js';
import type { Journal } from '../journal/journal.js';
import type { Clock } from '../machine/clock.js';
import { indexNamed } from './server-faults.js';
import { type AcceptedUpload, rowErrorsMax } from './tally.js';
import type { UploadEvent } from './upload-event.js';

const FIRST_PAUSE_MS = 200;
const PAUSE_MS_MAX = 5_000;
/** Answers between two flushes of the journal: at most this many are asked for again after the process was killed. */
const ANSWERS_LOST_MAX = 100;

type StateApi = Pick<AnyRowsApi, 'uploadState' | 'list'>;

/**
 * The state as the server has it. Another server may have words of its own for what ended: of a status that is not one of {@link uploadStatuses},
 * an error is added where rows of the upload are listed as Unprocessed.
 */
export async function stateOfUpload(uploadId: string, api: StateApi, abort?: AbortSignal): Promise<UploadState> {
  const state = await api.uploadState(uploadId, abort);
  if ((uploadStatuses as readonly string[]).includes(state.status)) return state;
  const page = await askedIfCan(() => api.list({ uploadId, transactionState: 'Unprocessed', pageSize: 1 }, abort));
  if (!page || page.items.length === 0) return state;
  return { ...state, errors: [...state.errors, `With the status ${JSON.stringify(state.status)}, rows of it are listed as Unprocessed.`] };
}

/** One upload: asks until it is final or `waitMs` is over, whichever is first. Fails as the call does, once repeating cannot help. */
export async function waitForState(
  uploadId: string,
  api: StateApi,
  waitMs: number,
  clock: Clock,
  stop?: AbortSignal,
  abort?: AbortSignal,
): Promise<UploadState> {
  const untilMs = clock.nowMs() + waitMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const state = await askWithRetries(() => stateOfUpload(uploadId, api, abort), untilMs, clock, stop);
    const leftMs = untilMs - clock.nowMs();
    if (state.status !== 'Processing' || leftMs <= 0 || stop?.aborted) return state;
    await clock.sleep(Math.min(pauseMs, Math.max(leftMs, 0)), stop);
    pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 1.5);
  }
}

export interface Waiting {
  api: Pick<AnyRowsApi, 'uploadState' | 'list'>;
  journal: Journal;
  clock: Clock;
  /** Uploads asked about at a time. */
  parallel: number;
  onEvent: (event: UploadEvent) => void;
  stop: AbortSignal | undefined;
  abort: AbortSignal | undefined;
}

/** Uploads of which more is asked while others are still being sent. */
export interface EarlyAnswers {
  /** The next upload of the input. */
  add(upload: AcceptedUpload): void;
  /** Asks no further, once the question under way is answered. */
  end(): Promise<void>;
}

/**
 * Asks about uploads as soon as the server has taken them, one at a time and once: where imports are quick, little is left to be asked
 * when the last batch is through. The first that is not final, is not listed as it was sent, or cannot be asked about, ends it, and so does
 * `stop`; the rest is left to {@link waitForImports}. A question under way ends with `abort`.
 */
export function answersWhileSending(waiting: Omit<Waiting, 'parallel' | 'onEvent'>): EarlyAnswers {
  const asking: Asking = { ...waiting, untilMs: 0 };
  const uploads: AcceptedUpload[] = [];
  let errorsKept = 0;
  let isOver = false;
  let running: Promise<void> | null = null;
  const ask = async (upload: AcceptedUpload) => {
    if (upload.status === null) {
      const state = await stateOfUpload(upload.uploadId, waiting.api, waiting.abort);
      const answer = state.status === 'Processing' ? null : { state, countsMatch: await countsMatch(upload, asking) };
      // A list may lag behind.
      if (!answer || answer.countsMatch === false) {
        isOver = true;
        return;
      }
      record(upload, answer, rowErrorsMax - errorsKept, waiting);
    }
    errorsKept += upload.errors.length;
  };
  const run = async () => {
    try {
      for (let next = uploads.shift(); next && !isOver && !waiting.stop?.aborted; next = uploads.shift()) await ask(next);
    } catch (error) {
      isOver = true;
      if (!(error instanceof SalesError)) throw error;
    }
    running = null;
  };
  return {
    add: (upload) => {
      if (isOver) return;
      uploads.push(upload);
      running ??= run();
      running.catch(() => {});
    },
    end: async () => {
      isOver = true;
      await running;
    },
  };
}

/** Fills in status, summary, errors and count of each upload that has none yet. Returns null, or the failure that ended the wait. */
export async function waitForImports(uploads: AcceptedUpload[], waitMs: number, waiting: Waiting): Promise<SalesError | null> {
  const { clock, journal, onEvent, parallel, stop } = waiting;
  const untilMs = clock.nowMs() + waitMs;
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  const asking: Asking = { ...waiting, untilMs, stop: eitherOf(stop, over.signal), abort: eitherOf(waiting.abort, over.signal) };
  const answers: Promise<StateAnswer | null>[] = [];
  let errorsKept = 0;
  try {
    for (const [index, upload] of uploads.entries()) {
      onEvent({ type: 'waiting', final: index, total: uploads.length });
      if (stop?.aborted) break;
      for (const next of uploads.slice(answers.length, index + parallel)) answers.push(answerFor(next, asking));
      const answer = await answers[index];
      delete answers[index];
      if (answer) record(upload, answer, rowErrorsMax - errorsKept, waiting);
      errorsKept += upload.errors.length;
      if (index % ANSWERS_LOST_MAX === 0) await journal.append([]);
    }
    await journal.append([]);
  } catch (error) {
    // What was answered before stays; that the journal fails is known where this fails, too.
    await journal.append([]).catch(() => {});
    if (error instanceof SalesError) return stop?.aborted ? null : error;
    throw error;
  } finally {
    over.abort();
  }
  if (stop?.aborted) return null;
  onEvent({ type: 'waiting', final: uploads.length, total: uploads.length });
  return null;
}

interface Asking extends Pick<Waiting, 'api' | 'clock' | 'stop' | 'abort'> {
  untilMs: number;
}

/** What the server says of an upload. */
interface StateAnswer {
  state: UploadState;
  /** Null also before the import has ended. */
  countsMatch: boolean | null;
}

/** Null where the answer is known from an earlier run. Its failure is for whoever awaits it, if anybody does. */
function answerFor(upload: AcceptedUpload, asking: Asking): Promise<StateAnswer | null> {
  const ask = async (): Promise<StateAnswer | null> => {
    if (upload.status !== null) return null;
    const { api, clock, stop, abort, untilMs } = asking;
    const state = await waitForState(upload.uploadId, api, Math.max(0, untilMs - clock.nowMs()), clock, stop, abort);
    return { state, countsMatch: state.status === 'Processing' ? null : await countsMatch(upload, asking) };
  };
  const answer = ask();
  answer.catch(() => {});
  return answer;
}

/** The journal takes it with its next lines: what is lost of it is asked again. */
function record(upload: AcceptedUpload, answer: StateAnswer, errorsMax: number, { journal }: Pick<Waiting, 'journal'>): void {
  const { uploadId } = upload;
  const { status, duplicates: told = 0 } = answer.state;
  // More of them than rows would be something else.
  const duplicates = told <= upload.rows ? told : 0;
  const errors = answer.state.errors.slice(0, Math.max(0, errorsMax)).map((text) => maskCardNumbers(withLine(text, upload)));
  const summary = maskCardNumbers(answer.state.summary);
  Object.assign(upload, { status, summary, errors });
  if (status === 'Processing') return;
  const { countsMatch } = answer;
  Object.assign(upload, { countsMatch, duplicates });
  journal.note([{ t: 'state', uploadId, status, summary, errors, countsMatch, ...(duplicates > 0 && { duplicates }) }]);
}

function eitherOf(signal: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, other]) : other;
}

/** Whether the last row that was sent is the last that the server lists; null when the server cannot be asked that. */
export async function countsMatch({ uploadId, rows }: Pick<AcceptedUpload, 'uploadId' | 'rows'>, asking: Asking): Promise<boolean | null> {
  const { api, clock, stop, abort, untilMs } = asking;
  const ask = () => api.list({ uploadId, pageSize: 1, pageNumber: rows }, abort);
  const page = await askedIfCan(() => askWithRetries(ask, untilMs, clock, stop));
  return page && page.items.length === 1 && !page.hasMore;
}

/** Null where the server cannot be asked that. */
async function askedIfCan<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SalesError) || failures[error.code].retryable || error.code === 'unauthorized') throw error;
    return null;
  }
}

function withLine(text: string, upload: AcceptedUpload): string {
  const index = indexNamed(text);
  const line = index === null ? null : lineAt(upload.lines, index);
  return line === null ? text : `line ${line}: ${text}`;
}
