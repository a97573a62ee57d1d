/** The wait for matching: asks until it has caught up with what came before. */
import type { SalesApi } from '../../client/http/api.js';
import type { Clock } from '../../client/machine/clock.js';
import type { MatchRun, MatchRunState } from '../../contract/matches.js';

const POLL_MS = 1_000;

/** What matching says once it is not `Pending`, when `waitMs` are over, or when `stop` is aborted. Fails as the call does. */
export async function untilMatched(
  api: Pick<SalesApi, 'ask'>,
  waitMs: number,
  clock: Clock,
  stop?: AbortSignal,
): Promise<MatchRun | MatchRunState> {
  const untilMs = clock.nowMs() + waitMs;
  for (;;) {
    const made = await api.ask('getMatchRun');
    if (made.state !== 'Pending' || clock.nowMs() >= untilMs || stop?.aborted) return made;
    await clock.sleep(POLL_MS, stop);
  }
}
