/**
 * Work that must not all run at once: so much of each user, each customer and all together runs, and the rest waits. Users take turns, so
 * that whoever sends much waits for himself. What nobody waits for any more is dropped before it begins, and a body that comes too slowly
 * gives its place to those who wait.
 */
import type { IncomingMessage } from 'node:http';
import { bodyFault, SalesError } from '../../contract/problem.js';
import { endAsTooSlow, isSlow } from './body.js';
import { type Bounds, type Level, type Owner, placesOf, tally } from './tally.js';

const LOOK_MS = 1_000;

export interface FairQueueOptions {
  running: Bounds;
  waiting: Bounds;
  waitMsMax: number;
  retryAfterS: number;
  /** What the work is, in the plural, for messages. */
  what: string;
  /**
   * Called for each work that is refused: with the level at which too much waits, `wait` where its turn did not come in time, `rate` where its
   * body made room.
   */
  onRefusal: (why: Level | 'wait' | 'rate') => void;
}

export interface FairQueue {
  /**
   * Runs `work` when its turn comes: at once where there is room. Fails with `unavailable` when too much waits already or the wait is too
   * long, and with `validation` when the client of the request has left. Work without a request waits whoever leaves.
   */
  admit<Result>(owner: Owner, request: IncomingMessage | null, work: () => Promise<Result>): Promise<Result>;
  running(): number;
  waiting(): number;
}

interface HeldPlace {
  owner: Owner;
  request: IncomingMessage | null;
}

interface QueuedWork extends HeldPlace {
  begin(): void;
  drop(error: SalesError): void;
}

/** A queue with nothing in it. */
export function fairQueue({ what, running: runningMax, waiting: waitingMax, ...options }: FairQueueOptions): FairQueue {
  const running = tally();
  const waiting = tally();
  /** The one that began first comes first. */
  const places = new Set<HeldPlace>();
  /** Waiting work by user and customer, in the order of their turns. */
  const lines = new Map<string, Set<QueuedWork>>();
  let looking: NodeJS.Timeout | undefined;

  const take = (place: HeldPlace) => {
    running.add(place.owner, 1);
    places.add(place);
  };
  /** Runs work that has its place already, and gives the place back. */
  const run = <Result>(place: HeldPlace, work: () => Promise<Result>) =>
    work().finally(() => {
      running.add(place.owner, -1);
      places.delete(place);
      if (lines.size > 0) next();
    });
  const next = () => {
    dropGone();
    for (const [key, line] of lines) {
      const [first] = line;
      if (!first || running.full(first.owner, runningMax)) continue;
      // To the end of the round. The loop meets it there again, if there is room by then.
      lines.delete(key);
      lines.set(key, line);
      first.begin();
    }
  };
  const dropGone = () => {
    const all = [...lines.values()].flatMap((line) => [...line]);
    for (const waiter of all.filter(isGone)) waiter.drop(bodyFault('ended too early'));
  };
  /** For the next of each user that waits, ends one body that came too slowly and holds the place. */
  const makeRoom = () => {
    if (lines.size === 0) {
      clearInterval(looking);
      looking = undefined;
    }
    for (const [first] of lines.values()) {
      const level = first && running.full(first.owner, runningMax);
      if (!level) continue;
      const wanted = placesOf(level, first.owner);
      const slow = [...places].find(({ owner, request }) => request && isSlow(request) && placesOf(level, owner) === wanted);
      if (!slow?.request) continue;
      options.onRefusal('rate');
      endAsTooSlow(slow.request);
    }
  };
  const refuse = (why: Level | 'wait') => {
    options.onRefusal(why);
    const whose = why === 'user' || why === 'customer' ? ` of one ${why}` : '';
    return new SalesError('unavailable', `Too many ${what}${whose} at once.`, { retryAfterS: options.retryAfterS });
  };
  const turn = (place: HeldPlace) =>
    new Promise<void>((resolve, reject) => {
      const key = `${place.owner.userId} ${place.owner.customerId}`;
      const line = lines.get(key) ?? new Set();
      const leave = () => {
        clearTimeout(patience);
        waiting.add(place.owner, -1);
        line.delete(waiter);
        if (line.size === 0) lines.delete(key);
      };
      const waiter: QueuedWork = {
        ...place,
        begin: () => {
          leave();
          // Now and not when the work begins, because others may come in between.
          take(place);
          resolve();
        },
        drop: (error) => {
          leave();
          reject(error);
        },
      };
      const patience = setTimeout(() => waiter.drop(refuse('wait')), options.waitMsMax);
      lines.set(key, line.add(waiter));
      waiting.add(place.owner, 1);
      looking ??= setInterval(makeRoom, LOOK_MS).unref();
      makeRoom();
    });
  const wait = async (place: HeldPlace) => {
    if (waiting.full(place.owner, waitingMax)) dropGone();
    const full = waiting.full(place.owner, waitingMax);
    if (full) throw refuse(full);
    await turn(place);
  };
  return {
    admit: async (owner, request, work) => {
      const place = { owner, request };
      if (running.full(owner, runningMax)) await wait(place);
      else take(place);
      return run(place, work);
    },
    running: running.total,
    waiting: waiting.total,
  };
}

function isGone({ request }: HeldPlace): boolean {
  return request !== null && !request.socket.writable;
}
