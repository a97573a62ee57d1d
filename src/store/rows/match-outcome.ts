/** Stores the outcome of matching, piece by piece; and ends what undoing an upload takes away. All of it must run in the transaction of a change. */

import type { UploadKind } from '../../contract/states.js';
import { matchStateCodes, type StateCodes } from '../codes.js';
import {
  asideKey,
  asideSales,
  byMatching,
  endedByRules,
  namedSales,
  setAside,
  setAsideAsCash,
  takenBack,
  takenBackByRules,
} from '../match-rows.js';
import { type MatchPiece, rowNumber } from '../matching.js';
import { port, type UploadsRows } from '../port.js';
import { among, anyTenant, forPostgres, notIndexed } from '../sql/dialect.js';
import { arrays, first, run, runEach, type Sql, sql, text, type Work } from '../sql/work.js';
import { appendChanges } from './history.js';
import { hasMatching, progressAndCounts, seenOf } from './match-progress.js';
import { beginMatches, closeRows, type Ending, endMatches, openRows } from './matches.js';
import { rowTables } from './row-tables.js';

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
  if (piece.finished) yield* finish(tenantKey, at, piece.finished);
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

/** Deletes the reasons why these rows are open: they were decided about again, and the next run of matching finds new ones. */
export function* forgetReasons(tenantKey: number, kind: UploadKind, seqs: readonly number[]): Work<void> {
  yield* closeRows(
    tenantKey,
    seqs.map((seq) => rowNumber(kind, seq)),
  );
}

/** Ends the matches of an upload that is withdrawn, and deletes the reasons why its rows are open. */
export function* endMatchesOfUpload(ending: Ending, { kind, firstSeq, rows }: UploadsRows): Work<void> {
  const { tenantKey } = ending;
  if (!(yield* hasMatching(tenantKey))) return;
  const tenant = anyTenant(tenantKey);
  const isOfUpload = sql`seq >= ${firstSeq} AND seq < ${firstSeq + rows}`;
  const keys = yield* arrays<[number]>(
    sql`SELECT DISTINCT match_key FROM ${rowTables[kind].table} ${notIndexed} WHERE tenant_key = ${tenant} AND ${isOfUpload} AND match_key IS NOT NULL`,
  );
  yield* endMatches(ending, keys.flat());
  if (kind === 'Sales') yield* takeSalesBack(ending, isOfUpload);
  yield* run(
    sql`DELETE FROM match_open WHERE tenant_key = ${tenant} AND number >= ${rowNumber(kind, firstSeq)} AND number < ${rowNumber(kind, firstSeq + rows)}
      AND number % 2 = ${rowNumber(kind, 0)}`,
  );
}

/** Ends the matches of rows that are decided about again. `seqs`: their numbers in their table. */
export function* endMatchesOfRows(ending: Ending, kind: UploadKind, seqs: readonly number[]): Work<void> {
  const { tenantKey } = ending;
  if (!(yield* hasMatching(tenantKey))) return;
  const isOfThem = sql`seq ${among(seqs)}`;
  const found = yield* arrays<[matchKey: number]>(
    sql`SELECT DISTINCT match_key FROM ${rowTables[kind].table} ${notIndexed}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND ${isOfThem} AND match_key IS NOT NULL`,
  );
  const keys = found.flat();
  yield* endMatches(ending, keys);
  if (kind === 'Sales' && keys.includes(asideKey)) yield* takeSalesBack(ending, isOfThem);
}

/** Sets sales aside that are open, by their numbers in their table; those that are set aside already stay so. */
function* setSalesAside(ending: Ending, seqs: readonly number[]): Work<void> {
  if (seqs.length === 0) return;
  const { noteMatchState } = yield* port();
  const isOpen = sql`match_state = ${text(String(matchStateCodes.Unmatched))} AND match_key IS NULL AND seq ${among(seqs)}`;
  yield* changeAside(ending, { ...setAside, matchKey: asideKey, which: isOpen, index: notIndexed });
  yield* noteMatchState(ending.tenantKey, matchStateCodes.NotApplicable, seqs);
}

/** They are Unmatched again, and nothing is told of them; others stay as they are. `which`: of which sales. */
function* takeSalesBack(ending: Ending, which: Sql): Work<void> {
  const isAside = sql`match_key = ${text(String(asideKey))} AND ${which}`;
  const back = yield* changeAside(ending, { ...takenBack, matchKey: null, which: isAside, index: notIndexed });
  yield* forgetReasons(ending.tenantKey, 'Sales', back);
}

interface AsideChange {
  from: StateCodes;
  to: StateCodes;
  matchKey: number | null;
  which: Sql;
  index: Sql;
}

function* changeAside({ tenantKey, at, reason, by }: Ending, { from, to, matchKey, which, index }: AsideChange): Work<number[]> {
  const changed = yield* arrays<[seq: number, uploadKey: number]>(
    sql`UPDATE ${rowTables.Sales.table} ${index} SET match_state = ${to.transactionMatchState}, match_key = ${matchKey}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND ${which} RETURNING seq, upload_key`,
  );
  yield* appendChanges(
    tenantKey,
    changed.map(([seq, uploadKey]) => ({ at, reason, by, uploadKey, row: { seq, from, to } })),
  );
  return changed.map(([seq]) => seq);
}
