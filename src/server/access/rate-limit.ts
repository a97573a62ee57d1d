/**
 * Limits how many requests each user may send in a span of time, and tells with every answer how many are left, in the fields of the IETF
 * draft "RateLimit header fields for HTTP" (`RateLimit-Policy`, `RateLimit`). All times are seconds from now, so clocks need not agree.
 */
import { SalesError } from '../../contract/problem.js';

export interface Rate {
  requests: number;
  /** Length of the window in seconds. A user's window begins with the first request, and a new one with the first request after its end. */
  windowS: number;
}

export interface RateLimit {
  /** Takes one of the requests that the user has left, and puts into `headers` how many remain. Fails with `tooManyRequests`. */
  spend(userId: string, headers: Record<string, string>): void | Promise<void>;
}

/** With more users than this, those whose window is over are forgotten. */
const FORGET_BEYOND = 1_000;

/** Counts the requests of each user in windows of `windowS` seconds; `onRefusal` is called for each that is over the limit. */
export function rateLimit({ requests, windowS }: Rate, nowMs: () => number, onRefusal: () => void = () => {}): RateLimit {
  const windowMs = windowS * 1_000;
  const windows = new Map<string, { endsMs: number; left: number }>();
  const windowOf = (userId: string) => {
    const known = windows.get(userId);
    const leftMs = known ? known.endsMs - nowMs() : 0;
    // An end further away than a whole window was set by a clock that was wrong.
    if (known && leftMs > 0 && leftMs <= windowMs) return known;
    if (windows.size >= FORGET_BEYOND) for (const [id, { endsMs }] of windows) if (endsMs <= nowMs()) windows.delete(id);
    const fresh = { endsMs: nowMs() + windowMs, left: requests };
    windows.set(userId, fresh);
    return fresh;
  };
  return {
    spend: (userId, headers) => {
      const window = windowOf(userId);
      const isOver = window.left === 0;
      if (!isOver) window.left--;
      tellRate({ requests, windowS }, { left: window.left, leftMs: window.endsMs - nowMs(), isOver }, headers, onRefusal);
    },
  };
}

interface RateState {
  left: number;
  /** Until the window ends. */
  leftMs: number;
  /** Whether a request is one too many. */
  isOver: boolean;
}

/** Tells in `headers` what a user has left. Fails with `tooManyRequests` where it is nothing. */
export function tellRate(
  { requests, windowS }: Rate,
  { left, leftMs, isOver }: RateState,
  headers: Record<string, string>,
  onRefusal: () => void,
): void {
  const resetS = Math.ceil(leftMs / 1_000);
  headers['ratelimit-policy'] = `"user";q=${requests};w=${windowS}`;
  headers.ratelimit = `"user";r=${left};t=${resetS}`;
  if (!isOver) return;
  onRefusal();
  throw new SalesError('tooManyRequests', 'The user has sent too many requests.', { retryAfterS: resetS });
}
