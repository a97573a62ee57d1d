/**
 * The wait for imports: asks for the state of each upload until it is final, the oldest first, because a server imports in order, and then
 * whether the server holds as many rows as were sent; several at a time, and told in their order. `Processing` is the only status that it takes as not final; `summary` is prose.
 */
import { setMaxListeners } from 'node:events';
import { maskCardNumbers } from '../contract/card-number.js';
import { failures, SalesError } from '../contract/problem.js';
import type { UploadState } from '../contract/upload.js';
import type { SalesApi } from './api.js';
import { asked } from './asked.js';
import type { Clock } from './clock.js';
import type { Journal } from './journal.js';
import { type AcceptedUpload, rowErrorsMax } from './ledger.js';
import { lineAt } from './line-runs.js';
import { indexNamed } from './server-faults.js';
import type { UploadEvent } from './upload-event.js';

const FIRST_PAUSE_MS = 200;
const PAUSE_MS_MAX = 5_000;

/** One upload: asks until it is final or `waitMs` is over, whichever is first. Fails as the call does, once repeating cannot help. */
export async function waitForState(
  uploadId: string,
  api: Pick<SalesApi, 'uploadState'>,
  waitMs: number,
  clock: Clock,
  stop?: AbortSignal,
  abort?: AbortSignal,
): Promise<UploadState> {
  const untilMs = clock.nowMs() + waitMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const state = await asked(() => api.uploadState(uploadId, abort), untilMs, clock, stop);
    const leftMs = untilMs - clock.nowMs();
    if (state.status !== 'Processing' || leftMs <= 0 || stop?.aborted) return state;
    await clock.sleep(Math.min(pauseMs, Math.max(leftMs, 0)), stop);
    pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 1.5);
  }
}

export interface Waiting {
  api: Pick<SalesApi, 'uploadState' | 'list'>;
  journal: Journal;
  clock: Clock;
  /** Uploads asked about at a time. */
  parallel: number;
  onEvent: (event: UploadEvent) => void;
  stop: AbortSignal | undefined;
  abort: AbortSignal | undefined;
}

/** Fills in status, summary, errors and count of each upload that has none yet. Returns null, or the failure that ended the wait. */
export async function waitForImports(uploads: AcceptedUpload[], waitMs: number, waiting: Waiting): Promise<SalesError | null> {
  const { clock, onEvent, parallel, stop } = waiting;
  const untilMs = clock.nowMs() + waitMs;
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  const asking: Asking = { ...waiting, untilMs, stop: eitherOf(stop, over.signal), abort: eitherOf(waiting.abort, over.signal) };
  const answers: Promise<Answer | null>[] = [];
  let errorsKept = 0;
  try {
    for (const [index, upload] of uploads.entries()) {
      onEvent({ type: 'waiting', final: index, total: uploads.length });
      if (stop?.aborted) return null;
      for (const next of uploads.slice(answers.length, index + parallel)) answers.push(answerFor(next, asking));
      const answer = await answers[index];
      delete answers[index];
      if (answer) await settle(upload, answer, rowErrorsMax - errorsKept, waiting);
      errorsKept += upload.errors.length;
    }
  } catch (error) {
    if (error instanceof SalesError) return stop?.aborted ? null : error;
    throw error;
  } finally {
    over.abort();
  }
  onEvent({ type: 'waiting', final: uploads.length, total: uploads.length });
  return null;
}

interface Asking extends Waiting {
  untilMs: number;
}

/** What the server says of an upload. */
interface Answer {
  state: UploadState;
  /** Null also before the import has ended. */
  countsMatch: boolean | null;
}

/** Null where the answer is known from an earlier run. Its failure is for whoever awaits it, if anybody does. */
function answerFor(upload: AcceptedUpload, asking: Asking): Promise<Answer | null> {
  const ask = async (): Promise<Answer | null> => {
    if (upload.status !== null) return null;
    const { api, clock, stop, abort, untilMs } = asking;
    const state = await waitForState(upload.uploadId, api, Math.max(0, untilMs - clock.nowMs()), clock, stop, abort);
    return { state, countsMatch: state.status === 'Processing' ? null : await countsMatch(upload, asking) };
  };
  const answer = ask();
  answer.catch(() => {});
  return answer;
}

async function settle(upload: AcceptedUpload, answer: Answer, errorsMax: number, { journal }: Waiting): Promise<void> {
  const { uploadId } = upload;
  const { status } = answer.state;
  const errors = answer.state.errors.slice(0, Math.max(0, errorsMax)).map((text) => maskCardNumbers(withLine(text, upload)));
  const summary = maskCardNumbers(answer.state.summary);
  Object.assign(upload, { status, summary, errors });
  if (status === 'Processing') return;
  upload.countsMatch = answer.countsMatch;
  await journal.append([{ t: 'state', uploadId, status, summary, errors, countsMatch: upload.countsMatch }]);
}

function eitherOf(signal: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, other]) : other;
}

/** Whether the last row that was sent is the last that the server lists; null when the server cannot be asked that. */
async function countsMatch({ uploadId, rows }: AcceptedUpload, asking: Asking): Promise<boolean | null> {
  const { api, clock, stop, abort, untilMs } = asking;
  try {
    const page = await asked(() => api.list({ uploadId, pageSize: 1, pageNumber: rows }, abort), untilMs, clock, stop);
    return page.items.length === 1 && !page.hasMore;
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
