/** Limits work that must not all run at once: some runs, some waits in order, and beyond that the answer is "come again". */
import { SalesError } from '../../contract/problem.js';

export interface QueueLimits {
  concurrentMax: number;
  waitingMax: number;
  waitMsMax: number;
  /** The message for those who find the queue full or have waited too long. */
  fullMessage: string;
  retryAfterS: number;
  /** Called for each work that is refused. */
  onRefusal?: () => void;
}

export interface BoundedQueue {
  /** Runs `work` when its turn comes. Fails with `unavailable` when too many are waiting already, or the wait is too long. */
  <Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many wait. */
  waiting(): number;
}

/** Creates a queue with the given limits. */
export function boundedQueue({ concurrentMax, waitingMax, waitMsMax, fullMessage, retryAfterS, onRefusal }: QueueLimits): BoundedQueue {
  let running = 0;
  const waiting = new Set<() => void>();
  const full = () => {
    onRefusal?.();
    return new SalesError('unavailable', fullMessage, { retryAfterS });
  };
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(patience);
        waiting.delete(begin);
        resolve();
      };
      const patience = setTimeout(() => {
        waiting.delete(begin);
        reject(full());
      }, waitMsMax);
      waiting.add(begin);
    });
  const inTurn = async <Result>(work: () => Promise<Result>) => {
    if (running >= concurrentMax) {
      if (waiting.size >= waitingMax) throw full();
      await turn();
    } else running++;
    try {
      return await work();
    } finally {
      // Hand the place to the next in line, or free it.
      const [next] = waiting;
      if (next) next();
      else running--;
    }
  };
  return Object.assign(inTurn, { waiting: () => waiting.size });
}
