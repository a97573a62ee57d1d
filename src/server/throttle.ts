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
  /** Fails with `tooManyRequests` when the account or the address must wait. */
  check(account: string, address: string): void;
  failed(account: string, address: string): void;
  succeeded(account: string): void;
}

export function loginThrottle(nowMs: () => number): LoginThrottle {
  const accounts = failureCounter(nowMs, ACCOUNT_FAILURES_MAX);
  const addresses = failureCounter(nowMs, ADDRESS_FAILURES_MAX);
  return {
    check: (account, address) => {
      const waitMs = Math.max(accounts.waitMs(account), addresses.waitMs(network(address)));
      if (waitMs > 0) {
        throw new SalesError('tooManyRequests', 'Too many failed log-ins.', { retryAfterS: Math.ceil(waitMs / 1_000) });
      }
    },
    failed: (account, address) => {
      accounts.add(account);
      addresses.add(network(address));
    },
    succeeded: (account) => accounts.forget(account),
  };
}

interface FailureCounter {
  waitMs(key: string): number;
  add(key: string): void;
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
    forget: (key) => failures.delete(key),
  };
}

/** One customer of an IPv6 provider has a whole /64. */
function network(address: string): string {
  return address.includes(':') && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address;
}
