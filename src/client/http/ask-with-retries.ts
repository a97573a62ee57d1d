/** Repeats a request that changes nothing, or has the same effect once as twice, after failures that may pass with time. */
import { type FailureCode, failures, SalesError } from '../../contract/problem.js';
import type { Clock } from '../machine/clock.js';

/** Further tries after a 500: it may be a fault that passes, as of a gateway, or one of the server that does not. */
const FAULTS_MAX = 3;

/**
 * The answer of `ask`, which is called again after a failure that may pass, by default a retryable one: a second later, or when the server says,
 * until `untilMs` (by `clock`) or `stop`; a few times after a 500. Fails with the last failure.
 */
export async function askWithRetries<Answer>(
  ask: () => Promise<Answer>,
  untilMs: number,
  clock: Clock,
  stop: AbortSignal | undefined,
  mayPass: (code: FailureCode) => boolean = (code) => failures[code].retryable,
): Promise<Answer> {
  for (let faults = 0; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof SalesError) || stop?.aborted) throw error;
      if (!mayPass(error.code) && (error.code !== 'internal' || ++faults > FAULTS_MAX)) throw error;
      const leftMs = untilMs - clock.nowMs();
      if (leftMs <= 0) throw error;
      await clock.sleep(Math.min((error.retryAfterS ?? 1) * 1_000, leftMs), stop);
    }
  }
}
