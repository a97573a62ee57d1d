/**
 * The admission budget: how much of the server each connection, user and customer may take, and all together. What is over a bound waits
 * for its turn, or is refused with a 503 and the time to come again. This is the one place that knows the bounds.
 */
import { changeBodyBytesMax, uploadBodyBytesMax } from '../../contract/limits.js';
import { SalesError } from '../../contract/problem.js';
import type { BodyBounds } from './body.js';
import { type FairQueue, type FairQueueOptions, fairQueue } from './fair-queue.js';
import { type Bounds, type Owner, tally } from './tally.js';

const MB = 1_000_000;
const CONNECTIONS = 900;

/** Bounds for all together alone. */
function ofProcess(process: number): Bounds {
  return { user: Number.POSITIVE_INFINITY, customer: Number.POSITIVE_INFINITY, process };
}

export const bounds = {
  /** Enough for a few hundred tills. Each costs about 50 kB, and many systems let a process open 1,024 files. */
  connections: CONNECTIONS,
  /**
   * Requests on one connection that are in progress, before and after the first good log-in on it. One that sends more than the latter without
   * waiting for answers is closed.
   */
  requestsOfConnection: { strangerMax: 1, runningMax: 8 },
  /** Hashing takes a core for a quarter of a second, so beyond what can wait the answer is "come again" instead of a longer wait. */
  logins: { running: ofProcess(2), waiting: ofProcess(50), waitMsMax: 30_000, retryAfterS: 2 },
  /** What a body must bring while others wait for its place, or for its connection. */
  leastRate: { overS: 5, bytesPerS: 1_000 },
  /** By kind of body: none is read before it has its place. */
  bodies: {
    /** Each may take 30 MB of memory. */
    uploads: {
      bytes: uploadBodyBytesMax,
      seconds: 300,
      running: { user: 4, customer: 12, process: 16 },
      waiting: { user: 200, customer: 400, process: 500 },
    },
    /** Withdrawing, restoring and reprocessing, with a body or without: each may take the writer as long as a large upload. */
    changes: {
      bytes: changeBodyBytesMax,
      seconds: 60,
      running: { user: 2, customer: 4, process: 8 },
      waiting: { user: 50, customer: 100, process: 100 },
    },
    /** Dropped on the console, and of the size that the operator allows. A browser sends six at a time. */
    files: {
      bytes: Number.POSITIVE_INFINITY,
      seconds: 14_400,
      running: { user: 6, customer: 12, process: 24 },
      waiting: { user: 12, customer: 50, process: 100 },
    },
    /** What a page sends of somebody who has logged in. */
    forms: {
      bytes: 64_000,
      seconds: 20,
      running: { user: 6, customer: 32, process: 64 },
      waiting: { user: 12, customer: 64, process: 100 },
    },
    /** Without a log-in: one for each connection, of which those make room first. */
    strangers: { bytes: 4_000, seconds: 5, running: ofProcess(CONNECTIONS), waiting: ofProcess(0) },
  },
  /** How long a body, or a change, waits for its place. */
  turn: { waitMsMax: 20_000, retryAfterS: 1 },
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

export type BodyKind = keyof typeof bounds.bodies;
export const bodyKinds = Object.keys(bounds.bodies) as BodyKind[];

/** Places for bodies, by kind; for lists; and what is left unread. */
export interface Admission extends Record<BodyKind, FairQueue> {
  lists: FairQueue;
  answers: UnreadAnswers;
}

export function boundsOf(kind: BodyKind): BodyBounds {
  return { ...bounds.bodies[kind], leastRate: bounds.leastRate };
}

/** The connections on which somebody has logged in: they may have more requests in progress, and make room last. */
export const knownClients = new WeakSet<object>();

export interface UnreadAnswers {
  /** Fails with `unavailable` where the owner's clients have left so much unread that nothing more is prepared for them. */
  check(owner: Owner): void;
  /** Counts an answer of this many bytes. Returns a function for when it is read, or given up; null where it is too small to count. */
  hold(owner: Owner, bytes: number): (() => void) | null;
  heldBytes(): number;
}

/** Nothing is in use yet. `listThreads` search for lists; `onRefusal` gets the name of the bound with every refusal. */
export function admission(listThreads: number, onRefusal: (bound: string) => void): Admission {
  const queue = (what: BodyKind | 'lists', limits: Omit<FairQueueOptions, 'what' | 'onRefusal'>) =>
    fairQueue({ ...limits, what, onRefusal: (why) => onRefusal(`${what}_${why}`) });
  const bodies = bodyKinds.map((kind) => [kind, queue(kind, { ...bounds.bodies[kind], ...bounds.turn })]);
  return {
    ...(Object.fromEntries(bodies) as Record<BodyKind, FairQueue>),
    lists: queue('lists', { ...bounds.lists, running: listBounds(listThreads) }),
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
