/** Stores the outcome of matching, piece by piece; and ends what undoing an upload takes away. All of it must run in the tenant's turn. */

import type { UploadKind } from '../../../contract/states.js';
import { asideKey, asideSales, namedSales } from '../../match-rows.js';
import { byMatching, endedByRules, setAsideAsCash, takenBackByRules } from '../../match-words.js';
import { type MatchPiece, rowNumber } from '../../matching.js';
import type { Session } from '../database/session.js';
import { anyTenant } from '../database/values.js';
import { extendLease } from './match-lease.js';
import { beginMatches, closeRows, type Ending, endMatches, hasMatching, openRows, seenColumns } from './matches.js';
import { rowTables } from './row-tables.js';
import { isOneOf, setSalesAside, takeSalesBack } from './set-aside.js';

/**
 * False where it was worked out from rows that have changed since, or where another than `worker` has taken the tenant over meanwhile: nothing is
 * stored. `worker` is null for whoever has taken no lease.
 */
export async function applyMatches(
  session: Session,
  { tenantKey, at: time }: { tenantKey: number; at: Date },
  piece: MatchPiece,
  worker: string | null,
): Promise<boolean> {
  const progress = await session.first<{ changed: number }>('SELECT changed FROM match_progress WHERE tenant_key = $1', tenantKey);
  if (progress?.changed !== piece.changed) return false;
  if (worker !== null && !(await extendLease(session, tenantKey, worker))) return false;
  const at = time.toISOString();
  const ending = { session, tenantKey, at, reason: endedByRules, by: byMatching };
  await endMatches(ending, piece.ended);
  const named = namedSales(piece);
  if (named.length > 0) await takeSalesBack({ ...ending, reason: takenBackByRules }, isOneOf, [named]);
  await renameMatches(session, tenantKey, piece.renamed);
  await beginMatches(session, tenantKey, piece.begun, time);
  await closeRows(session, tenantKey, piece.closed);
  await openRows(session, tenantKey, piece.open);
  await setSalesAside({ ...ending, reason: setAsideAsCash }, asideSales(piece));
  if (piece.finished) {
    const { seen, rules, frontier } = piece.finished;
    await session.run(
      `UPDATE match_progress SET seen = $2, seen_rules = $3, finished_at = $4, frontier = $5, leased_by = NULL, leased_until = NULL,
         late = CASE WHEN is_all AND found.seen = $2 THEN 0 ELSE late END,
         changed_from = CASE WHEN found.seen = $2 THEN NULL ELSE changed_from END, is_all = is_all AND found.seen IS DISTINCT FROM $2
       FROM (SELECT ${seenColumns} AS seen FROM match_progress JOIN tenant_counter ON tenant_counter.tenant_key = $1
         LEFT JOIN settlement_settings ON settlement_settings.tenant_key = $1 WHERE match_progress.tenant_key = $1) AS found
       WHERE match_progress.tenant_key = $1`,
      tenantKey,
      seen,
      rules,
      at,
      frontier,
    );
  }
  return true;
}

async function renameMatches(session: Session, tenantKey: number, renamed: MatchPiece['renamed']): Promise<void> {
  if (renamed.length === 0) return;
  await session.run(
    `UPDATE match SET rule = renamed.rule, how = renamed.how
     FROM unnest($2::bigint[], $3::text[], $4::text[]) AS renamed (match_key, rule, how)
     WHERE match.tenant_key = ${anyTenant('$1')} AND match.match_key = renamed.match_key`,
    tenantKey,
    renamed.map(({ matchKey }) => matchKey),
    renamed.map(({ rule }) => rule),
    renamed.map(({ how }) => how),
  );
}

/** Of rows that were decided about again, nothing is told any more of why they are open: the next run tells it. */
export async function forgetReasons(session: Session, tenantKey: number, kind: UploadKind, seqs: readonly number[]): Promise<void> {
  await session.run(
    `DELETE FROM match_open WHERE tenant_key = ${anyTenant('$1')} AND number = ANY($2::bigint[])`,
    tenantKey,
    seqs.map((seq) => rowNumber(kind, seq)),
  );
}

export interface RowsOfUpload {
  kind: UploadKind;
  firstSeq: number;
  rows: number;
}

/** Ends the matches of an upload that is withdrawn, and tells of its rows no more why they are open. */
export async function endMatchesOfUpload(ending: Ending, { kind, firstSeq, rows }: RowsOfUpload): Promise<void> {
  const { session, tenantKey } = ending;
  if (!(await hasMatching(session, tenantKey))) return;
  const keys = await session.arrays<[number]>(
    `SELECT DISTINCT match_key FROM ${rowTables[kind].name} WHERE tenant_key = ${anyTenant('$1')} AND seq >= $2 AND seq < $3 AND match_key IS NOT NULL`,
    tenantKey,
    firstSeq,
    firstSeq + rows,
  );
  await endMatches(ending, keys.flat());
  if (kind === 'Sales') await takeSalesBack(ending, 'seq >= $3 AND seq < $4', [firstSeq, firstSeq + rows]);
  await session.run(
    `DELETE FROM match_open WHERE tenant_key = ${anyTenant('$1')} AND number >= $2 AND number < $3 AND number % 2 = $4`,
    tenantKey,
    rowNumber(kind, firstSeq),
    rowNumber(kind, firstSeq + rows),
    rowNumber(kind, 0),
  );
}

/** The same of rows that are decided about again because they are like others, by hashes of what they are compared by. */
export async function endMatchesOfLike(ending: Ending, kind: UploadKind, hashes: readonly number[]): Promise<void> {
  const { session, tenantKey } = ending;
  if (!(await hasMatching(session, tenantKey))) return;
  const keys = await session.arrays<[number]>(
    `SELECT DISTINCT sale.match_key FROM unnest($2::bigint[]) AS wanted (hash)
     CROSS JOIN LATERAL (
       SELECT match_key FROM ${rowTables[kind].name} WHERE tenant_key = ${anyTenant('$1')} AND duplicate_hash = wanted.hash AND match_key IS NOT NULL OFFSET 0
     ) AS sale`,
    tenantKey,
    hashes,
  );
  await endMatches(ending, keys.flat());
  if (kind === 'Sales' && keys.flat().includes(asideKey)) await takeSalesBack(ending, 'duplicate_hash = ANY($3::bigint[])', [hashes]);
}
