/** Writes matches: each begins and ends together with the states of its rows. All of it must run in a transaction of the caller. */
import { matchStateCodes } from '../../codes.js';
import { newId } from '../../ids.js';
import { historyOfEnded, type KeptMatch, pairOf, stateIn } from '../../match-rows.js';
import { type NewMatch, type OpenRow, rowNumber, rowOfNumber } from '../../matching.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { appendHistory } from './history.js';
import { rowTables } from './row-tables.js';

export const keptColumns = 'matchKey, kind, rule, saleSeq, recordSeq, sales, records, matchedAt';

/** Notes that an outcome which is being worked out must not be stored any more. Does nothing for tenants without settlement records. */
export function noteChanged(db: Database, tenantKey: number): void {
  statement(db, 'UPDATE match_progress SET changed = changed + 1 WHERE tenantKey = ?').run(tenantKey);
}

/** What of a tenant tells that there is something new: its rows, what was done with them, its settings. */
export const seenOf = (tenantKey: string) => `concat_ws(' ', transactions, records, changed, arrived,
  (SELECT version FROM settlement_settings WHERE settlement_settings.tenantKey = ${tenantKey}))`;

/** Notes that there is something new to match. */
export function noteArrived(db: Database, tenantKey: number): void {
  statement(db, 'UPDATE match_progress SET arrived = arrived + 1 WHERE tenantKey = ?').run(tenantKey);
}

/** Whether the tenant has, or had, settlement records. Where it never had any, there is nothing about matches to be looked for. */
export function hasMatching(db: Database, tenantKey: number): boolean {
  return statement(db, 'SELECT 1 FROM match_progress WHERE tenantKey = ?').get(tenantKey) !== undefined;
}

/** Whether matching has set aside rows that undo each other. */
export function hasCancelled(db: Database, tenantKey: number): boolean {
  return (
    statement(db, "SELECT 1 FROM match INDEXED BY match_cancelled WHERE tenantKey = ? AND kind = 'Cancellation' LIMIT 1").get(tenantKey) !==
    undefined
  );
}

/** The numbers of its rows; see {@link rowNumber}. */
export function membersOf(db: Database, tenantKey: number, match: KeptMatch): number[] {
  const items = 'SELECT row FROM match_item WHERE tenantKey = ? AND matchKey = ? ORDER BY row';
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
    const match = statement(db, `SELECT ${keptColumns} FROM match WHERE tenantKey = ? AND matchKey = ? AND pinned = 0`).get(
      tenantKey,
      key,
    ) as KeptMatch | undefined;
    if (match === undefined) continue;
    for (const number of membersOf(db, tenantKey, match)) leaveMatch(ending, match, number);
    statement(db, 'DELETE FROM match_item WHERE tenantKey = ? AND matchKey = ?').run(tenantKey, key);
    statement(db, 'DELETE FROM match WHERE tenantKey = ? AND matchKey = ?').run(tenantKey, key);
  }
}

function leaveMatch({ db, tenantKey, at, reason, by }: Ending, match: KeptMatch, number: number): void {
  const { kind, seq } = rowOfNumber(number);
  const { name, matchState } = rowTables[kind];
  const state = stateIn[match.kind];
  if (state === null) {
    statement(db, `UPDATE ${name} SET matchKey = NULL WHERE tenantKey = ? AND seq = ?`).run(tenantKey, seq);
    return;
  }
  const left = statement(db, `UPDATE ${name} SET ${matchState} = ?, matchKey = NULL WHERE tenantKey = ? AND seq = ? RETURNING uploadKey`);
  const uploadKey = left.pluck().get(matchStateCodes.Unmatched, tenantKey, seq) as number;
  for (const { from, to, ...change } of historyOfEnded(match, { at, reason, by })) {
    appendHistory(db, { tenantKey, uploadKey, ...change, row: { seq, from, to } });
  }
}

/** Its rows must be Unmatched and in no match. */
export function beginMatch(db: Database, tenantKey: number, match: NewMatch, at: Date): void {
  const { kind, rule, how, sales, records, salesUnits, recordsUnits, currency, day } = match;
  const { lastInsertRowid } = statement(
    db,
    `INSERT INTO match (tenantKey, id, kind, rule, how, saleSeq, recordSeq, sales, records, salesUnits, recordsUnits, currency, day, matchedAt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...[tenantKey, newId(at.getTime()), kind, rule, how, sales[0] ?? null, records[0] ?? null, sales.length, records.length],
    ...[salesUnits, recordsUnits, currency, day, at.toISOString()],
  );
  const matchKey = Number(lastInsertRowid);
  for (const kindOfRows of ['Sales', 'Settlement'] as const) {
    const { name, matchState } = rowTables[kindOfRows];
    const state = stateIn[kind];
    const entry = statement(
      db,
      `UPDATE ${name} SET ${state === null ? '' : `${matchState} = ${state}, `}matchKey = ?
       WHERE tenantKey = ? AND seq = ? AND ${matchState} = ${matchStateCodes.Unmatched} AND matchKey IS NULL`,
    );
    for (const seq of kindOfRows === 'Sales' ? sales : records) {
      if (entry.run(matchKey, tenantKey, seq).changes !== 1) throw new Error('A row that is to be matched is not open.');
      if (sales.length > 1 || records.length > 1) {
        statement(db, 'INSERT INTO match_item (tenantKey, matchKey, row) VALUES (?, ?, ?)').run(
          tenantKey,
          matchKey,
          rowNumber(kindOfRows, seq),
        );
      }
    }
  }
}

export function openRow(db: Database, tenantKey: number, { row, day, reason, sentence, involved }: OpenRow): void {
  statement(
    db,
    `INSERT INTO match_open (tenantKey, row, day, reason, sentence, involved) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenantKey, row) DO UPDATE SET day = excluded.day, reason = excluded.reason, sentence = excluded.sentence,
       involved = excluded.involved`,
  ).run(tenantKey, row, day, reason, sentence, involved === null ? null : JSON.stringify(involved));
}

export function closeRow(db: Database, tenantKey: number, row: number): void {
  statement(db, 'DELETE FROM match_open WHERE tenantKey = ? AND row = ?').run(tenantKey, row);
}
