/**
 * Drives uploads from staged to imported: oldest first, in bounded steps, so that other work is never held up for longer than one.
 * What it has done is in the store alone, so it goes on where it was after any stop.
 */
import type { Store } from '../store/store.js';
import { decide } from './rules.js';

const STEP_ROWS = 1_000;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 30_000;

export interface ImportWorker {
  /** Says that an upload was staged. */
  wake(): void;
  /** Ends after the step under way. */
  stop(): Promise<void>;
}

export interface ImportWorkerOptions {
  store: Store;
  /** Waits, but returns early when the signal fires. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A step failed; it is tried again. */
  onError: (error: unknown, uploadId: string | null) => void;
}

export function startImportWorker({ store, sleep, onError }: ImportWorkerOptions): ImportWorker {
  const stopping = new AbortController();
  let wakeUp = new AbortController();
  let woken = true;
  const run = async () => {
    let retryMs = RETRY_MS_MIN;
    while (!stopping.signal.aborted) {
      woken = false;
      const failed = await importAll(store, stopping.signal, onError);
      const waitMs = failed ? retryMs : RETRY_MS_MAX;
      retryMs = failed ? Math.min(retryMs * 2, RETRY_MS_MAX) : RETRY_MS_MIN;
      // A new upload ends the wait also after a failure: it must not wait for the one that fails.
      if (!woken) await sleep(waitMs, AbortSignal.any([stopping.signal, wakeUp.signal]));
    }
  };
  const running = run();
  return {
    wake: () => {
      woken = true;
      wakeUp.abort();
      wakeUp = new AbortController();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Imports all that is staged; whether some step failed. An upload that fails does not hold up the others. */
async function importAll(store: Store, stopping: AbortSignal, onError: ImportWorkerOptions['onError']): Promise<boolean> {
  let failed = false;
  let uploads: { tenantId: string; uploadId: string }[];
  try {
    uploads = await store.unfinishedUploads();
  } catch (error) {
    onError(error, null);
    return true;
  }
  for (const { tenantId, uploadId } of uploads) {
    try {
      while (!stopping.aborted && (await importOneStep(store, tenantId, uploadId))) await yieldToRequests();
    } catch (error) {
      failed = true;
      onError(error, uploadId);
    }
    if (stopping.aborted) break;
  }
  return failed;
}

/** Decides about the next rows of an upload; whether there were any. */
export async function importOneStep(store: Store, tenantId: string, uploadId: string): Promise<boolean> {
  const tenant = store.tenant(tenantId, 'whole');
  const step = await tenant.importStep(uploadId, STEP_ROWS);
  if (!step) return false;
  const decisions = step.rows.map((row, index) => decide(row, step.firstIndex + index, step.configuration));
  await tenant.recordImport(uploadId, step.firstIndex, decisions);
  return true;
}

function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
