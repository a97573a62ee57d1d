/** How many uploads are read and staged at once: each may take 30 MB of memory, so beyond a number the answer is "come again". */
import { SalesError } from '../contract/problem.js';

const OF_USER_MAX = 8;
const OF_ALL_MAX = 32;
const RETRY_AFTER_S = 1;

/** Gives a function that does `work` in one of the places, or fails with `unavailable` where none is free. */
export function uploadPlaces(): <Result>(userId: string, work: () => Promise<Result>) => Promise<Result> {
  const taken = new Map<string, number>();
  let all = 0;
  return async (userId, work) => {
    const own = taken.get(userId) ?? 0;
    if (own >= OF_USER_MAX || all >= OF_ALL_MAX) {
      throw new SalesError('unavailable', 'Too many uploads at once.', { retryAfterS: RETRY_AFTER_S });
    }
    taken.set(userId, own + 1);
    all++;
    try {
      return await work();
    } finally {
      all--;
      const left = (taken.get(userId) ?? 1) - 1;
      if (left > 0) taken.set(userId, left);
      else taken.delete(userId);
    }
  };
}
