/** Stores the outcome of matching, piece by piece. All of it must run in the transaction of a change. */

import { matchStateCodes } from '../codes.js';
import { asideKey, asideSales, byMatching, endedByRules, namedSales, setAside, setAsideAsCash, takenBackByRules } from '../match-rows.js';
import type { MatchPiece } from '../matching.js';
import { port } from '../port.js';
import { among, anyTenant, forPostgres, notIndexed } from '../sql/dialect.js';
import { first, run, runEach, sql, text, type Work } from '../sql/work.js';
import { changeAside, takeSalesBack } from './match-outcome.js';
import { progressAndCounts, seenOf } from './match-progress.js';
import { beginMatches, closeRows, type Ending, endMatches, openRows } from './matches.js';
import { bringSaid } from './said-rows.js';

/** False where it was worked out from rows that have changed since: nothing is stored. */
export function* applyMatches({ tenantKey, at: time }: { tenantKey: number; at: Date }, piece: MatchPiece): Work<boolean> {
  const progress = yield* first<{ changed: number }>(sql`SELECT changed FROM match_progress WHERE tenant_key = ${tenantKey}`);
  if (progress?.changed !== piece.changed) return false;
  const at = time.toISOString();
  const ending = { tenantKey, at, reason: endedByRules, by: byMatching };
  yield* endMatches(ending, piece.ended);
  const named = namedSales(piece);
  if (named.length > 0) yield* takeSalesBack({ ...ending, reason: takenBackByRules }, sql`seq ${among(named)}`);
  yield* renameMatches(tenantKey, piece.renamed);
  yield* beginMatches(tenantKey, piece.begun, time);
  yield* closeRows(tenantKey, piece.closed);
  yield* openRows(tenantKey, piece.open);
  yield* setSalesAside({ ...ending, reason: setAsideAsCash }, asideSales(piece));
  if (piece.finished) {
    yield* bringSaid(tenantKey, time);
    yield* finish(tenantKey, at, piece.finished);
  }
  return true;
}

/** Who matches the tenant does so no more. */
const endOfLease = forPostgres(text('leased_by = NULL, leased_until = NULL,'));

/** What came meanwhile is the next run's. */
function* finish(tenantKey: number, at: string, { seen: basis, rules, frontier }: NonNullable<MatchPiece['finished']>): Work<void> {
  const isSeen = sql`found.seen = ${basis}`;
  yield* run(
    sql`UPDATE match_progress SET seen = ${basis}, seen_rules = ${rules}, finished_at = ${at}, frontier = ${frontier}, ${endOfLease}
        late = CASE WHEN is_all AND ${isSeen} THEN 0 ELSE late END,
        changed_from = CASE WHEN ${isSeen} THEN NULL ELSE changed_from END, is_all = (is_all AND NOT ${isSeen})
      FROM (SELECT ${seenOf(sql`${tenantKey}`)} AS seen FROM ${progressAndCounts(tenantKey)} WHERE match_progress.tenant_key = ${tenantKey}) AS found
      WHERE match_progress.tenant_key = ${tenantKey}`,
  );
}

function* renameMatches(tenantKey: number, renamed: MatchPiece['renamed']): Work<void> {
  yield* runEach(
    { match_key: 'bigint', rule: 'text', how: 'text' },
    renamed.map(({ matchKey, rule, how }) => [matchKey, rule, how]),
    ({ value, from, isKey }) => sql`UPDATE match SET rule = ${value.rule}, how = ${value.how} ${from}
      WHERE match.tenant_key = ${anyTenant(tenantKey)} AND ${isKey(text('match.match_key'))}`,
  );
}

/** Sets sales aside that are open, by their numbers in their table; those that are set aside already stay so. */
function* setSalesAside(ending: Ending, seqs: readonly number[]): Work<void> {
  if (seqs.length === 0) return;
  const { noteMatchState } = yield* port();
  const isOpen = sql`match_state = ${text(String(matchStateCodes.Unmatched))} AND match_key IS NULL AND seq ${among(seqs)}`;
  yield* changeAside(ending, { ...setAside, matchKey: asideKey, which: isOpen, index: notIndexed });
  yield* noteMatchState(ending.tenantKey, matchStateCodes.NotApplicable, seqs);
}
