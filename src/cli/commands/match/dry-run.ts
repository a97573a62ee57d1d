/** What a run of matching would change, asked for when no other dry run is under way. */
import type { SalesApi } from '../../../client/http/api.js';
import type { MatchRun } from '../../../contract/matches.js';
import { SalesError } from '../../../contract/problem.js';
import type { Run } from '../../flags/run.js';

/** Where nobody says how long to wait. */
const TURN_MS = 60_000;

/** `isAll`: of a run over all rows. `settings`: undefined for those in force. Fails as {@link inTurn} does. */
export function dryRunInTurn(
  { matching }: Pick<SalesApi, 'matching'>,
  { isAll, settings }: { isAll: boolean; settings: unknown },
  run: Run,
  waitMs = TURN_MS,
): Promise<MatchRun> {
  return inTurn(() => matching.dryRun(isAll, settings), run, waitMs);
}

/** Asks for what a server does one at a time of. Fails with `inFlight` where others take longer than `waitMs`. */
export async function inTurn<Answer>(ask: () => Promise<Answer>, { host: { clock } }: Run, waitMs = TURN_MS): Promise<Answer> {
  const untilMs = clock.nowMs() + waitMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof SalesError) || error.code !== 'inFlight' || clock.nowMs() >= untilMs) throw error;
      await clock.sleep((error.retryAfterS ?? 1) * 1_000);
    }
  }
}
