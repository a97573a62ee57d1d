/** What matching made of all the rows of a tenant, as JSON; and the wish that it does so again. */

import { matchSettings } from '../../access/match-settings.js';
import { type CountedMatches, type MatchAsked, matchRunJson, matchRunStateJson } from '../../match-lists.js';
import { matchProgress, noteArrived } from '../../rows/match-progress.js';
import { appendAudit } from '../access/audit.js';
import type { Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { runOn } from '../database/work.js';

/** A MatchRun; within some units its state alone. */
export function matchRun(db: Database, { tenantKey, limit }: Reach): string {
  const progress = runOn(db, matchProgress(tenantKey));
  const known = progress && { ...progress, isCurrent: progress.seen === progress.seenNow };
  if (limit !== null) return matchRunStateJson(known);
  const kinds = statement(db, 'SELECT kind, count(*) AS number FROM match WHERE tenant_key = ? GROUP BY kind').all(
    tenantKey,
  ) as CountedMatches['kinds'];
  const open = statement(
    db,
    `SELECT reason, sum(number % 2 = 0) AS sales, sum(number % 2 = 1) AS records FROM match_open WHERE tenant_key = ? GROUP BY reason ORDER BY reason`,
  ).all(tenantKey) as CountedMatches['open'];
  return matchRunJson({
    progress: known,
    settingsVersion: runOn(db, matchSettings(tenantKey)).version,
    kinds,
    open,
  });
}

/** In one transaction. `isAll`: of all rows, however old. */
export function askToMatch(db: Database, now: Date, tenantKey: number, { isAll, by, from }: MatchAsked): void {
  const inside = db.transaction(() => {
    runOn(db, noteArrived(tenantKey));
    if (isAll) statement(db, 'UPDATE match_progress SET is_all = 1 WHERE tenant_key = ?').run(tenantKey);
    const tenantId = statement(db, 'SELECT id FROM tenant WHERE tenant_key = ?').pluck().get(tenantKey) as string;
    appendAudit(
      db,
      { actor: by, ...from, action: 'match-run.ask', object: `tenant:${tenantId}`, outcome: 'done', details: isAll ? { all: true } : {} },
      now,
    );
  });
  inside.immediate();
}
