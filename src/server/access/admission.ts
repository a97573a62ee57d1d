/**
 * The admission budget: how much of the server each connection, user and customer may take, and all together. What is over a bound waits
 * for its turn, or is refused with a 503 and the time to come again. This is the one place that knows the bounds.
 */
import { SalesError } from '../../contract/problem.js';
import { endAsTooSlow } from './body.js';
import { type FairQueue, fairQueue } from './fair-queue.js';
import { type SlowBodies, slowBodies } from './slow-bodies.js';
import { type Owner, tally } from './tally.js';

const MB = 1_000_000;

export const bounds = {
  /** Enough for a few hundred tills. Each costs about 50 kB, and many systems let a process open 1,024 files. */
  connections: 900,
  /**
   * Requests on one connection that are not completely answered, before and after the first good log-in on it; and how long what it brings
   * may keep all others waiting at a time, which only matters where bodies come in tiny chunks.
   */
  requestsOfConnection: { strangerMax: 1, runningMax: 8, turnMs: 1 },
  /** Hashing takes a core for a quarter of a second, so beyond what can wait the answer is "come again" instead of a longer wait. */
  logins: { concurrentMax: 2, waitingMax: 50, waitMsMax: 30_000, retryAfterS: 2 },
  /** A body may take 30 MB of memory, so none is read before its turn. Whether anything of it comes is only seen then. */
  uploads: {
    running: { user: 4, customer: 12, process: 16 },
    waiting: { user: 200, customer: 400, process: 1_000 },
    waitMsMax: 20_000,
    retryAfterS: 1,
  },
  /** What a body must bring while others wait for its place. */
  leastRate: { overS: 5, bytesPerS: 1_000 },
  /** Withdrawing, restoring and reprocessing: each may take the writer as long as a large upload. */
  changes: {
    running: { user: 2, customer: 4, process: 8 },
    waiting: { user: 50, customer: 100, process: 500 },
    waitMsMax: 20_000,
    retryAfterS: 1,
  },
  /** Lists that a thread has to search for. As many run as there are threads, but one is always left to others: see {@link listBounds}. */
  lists: { waiting: { user: 100, customer: 200, process: 1_000 }, waitMsMax: 20_000, retryAfterS: 1 },
  /** Bytes of answers that are written, but that the client has not read. Those below the least size are not counted. */
  answers: { user: 8 * MB, customer: 16 * MB, process: 64 * MB, leastBytes: 8_000, retryAfterS: 2 },
  /**
   * How long the outcome of a check whether data can be written is good for everybody who asks. One that failed is over soon, because a load
   * balancer sends nothing before it has asked again.
   */
  readinessKeptMs: { value: 1_500, failure: 250 },
} as const;

export interface Admission {
  uploads: FairQueue;
  changes: FairQueue;
  lists: FairQueue;
  /** Follows an upload's body from the beginning of its reading. Returns a function for the end. */
  followBody: SlowBodies['follow'];
  answers: UnreadAnswers;
}

export interface UnreadAnswers {
  /** Fails with `unavailable` where the owner's clients have left so much unread that nothing more is prepared for them. */
  check(owner: Owner): void;
  /** Counts an answer of this many bytes. Returns a function for when it is read, or given up; null where it is too small to count. */
  hold(owner: Owner, bytes: number): (() => void) | null;
  heldBytes(): number;
}

/** Nothing is in use yet. `listThreads` search for lists; `onRefusal` gets the name of the bound with every refusal. */
export function admission(listThreads: number, onRefusal: (bound: string) => void): Admission {
  const queue = (what: 'uploads' | 'changes' | 'lists', limits: Omit<Parameters<typeof fairQueue>[0], 'what' | 'onRefusal'>) =>
    fairQueue({ ...limits, what, onRefusal: (level) => onRefusal(`${what}_${level}`) });
  const uploads = queue('uploads', { ...bounds.uploads, onWait: () => slow.makeRoom() });
  const slow = slowBodies(bounds.leastRate, uploads.blocked, (request) => {
    onRefusal('uploads_rate');
    endAsTooSlow(request);
  });
  return {
    uploads,
    changes: queue('changes', bounds.changes),
    lists: queue('lists', { ...bounds.lists, running: listBounds(listThreads) }),
    followBody: slow.follow,
    answers: unreadAnswers(onRefusal),
  };
}

/** One user has at most half of the threads, rounded up, and one customer all but one: others never wait for them alone. */
function listBounds(threads: number) {
  return { user: Math.ceil(threads / 2), customer: Math.max(1, threads - 1), process: threads };
}

function unreadAnswers(onRefusal: (bound: string) => void): UnreadAnswers {
  const held = tally();
  return {
    check: (owner) => {
      const full = held.full(owner, bounds.answers);
      // Where all together have left too much, those who read what they get are served all the same.
      if (full === null || (full === 'process' && held.of('user', owner) === 0)) return;
      onRefusal(`answers_${full}`);
      throw new SalesError('unavailable', 'Too much of earlier answers has not been read.', { retryAfterS: bounds.answers.retryAfterS });
    },
    hold: (owner, bytes) => {
      if (bytes < bounds.answers.leastBytes) return null;
      held.add(owner, bytes);
      return () => held.add(owner, -bytes);
    },
    heldBytes: held.total,
  };
}
