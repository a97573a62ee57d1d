/** What matching made of all the rows of a tenant, as JSON; and the wish that it does so again. */
import { appendAudit } from '../access/audit.js';
import { matchSettings } from '../access/match-settings.js';
import type { Reach } from '../access/scope.js';
import { type CountedMatches, type MatchAsked, matchRunJson, matchRunStateJson } from '../match-lists.js';
import { matchProgress } from '../rows/match-progress.js';
import { all, run, sql, type Work } from '../sql/work.js';

/** A MatchRun; within some units its state alone. */
export function* matchRun({ tenantKey, limit }: Reach): Work<string> {
  const progress = yield* matchProgress(tenantKey);
  const known = progress && { finishedAt: progress.finishedAt, late: progress.late, isCurrent: progress.seen === progress.seenNow };
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
