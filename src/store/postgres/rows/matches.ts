/** Writes matches, many at once: each begins and ends together with the states of its rows. All of it must run in the tenant's turn. */

import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { matchStateCodes } from '../../codes.js';
import { newId } from '../../ids.js';
import { historyOfEnded, isStanding, type KeptMatch, pairOf, stateIn } from '../../match-rows.js';
import { type NewMatch, type OpenRow, rowNumber, rowOfNumber } from '../../matching.js';
import type { Session } from '../database/session.js';
import { anyTenant } from '../database/values.js';
import { appendChanges } from './history.js';
import { dayOfRow, isMatchable } from './matchable.js';
import { rowTables } from './row-tables.js';

export const keptColumns = `match_key AS "matchKey", kind, rule, sale_seq AS "saleSeq", record_seq AS "recordSeq", sales, records,
  matched_at AS "matchedAt"`;

/** Notes that an outcome which is being worked out must not be stored any more. Does nothing for tenants without settlement records. */
export async function noteChanged(session: Session, tenantKey: number): Promise<void> {
  await session.run('UPDATE match_progress SET changed = changed + 1 WHERE tenant_key = $1', tenantKey);
}

/** Notes that there is something new to match. */
export async function noteArrived(session: Session, tenantKey: number): Promise<void> {
  await session.run('UPDATE match_progress SET arrived = arrived + 1 WHERE tenant_key = $1', tenantKey);
}

/**
 * Notes how far back the rows lie that changed: a run looks at what is near them. `sql`: which rows, of a table called `sale`, by `$2` and `$3`.
 * `isNew`: those of days in which runs end no match any more are counted. Does nothing for tenants without settlement records.
 */
export async function noteDays(
  session: Session,
  tenantKey: number,
  kind: UploadKind,
  { sql, values, isNew }: { sql: string; values: readonly unknown[]; isNew: boolean },
): Promise<void> {
  if (!(await hasMatching(session, tenantKey))) return;
  await session.run(
    `UPDATE match_progress SET changed_from = least(changed_from, days.oldest), late = match_progress.late + ${isNew ? 'days.late' : '0'}
     FROM (SELECT min(dated.day)::int AS oldest, count(*) FILTER (WHERE dated.day < frontier) AS late
       FROM match_progress CROSS JOIN LATERAL (
         SELECT ${dayOfRow[kind]} AS day FROM (
           SELECT * FROM ${rowTables[kind].name} AS sale WHERE sale.tenant_key = ${anyTenant('$1')} AND ${sql} OFFSET 0
         ) AS sale WHERE ${isMatchable(kind)}
       ) AS dated WHERE match_progress.tenant_key = $1) AS days
     WHERE tenant_key = $1`,
    tenantKey,
    ...values,
  );
}

/** The rows of an upload, for {@link noteDays}. */
export const rowsInUpload = ({ firstSeq, rows }: { firstSeq: number; rows: number }) => ({
  sql: 'sale.seq >= $2 AND sale.seq < $3',
  values: [firstSeq, firstSeq + rows],
});

/** Whether the tenant has, or had, settlement records. Where it never had any, there is nothing about matches to be looked for. */
export async function hasMatching(session: Session, tenantKey: number): Promise<boolean> {
  return (await session.first('SELECT 1 FROM match_progress WHERE tenant_key = $1', tenantKey)) !== undefined;
}

/** Whether matching has set aside rows that undo each other. */
export async function hasCancelled(session: Session, tenantKey: number): Promise<boolean> {
  return (await session.first("SELECT 1 FROM match WHERE tenant_key = $1 AND kind = 'Cancellation' LIMIT 1", tenantKey)) !== undefined;
}

/** What of a tenant tells that there is something new: its rows, what was done with them, its settings. Of the tables that it names. */
export const seenColumns = "concat_ws(' ', transactions, records, changed, arrived, version)";

/** The numbers of the rows of each of the matches, by its key; see {@link rowNumber}. */
export async function membersOf(
  session: Session,
  tenantKey: number,
  matches: readonly Pick<KeptMatch, 'matchKey' | 'saleSeq' | 'recordSeq' | 'sales' | 'records'>[],
): Promise<Map<number, readonly number[]>> {
  const members = new Map<number, number[]>();
  const groups: number[] = [];
  for (const match of matches) {
    const pair = pairOf(match);
    members.set(match.matchKey, pair ?? []);
    if (pair === null) groups.push(match.matchKey);
  }
  if (groups.length === 0) return members;
  const items = await session.arrays<[matchKey: number, number: number]>(
    `SELECT match_key, number FROM match_item WHERE tenant_key = ${anyTenant('$1')} AND match_key = ANY($2::bigint[]) ORDER BY match_key, number`,
    tenantKey,
    groups,
  );
  for (const [matchKey, number] of items) members.get(matchKey)?.push(number);
  return members;
}

export interface Ending {
  session: Session;
  tenantKey: number;
  at: string;
  reason: string;
  by: string;
}

/** Ends matches that no person made: their rows are Unmatched again. Unknown and pinned ones are left as they are. */
export async function endMatches(ending: Ending, matchKeys: readonly number[]): Promise<void> {
  if (matchKeys.length === 0) return;
  const { session, tenantKey } = ending;
  const matches = await session.all<KeptMatch>(
    `SELECT ${keptColumns} FROM match WHERE tenant_key = ${anyTenant('$1')} AND match_key = ANY($2::bigint[]) AND NOT pinned ORDER BY match_key`,
    tenantKey,
    matchKeys,
  );
  if (matches.length === 0) return;
  const members = await membersOf(session, tenantKey, matches);
  const ofRow = new Map(matches.flatMap((match) => members.get(match.matchKey)?.map((number) => [number, match] as const) ?? []));
  const changes = [];
  for (const kind of uploadKinds) {
    for (const [number, uploadKey] of await leaveMatches(ending, kind, ofRow)) {
      const match = ofRow.get(number) as KeptMatch;
      if (!isStanding(match)) continue;
      for (const { from, to, ...change } of historyOfEnded(match, ending)) {
        changes.push({ ...change, uploadKey, row: { seq: rowOfNumber(number).seq, from, to } });
      }
    }
  }
  await appendChanges(session, tenantKey, changes);
  const ended = matches.map(({ matchKey }) => matchKey);
  await session.run(`DELETE FROM match_item WHERE tenant_key = ${anyTenant('$1')} AND match_key = ANY($2::bigint[])`, tenantKey, ended);
  await session.run(`DELETE FROM match WHERE tenant_key = ${anyTenant('$1')} AND match_key = ANY($2::bigint[])`, tenantKey, ended);
}

/** Said once more, so that no plan reads other rows of the tenant, also without statistics about it. */
const isOneOf = 'sale.seq = ANY($2::bigint[])';

/** Takes rows of one kind out of their matches. Gives the number of each, and its upload. */
async function leaveMatches({ session, tenantKey }: Ending, kind: UploadKind, ofRow: ReadonlyMap<number, KeptMatch>) {
  const rows = [...ofRow].map(([number, match]) => ({ ...rowOfNumber(number), match })).filter((row) => row.kind === kind);
  if (rows.length === 0) return [];
  const left = await session.arrays<[seq: number, uploadKey: number]>(
    `UPDATE ${rowTables[kind].name} AS sale SET match_key = NULL, match_state = coalesce(leaving.state, sale.match_state)
     FROM unnest($2::bigint[], $3::smallint[]) AS leaving (seq, state)
     WHERE sale.tenant_key = ${anyTenant('$1')} AND sale.seq = leaving.seq AND ${isOneOf} RETURNING sale.seq, sale.upload_key`,
    tenantKey,
    rows.map(({ seq }) => seq),
    rows.map(({ match }) => (isStanding(match) ? matchStateCodes.Unmatched : null)),
  );
  return left.map(([seq, uploadKey]) => [rowNumber(kind, seq), uploadKey] as const);
}

/** Their rows must be Unmatched and in no match. */
export async function beginMatches(session: Session, tenantKey: number, matches: readonly NewMatch[], at: Date): Promise<void> {
  if (matches.length === 0) return;
  const progress = await session.first<{ next: number }>(
    'UPDATE match_progress SET next_match_key = next_match_key + $2 WHERE tenant_key = $1 RETURNING next_match_key AS next',
    tenantKey,
    matches.length,
  );
  const first = (progress?.next ?? 0) - matches.length;
  await insertMatches(session, tenantKey, matches, first, at);
  const items: { matchKey: number; number: number }[] = [];
  for (const kind of uploadKinds) {
    const rows = matches.flatMap((match, index) =>
      (kind === 'Sales' ? match.sales : match.records).map((seq) => ({ seq, matchKey: first + index, match })),
    );
    await enterMatches(session, tenantKey, kind, rows);
    for (const { seq, matchKey, match } of rows) {
      if (match.sales.length > 1 || match.records.length > 1) items.push({ matchKey, number: rowNumber(kind, seq) });
    }
  }
  if (items.length === 0) return;
  await session.run(
    'INSERT INTO match_item (tenant_key, match_key, number) SELECT $1, match_key, number FROM unnest($2::bigint[], $3::bigint[]) AS item (match_key, number)',
    tenantKey,
    items.map(({ matchKey }) => matchKey),
    items.map(({ number }) => number),
  );
}

function insertMatches(session: Session, tenantKey: number, matches: readonly NewMatch[], firstKey: number, at: Date): Promise<number> {
  const column = <Value>(value: (match: NewMatch) => Value) => matches.map(value);
  return session.run(
    `INSERT INTO match (tenant_key, matched_at, match_key, id, kind, rule, how, sale_seq, record_seq, sales, records, sales_units, records_units,
       currency, day)
     SELECT $1, $2::timestamptz, begun.* FROM unnest($3::bigint[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[],
       $10::int[], $11::int[], $12::bigint[], $13::bigint[], $14::text[], $15::int[]) AS begun`,
    tenantKey,
    at.toISOString(),
    matches.map((_, index) => firstKey + index),
    column(() => newId(at.getTime()).toString('hex')),
    column(({ kind }) => kind),
    column(({ rule }) => rule),
    column(({ how }) => how),
    column(({ sales }) => sales[0] ?? null),
    column(({ records }) => records[0] ?? null),
    column(({ sales }) => sales.length),
    column(({ records }) => records.length),
    column(({ salesUnits }) => salesUnits),
    column(({ recordsUnits }) => recordsUnits),
    column(({ currency }) => currency),
    column(({ day }) => day),
  );
}

async function enterMatches(
  session: Session,
  tenantKey: number,
  kind: UploadKind,
  rows: readonly { seq: number; matchKey: number; match: NewMatch }[],
): Promise<void> {
  if (rows.length === 0) return;
  const entered = await session.run(
    `UPDATE ${rowTables[kind].name} AS sale SET match_state = coalesce(begun.state, sale.match_state), match_key = begun.match_key
     FROM unnest($2::bigint[], $3::bigint[], $4::smallint[]) AS begun (seq, match_key, state)
     WHERE sale.tenant_key = ${anyTenant('$1')} AND sale.seq = begun.seq AND ${isOneOf} AND sale.match_state = ${matchStateCodes.Unmatched} AND sale.match_key IS NULL`,
    tenantKey,
    rows.map(({ seq }) => seq),
    rows.map(({ matchKey }) => matchKey),
    rows.map(({ match }) => stateIn[match.kind]),
  );
  if (entered !== rows.length) throw new Error('A row that is to be matched is not open.');
}

export async function openRows(session: Session, tenantKey: number, rows: readonly OpenRow[]): Promise<void> {
  if (rows.length === 0) return;
  await session.run(
    `INSERT INTO match_open (tenant_key, number, day, reason, parameters, missing, involved)
     SELECT $1, opened.* FROM unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[]) AS opened
     ON CONFLICT (tenant_key, number) DO UPDATE SET day = excluded.day, reason = excluded.reason, parameters = excluded.parameters,
       missing = excluded.missing, involved = excluded.involved`,
    tenantKey,
    rows.map(({ row }) => row),
    rows.map(({ day }) => day),
    rows.map(({ reason }) => reason),
    rows.map(({ parameters }) => parameters),
    rows.map(({ missing }) => missing),
    rows.map(({ involved }) => (involved === null ? null : JSON.stringify(involved))),
  );
}

export async function closeRows(session: Session, tenantKey: number, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await session.run(`DELETE FROM match_open WHERE tenant_key = ${anyTenant('$1')} AND number = ANY($2::bigint[])`, tenantKey, numbers);
}
