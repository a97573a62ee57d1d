/**
 * Stops guessing before a password is hashed: after 10 failed log-ins of one account, or 50 from one address, within 15 minutes, each
 * further try has to wait, twice as long after every one that fails. Accounts that exist and those that do not are treated alike.
 * Cached good credentials never come here.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { SalesError } from '../contract/problem.js';

const WINDOW_MS = 15 * 60_000;
const ACCOUNT_FAILURES_MAX = 10;
const ADDRESS_FAILURES_MAX = 50;
const FIRST_WAIT_MS = 1_000;
/** Names, and addresses, remembered at most; more than can be hashed within the window on a machine of this kind. */
const ENTRIES_MAX = 20_000;

export interface LoginThrottle {
  /** Takes no try. Fails with `tooManyRequests`, told how long to wait, when none may be made now. */
  check(account: string, address: string): void;
  /** Takes a try; where those under way could use up all that are left, waits for them. Fails with `tooManyRequests`. */
  begin(account: string, address: string): Promise<LoginTry>;
}

export interface LoginTry {
  /** To be called once, whatever became of the try. */
  end(failed: boolean): void;
}

export function loginThrottle(nowMs: () => number): LoginThrottle {
  const accounts = failureCounter(nowMs, ACCOUNT_FAILURES_MAX);
  const addresses = failureCounter(nowMs, ADDRESS_FAILURES_MAX);
  // Names may be long, and what is kept for each must not be.
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
  /** Whether one more try could be made even if all that are under way fail. */
  hasRoom(key: string): boolean;
  begin(key: string): void;
  end(key: string, failed: boolean): void;
  /** Fulfilled when a try that is under way has ended. */
  nextEnd(key: string): Promise<void>;
}

interface UnderWay {
  tries: number;
  onEnd: (() => void)[];
}

function failureCounter(nowMs: () => number, failuresMax: number): FailureCounter {
  /** The times of each key's failures; the key that failed last is the last. */
  const failures = new Map<string, number[]>();
  const underWay = new Map<string, UnderWay>();
  // Times to come are of a clock that was wrong.
  const recent = (key: string) => (failures.get(key) ?? []).filter((atMs) => atMs > nowMs() - WINDOW_MS && atMs <= nowMs());
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
    waitMs: (key) => waitAfter(recent(key), failuresMax, nowMs()),
    hasRoom: (key) => (underWay.get(key)?.tries ?? 0) < Math.max(1, failuresMax - recent(key).length),
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

/** How long after the failures at `times`, all within the window, the next try has to wait: never once fewer than the maximum count. */
function waitAfter(times: number[], failuresMax: number, nowMs: number): number {
  const over = times.length - failuresMax;
  const last = times.at(-1);
  const oldestOfMax = times[over];
  if (last === undefined || oldestOfMax === undefined) return 0;
  return Math.max(0, Math.min(last + FIRST_WAIT_MS * 2 ** over, oldestOfMax + WINDOW_MS) - nowMs);
}

/** What one customer of a provider has: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  // An IPv4 address at the end stands for two groups.
  const text = address.replace(/%.*$/, '').replace(/\d+\.\d+\.\d+\.\d+$/, '0:0');
  const [head = [], tail = []] = text.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
