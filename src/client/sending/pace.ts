/**
 * Which batch may be tried while the server is in trouble: of all batches in progress, the one whose attempt failed first. It is retried at
 * its own times, and the others start nothing until it succeeds or is given up, so that a server that is down or full gets one request, not
 * all of them. It knows no time.
 */

export interface Pace {
  /** Waits until `batch` may try. Returns whether it had to wait. */
  mayTry(batch: string): Promise<boolean>;
  /** A try of `batch` failed in a way that time may mend. */
  failed(batch: string): void;
  /** `batch` tries no more, because it is through or left. */
  done(batch: string): void;
}

/** A pace for the batches of one upload, none of which is in trouble yet. */
export function createPace(): Pace {
  let probing: string | null = null;
  let waiting: (() => void)[] = [];
  return {
    mayTry: async (batch) => {
      let waited = false;
      while (probing !== null && probing !== batch) {
        waited = true;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return waited;
    },
    failed: (batch) => {
      probing ??= batch;
    },
    done: (batch) => {
      if (probing !== batch) return;
      probing = null;
      const all = waiting;
      waiting = [];
      for (const go of all) go();
    },
  };
}
