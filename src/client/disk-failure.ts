/** What a failing disk means, in words: which file, why, and what to do. It decides nothing about what happens next. */
import { SalesError } from '../contract/problem.js';

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  // Of reading and of writing alike.
  EACCES: 'this user has no right to do that',
  EPERM: 'this user has no right to do that',
  EFBIG: 'the file would be larger than is allowed (ulimit -f)',
  EMFILE: 'this process may open no more files (ulimit -n)',
  EIO: 'the disk reports an error',
};

/** `disk`, for `what` such as `The journal /…/journal.ndjson cannot be written`. */
export function diskFailure(what: string, cause: unknown, hint = 'Make room or mend it, then run   sales resume'): SalesError {
  const code = errnoOf(cause);
  return new SalesError('disk', `${what}: ${reasons[code] ?? code}.`, { cause, hint });
}

export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
