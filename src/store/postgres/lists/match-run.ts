/** What matching made of all the rows of a tenant, as JSON; and the wish that it does so again. */

import { matchSettings } from '../../access/match-settings.js';
import { type CountedMatches, type MatchAsked, matchRunJson, matchRunStateJson } from '../../match-lists.js';
import { matchProgress, noteArrived } from '../../rows/match-progress.js';
import { appendAudit } from '../access/audit.js';
import type { Reach } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { runOn } from '../database/work.js';

/** A MatchRun; within some units its state alone. */
export async function matchRun(session: Session, { tenantKey, limit }: Reach): Promise<string> {
  const known = await runOn(session, matchProgress(tenantKey));
  const progress = known && { ...known, isCurrent: known.seen === known.seenNow };
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
  await runOn(session, noteArrived(tenantKey));
  if (isAll) await session.run('UPDATE match_progress SET is_all = true WHERE tenant_key = $1', tenantKey);
  await appendAudit(
    session,
    { actor: by, ...from, action: 'match-run.ask', object: `tenant:${tenantId}`, outcome: 'done', details: isAll ? { all: true } : {} },
    at,
  );
}
