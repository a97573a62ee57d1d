/** What matching made of all the rows of a tenant, as JSON; and the wish that it does so again. */

import { matchSettings } from '../../access/match-settings.js';
import { type CountedMatches, type MatchAsked, matchRunJson, matchRunStateJson } from '../../match-lists.js';
import { appendAudit } from '../access/audit.js';
import type { Reach } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { runOn } from '../database/work.js';
import { noteArrived, seenColumns } from '../rows/matches.js';

/** A MatchRun; within some units its state alone. */
export async function matchRun(session: Session, { tenantKey, limit }: Reach): Promise<string> {
  const progress = await session.first<{ finishedAt: string | null; late: number; isCurrent: boolean }>(
    `SELECT finished_at AS "finishedAt", late, seen IS NOT DISTINCT FROM ${seenColumns} AS "isCurrent" FROM match_progress
     JOIN tenant_counter ON tenant_counter.tenant_key = $1 LEFT JOIN settlement_settings ON settlement_settings.tenant_key = $1
     WHERE match_progress.tenant_key = $1`,
    tenantKey,
  );
  if (limit !== null) return matchRunStateJson(progress);
  const kinds = await session.all<CountedMatches['kinds'][number]>(
    'SELECT kind, count(*) AS number FROM match WHERE tenant_key = $1 GROUP BY kind',
    tenantKey,
  );
  const open = await session.all<CountedMatches['open'][number]>(
    `SELECT reason, count(*) FILTER (WHERE number % 2 = 0) AS sales, count(*) FILTER (WHERE number % 2 = 1) AS records
     FROM match_open WHERE tenant_key = $1 GROUP BY reason ORDER BY reason`,
    tenantKey,
  );
  const { version } = await runOn(session, matchSettings(tenantKey));
  return matchRunJson({ progress, settingsVersion: version, kinds, open });
}

/** In the tenant's turn. `isAll`: of all rows, however old. */
export async function askToMatch(
  session: Session,
  { tenantKey, at }: { tenantKey: number; at: Date },
  tenantId: string,
  { isAll, by, from }: MatchAsked,
): Promise<void> {
  await noteArrived(session, tenantKey);
  if (isAll) await session.run('UPDATE match_progress SET is_all = true WHERE tenant_key = $1', tenantKey);
  await appendAudit(
    session,
    { actor: by, ...from, action: 'match-run.ask', object: `tenant:${tenantId}`, outcome: 'done', details: isAll ? { all: true } : {} },
    at,
  );
}
