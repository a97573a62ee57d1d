/**
 * The one way in which an input as a whole is refused, and the limits past which it is. Knows no format.
 */
import { SalesError } from '../contract/problem.js';

/**
 * UTF-16 code units of one record: a CSV record, a JSON element, an NDJSON line. What is longer is no sale but a quote or a bracket
 * that was never closed, and is refused instead of being collected in memory.
 */
export const recordCharsMax = 1_048_576;

/** How far is looked ahead, before anything is done with an input, for what its whole beginning decides. */
export const aheadBytesMax = 16_777_216;

/** A SalesError `inputUnusable`: what is wrong and where, and what to do about it. Neither text may repeat a value of the input. */
export function unusable(message: string, hint: string, cause?: unknown): SalesError {
  return new SalesError('inputUnusable', message, { hint, cause });
}
