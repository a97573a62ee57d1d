/** Writes matches, many at once: each begins and ends together with the states of its rows. All of it must run in the transaction of a change. */

import { type UploadKind, uploadKinds } from '../../contract/states.js';
import { matchStateCodes } from '../codes.js';
import { newId } from '../ids.js';
import { historyOfEnded, isStanding, type KeptMatch, stateIn } from '../match-rows.js';
import { type NewMatch, type OpenRow, rowNumber, rowOfNumber } from '../matching.js';
import { port } from '../port.js';
import { ofSkipped } from '../schema/match-tables.js';
import { among, anyTenant, indexedBy, notIndexed } from '../sql/dialect.js';
import { all, arraysEach, first, joined, nothing, run, runEach, type Sql, sql, text, type Work } from '../sql/work.js';
import { appendChanges, type NotedChange } from './history.js';
import { keptColumns, membersOf } from './match-members.js';
import { rowTables } from './row-tables.js';

const unmatched = text(String(matchStateCodes.Unmatched));

/** Whether there are rows that are Skip, and no duplicates. */
export function* hasSkipped(tenantKey: number): Work<boolean> {
  const found = yield* first(
    sql`SELECT 1 FROM match ${indexedBy('match_skipped')} WHERE tenant_key = ${tenantKey} AND ${text(ofSkipped)} LIMIT 1`,
  );
  return found !== undefined;
}

export interface Ending {
  tenantKey: number;
  at: string;
  reason: string;
  by: string;
}

/** Ends matches that no person made: their rows are Unmatched again. Unknown and pinned ones are left as they are. */
export function endMatches(ending: Ending, matchKeys: readonly number[]): Work<void> {
  return endSome(ending, matchKeys, text('AND NOT pinned'));
}

/** Ends matches, pinned ones among them. */
export function endAnyMatches(ending: Ending, matchKeys: readonly number[]): Work<void> {
  return endSome(ending, matchKeys, nothing);
}

function* endSome(ending: Ending, matchKeys: readonly number[], which: Sql): Work<void> {
  if (matchKeys.length === 0) return;
  const { tenantKey } = ending;
  const tenant = anyTenant(tenantKey);
  const matches = yield* all<KeptMatch>(
    sql`SELECT ${keptColumns} FROM match ${notIndexed} WHERE tenant_key = ${tenant} AND match_key ${among(matchKeys)} ${which} ORDER BY match_key`,
  );
  if (matches.length === 0) return;
  const members = yield* membersOf(tenantKey, matches);
  const ofRow = new Map(matches.flatMap((match) => members.get(match.matchKey)?.map((number) => [number, match] as const) ?? []));
  const changes: NotedChange[] = [];
  for (const kind of uploadKinds) {
    for (const [seq, uploadKey] of yield* leaveMatches(tenantKey, kind, ofRow)) {
      const match = ofRow.get(rowNumber(kind, seq)) as KeptMatch;
      if (!isStanding(match)) continue;
      for (const { from, to, ...change } of historyOfEnded(match, ending)) changes.push({ ...change, uploadKey, row: { seq, from, to } });
    }
  }
  yield* appendChanges(tenantKey, changes);
  const ended = among(matches.map(({ matchKey }) => matchKey));
  yield* run(sql`DELETE FROM match_item WHERE tenant_key = ${tenant} AND match_key ${ended}`);
  yield* run(sql`DELETE FROM match ${notIndexed} WHERE tenant_key = ${tenant} AND match_key ${ended}`);
}

/** Takes rows of one kind out of their matches. Gives the number of each in its table, and its upload. */
function* leaveMatches(
  tenantKey: number,
  kind: UploadKind,
  ofRow: ReadonlyMap<number, KeptMatch>,
): Work<[seq: number, uploadKey: number][]> {
  const rows = [...ofRow].map(([number, match]) => ({ ...rowOfNumber(number), match })).filter((row) => row.kind === kind);
  return yield* arraysEach(
    { wanted: 'bigint', state: 'smallint' },
    rows.map(({ seq, match }) => [seq, isStanding(match) ? matchStateCodes.Unmatched : null]),
    ({ value, from, isKey }) => sql`UPDATE ${rowTables[kind].table} AS sale
      SET match_key = NULL, match_state = coalesce(${value.state}, sale.match_state) ${from}
      WHERE sale.tenant_key = ${anyTenant(tenantKey)} AND ${isKey(text('sale.seq'))} RETURNING seq, upload_key`,
  );
}

/** Their rows must be Unmatched and in no match. */
export function* beginMatches(tenantKey: number, matches: readonly NewMatch[], at: Date): Work<void> {
  if (matches.length === 0) return;
  const firstKey = yield* (yield* port()).newMatchKeys(tenantKey, matches.length);
  yield* insertMatches(tenantKey, matches, firstKey, at);
  const items: [matchKey: number, number: number][] = [];
  for (const kind of uploadKinds) {
    const rows: EnteringRow[] = [];
    for (const [index, match] of matches.entries()) {
      const hasItems = match.sales.length > 1 || match.records.length > 1;
      for (const seq of kind === 'Sales' ? match.sales : match.records) {
        rows.push([seq, firstKey + index, stateIn[match.kind]]);
        if (hasItems) items.push([firstKey + index, rowNumber(kind, seq)]);
      }
    }
    yield* enterMatches(tenantKey, kind, rows);
  }
  yield* runEach(
    { match_key: 'bigint', number: 'bigint' },
    items,
    ({ value, from }) =>
      sql`INSERT INTO match_item (tenant_key, match_key, number) SELECT ${tenantKey}, ${value.match_key}, ${value.number} ${from}`,
  );
}

const newColumns = {
  ...({ match_key: 'bigint', id: 'uuid', kind: 'text', rule: 'text', how: 'text', sale_seq: 'bigint', record_seq: 'bigint' } as const),
  ...({ sales: 'int', records: 'int', sales_units: 'bigint', records_units: 'bigint', currency: 'text', day: 'int' } as const),
  ...({ decided_by: 'text', note: 'text', cause: 'text', decision_key: 'bigint' } as const),
};

function* insertMatches(tenantKey: number, matches: readonly NewMatch[], firstKey: number, at: Date): Work<void> {
  const nowMs = at.getTime();
  const rows = matches.map(({ kind, rule, how, sales, records, salesUnits, recordsUnits, currency, day, decided }, index) => [
    ...[firstKey + index, newId(nowMs), kind, rule, how, sales[0] ?? null, records[0] ?? null],
    ...[sales.length, records.length, salesUnits, recordsUnits, currency, day],
    ...[decided?.by ?? null, decided?.note ?? null, decided?.cause ?? null, decided?.decisionKey ?? null],
  ]);
  yield* runEach(
    newColumns,
    rows,
    ({ value, from }) => sql`INSERT INTO match (tenant_key, matched_at, pinned, ${text(Object.keys(newColumns).join(', '))})
      SELECT ${tenantKey}, ${at.toISOString()}, ${value.decision_key} IS NOT NULL, ${joined(Object.values(value), ', ')} ${from}`,
  );
}

type EnteringRow = [seq: number, matchKey: number, state: number | null];

function* enterMatches(tenantKey: number, kind: UploadKind, rows: readonly EnteringRow[]): Work<void> {
  const { noteMatchState } = yield* port();
  const entered = yield* runEach(
    { seq: 'bigint', match_key: 'bigint', state: 'smallint' },
    rows,
    ({ value, from, isKey }) => sql`UPDATE ${rowTables[kind].table} AS sale
      SET match_state = coalesce(${value.state}, sale.match_state), match_key = ${value.match_key} ${from}
      WHERE sale.tenant_key = ${anyTenant(tenantKey)} AND ${isKey(text('sale.seq'))} AND sale.match_state = ${unmatched} AND sale.match_key IS NULL`,
  );
  if (entered !== rows.length) throw new Error('A row that is to be matched is not open.');
  if (kind === 'Settlement') return;
  for (const state of new Set(rows.map(([, , given]) => given))) {
    if (state === null) continue;
    yield* noteMatchState(
      tenantKey,
      state,
      rows.filter(([, , given]) => given === state).map(([seq]) => seq),
    );
  }
}

export function* openRows(tenantKey: number, rows: readonly OpenRow[]): Work<void> {
  yield* runEach(
    { number: 'bigint', day: 'int', reason: 'text', parameters: 'text', missing: 'text', involved: 'text' },
    rows.map(({ row, day, reason, parameters, missing, involved }) => [
      ...[row, day, reason, parameters, missing, involved === null ? null : JSON.stringify(involved)],
    ]),
    ({ value, from }) => sql`INSERT INTO match_open (tenant_key, number, day, reason, parameters, missing, involved)
      SELECT ${tenantKey}, ${value.number}, ${value.day}, ${value.reason}, ${value.parameters}, ${value.missing}, ${value.involved} ${from} WHERE true
      ON CONFLICT (tenant_key, number) DO UPDATE SET day = excluded.day, reason = excluded.reason, parameters = excluded.parameters,
        missing = excluded.missing, involved = excluded.involved`,
  );
}

export function* closeRows(tenantKey: number, numbers: readonly number[]): Work<void> {
  if (numbers.length === 0) return;
  yield* run(sql`DELETE FROM match_open WHERE tenant_key = ${anyTenant(tenantKey)} AND number ${among(numbers)}`);
}
