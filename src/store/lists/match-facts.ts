/** What there is to know of why one row is matched or not; of other rows, those within reach alone. */

import type { MatchSettings } from '../../contract/match-settings.js';
import type { MatchKind } from '../../contract/matches.js';
import type { UploadKind } from '../../contract/states.js';
import { matchSettings } from '../access/match-settings.js';
import type { Reach } from '../access/scope.js';
import { idText } from '../ids.js';
import { rowNumber } from '../matching.js';
import { membersOf } from '../rows/match-members.js';
import { anyTenant } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { first, sql, type Work } from '../sql/work.js';
import { listedRows, type RowWithId } from './listed-rows.js';
import { canBeTold, commentOf, involvedIn, matchOf } from './match-told.js';
import { isRowWithId } from './row-by-id.js';

/** Rows that an explanation compares with. */
const comparedRowsMax = 20;

interface SubjectRow {
  seq: number;
  matchKey: number | null;
  comment: string | null;
}

/** What there is to know of why a row is matched or not. Of other rows, those within reach. */
export interface MatchFacts {
  subject: RowWithId;
  /** The match, proposal or cancellation that it is in. */
  match: { id: string; kind: MatchKind; rule: string | null; how: string } | null;
  /** Why it is open, as a code; null where it is not, or where nothing is known yet. */
  reason: string | null;
  /** Parameters of the reason; null where it may not be told. */
  parameters: Record<string, unknown> | null;
  /** Null where nothing is known. */
  sentence: string | null;
  /** Rows that the sentence speaks of, the best first. */
  others: RowWithId[];
  /** Whether there are others that are not among them: too many, or hidden. */
  hasMore: boolean;
  settings: MatchSettings | null;
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
