/**
 * Which part may be tried while the server is in trouble: of all parts in progress, the one whose attempt failed first. It is retried at
 * its own times, and the others start nothing until it succeeds or is given up, so that a server that is down or full gets one request, not
 * all of them. It knows no time.
 */

export interface Pace {
  /** Waits until `part` may try. Returns whether it had to wait. */
  mayTry(part: string): Promise<boolean>;
  /** A try of `part` failed in a way that time may mend. */
  failed(part: string): void;
  /** `part` tries no more, because it is through or left. */
  done(part: string): void;
}

/** A pace for the parts of one upload, none of which is in trouble yet. */
export function createPace(): Pace {
  let probing: string | null = null;
  let waiting: (() => void)[] = [];
  return {
    mayTry: async (part) => {
      let waited = false;
      while (probing !== null && probing !== part) {
        waited = true;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return waited;
    },
    failed: (part) => {
      probing ??= part;
    },
    done: (part) => {
      if (probing !== part) return;
      probing = null;
      const all = waiting;
      waiting = [];
      for (const go of all) go();
    },
  };
}
