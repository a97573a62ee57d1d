/**
 * Limits the memory of an upload by flags of the engine, which apply to all its threads: without them it takes several times what is in
 * use, and gives none of it back.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Rows that wait for their batch to be settled grow old before they die: without this, many times what is in use lies about. For
 * threads that are begun from here on.
 */
export function limitOld(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

/** No thread gets more room for young objects than it has. */
export function holdYoung(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** A thread that needs more room for young objects gets all that it may have, at once. */
export function growYoung(): void {
  setFlagsFromString('--semi-space-growth-factor=16');
}

/** Gives back what nothing holds any more, in this thread. It takes a few hundredths of a second. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
