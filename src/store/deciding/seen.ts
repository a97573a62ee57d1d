/** Whether what a decision answers is still as somebody saw it. */
import type { Reach } from '../access/scope.js';
import { matchStateCodes } from '../codes.js';
import { commentOf } from '../lists/match-told.js';
import { versionNow } from '../lists/row-versions.js';
import type { GivenDecision } from '../match-decisions.js';
import type { Work } from '../sql/work.js';
import { type DecidedRow, DecisionRefusal, rowWithId } from './rows.js';
import { claimsOf } from './writes.js';

/** Optimistic lock: the refusal of a decision whose row has another version than the one that was seen; null if it has not, or names no row. */
export function* refusalOfSeen(reach: Reach, decision: GivenDecision): Work<DecisionRefusal | null> {
  if (!('seen' in decision) || !decision.seen) return null;
  const { id, version } = decision.seen;
  const row = yield* rowWithId(reach, id);
  if (!row) return new DecisionRefusal('notFound', `There is no sale or record ${id} any more.`);
  const now = yield* versionNow(reach, row.number);
  const isOfMatch = !('matchId' in decision) || decision.matchId.toLowerCase() === now?.matchId;
  if (now?.version === version && isOfMatch) return null;
  return new DecisionRefusal('changed', `It is not as it was listed. Now: ${yield* stateTold(reach, row)}`);
}

function* stateTold(reach: Reach, row: DecidedRow): Work<string> {
  const [claim] = yield* claimsOf(reach, [row.number]);
  if (claim) return `Claimed until ${claim[1]}.`;
  const told = yield* commentOf(reach, row, null);
  return told ?? (row.matchState === matchStateCodes.Unmatched ? 'It is to be matched anew.' : 'It is not open.');
}
