/**
 * Takes uploads from staged to imported: oldest first, in limited steps, so that other work never waits for longer than one step. Its
 * progress is only in the store, so after any stop it continues where it was.
 */
import { SalesError } from '../contract/problem.js';
import type { Store } from '../store/store.js';
import { decideAboutStep } from './decide.js';

const STEP_ROWS = 1_000;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 30_000;
/** A step that has failed this often will fail again. The import of its upload is ended then, so that somebody learns of it. */
const TRIES_MAX = 5;

export interface ImportWorker {
  /** Tells the worker that an upload was staged. */
  wake(): void;
  /** Stops after the step under way. */
  stop(): Promise<void>;
}

export interface ImportWorkerOptions {
  store: Store;
  /** Waits, but returns early when the signal fires. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called when a step failed; it will be tried again. */
  onError: (error: unknown, uploadId: string | null) => void;
}

/** Starts right away with what is staged, then waits to be woken. A failed step is tried again after increasing pauses. */
export function startImportWorker({ store, sleep, onError }: ImportWorkerOptions): ImportWorker {
  const stopping = new AbortController();
  let wakeUp = new AbortController();
  let woken = true;
  const run = async () => {
    const importAll = importer({ store, onError }, stopping.signal);
    let retryMs = RETRY_MS_MIN;
    while (!stopping.signal.aborted) {
      woken = false;
      const failed = await importAll();
      const waitMs = failed ? retryMs : RETRY_MS_MAX;
      retryMs = failed ? Math.min(retryMs * 2, RETRY_MS_MAX) : RETRY_MS_MIN;
      // A new upload ends the wait even after a failure, because it must not wait for the one that fails.
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

/**
 * Returns a function that imports all that is staged, and resolves to whether some step failed. An upload that fails does not hold up the
 * others.
 */
function importer({ store, onError }: Pick<ImportWorkerOptions, 'store' | 'onError'>, stopping: AbortSignal): () => Promise<boolean> {
  /** Uploads whose last failure came from the disk or the like: that passes, so however often it happens, it does not count as a try. */
  const held = new Set<string>();
  const importOne = async (tenantId: string, uploadId: string): Promise<boolean> => {
    try {
      // Counted before the attempt, so that a step which crashes the whole process counts, too.
      const tries = held.has(uploadId) ? 0 : await store.tenant(tenantId, 'whole').countTry(uploadId);
      if (tries > TRIES_MAX) await store.tenant(tenantId, 'whole').giveUp(uploadId, reasonToGiveUp());
      while (!stopping.aborted && (await importOneStep(store, tenantId, uploadId))) await yieldToRequests();
      held.delete(uploadId);
      return true;
    } catch (error) {
      onError(error, uploadId);
      if (isPassing(error)) held.add(uploadId);
      else held.delete(uploadId);
      return false;
    }
  };
  return async () => {
    try {
      let failed = false;
      for (const { tenantId, uploadId } of await store.unfinishedUploads()) {
        if (!(await importOne(tenantId, uploadId))) failed = true;
        if (stopping.aborted) break;
      }
      return failed;
    } catch (error) {
      onError(error, null);
      return true;
    }
  };
}

/** A failure of the disk, of a lock, or of a store that stops the process: nothing to do with the upload itself. */
function isPassing(error: unknown): boolean {
  return error instanceof SalesError && (error.code === 'unavailable' || error.code === 'storage');
}

function reasonToGiveUp(): string {
  return `The import failed ${TRIES_MAX} times at this row or one after it; the server's log says why. After that the upload can be reprocessed.`;
}

/** Decides about the next rows of an upload; resolves to whether there were any. */
export async function importOneStep(store: Store, tenantId: string, uploadId: string): Promise<boolean> {
  const tenant = store.tenant(tenantId, 'whole');
  const step = await tenant.importStep(uploadId, STEP_ROWS);
  if (!step) return false;
  await tenant.recordImport(uploadId, step.firstIndex, await decideAboutStep(step, tenant));
  return true;
}

function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
