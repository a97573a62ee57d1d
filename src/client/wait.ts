/**
 * The wait for imports: asks for the state of each upload until it is final, the oldest first, because a server imports in order.
 * `Processing` is the only status that it takes as not final.
 */
import { failures, SalesError } from '../contract/problem.js';
import type { UploadState } from '../contract/upload.js';
import type { SalesApi } from './api.js';
import type { Clock } from './clock.js';
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
): Promise<UploadState> {
  const untilMs = clock.nowMs() + waitMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    const state = await ask(uploadId, api, untilMs, clock, stop);
    const leftMs = untilMs - clock.nowMs();
    if (state && (state.status !== 'Processing' || leftMs <= 0 || stop?.aborted)) return state;
    await clock.sleep(Math.min(pauseMs, Math.max(leftMs, 0)), stop);
    pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 1.5);
  }
}

/** The state; null when asking failed in a way that asking again can mend and there is time for it. */
async function ask(
  uploadId: string,
  api: Pick<SalesApi, 'uploadState'>,
  untilMs: number,
  clock: Clock,
  stop: AbortSignal | undefined,
): Promise<UploadState | null> {
  try {
    return await api.uploadState(uploadId);
  } catch (error) {
    if (!(error instanceof SalesError) || !failures[error.code].retryable || stop?.aborted) throw error;
    const leftMs = untilMs - clock.nowMs();
    if (leftMs <= 0) throw error;
    await clock.sleep(Math.min((error.retryAfterS ?? 1) * 1_000, leftMs), stop);
    return null;
  }
}

/** Fills in status, summary and errors of each upload. Returns null, or the failure that ended the wait. */
export async function waitForImports(
  uploads: AcceptedUpload[],
  api: Pick<SalesApi, 'uploadState'>,
  waitMs: number,
  clock: Clock,
  onEvent: (event: UploadEvent) => void,
  stop: AbortSignal | undefined,
): Promise<SalesError | null> {
  const untilMs = clock.nowMs() + waitMs;
  let errorsKept = 0;
  for (const [index, upload] of uploads.entries()) {
    onEvent({ type: 'waiting', final: index, total: uploads.length });
    if (stop?.aborted) return null;
    try {
      const state = await waitForState(upload.uploadId, api, Math.max(0, untilMs - clock.nowMs()), clock, stop);
      upload.status = state.status;
      upload.summary = state.summary;
      upload.errors = state.errors.slice(0, rowErrorsMax - errorsKept).map((text) => withLine(text, upload));
      errorsKept += upload.errors.length;
    } catch (error) {
      if (error instanceof SalesError) return error;
      throw error;
    }
  }
  onEvent({ type: 'waiting', final: uploads.length, total: uploads.length });
  return null;
}

function withLine(text: string, upload: AcceptedUpload): string {
  const index = indexNamed(text);
  const line = index === null ? null : lineAt(upload.lines, index);
  return line === null ? text : `line ${line}: ${text}`;
}
