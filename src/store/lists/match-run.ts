/** What matching made of all the rows of a tenant, as JSON; and the wish that it does so again. */
import { appendAudit } from '../access/audit.js';
import { matchSettings } from '../access/match-settings.js';
import type { Reach } from '../access/scope.js';
import { type CountedMatches, type MatchAsked, matchRunJson, matchRunStateJson } from '../match-lists.js';
import { all, dialect, first, run, type Sql, sql, text, type Work } from '../sql/work.js';

/** What of a tenant tells that there is something new: its rows, what was done with them, its settings. Of the tables of {@link progressOf}. */
export const seenNow = text("concat_ws(' ', transactions, records, changed, arrived, settlement_settings.version)");

/** The progress of matching with all that {@link seenNow} names, to follow FROM. */
export function* progressOf(tenantKey: number): Work<Sql> {
  const { counters } = yield* dialect();
  return sql`match_progress JOIN ${counters} AS counted ON counted.tenant_key = ${tenantKey}
    LEFT JOIN settlement_settings ON settlement_settings.tenant_key = ${tenantKey} WHERE match_progress.tenant_key = ${tenantKey}`;
}

/** A MatchRun; within some units its state alone. */
export function* matchRun({ tenantKey, limit }: Reach): Work<string> {
  const progress = yield* first<{ finishedAt: string | null; late: number; isCurrent: number | boolean }>(
    sql`SELECT finished_at, late, seen IS NOT DISTINCT FROM ${seenNow} AS is_current FROM ${yield* progressOf(tenantKey)}`,
  );
  const known = progress && { ...progress, isCurrent: Boolean(progress.isCurrent) };
  if (limit !== null) return matchRunStateJson(known);
  const kinds = yield* all<CountedMatches['kinds'][number]>(
    sql`SELECT kind, count(*) AS number FROM match WHERE tenant_key = ${tenantKey} GROUP BY kind`,
  );
  const open = yield* all<CountedMatches['open'][number]>(
    sql`SELECT reason, count(*) FILTER (WHERE number % 2 = 0) AS sales, count(*) FILTER (WHERE number % 2 = 1) AS records
      FROM match_open WHERE tenant_key = ${tenantKey} GROUP BY reason ORDER BY reason`,
  );
  const { version } = yield* matchSettings(tenantKey);
  return matchRunJson({ progress: known, settingsVersion: version, kinds, open });
}

/** In the tenant's turn. `isAll`: of all rows, however old. */
export function* askToMatch(tenantKey: number, tenantId: string, at: Date, { isAll, by, from }: MatchAsked): Work<void> {
  yield* run(sql`UPDATE match_progress SET arrived = arrived + 1, is_all = is_all OR ${isAll} WHERE tenant_key = ${tenantKey}`);
  const details = isAll ? { all: true } : {};
  yield* appendAudit({ actor: by, ...from, action: 'match-run.ask', object: `tenant:${tenantId}`, outcome: 'done', details }, at);
}
