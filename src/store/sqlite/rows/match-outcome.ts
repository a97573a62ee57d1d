/** Stores the outcome of matching, piece by piece; and ends what undoing an upload takes away. */
import type { UploadKind } from '../../../contract/states.js';
import { asideKey, asideSales, namedSales } from '../../match-rows.js';
import { byMatching, endedByRules, setAsideAsCash, takenBackByRules } from '../../match-words.js';
import { type MatchPiece, rowNumber } from '../../matching.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { beginMatches, closeRow, type Ending, endMatches, hasMatching, openRows, seenOf } from './matches.js';
import { rowTables } from './row-tables.js';
import { isOneOf, setSalesAside, takeSalesBack } from './set-aside.js';

/** In one transaction. False where it was worked out from rows that have changed since: nothing is stored. */
export function applyMatches(db: Database, now: Date, tenantKey: number, piece: MatchPiece): boolean {
  const apply = db.transaction(() => {
    const changed = statement(db, 'SELECT changed FROM match_progress WHERE tenant_key = ?').pluck().get(tenantKey);
    if (changed !== piece.changed) return false;
    const at = now.toISOString();
    const ending = { db, tenantKey, at, reason: endedByRules, by: byMatching };
    endMatches(ending, piece.ended);
    takeSalesBack({ ...ending, reason: takenBackByRules }, isOneOf, [JSON.stringify(namedSales(piece))]);
    for (const { matchKey, rule, how } of piece.renamed) {
      statement(db, 'UPDATE match SET rule = ?, how = ? WHERE tenant_key = ? AND match_key = ?').run(rule, how, tenantKey, matchKey);
    }
    beginMatches(db, tenantKey, piece.begun, now);
    for (const row of piece.closed) closeRow(db, tenantKey, row);
    openRows(db, tenantKey, piece.open);
    setSalesAside({ ...ending, reason: setAsideAsCash }, asideSales(piece));
    if (piece.finished) {
      const { seen, rules, frontier } = piece.finished;
      const before = statement(
        db,
        `SELECT is_all, ${seenOf('?')} = ? AS isSeen FROM match_progress JOIN tenant USING (tenant_key) WHERE tenant_key = ?`,
      ).get(tenantKey, seen, tenantKey) as { isAll: number; isSeen: number };
      // What came meanwhile is the next run's.
      const done = before.isSeen === 0 ? '' : `, changed_from = NULL, is_all = 0${before.isAll === 1 ? ', late = 0' : ''}`;
      statement(db, `UPDATE match_progress SET seen = ?, seen_rules = ?, finished_at = ?, frontier = ?${done} WHERE tenant_key = ?`).run(
        seen,
        rules,
        at,
        frontier,
        tenantKey,
      );
    }
    return true;
  });
  return apply.immediate();
}

/** Of rows that were decided about again, nothing is told any more of why they are open: the next run tells it. `seqs`: as JSON. */
export function forgetReasons(db: Database, tenantKey: number, kind: UploadKind, seqs: string): void {
  statement(
    db,
    `DELETE FROM match_open WHERE tenant_key = ? AND number IN (SELECT value * 2 + ${rowNumber(kind, 0)} FROM json_each(?))`,
  ).run(tenantKey, seqs);
}

export interface RowsOfUpload {
  kind: UploadKind;
  firstSeq: number;
  rows: number;
}

/** Ends the matches of an upload that is withdrawn, and tells of its rows no more why they are open. */
export function endMatchesOfUpload(ending: Ending, { kind, firstSeq, rows }: RowsOfUpload): void {
  const { db, tenantKey } = ending;
  if (!hasMatching(db, tenantKey)) return;
  const keys = statement(
    db,
    `SELECT DISTINCT match_key FROM ${rowTables[kind].name} NOT INDEXED WHERE tenant_key = ? AND seq >= ? AND seq < ? AND match_key IS NOT NULL`,
  )
    .pluck()
    .all(tenantKey, firstSeq, firstSeq + rows) as number[];
  endMatches(ending, keys);
  if (kind === 'Sales') takeSalesBack(ending, 'seq >= ? AND seq < ?', [firstSeq, firstSeq + rows]);
  statement(db, 'DELETE FROM match_open WHERE tenant_key = ? AND number >= ? AND number < ? AND number % 2 = ?').run(
    ...[tenantKey, rowNumber(kind, firstSeq), rowNumber(kind, firstSeq + rows), rowNumber(kind, 0)],
  );
}

/** The same of rows that are decided about again because they are like others, by hashes of what they are compared by. */
export function endMatchesOfLike(ending: Ending, kind: UploadKind, hashes: readonly unknown[]): void {
  const { db, tenantKey } = ending;
  if (!hasMatching(db, tenantKey)) return;
  const { name, duplicates } = rowTables[kind];
  const keysOf = statement(
    db,
    `SELECT DISTINCT match_key FROM ${name} INDEXED BY ${duplicates} WHERE tenant_key = ? AND duplicate_hash = ? AND match_key IS NOT NULL`,
  ).pluck();
  for (const hash of hashes) {
    const keys = keysOf.all(tenantKey, hash) as number[];
    endMatches(ending, keys);
    if (kind === 'Sales' && keys.includes(asideKey)) takeSalesBack(ending, 'duplicate_hash = ?', [hash], `INDEXED BY ${duplicates}`);
  }
}
