/** What there is to know of why one row is matched or not; of other rows, those within reach alone. */

import type { UploadKind } from '../../contract/states.js';
import { matchSettings } from '../access/match-settings.js';
import type { Reach } from '../access/scope.js';
import { idText } from '../ids.js';
import type { MatchFacts, RowWithId } from '../match-lists.js';
import { rowNumber } from '../matching.js';
import { membersOf } from '../rows/match-members.js';
import { tableOf } from '../sql/tables.js';
import { anyTenant, first, sql, type Work } from '../sql/work.js';
import { listedRows } from './listed-rows.js';
import { canBeTold, commentOf, involvedIn, matchOf } from './match-told.js';
import { isRowWithId } from './row-by-id.js';

/** Rows that an explanation compares with. */
const comparedRowsMax = 20;

interface SubjectRow {
  seq: number;
  matchKey: number | null;
  comment: string | null;
}

/** Null where there is no such row of that kind within reach. */
export function* matchFacts(reach: Reach, kind: UploadKind, id: string): Work<MatchFacts | null> {
  const row = yield* first<SubjectRow>(
    sql`SELECT sale.seq, sale.match_key, sale.comment FROM ${tableOf[kind]} AS sale WHERE ${isRowWithId(reach, kind, id)}`,
  );
  if (!row) return null;
  const { tenantKey } = reach;
  const number = rowNumber(kind, row.seq);
  const match = yield* matchOf(reach, row.matchKey);
  const open = yield* first<{ reason: string; parameters: string | null; involved: string | null }>(
    sql`SELECT reason, parameters, involved FROM match_open WHERE tenant_key = ${anyTenant(tenantKey)} AND number = ${number}`,
  );
  const involved = match
    ? ((yield* membersOf(tenantKey, [match])).get(match.matchKey) ?? [])
    : (JSON.parse(open?.involved ?? '[]') as number[]);
  const wanted = involved.filter((one) => one !== number);
  const rows = yield* listedRows(reach, [number, ...wanted.slice(0, comparedRowsMax)]);
  const others = wanted.flatMap((one) => rows.get(one) ?? []);
  return {
    subject: rows.get(number) as RowWithId,
    match: match ? { id: idText(match.id), kind: match.kind, rule: match.rule, how: match.how } : null,
    reason: open?.reason ?? null,
    parameters: open && canBeTold(involvedIn(open.involved), reach.limit !== null, rows) ? JSON.parse(open.parameters ?? 'null') : null,
    sentence: yield* commentOf(reach, { kind, seq: row.seq, matchKey: row.matchKey }, row.comment),
    others,
    hasMore: open?.involved === null || others.length < wanted.length,
    settings: (yield* matchSettings(tenantKey)).settings,
  };
}
