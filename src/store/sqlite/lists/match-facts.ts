/** What there is to know of why one row is matched or not; of other rows, those within reach alone. */
import type { UploadKind } from '../../../contract/states.js';
import { matchSettings } from '../../access/match-settings.js';
import { idText, partsOfId } from '../../ids.js';
import { comparedRowsMax, type MatchFacts, type RowWithId } from '../../match-lists.js';
import type { KeptMatch } from '../../match-rows.js';
import { rowNumber, rowOfNumber } from '../../matching.js';
import { membersOf } from '../../rows/matches.js';
import { rowTables } from '../../rows/row-tables.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { runOn } from '../database/work.js';
import { commentOf } from '../rows/match-told.js';
import { listedRows } from './listed-rows.js';

interface SubjectRow {
  seq: number;
  matchKey: number | null;
  comment: string | null;
}

type MatchOfRow = KeptMatch & { id: Buffer; how: string };

/** Null where there is no such row of that kind within reach. */
export function matchFacts(db: Database, reach: Reach, kind: UploadKind, id: string): MatchFacts | null {
  const row = subjectOf(db, reach, kind, id);
  if (!row) return null;
  const { tenantKey } = reach;
  const number = rowNumber(kind, row.seq);
  const match =
    row.matchKey === null
      ? undefined
      : (statement(
          db,
          `SELECT match_key, kind, rule, sale_seq, record_seq, sales, records, matched_at, id, how FROM match WHERE tenant_key = ? AND match_key = ?`,
        ).get(tenantKey, row.matchKey) as MatchOfRow | undefined);
  const open = statement(db, 'SELECT reason, involved FROM match_open WHERE tenant_key = ? AND number = ?').get(tenantKey, number) as
    | { reason: string; involved: string | null }
    | undefined;
  const involved = involvedIn(match ? (runOn(db, membersOf(tenantKey, [match])).get(match.matchKey) ?? []) : (open?.involved ?? '[]'));
  const wanted = involved?.filter((one) => one !== number) ?? [];
  const others = wanted.slice(0, comparedRowsMax).flatMap((one) => rowAt(db, reach, one));
  return {
    subject: rowAt(db, reach, number)[0] as RowWithId,
    match: match ? { id: idText(match.id), kind: match.kind, rule: match.rule, how: match.how } : null,
    reason: open?.reason ?? null,
    sentence: commentOf(db, reach, { kind, seq: row.seq, matchKey: row.matchKey }, row.comment),
    others,
    hasMore: open?.involved === null || others.length < wanted.length,
    settings: runOn(db, matchSettings(tenantKey)).settings,
  };
}

function involvedIn(rows: readonly number[] | string | null): readonly number[] | null {
  return typeof rows === 'string' ? (JSON.parse(rows) as number[]) : rows;
}

function rowAt(db: Database, reach: Reach, number: number): RowWithId[] {
  const { kind, seq } = rowOfNumber(number);
  return listedRows(db, reach, kind, [seq]);
}

function subjectOf(db: Database, { tenantKey, limit }: Reach, kind: UploadKind, id: string): SubjectRow | undefined {
  const { name } = rowTables[kind];
  const { firstId, index } = partsOfId(id);
  const within = andRowWithin(limit);
  return statement(
    db,
    `SELECT sale.seq, sale.match_key, sale.comment FROM upload
     CROSS JOIN ${name} AS sale ON sale.tenant_key = ? AND sale.seq = upload.first_seq + ?
     WHERE upload.tenant_key = ? AND upload.kind = ? AND upload.first_transaction_id = ? AND upload.rows > ?${within.sql}`,
  ).get(tenantKey, index, tenantKey, kind, firstId, index, ...within.values) as SubjectRow | undefined;
}
