/**
 * Limits how many requests each user may send in a span of time, and tells with every answer how many are left, in the fields of the IETF
 * draft "RateLimit header fields for HTTP" (`RateLimit-Policy`, `RateLimit`). All times are seconds from now, so clocks need not agree.
 */
import { SalesError } from '../../contract/problem.js';
import type { SharedCounts } from '../../store/store.js';

export interface Rate {
  requests: number;
  /** Length of the window in seconds. A user's window begins with the first request, and a new one with the first request after its end. */
  windowS: number;
}

export interface RateLimit {
  /** Takes one of the requests that the user has left, and puts into `headers` how many remain. Fails with `tooManyRequests`. */
  spend(userId: string, headers: Record<string, string>): Promise<void>;
}

/** Where several servers count together, each takes a user's requests in slices of a tenth, so that it asks the database once for many. */
const SLICES = 10;
/** With more users than this, those whose window is over are forgotten. */
const FORGET_BEYOND = 1_000;

type RequestCounts = Pick<SharedCounts, 'takeRequests'>;

/** Counts of a server without others: it takes the whole limit. */
const alone: RequestCounts = {
  takeRequests: async (_, __, { requests, windowS }) => ({ taken: requests, left: 0, leftMs: windowS * 1_000 }),
};

interface Slice {
  /** Requests that are left of those this server has taken. */
  left: number;
  /** Requests that no server had taken at that moment. */
  free: number;
  endsMs: number;
}

/**
 * Counts the requests of each user in windows of `windowS` seconds; `onRefusal` is called for each that is over the limit. With `counts` never
 * more than the limit on all servers together; but what one server has taken, no other can give.
 */
export function rateLimit(rate: Rate, nowMs: () => number, onRefusal: () => void = () => {}, counts: RequestCounts = alone): RateLimit {
  const slices = new Map<string, Slice>();
  const taking = new Map<string, Promise<void>>();
  const take = async (userId: string) => {
    const { taken, left, leftMs } = await counts.takeRequests(userId, Math.max(1, Math.floor(rate.requests / SLICES)), rate);
    if (slices.size >= FORGET_BEYOND) for (const [id, { endsMs }] of slices) if (endsMs <= nowMs()) slices.delete(id);
    slices.set(userId, { left: taken, free: left, endsMs: nowMs() + leftMs });
  };
  /** Takes one request, if there is one. */
  const spendOne = async (userId: string): Promise<{ slice: Slice; isOver: boolean }> => {
    for (;;) {
      const slice = slices.get(userId);
      const leftMs = slice ? slice.endsMs - nowMs() : 0;
      // An end further away than a whole window was set by a clock that was wrong.
      if (slice && leftMs > 0 && leftMs <= rate.windowS * 1_000) {
        const isOver = slice.left === 0;
        if (!isOver) slice.left--;
        if (!isOver || slice.free === 0) return { slice, isOver };
      }
      // Requests that come meanwhile share what is taken; those for whom nothing is left then ask again.
      const running = taking.get(userId) ?? take(userId).finally(() => taking.delete(userId));
      taking.set(userId, running);
      await running;
    }
  };
  return {
    spend: async (userId, headers) => {
      const { slice, isOver } = await spendOne(userId);
      const resetS = Math.ceil(Math.max(0, slice.endsMs - nowMs()) / 1_000);
      headers['ratelimit-policy'] = `"user";q=${rate.requests};w=${rate.windowS}`;
      headers.ratelimit = `"user";r=${slice.left + slice.free};t=${resetS}`;
      if (!isOver) return;
      onRefusal();
      throw new SalesError('tooManyRequests', 'The user has sent too many requests.', { retryAfterS: resetS });
    },
  };
}
