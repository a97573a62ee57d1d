/** The one way to refuse an input as a whole, and the size limits beyond which it is refused. Knows no format. */
import { SalesError } from '../../contract/problem.js';
import type { Hint } from '../../contract/remedy.js';

/**
 * Largest size of one record (a CSV record, a JSON element, an NDJSON line), in UTF-16 code units. Anything longer is not a sale but a
 * quote or bracket that was never closed, and is refused instead of being collected in memory.
 */
export const recordCharsMax = 1_048_576;

/** Most columns of a table. A row may be a few bytes and has a cell for each of them, so that their number is a factor of the work. */
export const columnsMax = 2_000;

/**
 * How far to look ahead, in bytes or characters, before anything is done with an input, for decisions that need to see a large part of it.
 */
export const aheadBytesMax = 16_777_216;

/**
 * A SalesError `inputUnusable`: `message` says what is wrong and where, `hint` what to do about it. Neither may repeat a value from the
 * input.
 */
export function unusable(message: string, hint: Hint, cause?: unknown): SalesError {
  return new SalesError('inputUnusable', message, { hint, cause });
}
