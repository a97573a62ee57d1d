/** The access test before anything is sent: it finds a refused log-in early, and learns what the server announces. */
import { SalesError } from '../../contract/problem.js';
import type { Clock } from '../machine/clock.js';
import type { AccessAnswer, SalesApi } from './api.js';
import { type Capabilities, capabilitiesOf } from './capabilities.js';
import { type RetryEvent, retryWaitMs } from './retry.js';

export interface AccessPatience {
  retryForMs: number;
  clock: Clock;
  onEvent: (event: RetryEvent) => void;
  stop: AbortSignal | undefined;
  abort: AbortSignal | undefined;
}

export type Announced = Capabilities & Pick<AccessAnswer, 'isRateLimited'>;

/** What the server announces, or the failure that remained after trying again. */
export async function learnAccess(
  api: Pick<SalesApi, 'testAccess'>,
  { retryForMs, clock, onEvent, stop, abort }: AccessPatience,
): Promise<Announced | SalesError> {
  const startedMs = clock.nowMs();
  for (let attempt = 1; ; attempt++) {
    try {
      const { capabilities, isRateLimited } = await api.testAccess(abort);
      return { ...capabilitiesOf(capabilities), isRateLimited };
    } catch (error) {
      if (!(error instanceof SalesError)) throw error;
      const elapsedMs = clock.nowMs() - startedMs;
      const { code, retryAfterS } = error;
      const waitMs = retryWaitMs({ code, retryAfterS, attempt, elapsedMs, retryForMs, random: clock.random() });
      if (waitMs === null || stop?.aborted) return error;
      onEvent({ type: 'retry', failure: error, attempt, waitMs });
      await clock.sleep(waitMs, stop);
      if (stop?.aborted) return error;
    }
  }
}
