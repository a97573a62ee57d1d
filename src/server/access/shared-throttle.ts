/**
 * The same throttle where several servers count together: each attempt is charged as a failure before anything is hashed, and refunded when it
 * succeeds. So attempts under way on all servers can never exceed what one server allows.
 */
import { SalesError } from '../../contract/problem.js';
import type { FailureTimes, SharedCounts } from '../../store/shared-counts.js';
import { failuresMax, type LoginThrottle, networkOf, recentOf, waitAfter } from './throttle.js';

const limits = [failuresMax.account, failuresMax.address] as const;

export function sharedThrottle(counts: SharedCounts): LoginThrottle {
  const keysOf = (account: string, address: string) => [`account ${account}`, `address ${networkOf(address)}`];
  return {
    check: async (account, address) => {
      const { times, nowMs } = await counts.failures(keysOf(account, address));
      mustBeAllowed(times, nowMs);
    },
    begin: async (account, address) => {
      const keys = keysOf(account, address);
      let chargedMs = 0;
      await counts.changeFailures(keys, (times, nowMs) => {
        mustBeAllowed(times, nowMs);
        chargedMs = nowMs;
        return times.map((ofKey) => [...recentOf(ofKey, nowMs), nowMs]);
      });
      const refund = (ofKey: FailureTimes) => {
        const at = ofKey.indexOf(chargedMs);
        return at < 0 ? ofKey : ofKey.toSpliced(at, 1);
      };
      return {
        end: (failed) => {
          // Where the database is away, the charge stays: it is over after a while, as any failure.
          if (!failed) counts.changeFailures(keys, (times) => times.map(refund)).catch(() => {});
        },
      };
    },
  };
}

function mustBeAllowed(times: readonly FailureTimes[], nowMs: number): void {
  const waits = times.map((ofKey, index) => waitAfter(recentOf(ofKey, nowMs), limits[index] ?? 0, nowMs));
  const waitMs = Math.max(...waits);
  if (waitMs > 0) throw new SalesError('tooManyRequests', 'Too many failed log-ins.', { retryAfterS: Math.ceil(waitMs / 1_000) });
}
