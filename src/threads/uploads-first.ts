/**
 * Pieces of matching and uploads are stored by the same thread. While uploads come, each piece is followed by a pause several times as long, in
 * which the thread is theirs, and so is the processor. The pause is bounded by the piece: matching slows down, and never stands still.
 */
import { setTimeout as wait } from 'node:timers/promises';

/** Pause after a piece of t, its wait for uploads before it included: 6 t. Uploads have the writer for six sevenths of the time. */
const PAUSES = 6;
/** An upload often follows the answer to the one before. */
const FOLLOWS_MS = 100;
const LOOK_MS = 20;

/** Milliseconds. */
export interface PauseClock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

/** Keeps no process running. */
const machine: PauseClock = { now: () => performance.now(), wait: (ms) => wait(ms, undefined, { ref: false }) };

export interface UploadsFirst {
  /** Settles as the upload, or other change, does. */
  upload<Result>(change: Promise<Result>): Promise<Result>;
  /** Settles as the storing of a piece does; after a pause where an upload was under way meanwhile. */
  piece<Result>(store: () => Promise<Result>): Promise<Result>;
}

export function uploadsFirst({ now, wait: pause }: PauseClock = machine): UploadsFirst {
  let underWay = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    async upload(change) {
      underWay += 1;
      try {
        return await change;
      } finally {
        underWay -= 1;
        lastAt = now();
      }
    },
    async piece(store) {
      const beganAt = now();
      const result = await store();
      const storedAt = now();
      if (underWay === 0 && lastAt < beganAt) return result;
      const until = storedAt + PAUSES * (storedAt - beganAt);
      while (now() < until && (underWay > 0 || now() - lastAt < FOLLOWS_MS)) await pause(Math.min(LOOK_MS, until - now()));
      return result;
    },
  };
}
