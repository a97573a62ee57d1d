/** Ends what matching made, where an upload goes or rows are decided about again. All of it must run in the transaction of a change. */

import type { UploadKind } from '../../contract/states.js';
import type { StateCodes } from '../codes.js';
import { asideKey, takenBack } from '../match-rows.js';
import { rowNumber } from '../matching.js';
import type { UploadsRows } from '../port.js';
import { among, anyTenant, notIndexed } from '../sql/dialect.js';
import { arrays, column, run, type Sql, sql, text, type Work } from '../sql/work.js';
import { appendChanges } from './history.js';
import { hasMatching } from './match-progress.js';
import { closeRows, type Ending, endMatches } from './matches.js';
import { rowTables } from './row-tables.js';

/** Deletes the reasons why these rows are open: they were decided about again, and the next run of matching finds new ones. */
export function* forgetReasons(tenantKey: number, kind: UploadKind, seqs: readonly number[]): Work<void> {
  yield* closeRows(
    tenantKey,
    seqs.map((seq) => rowNumber(kind, seq)),
  );
}

/** Ends the matches of an upload that is withdrawn, and deletes the reasons why its rows are open. */
export function* endMatchesOfUpload(ending: Ending, { kind, firstSeq, rows }: UploadsRows): Work<void> {
  yield* endMatchesWhere(ending, kind, sql`seq >= ${firstSeq} AND seq < ${firstSeq + rows}`);
  yield* run(
    sql`DELETE FROM match_open WHERE tenant_key = ${anyTenant(ending.tenantKey)} AND number >= ${rowNumber(kind, firstSeq)}
      AND number < ${rowNumber(kind, firstSeq + rows)} AND number % 2 = ${rowNumber(kind, 0)}`,
  );
}

/** Ends the matches of rows that are decided about again. `seqs`: their numbers in their table. */
export function endMatchesOfRows(ending: Ending, kind: UploadKind, seqs: readonly number[]): Work<void> {
  return endMatchesWhere(ending, kind, sql`seq ${among(seqs)}`);
}

function* endMatchesWhere(ending: Ending, kind: UploadKind, which: Sql): Work<void> {
  const { tenantKey } = ending;
  if (!(yield* hasMatching(tenantKey))) return;
  const keys = yield* column<number>(
    sql`SELECT DISTINCT match_key FROM ${rowTables[kind].table} ${notIndexed}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND ${which} AND match_key IS NOT NULL`,
  );
  yield* endMatches(ending, keys);
  if (kind === 'Sales' && keys.includes(asideKey)) yield* takeSalesBack(ending, which);
}

/** They are Unmatched again, and nothing is told of them; others stay as they are. `which`: of which sales. */
export function* takeSalesBack(ending: Ending, which: Sql): Work<void> {
  const isAside = sql`match_key = ${text(String(asideKey))} AND ${which}`;
  const back = yield* changeAside(ending, { ...takenBack, matchKey: null, which: isAside, index: notIndexed });
  yield* forgetReasons(ending.tenantKey, 'Sales', back);
}

interface AsideChange {
  from: StateCodes;
  to: StateCodes;
  matchKey: number | null;
  which: Sql;
  index: Sql;
}

export function* changeAside({ tenantKey, at, reason, by }: Ending, { from, to, matchKey, which, index }: AsideChange): Work<number[]> {
  const changed = yield* arrays<[seq: number, uploadKey: number]>(
    sql`UPDATE ${rowTables.Sales.table} ${index} SET match_state = ${to.transactionMatchState}, match_key = ${matchKey}
      WHERE tenant_key = ${anyTenant(tenantKey)} AND ${which} RETURNING seq, upload_key`,
  );
  yield* appendChanges(
    tenantKey,
    changed.map(([seq, uploadKey]) => ({ at, reason, by, uploadKey, row: { seq, from, to } })),
  );
  return changed.map(([seq]) => seq);
}
