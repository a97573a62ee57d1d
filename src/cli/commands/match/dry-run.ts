/** What a run of matching would change, asked for when no other dry run is under way. */
import type { SalesApi } from '../../../client/http/api.js';
import type { MatchRun } from '../../../contract/matches.js';
import { SalesError } from '../../../contract/problem.js';
import type { Run } from '../../flags/run.js';

/** Where nobody says how long to wait. */
const TURN_MS = 60_000;

/** `isAll`: of a run over all rows. `settings`: undefined for those in force. Fails with `inFlight` where others take longer than `waitMs`. */
export async function dryRunInTurn(
  { matching }: Pick<SalesApi, 'matching'>,
  { isAll, settings }: { isAll: boolean; settings: unknown },
  { host: { clock } }: Run,
  waitMs = TURN_MS,
): Promise<MatchRun> {
  const untilMs = clock.nowMs() + waitMs;
  for (;;) {
    try {
      return await matching.dryRun(isAll, settings);
    } catch (error) {
      if (!(error instanceof SalesError) || error.code !== 'inFlight' || clock.nowMs() >= untilMs) throw error;
      await clock.sleep((error.retryAfterS ?? 1) * 1_000);
    }
  }
}
