/**
 * Stops guessing before a password is hashed: after 10 failed log-ins of one account, or 50 from one address, within 15 minutes,
 * further tries wait. Known and unknown accounts are treated alike. Cached good credentials never come here.
 */
import { SalesError } from '../contract/problem.js';

const WINDOW_MS = 15 * 60_000;
const ACCOUNT_FAILURES_MAX = 10;
const ADDRESS_FAILURES_MAX = 50;
/** Names and addresses remembered at most; the oldest are forgotten first. */
const ENTRIES_MAX = 10_000;

export interface LoginThrottle {
  /** Takes one try, which counts as failed until it is told to have succeeded. Fails with `tooManyRequests` when none is left. */
  begin(account: string, address: string): { succeeded(): void };
}

export function loginThrottle(nowMs: () => number): LoginThrottle {
  const accounts = failureCounter(nowMs, ACCOUNT_FAILURES_MAX);
  const addresses = failureCounter(nowMs, ADDRESS_FAILURES_MAX);
  return {
    begin: (account, address) => {
      const from = network(address);
      const waitMs = Math.max(accounts.waitMs(account), addresses.waitMs(from));
      if (waitMs > 0) {
        throw new SalesError('tooManyRequests', 'Too many failed log-ins.', { retryAfterS: Math.ceil(waitMs / 1_000) });
      }
      // Counted before the hash is made, or many tries at once would all be let through.
      accounts.add(account);
      addresses.add(from);
      return {
        succeeded: () => {
          accounts.forget(account);
          addresses.takeBack(from);
        },
      };
    },
  };
}

interface FailureCounter {
  waitMs(key: string): number;
  add(key: string): void;
  takeBack(key: string): void;
  forget(key: string): void;
}

function failureCounter(nowMs: () => number, failuresMax: number): FailureCounter {
  const failures = new Map<string, number[]>();
  const recent = (key: string) => (failures.get(key) ?? []).filter((atMs) => atMs > nowMs() - WINDOW_MS);
  return {
    waitMs: (key) => {
      const [oldest = 0, ...later] = recent(key).slice(-failuresMax);
      return later.length + 1 < failuresMax ? 0 : oldest + WINDOW_MS - nowMs();
    },
    add: (key) => {
      const times = [...recent(key), nowMs()].slice(-failuresMax);
      failures.delete(key);
      failures.set(key, times);
      for (const old of failures.keys()) {
        if (failures.size <= ENTRIES_MAX) break;
        failures.delete(old);
      }
    },
    takeBack: (key) => void failures.get(key)?.pop(),
    forget: (key) => void failures.delete(key),
  };
}

/** One customer of an IPv6 provider has a whole /64. */
function network(address: string): string {
  return address.includes(':') && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address;
}
