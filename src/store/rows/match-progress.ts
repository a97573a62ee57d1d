/** What has changed since the last run of matching. Nothing of it is noted for tenants without settlement records. */

import { type UploadKind, uploadKinds } from '../../contract/states.js';
import { seqsOf } from '../matching.js';
import { port } from '../port.js';
import { among, anyTenant, counters, notIndexed, oneByOne } from '../sql/dialect.js';
import { column, first, nothing, perDatabase, run, type Sql, sql, text, type Work } from '../sql/work.js';
import { isMatchable } from './matchable.js';
import { dayOfSale } from './matched-days.js';
import { rowTables } from './row-tables.js';

/** Whether the tenant has, or had, settlement records. Where it never had any, there is nothing about matches to be looked for. */
export function* hasMatching(tenantKey: number): Work<boolean> {
  return (yield* first(sql`SELECT 1 FROM match_progress WHERE tenant_key = ${tenantKey}`)) !== undefined;
}

/** Notes that an outcome which is being worked out must not be stored any more. */
export function* noteChanged(tenantKey: number): Work<void> {
  yield* run(sql`UPDATE match_progress SET changed = changed + 1 WHERE tenant_key = ${tenantKey}`);
}

/**
 * Notes how far back the rows lie that changed: a run looks at what is near them. `which`: the rows, of a table called `sale`. `isNew`: those of days
 * in which runs end no match any more are counted.
 */
export function* noteDays(tenantKey: number, kind: UploadKind, which: Sql, isNew: boolean): Work<void> {
  if (!(yield* hasMatching(tenantKey))) return;
  const day = kind === 'Sales' ? dayOfSale : text('sale.day');
  yield* run(
    sql`UPDATE match_progress
      SET changed_from = CASE WHEN changed_from IS NULL OR days.oldest < changed_from THEN days.oldest ELSE changed_from END,
        late = match_progress.late + ${text(isNew ? 'days.late' : '0')}
      FROM (SELECT min(dated.day) AS oldest, count(*) FILTER (WHERE dated.day < frontier) AS late
        FROM match_progress CROSS JOIN (
          SELECT ${day} AS day FROM (
            SELECT * FROM ${rowTables[kind].table} AS sale ${notIndexed} WHERE sale.tenant_key = ${anyTenant(tenantKey)} AND ${which} ${oneByOne}
          ) AS sale WHERE ${isMatchable[kind]}
        ) AS dated WHERE match_progress.tenant_key = ${tenantKey}) AS days
      WHERE match_progress.tenant_key = ${tenantKey}`,
  );
}

/** Numbers in a JSON array of the column. */
const numbersOf = (json: string) => perDatabase(text(`json_each(${json})`), text(`json_array_elements_text(${json}::json) AS one (value)`));

/** Notes that the rows with these numbers are to be matched again, and open rows older than what each run looks at whose reason names one of them. */
export function* noteDaysOf(tenantKey: number, numbers: readonly number[]): Work<void> {
  const naming = yield* column<number>(
    sql`SELECT number FROM match_open WHERE tenant_key = ${tenantKey}
      AND day < (SELECT frontier FROM match_progress WHERE tenant_key = ${tenantKey})
      AND EXISTS (SELECT 1 FROM ${numbersOf('involved')} WHERE CAST(value AS bigint) ${among(numbers)})`,
  );
  for (const kind of uploadKinds) {
    const seqs = seqsOf(kind, [...numbers, ...naming]);
    if (seqs.length > 0) yield* noteDays(tenantKey, kind, sql`sale.seq ${among(seqs)}`, false);
  }
}

/** The rows of an upload, for {@link noteDays}. */
export const rowsInUpload = ({ firstSeq, rows }: { firstSeq: number; rows: number }): Sql =>
  sql`sale.seq >= ${firstSeq} AND sale.seq < ${firstSeq + rows}`;

/** What of a tenant tells that there is something new: its rows, what was done with them, its settings. */
export const seenOf = (tenantKey: Sql): Sql =>
  sql`concat_ws(' ', transactions, records, changed, arrived, (SELECT version FROM settlement_settings WHERE settlement_settings.tenant_key = ${tenantKey}))`;

/** How far matching has come with the tenant. */
export interface MatchProgress {
  finishedAt: string | null;
  late: number;
  changed: number;
  changedFrom: number | null;
  isAll: number | boolean;
  /** What the last run had seen, and what there is to be seen. */
  seen: string | null;
  seenNow: string;
}

export function* matchProgress(tenantKey: number): Work<MatchProgress | undefined> {
  return yield* first<MatchProgress>(
    sql`SELECT finished_at, late, changed, changed_from, is_all, seen, ${seenOf(sql`${tenantKey}`)} AS seen_now
      FROM ${progressAndCounts(tenantKey)} WHERE match_progress.tenant_key = ${tenantKey}`,
  );
}

/** The tenants with settlement records in which something has changed since their last run. `which`: of these alone; begins with AND. */
export function* tenantsToMatch(rules: string, which: Sql = nothing): Work<string[]> {
  yield* (yield* port()).asAdmin();
  const ofTenant = text('match_progress.tenant_key');
  return yield* column<string>(
    sql`SELECT (SELECT id FROM tenant WHERE tenant.tenant_key = ${ofTenant}) FROM match_progress JOIN ${counters} AS counted USING (tenant_key)
      WHERE (seen IS DISTINCT FROM ${seenOf(ofTenant)} OR seen_rules IS DISTINCT FROM ${rules})${which} ORDER BY match_progress.tenant_key`,
  );
}

/** The tables in which the rest of {@link seenOf} stands. */
export function progressAndCounts(tenantKey: number): Sql {
  return sql`match_progress JOIN ${counters} AS counted ON counted.tenant_key = ${tenantKey}`;
}
