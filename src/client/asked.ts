/** A question to the server, which may be asked again without harm: patience with failures that time can mend. */
import { failures, SalesError } from '../contract/problem.js';
import type { Clock } from './clock.js';

/** The answer; asked again where asking failed in a way that this can mend and there is time for it. */
export async function asked<Answer>(
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
