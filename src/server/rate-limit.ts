/**
 * So many requests of each user in a span of time, and how many are left, told with every answer in the fields of the IETF draft
 * "RateLimit header fields for HTTP" (`RateLimit-Policy`, `RateLimit`; all times in seconds to come, so no clocks need agree).
 */
import { SalesError } from '../contract/problem.js';

export interface Rate {
  requests: number;
  /** Seconds in which so many may come; they begin with a user's first request, and again with the first after their end. */
  windowS: number;
}

export interface RateLimit {
  /** Takes one request of what the user has left, and says in `headers` what that is. Fails with `tooManyRequests`. */
  spend(userId: string, headers: Record<string, string>): void;
}

/** Users of whom something is remembered at most; beyond, those whose time is over are forgotten. */
const FORGET_BEYOND = 1_000;

/** Counts the requests of each user in spans of `windowS` seconds. */
export function rateLimit({ requests, windowS }: Rate, nowMs: () => number): RateLimit {
  const windowMs = windowS * 1_000;
  const windows = new Map<string, { endsMs: number; left: number }>();
  const windowOf = (userId: string) => {
    const known = windows.get(userId);
    const leftMs = known ? known.endsMs - nowMs() : 0;
    // An end beyond the span is of a clock that was wrong.
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
      const resetS = Math.ceil((window.endsMs - nowMs()) / 1_000);
      headers['ratelimit-policy'] = `"user";q=${requests};w=${windowS}`;
      headers.ratelimit = `"user";r=${window.left};t=${resetS}`;
      if (isOver) throw new SalesError('tooManyRequests', 'The user has sent too many requests.', { retryAfterS: resetS });
    },
  };
}
