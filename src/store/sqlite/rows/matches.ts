/** Writes matches: each begins and ends together with the states of its rows. All of it must run in a transaction of the caller. */
import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes } from '../../codes.js';
import { newId } from '../../ids.js';
import { historyOfEnded, type KeptMatch, pairOf, stateIn } from '../../match-rows.js';
import { type MatchKind, type NewMatch, type OpenRow, rowNumber, rowOfNumber } from '../../matching.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { appendHistory } from './history.js';
import { dayOfRow, isMatchable } from './matchable.js';
import { rowTables } from './row-tables.js';
import { noteMatchState } from './upload-values.js';

export const keptColumns = 'match_key, kind, rule, sale_seq, record_seq, sales, records, matched_at';

/** Notes that an outcome which is being worked out must not be stored any more. Does nothing for tenants without settlement records. */
export function noteChanged(db: Database, tenantKey: number): void {
  statement(db, 'UPDATE match_progress SET changed = changed + 1 WHERE tenant_key = ?').run(tenantKey);
}

/**
 * Notes how far back the rows lie that changed: a run looks at what is near them. `sql`: which rows, of a table called `sale`. `isNew`: those of days
 * in which runs end no match any more are counted. Does nothing for tenants without settlement records.
 */
export function noteDays(
  db: Database,
  tenantKey: number,
  kind: UploadKind,
  { sql, values, isNew }: { sql: string; values: readonly unknown[]; isNew: boolean },
): void {
  if (!hasMatching(db, tenantKey)) return;
  const late = isNew ? 'ifnull(sum(days.day < frontier), 0)' : '0';
  const found = statement(
    db,
    `SELECT min(days.day) AS oldest, ${late} AS late FROM match_progress CROSS JOIN
       (SELECT ${dayOfRow[kind]} AS day FROM ${rowTables[kind].name} AS sale NOT INDEXED
        WHERE sale.tenant_key = ? AND ${sql} AND ${isMatchable[kind]}) AS days
     WHERE tenant_key = ?`,
  ).get(tenantKey, ...values, tenantKey) as { oldest: number | null; late: number };
  statement(
    db,
    'UPDATE match_progress SET changed_from = min(ifnull(changed_from, ?), ifnull(?, changed_from)), late = late + ? WHERE tenant_key = ?',
  ).run(found.oldest, found.oldest, found.late, tenantKey);
}

/** The rows of an upload, for {@link noteDays}. */
export const rowsInUpload = ({ firstSeq, rows }: { firstSeq: number; rows: number }) => ({
  sql: 'sale.seq >= ? AND sale.seq < ?',
  values: [firstSeq, firstSeq + rows],
});

/** What of a tenant tells that there is something new: its rows, what was done with them, its settings. */
export const seenOf = (tenantKey: string) => `concat_ws(' ', transactions, records, changed, arrived,
  (SELECT version FROM settlement_settings WHERE settlement_settings.tenant_key = ${tenantKey}))`;

/** Notes that there is something new to match. */
export function noteArrived(db: Database, tenantKey: number): void {
  statement(db, 'UPDATE match_progress SET arrived = arrived + 1 WHERE tenant_key = ?').run(tenantKey);
}

/** Whether the tenant has, or had, settlement records. Where it never had any, there is nothing about matches to be looked for. */
export function hasMatching(db: Database, tenantKey: number): boolean {
  return statement(db, 'SELECT 1 FROM match_progress WHERE tenant_key = ?').get(tenantKey) !== undefined;
}

/** Whether matching has set aside rows that undo each other. */
export function hasCancelled(db: Database, tenantKey: number): boolean {
  return (
    statement(db, "SELECT 1 FROM match INDEXED BY match_cancelled WHERE tenant_key = ? AND kind = 'Cancellation' LIMIT 1").get(
      tenantKey,
    ) !== undefined
  );
}

/** The numbers of its rows; see {@link rowNumber}. */
export function membersOf(db: Database, tenantKey: number, match: KeptMatch): number[] {
  const items = 'SELECT number FROM match_item WHERE tenant_key = ? AND match_key = ? ORDER BY number';
  return pairOf(match) ?? (statement(db, items).pluck().all(tenantKey, match.matchKey) as number[]);
}

export interface Ending {
  db: Database;
  tenantKey: number;
  at: string;
  reason: string;
  by: string;
}

/** Ends matches that no person made: their rows are Unmatched again. Unknown and pinned ones are left as they are. */
export function endMatches(ending: Ending, matchKeys: readonly number[]): void {
  const { db, tenantKey } = ending;
  for (const key of matchKeys) {
    const match = statement(db, `SELECT ${keptColumns} FROM match WHERE tenant_key = ? AND match_key = ? AND pinned = 0`).get(
      tenantKey,
      key,
    ) as KeptMatch | undefined;
    if (match === undefined) continue;
    for (const number of membersOf(db, tenantKey, match)) leaveMatch(ending, match, number);
    statement(db, 'DELETE FROM match_item WHERE tenant_key = ? AND match_key = ?').run(tenantKey, key);
    statement(db, 'DELETE FROM match WHERE tenant_key = ? AND match_key = ?').run(tenantKey, key);
  }
}

function leaveMatch({ db, tenantKey, at, reason, by }: Ending, match: KeptMatch, number: number): void {
  const { kind, seq } = rowOfNumber(number);
  const { name, matchState } = rowTables[kind];
  const state = stateIn[match.kind];
  if (state === null) {
    statement(db, `UPDATE ${name} SET match_key = NULL WHERE tenant_key = ? AND seq = ?`).run(tenantKey, seq);
    return;
  }
  const left = statement(
    db,
    `UPDATE ${name} SET ${matchState} = ?, match_key = NULL WHERE tenant_key = ? AND seq = ? RETURNING upload_key`,
  );
  const uploadKey = left.pluck().get(matchStateCodes.Unmatched, tenantKey, seq) as number;
  for (const { from, to, ...change } of historyOfEnded(match, { at, reason, by })) {
    appendHistory(db, { tenantKey, uploadKey, ...change, row: { seq, from, to } });
  }
}

const insertMatch = `INSERT INTO match
  (tenant_key, id, kind, rule, how, sale_seq, record_seq, sales, records, sales_units, records_units, currency, day, matched_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const insertItem = 'INSERT INTO match_item (tenant_key, match_key, number) VALUES (?, ?, ?)';

/** SQL that puts an open row into a match, whose kind may give it another state. */
const entering = (kindOfRows: UploadKind) => {
  const { name, matchState } = rowTables[kindOfRows];
  return (state: number | null) => `UPDATE ${name} SET ${state === null ? '' : `${matchState} = ${state}, `}match_key = ?
    WHERE tenant_key = ? AND seq = ? AND ${matchState} = ${matchStateCodes.Unmatched} AND match_key IS NULL`;
};
const byKind = (of: (state: number | null) => string): Record<MatchKind, string> => ({
  Match: of(stateIn.Match),
  Cancellation: of(stateIn.Cancellation),
  Proposal: of(stateIn.Proposal),
  Relation: of(stateIn.Relation),
});
const enter: Record<UploadKind, Record<MatchKind, string>> = {
  Sales: byKind(entering('Sales')),
  Settlement: byKind(entering('Settlement')),
};

/** Their rows must be Unmatched and in no match. */
export function beginMatches(db: Database, tenantKey: number, matches: readonly NewMatch[], at: Date): void {
  // Of a million matches, to look up the statements takes as long as some of them.
  const [insertion, item] = [statement(db, insertMatch), statement(db, insertItem)];
  const [nowMs, matchedAt] = [at.getTime(), at.toISOString()];
  for (const match of matches) {
    const { kind, rule, how, sales, records, salesUnits, recordsUnits, currency, day } = match;
    const { lastInsertRowid } = insertion.run(
      tenantKey,
      newId(nowMs),
      kind,
      rule,
      how,
      sales[0] ?? null,
      records[0] ?? null,
      sales.length,
      records.length,
      salesUnits,
      recordsUnits,
      currency,
      day,
      matchedAt,
    );
    const matchKey = Number(lastInsertRowid);
    const hasItems = sales.length > 1 || records.length > 1;
    for (const kindOfRows of ['Sales', 'Settlement'] as const) {
      const entry = statement(db, enter[kindOfRows][kind]);
      for (const seq of kindOfRows === 'Sales' ? sales : records) {
        if (entry.run(matchKey, tenantKey, seq).changes !== 1) throw new Error('A row that is to be matched is not open.');
        if (hasItems) item.run(tenantKey, matchKey, rowNumber(kindOfRows, seq));
      }
    }
  }
  for (const kind of ['Match', 'Cancellation'] as const) {
    const ofKind = matches.filter((match) => match.kind === kind).flatMap(({ sales }) => sales);
    noteMatchState(db, tenantKey, stateIn[kind] as number, ofKind);
  }
}

const insertOpen = `INSERT INTO match_open (tenant_key, number, day, reason, parameters, missing, involved) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (tenant_key, number) DO UPDATE SET day = excluded.day, reason = excluded.reason, parameters = excluded.parameters,
    missing = excluded.missing, involved = excluded.involved`;

export function openRows(db: Database, tenantKey: number, rows: readonly OpenRow[]): void {
  const insertion = statement(db, insertOpen);
  for (const { row, day, reason, parameters, missing, involved } of rows) {
    insertion.run(tenantKey, row, day, reason, parameters, missing, involved === null ? null : JSON.stringify(involved));
  }
}

export function closeRow(db: Database, tenantKey: number, row: number): void {
  statement(db, 'DELETE FROM match_open WHERE tenant_key = ? AND number = ?').run(tenantKey, row);
}
