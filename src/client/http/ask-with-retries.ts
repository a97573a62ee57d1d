/** Repeats a request that changes nothing, or has the same effect once as twice, after failures that may pass with time. */
import { failures, SalesError } from '../../contract/problem.js';
import type { Clock } from '../machine/clock.js';

/**
 * The answer of `ask`, which is called again after a retryable failure: a second later, or when the server says, until `untilMs` (by `clock`)
 * or `stop`. Fails with the last failure.
 */
export async function askWithRetries<Answer>(
  ask: () => Promise<Answer>,
  untilMs: number,
  clock: Clock,
  stop: AbortSignal | undefined,
): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof SalesError) || !failures[error.code].retryable || stop?.aborted) throw error;
      const leftMs = untilMs - clock.nowMs();
      if (leftMs <= 0) throw error;
      await clock.sleep(Math.min((error.retryAfterS ?? 1) * 1_000, leftMs), stop);
    }
  }
}
