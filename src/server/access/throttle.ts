/**
 * Stops password guessing before anything is hashed: after 10 failed log-ins of one account, or 50 from one address, within 15 minutes,
 * each further attempt must wait, twice as long after every failure. Accounts that do not exist are treated like those that do. Good
 * log-ins that are cached never come here.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { SalesError } from '../../contract/problem.js';

const WINDOW_MS = 15 * 60_000;
/** How many failures may be recent before each further attempt must wait. */
export const failuresMax = { account: 10, address: 50 } as const;
const FIRST_WAIT_MS = 1_000;
/** How many accounts, and how many addresses, are remembered: more than can be hashed within the window on such a machine. */
const ENTRIES_MAX = 20_000;

export interface LoginThrottle {
  /** Fails with `tooManyRequests`, with the time to wait, if no attempt may be made now. Does not count as one. */
  check(account: string, address: string): void | Promise<void>;
  /** Begins an attempt. If the attempts under way could use up all that are left, waits for some to end. Fails with `tooManyRequests`. */
  begin(account: string, address: string): Promise<LoginTry>;
}

export interface LoginTry {
  /** To be called exactly once, however the attempt went. */
  end(failed: boolean): void;
}

/** Counts failures in memory, so a restart of the server forgets them. */
export function loginThrottle(nowMs: () => number): LoginThrottle {
  const accounts = failureCounter(nowMs, failuresMax.account);
  const addresses = failureCounter(nowMs, failuresMax.address);
  // Names may be long; what is kept for each must not be.
  const countersOf = (account: string, address: string): [FailureCounter, string][] => [
    [accounts, createHash('sha256').update(account).digest('base64')],
    [addresses, networkOf(address)],
  ];
  const check = (counters: [FailureCounter, string][]) => {
    const waitMs = Math.max(...counters.map(([counter, key]) => counter.waitMs(key)));
    if (waitMs > 0) throw new SalesError('tooManyRequests', 'Too many failed log-ins.', { retryAfterS: Math.ceil(waitMs / 1_000) });
  };
  return {
    check: (account, address) => check(countersOf(account, address)),
    begin: async (account, address) => {
      const counters = countersOf(account, address);
      for (;;) {
        check(counters);
        const full = counters.find(([counter, key]) => !counter.hasRoom(key));
        if (!full) break;
        await full[0].nextEnd(full[1]);
      }
      for (const [counter, key] of counters) counter.begin(key);
      return {
        end: (failed) => {
          for (const [counter, key] of counters) counter.end(key, failed);
        },
      };
    },
  };
}

interface FailureCounter {
  waitMs(key: string): number;
  /** Whether another attempt could be made even if all that are under way fail. */
  hasRoom(key: string): boolean;
  begin(key: string): void;
  end(key: string, failed: boolean): void;
  /** Resolves when an attempt that is under way has ended. */
  nextEnd(key: string): Promise<void>;
}

interface UnderWay {
  tries: number;
  onEnd: (() => void)[];
}

function failureCounter(nowMs: () => number, max: number): FailureCounter {
  /** The times of each key's failures. The key that failed last comes last. */
  const failures = new Map<string, number[]>();
  const underWay = new Map<string, UnderWay>();
  const recent = (key: string) => recentOf(failures.get(key) ?? [], nowMs());
  const add = (key: string) => {
    const times = [...recent(key), nowMs()];
    failures.delete(key);
    failures.set(key, times);
    for (const [oldest, ofOldest] of failures) {
      const isOver = (ofOldest.at(-1) ?? 0) <= nowMs() - WINDOW_MS;
      if (!isOver && failures.size <= ENTRIES_MAX) break;
      failures.delete(oldest);
    }
  };
  return {
    waitMs: (key) => waitAfter(recent(key), max, nowMs()),
    hasRoom: (key) => (underWay.get(key)?.tries ?? 0) < Math.max(1, max - recent(key).length),
    begin: (key) => {
      const ofKey = underWay.get(key) ?? { tries: 0, onEnd: [] };
      ofKey.tries++;
      underWay.set(key, ofKey);
    },
    end: (key, failed) => {
      if (failed) add(key);
      const ofKey = underWay.get(key);
      if (!ofKey) return;
      if (--ofKey.tries === 0) underWay.delete(key);
      for (const wake of ofKey.onEnd.splice(0)) wake();
    },
    nextEnd: (key) => new Promise((resolve) => underWay.get(key)?.onEnd.push(resolve) ?? resolve()),
  };
}

/** Of these times those within the window. Those in the future were set by a clock that was wrong. */
export function recentOf(times: readonly number[], nowMs: number): number[] {
  return times.filter((atMs) => atMs > nowMs - WINDOW_MS && atMs <= nowMs);
}

/**
 * How many milliseconds the next attempt must wait after the failures at `times`, all of them within the window; 0 while there are fewer
 * than `max`.
 */
export function waitAfter(times: readonly number[], max: number, nowMs: number): number {
  const over = times.length - max;
  const last = times.at(-1);
  const oldestOfMax = times[over];
  if (last === undefined || oldestOfMax === undefined) return 0;
  return Math.max(0, Math.min(last + FIRST_WAIT_MS * 2 ** over, oldestOfMax + WINDOW_MS) - nowMs);
}

/** The part of an address that one customer of a provider has: a whole IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  // An IPv4 address at the end takes the place of two groups.
  const text = address.replace(/%.*$/, '').replace(/\d+\.\d+\.\d+\.\d+$/, '0:0');
  const [head = [], tail = []] = text.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
