/** What a failing disk means, in words: which file, why, and what to do. It decides nothing about what happens next. */

import { named } from '../../contract/own-names.js';
import { SalesError } from '../../contract/problem.js';
import type { Hint } from '../../contract/remedy.js';

const reasons: Record<string, string> = named({
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  // Reading and writing both fail with it.
  EACCES: 'this user is not permitted to do that',
  EPERM: 'this user is not permitted to do that',
  EFBIG: 'the file would exceed the size limit (ulimit -f)',
  EMFILE: 'this process may open no more files (ulimit -n)',
  EIO: 'the disk reports an error',
});

const goOn: Hint = ['Free some space or fix the disk, then run   ', ['sales', 'resume']];

/** `disk`, for `what` such as `The journal /…/journal.ndjson cannot be written`. */
export function diskFailure(what: string, cause: unknown, hint: Hint = goOn): SalesError {
  const code = errnoOf(cause);
  return new SalesError('disk', `${what}: ${reasons[code] ?? code}.`, { cause, hint });
}

/** The code of a system error, such as `ENOSPC`. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
