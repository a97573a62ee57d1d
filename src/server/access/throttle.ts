/**
 * Stops password guessing before anything is hashed: after 10 failed log-ins of one account, or 50 from one address, within 15 minutes,
 * each further attempt must wait, twice as long after every failure. Accounts that do not exist are treated like those that do. Good
 * log-ins that are cached never come here. Each attempt is charged as a failure before anything is hashed, and refunded when it succeeds:
 * those under way, on all servers that count together, never exceed what is allowed.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { SalesError } from '../../contract/problem.js';
import type { FailureTimes, SharedCounts } from '../../store/store.js';

type FailureCounts = Pick<SharedCounts, 'failures' | 'changeFailures'>;

const WINDOW_MS = 15 * 60_000;
/** How many failures of an account, and from an address, may be recent before each further attempt must wait. */
const failuresMax = [10, 50] as const;
const FIRST_WAIT_MS = 1_000;
/** How many accounts and addresses are remembered: more than can be hashed within the window on such a machine. */
const ENTRIES_MAX = 40_000;

export interface LoginThrottle {
  /** Fails with `tooManyRequests`, with the time to wait, if no attempt may be made now. Does not count as one. */
  check(account: string, address: string): Promise<void>;
  /** Begins an attempt. If those under way here could use up all that are left, waits for one of them to succeed. Fails with `tooManyRequests`. */
  begin(account: string, address: string): Promise<LoginTry>;
}

export interface LoginTry {
  /** To be called exactly once, however the attempt went. */
  end(failed: boolean): void;
}

/** Counts failures in memory, so a restart of the server forgets them. */
export function loginThrottle(nowMs: () => number): LoginThrottle {
  return sharedThrottle(failuresInMemory(nowMs));
}

/** Counts failures where several servers count them together. */
export function sharedThrottle(counts: FailureCounts): LoginThrottle {
  const underWay = new Set<{ keys: readonly string[]; hasFailed: Promise<boolean> }>();
  const keysOf = (account: string, address: string) => [`account ${account}`, `address ${networkOf(address)}`];
  return {
    check: async (account, address) => {
      const { times, nowMs } = await counts.failures(keysOf(account, address));
      mustBeAllowed(times, nowMs);
    },
    begin: async (account, address) => {
      const keys = keysOf(account, address);
      for (;;) {
        let chargedMs = 0;
        const charge = counts.changeFailures(keys, (times, nowMs) => {
          mustBeAllowed(times, nowMs);
          chargedMs = nowMs;
          return times.map((ofKey) => [...recentOf(ofKey, nowMs), nowMs]);
        });
        try {
          await charge;
          return attempt(keys, chargedMs);
        } catch (error) {
          const other = [...underWay].find((one) => one.keys.some((key) => keys.includes(key)));
          if (!other || (await other.hasFailed)) throw error;
        }
      }
    },
  };

  function attempt(keys: readonly string[], chargedMs: number): LoginTry {
    let tell: (failed: boolean) => void = () => {};
    const hasFailed = new Promise<boolean>((resolve) => {
      tell = resolve;
    });
    const own = { keys, hasFailed };
    underWay.add(own);
    const refund = (times: FailureTimes) => {
      const at = times.indexOf(chargedMs);
      return at < 0 ? times : times.toSpliced(at, 1);
    };
    return {
      end: async (failed) => {
        // Where the database is away, the charge stays: it is over after a while, as any failure.
        if (!failed) await counts.changeFailures(keys, (times) => times.map(refund)).catch(() => {});
        underWay.delete(own);
        tell(failed);
      },
    };
  }
}

function failuresInMemory(nowMs: () => number): FailureCounts {
  /** The key that failed last comes last. */
  const failures = new Map<string, FailureTimes>();
  // Names may be long; what is kept for each must not be.
  const short = (key: string) => createHash('sha256').update(key).digest('base64');
  const timesOf = (keys: readonly string[]) => keys.map((key) => failures.get(short(key)) ?? []);
  return {
    failures: async (keys) => ({ times: timesOf(keys), nowMs: nowMs() }),
    changeFailures: async (keys, change) => {
      for (const [at, times] of change(timesOf(keys), nowMs()).entries()) {
        const key = short(keys[at] ?? '');
        failures.delete(key);
        if (times.length > 0) failures.set(key, times);
      }
      for (const [oldest, times] of failures) {
        if (failures.size <= ENTRIES_MAX && recentOf(times, nowMs()).length > 0) break;
        failures.delete(oldest);
      }
    },
  };
}

function mustBeAllowed(times: readonly FailureTimes[], nowMs: number): void {
  const waitMs = Math.max(...times.map((ofKey, at) => waitAfter(recentOf(ofKey, nowMs), failuresMax[at] ?? 0, nowMs)));
  if (waitMs > 0) throw new SalesError('tooManyRequests', 'Too many failed log-ins.', { retryAfterS: Math.ceil(waitMs / 1_000) });
}

/** The times within the window. Times in the future were set by a clock that was wrong. */
function recentOf(times: readonly number[], nowMs: number): number[] {
  return times.filter((atMs) => atMs > nowMs - WINDOW_MS && atMs <= nowMs);
}

/**
 * How many milliseconds the next attempt must wait after the failures at `times`, all of them within the window; 0 while there are fewer
 * than `max`.
 */
function waitAfter(times: readonly number[], max: number, nowMs: number): number {
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
