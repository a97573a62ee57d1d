/** Limits work that must not all run at once: some runs, some waits in order, and beyond that the answer is "come again". */
import { SalesError } from '../contract/problem.js';

export interface QueueLimits {
  concurrentMax: number;
  waitingMax: number;
  waitMsMax: number;
  /** The message for those who find the queue full or have waited too long. */
  fullMessage: string;
  retryAfterS: number;
}

export interface BoundedQueue {
  /** Runs `work` when its turn comes. Fails with `unavailable` when too many are waiting already, or the wait is too long. */
  <Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many wait. */
  waiting(): number;
}

/** Creates a queue with the given limits. */
export function boundedQueue({ concurrentMax, waitingMax, waitMsMax, fullMessage, retryAfterS }: QueueLimits): BoundedQueue {
  let running = 0;
  const waiting = new Set<() => void>();
  const full = () => new SalesError('unavailable', fullMessage, { retryAfterS });
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

/** Like `boundedQueue`, but with a queue for each key, so that nobody waits for the work of others. */
export function boundedQueues(limits: QueueLimits): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const queues = new Map<string, { inTurn: ReturnType<typeof boundedQueue>; works: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { inTurn: boundedQueue(limits), works: 0 };
    queues.set(key, queue);
    queue.works++;
    try {
      return await queue.inTurn(work);
    } finally {
      if (--queue.works === 0) queues.delete(key);
    }
  };
}
