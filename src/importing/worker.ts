/**
 * Drives uploads from staged to imported: oldest first, in bounded steps, so that other work is never held up for longer than one.
 * What it has done is in the store alone, so it goes on where it was after any stop.
 */
import { SalesError } from '../contract/problem.js';
import type { Store } from '../store/store.js';
import { decideAbout } from './decide.js';
import { contextOf } from './rules.js';

const STEP_ROWS = 1_000;
const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 30_000;
/** A step that has failed so often will fail again: its upload ends, so that somebody learns of it. */
const TRIES_MAX = 5;

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

/** Starts at once with what is staged, then waits to be woken. A step that fails is tried again, with growing pauses. */
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

/** Imports all that is staged, each time it is called; whether some step failed. An upload that fails does not hold up the others. */
function importer({ store, onError }: Pick<ImportWorkerOptions, 'store' | 'onError'>, stopping: AbortSignal): () => Promise<boolean> {
  /** Uploads whose last failure was of the disk or the like: that passes, however often it was met. */
  const held = new Set<string>();
  const importOne = async (tenantId: string, uploadId: string): Promise<boolean> => {
    try {
      // Counted before it is tried: a step that takes the whole process with it counts, too.
      const tries = held.has(uploadId) ? 0 : await store.tenant(tenantId, 'whole').countTry(uploadId);
      if (tries > TRIES_MAX) await store.tenant(tenantId, 'whole').giveUp(uploadId, reasonToGiveUp(uploadId));
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

/** Of the disk, of a lock, of a store that stops the process: nothing that the upload has to do with. */
function isPassing(error: unknown): boolean {
  return error instanceof SalesError && (error.code === 'unavailable' || error.code === 'storage');
}

function reasonToGiveUp(uploadId: string): string {
  return `The import failed ${TRIES_MAX} times at this row or one after it; the server's log says why. Then: sales reprocess ${uploadId}`;
}

/** Decides about the next rows of an upload; whether there were any. */
export async function importOneStep(store: Store, tenantId: string, uploadId: string): Promise<boolean> {
  const tenant = store.tenant(tenantId, 'whole');
  const step = await tenant.importStep(uploadId, STEP_ROWS);
  if (!step) return false;
  const { rows, firstIndex, configuration, receivedAt } = step;
  const context = await contextOf(configuration, tenant, receivedAt);
  await tenant.recordImport(uploadId, firstIndex, decideAbout(rows, firstIndex, configuration, context));
  return true;
}

function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
