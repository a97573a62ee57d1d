/**
 * Work that must not all run at once: so much of each user, each customer and all together runs, and the rest waits. Users take turns, so
 * that whoever sends much waits for himself. What nobody waits for any more is dropped before it begins.
 */
import { bodyFault, SalesError } from '../../contract/problem.js';
import { type Bounds, type Level, type Owner, tally } from './tally.js';

export interface FairQueueBounds {
  running: Bounds;
  waiting: Bounds;
  waitMsMax: number;
  retryAfterS: number;
}

export interface FairQueueOptions extends FairQueueBounds {
  /** What the work is, in the plural, for messages. */
  what: string;
  /** Called for each work that is refused: with the level at which too much waits, or `wait` where its turn did not come in time. */
  onRefusal: (level: Level | 'wait') => void;
  /** Called when work begins to wait. */
  onWait?: () => void;
}

export interface FairQueue {
  /**
   * Runs `work` when its turn comes: at once where there is room. Fails with `unavailable` when too much waits already or the wait is too
   * long, and with `validation` when `isGone` says that the client has left.
   */
  admit<Result>(owner: Owner, isGone: () => boolean, work: () => Promise<Result>): Promise<Result>;
  running(): number;
  waiting(): number;
  /** The next work of each user that waits, with the bound that it waits for. */
  blocked(): { owner: Owner; level: Level }[];
}

interface QueuedWork {
  owner: Owner;
  isGone: () => boolean;
  begin(): void;
  drop(error: SalesError): void;
}

/** A queue with nothing in it. */
export function fairQueue({ what, running: runningMax, waiting: waitingMax, ...options }: FairQueueOptions): FairQueue {
  const running = tally();
  const waiting = tally();
  /** Those who wait, by user and customer, in the order of their turns. */
  const lines = new Map<string, QueuedWork[]>();

  /** Runs work that has its place already, and gives the place back. */
  const run = <Result>(owner: Owner, work: () => Promise<Result>) =>
    work().finally(() => {
      running.add(owner, -1);
      if (lines.size > 0) next();
    });
  const next = () => {
    for (const [key, line] of lines) {
      while (line[0]?.isGone()) remove(line[0]).drop(bodyFault('ended too early'));
      const [first] = line;
      if (!first || running.full(first.owner, runningMax)) continue;
      // To the end of the round. The loop meets it there again, if there is room by then.
      lines.delete(key);
      lines.set(key, line);
      remove(first).begin();
    }
  };
  const remove = (waiter: QueuedWork) => {
    const key = lineOf(waiter.owner);
    const line = lines.get(key) ?? [];
    const at = line.indexOf(waiter);
    if (at < 0) return waiter;
    line.splice(at, 1);
    if (line.length === 0) lines.delete(key);
    waiting.add(waiter.owner, -1);
    return waiter;
  };
  const dropGone = () => {
    for (const line of [...lines.values()]) {
      for (const waiter of line.filter(({ isGone }) => isGone())) remove(waiter).drop(bodyFault('ended too early'));
    }
  };
  const refuse = (level: Level | 'wait') => {
    options.onRefusal(level);
    const whose = level === 'user' || level === 'customer' ? ` of one ${level}` : '';
    return new SalesError('unavailable', `Too many ${what}${whose} at once.`, { retryAfterS: options.retryAfterS });
  };
  const turn = (owner: Owner, isGone: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const patience = setTimeout(() => remove(waiter).drop(refuse('wait')), options.waitMsMax);
      const waiter: QueuedWork = {
        owner,
        isGone,
        begin: () => {
          clearTimeout(patience);
          // Now and not when the work begins, because others may come in between.
          running.add(owner, 1);
          resolve();
        },
        drop: (error) => {
          clearTimeout(patience);
          reject(error);
        },
      };
      const key = lineOf(owner);
      const line = lines.get(key);
      if (line) line.push(waiter);
      else lines.set(key, [waiter]);
      waiting.add(owner, 1);
      options.onWait?.();
    });
  const wait = async <Result>(owner: Owner, isGone: () => boolean, work: () => Promise<Result>) => {
    if (waiting.full(owner, waitingMax)) dropGone();
    const full = waiting.full(owner, waitingMax);
    if (full) throw refuse(full);
    await turn(owner, isGone);
    return run(owner, work);
  };
  return {
    admit: (owner, isGone, work) => {
      if (running.full(owner, runningMax)) return wait(owner, isGone, work);
      running.add(owner, 1);
      return run(owner, work);
    },
    running: running.total,
    waiting: waiting.total,
    blocked: () =>
      [...lines.values()].flatMap(([first]) => {
        const level = first && running.full(first.owner, runningMax);
        return level ? [{ owner: first.owner, level }] : [];
      }),
  };
}

function lineOf({ userId, customerId }: Owner): string {
  return `${userId} ${customerId}`;
}
