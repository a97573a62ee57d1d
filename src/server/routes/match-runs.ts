/** startMatchRun: a request for a run, and what one would change. */
import { type MatchRun, type MatchRunRequest, readMatchRunRequest } from '../../contract/matches.js';
import { rightOf, SalesError } from '../../contract/problem.js';
import { parseJson } from '../../importing/request/request-json.js';
import type { Handler } from '../http/operation.js';

/** A run is made in the background, and the answer is as it is now. A dry run is in the answer. */
export const startMatchRun: Handler<'startMatchRun'> = async ({ query, body, from, inTurn }, { tenant, user }) => {
  const { dryRun, all: isAll, settings = null } = requestIn(body);
  if (!dryRun) {
    await tenant.askToMatch({ isAll, by: user.name, from });
    return { json: await tenant.search('getMatchRun', query, inTurn) };
  }
  const run = JSON.parse(await tenant.search('getMatchRun', query, inTurn)) as MatchRun;
  // Without any settlement record there is nothing that settings could change.
  if (run.state === 'None') return { body: run };
  if (!tenant.dryRun) throw new SalesError('unavailable', 'This server has no thread for dry runs.');
  return { body: { ...run, dryRun: await tenant.dryRun({ settings, isAll }) } };
};

/** Fails with `validation` by the path of each fault. */
function requestIn(body: Buffer): MatchRunRequest {
  return body.length === 0 ? { dryRun: false, all: false } : rightOf(readMatchRunRequest(parseJson(body)));
}
