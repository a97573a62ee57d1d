/** What there is to know of why one row is matched or not; of other rows, those within reach alone. */
import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { matchSettings } from '../../access/match-settings.js';
import { partsOfId } from '../../ids.js';
import { comparedRowsMax, type MatchFacts, type RowWithId } from '../../match-lists.js';
import { rowNumber, rowOfNumber } from '../../matching.js';
import { membersOf } from '../../rows/matches.js';
import { rowTables } from '../../rows/row-tables.js';
import { andRowWithin, anyTenant, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { runOn } from '../database/work.js';
import { commentOf, matchOf } from '../rows/match-told.js';
import { seqOfId } from '../rows/rows.js';
import { listedRows } from './listed-rows.js';

/** Null where there is no such row of that kind within reach. */
export async function matchFacts(session: Session, reach: Reach, kind: UploadKind, id: string): Promise<MatchFacts | null> {
  const row = await subjectOf(session, reach, kind, id);
  if (!row) return null;
  const { tenantKey } = reach;
  const number = rowNumber(kind, row.seq);
  const match = await matchOf(session, reach, row.matchKey);
  const open = await session.first<{ reason: string; involved: string | null }>(
    `SELECT reason, involved FROM match_open WHERE tenant_key = ${anyTenant('$1')} AND number = $2`,
    tenantKey,
    number,
  );
  const involved = match
    ? (await runOn(session, membersOf(tenantKey, [match]))).get(match.matchKey)
    : (JSON.parse(open?.involved ?? '[]') as number[]);
  const wanted = involved?.filter((one) => one !== number) ?? [];
  const rows = await rowsAt(session, reach, [number, ...wanted.slice(0, comparedRowsMax)]);
  const others = wanted.flatMap((one) => rows.get(one) ?? []);
  return {
    subject: rows.get(number) as RowWithId,
    match: match ? { id: match.id, kind: match.kind, rule: match.rule, how: match.how } : null,
    reason: open?.reason ?? null,
    sentence: await commentOf(session, reach, { kind, seq: row.seq, matchKey: row.matchKey }, row.comment),
    others,
    hasMore: open?.involved === null || others.length < wanted.length,
    settings: (await runOn(session, matchSettings(tenantKey))).settings,
  };
}

/** Rows within reach, by their numbers. */
async function rowsAt(session: Session, reach: Reach, numbers: readonly number[]): Promise<Map<number, RowWithId>> {
  const rows = new Map<number, RowWithId>();
  for (const kind of uploadKinds) {
    for (const number of numbers.filter((one) => rowOfNumber(one).kind === kind)) {
      const [row] = await listedRows(session, reach, kind, [rowOfNumber(number).seq]);
      if (row) rows.set(number, row);
    }
  }
  return rows;
}

interface SubjectRow {
  seq: number;
  matchKey: number | null;
  comment: string | null;
}

function subjectOf(session: Session, reach: Reach, kind: UploadKind, id: string): Promise<SubjectRow | undefined> {
  const { firstId, index } = partsOfId(id);
  const values = new Values();
  const [tenant, first, place] = [values.add(reach.tenantKey), values.add(firstId.toString('hex')), values.add(index)];
  return session.first<SubjectRow>(
    `SELECT sale.seq, sale.match_key AS "matchKey", sale.comment FROM ${rowTables[kind].name} AS sale
     WHERE sale.tenant_key = ${anyTenant(tenant)} AND sale.seq = (${seqOfId(tenant, first, place)})${andRowWithin(reach, values)}`,
    ...values.list,
  );
}
