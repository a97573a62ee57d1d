/** Repeats a request that changes nothing, or has the same effect once as twice, after failures that may pass with time. */
import { type FailureCode, failures, SalesError } from '../../contract/problem.js';
import type { Clock } from '../machine/clock.js';

/**
 * The answer of `ask`, which is called again after a failure that may pass, by default a retryable one: a second later, or when the server says,
 * until `untilMs` (by `clock`) or `stop`. Fails with the last failure.
 */
export async function askWithRetries<Answer>(
  ask: () => Promise<Answer>,
  untilMs: number,
  clock: Clock,
  stop: AbortSignal | undefined,
  mayPass: (code: FailureCode) => boolean = (code) => failures[code].retryable,
): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof SalesError) || !mayPass(error.code) || stop?.aborted) throw error;
      const leftMs = untilMs - clock.nowMs();
      if (leftMs <= 0) throw error;
      await clock.sleep(Math.min((error.retryAfterS ?? 1) * 1_000, leftMs), stop);
    }
  }
}
