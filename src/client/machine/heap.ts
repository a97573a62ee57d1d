/**
 * Limits the memory of an upload by flags of V8, which apply to all its threads: without them the heap becomes several times as large as
 * what is in use, and does not shrink again. Why flags: docs/decisions/heap-flags.md.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Lets the old generation grow by half before it is collected, instead of several times. Rows are kept until their batch is answered, which
 * is long enough to be promoted to the old generation, and are garbage then. For threads that are started from here on.
 */
export function limitOld(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

/** Keeps the young generation of every thread at its present size. */
export function holdYoung(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets the young generation of a thread grow to its maximum in one step when it has to grow. */
export function growYoung(): void {
  setFlagsFromString('--semi-space-growth-factor=16');
}

/** Collects the garbage of this thread now, which takes a few hundredths of a second. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
