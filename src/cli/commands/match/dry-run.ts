/** What a run of matching would change, asked for when no other dry run is under way. */
import type { SalesApi } from '../../../client/http/api.js';
import { askWithRetries } from '../../../client/http/ask-with-retries.js';
import type { MatchRun } from '../../../contract/matches.js';
import { SalesError } from '../../../contract/problem.js';
import type { Run } from '../../flags/run.js';

/** Where nobody says how long to wait. */
const TURN_MS = 60_000;
/** A dry run over a million sales takes a minute on a busy machine. */
export const dryRunMs = 300_000;

/**
 * `isAll`: of a run over all rows. `settings`: undefined for those in force. Fails as {@link inTurn} does, with `usage` where the server makes no dry
 * runs.
 */
export async function dryRunInTurn(
  api: Pick<SalesApi, 'ask'>,
  { isAll, settings }: { isAll: boolean; settings: unknown },
  run: Run,
  waitMs = TURN_MS,
): Promise<MatchRun> {
  const body = { dryRun: true, ...(isAll && { all: true }), settings };
  const made = await inTurn(() => api.ask('startMatchRun', { body, answerMs: dryRunMs }), run, waitMs);
  if (made.state !== 'None' && !made.dryRun) throw new SalesError('usage', 'The server is of a version that makes no dry run of matching.');
  return made;
}

/** Asks for what a server does one at a time of. Fails with `inFlight` where others take longer than `waitMs`. */
export async function inTurn<Answer>(ask: () => Promise<Answer>, { host: { clock } }: Run, waitMs = TURN_MS): Promise<Answer> {
  return askWithRetries(ask, clock.nowMs() + waitMs, clock, undefined, (code) => code === 'inFlight');
}
