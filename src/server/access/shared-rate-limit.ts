/**
 * The same limit where several servers count together: each takes a user's requests in slices of a tenth, so that it asks the database once for
 * many. Never more than the limit in all; but what one server has taken, no other can give.
 */
import type { SharedCounts } from '../../store/shared-counts.js';
import { type Rate, type RateLimit, tellRate } from './rate-limit.js';

const SLICES = 10;
/** With more users than this, those whose window is over are forgotten. */
const FORGET_BEYOND = 1_000;

interface Slice {
  /** Of what this server has taken. */
  left: number;
  /** Of what nobody had taken then. */
  free: number;
  endsMs: number;
}

export function sharedRateLimit(rate: Rate, counts: SharedCounts, nowMs: () => number, onRefusal: () => void = () => {}): RateLimit {
  const slices = new Map<string, Slice>();
  const taking = new Map<string, Promise<Slice>>();
  const take = async (userId: string): Promise<Slice> => {
    const { taken, left, leftMs } = await counts.takeRequests(userId, Math.max(1, Math.floor(rate.requests / SLICES)), rate);
    if (slices.size >= FORGET_BEYOND) for (const [id, { endsMs }] of slices) if (endsMs <= nowMs()) slices.delete(id);
    const slice = { left: taken, free: left, endsMs: nowMs() + leftMs };
    slices.set(userId, slice);
    return slice;
  };
  /** Takes one request; false where none are left. */
  const spendOne = async (userId: string): Promise<{ slice: Slice; isOver: boolean }> => {
    for (;;) {
      const known = slices.get(userId);
      const isCurrent = known !== undefined && known.endsMs > nowMs();
      if (isCurrent && known.left > 0) {
        known.left--;
        return { slice: known, isOver: false };
      }
      if (isCurrent && known.free === 0) return { slice: known, isOver: true };
      // Requests that come meanwhile share what is taken; those for whom nothing is left then ask again.
      const running = taking.get(userId) ?? take(userId).finally(() => taking.delete(userId));
      taking.set(userId, running);
      await running;
    }
  };
  return {
    spend: async (userId, headers) => {
      const { slice, isOver } = await spendOne(userId);
      const told = { left: slice.left + slice.free, leftMs: Math.max(0, slice.endsMs - nowMs()), isOver };
      tellRate(rate, told, headers, onRefusal);
    },
  };
}
