/** What matching made of all the rows of a tenant, as JSON; and the wish that it does so again. */
import { decidedBefore } from '../../contract/match-settings.js';
import type { MatchKind, MatchRun, MatchRunState } from '../../contract/matches.js';
import { tenantObject } from '../access/audit.js';
import { matchSettings } from '../access/match-settings.js';
import type { Reach } from '../access/scope.js';
import type { AuditEntry, RequestOrigin } from '../audit.js';
import { type MatchProgress, matchProgress } from '../rows/match-progress.js';
import { all, run, sql, type Work } from '../sql/work.js';

/** A MatchRun; within some units a MatchRunState. */
export function* matchRun({ tenantKey, limit }: Reach): Work<string> {
  const progress = yield* matchProgress(tenantKey);
  const state = stateOf(progress);
  if (limit !== null) return JSON.stringify({ state } satisfies MatchRunState);
  const kinds = yield* all<{ kind: string; number: number; before: number }>(
    sql`SELECT kind, count(*) AS number, count(*) FILTER (WHERE rule = ${decidedBefore}) AS before FROM match WHERE tenant_key = ${tenantKey} GROUP BY kind`,
  );
  const open = yield* all<MatchRun['open'][number]>(
    sql`SELECT reason, count(*) FILTER (WHERE number % 2 = 0) AS sales, count(*) FILTER (WHERE number % 2 = 1) AS records
      FROM match_open WHERE tenant_key = ${tenantKey} GROUP BY reason ORDER BY reason`,
  );
  const numberOf = (kind: MatchKind) => kinds.find((one) => one.kind === kind)?.number ?? 0;
  return JSON.stringify({
    state,
    finishedAt: progress?.finishedAt ?? null,
    late: progress?.late ?? 0,
    settingsVersion: (yield* matchSettings(tenantKey)).version,
    matches: numberOf('Match'),
    proposals: numberOf('Proposal'),
    cancellations: numberOf('Cancellation'),
    decidedBefore: kinds.find(({ kind }) => kind === 'Proposal')?.before ?? 0,
    open,
  } satisfies MatchRun);
}

/** None where there were never any settlement records. */
export function stateOf(progress: MatchProgress | undefined): MatchRunState['state'] {
  if (progress === undefined) return 'None';
  return progress.seen === progress.seenNow ? 'Current' : 'Pending';
}

/** The wish for a run. `isAll`: over all rows, however old. */
export interface MatchAsked {
  isAll: boolean;
  by: string;
  from: RequestOrigin;
}

/** In the tenant's turn. `isAll`: of all rows, however old. Returns the note for the audit trail. */
export function* askToMatch(tenantKey: number, { isAll, by, from }: MatchAsked): Work<[undefined, AuditEntry]> {
  yield* run(sql`UPDATE match_progress SET arrived = arrived + 1, is_all = is_all OR ${isAll} WHERE tenant_key = ${tenantKey}`);
  const details = isAll ? { all: true } : {};
  return [undefined, { actor: by, ...from, action: 'match-run.ask', object: yield* tenantObject(tenantKey), outcome: 'done', details }];
}
