/** Reads what there is to match on a connection of its own, which can only read: a whole run sees one state of the database. */
import { join } from 'node:path';
import { tenantKeyOf } from '../access/scope.js';
import type { MatchReader, MatchSource } from '../matching.js';
import { seenOf } from '../rows/match-progress.js';
import { matchSource } from '../rows/match-source.js';
import { all, sql, text, type Work } from '../sql/work.js';
import type { ReaderOptions } from '../store-module.js';
import type { Database } from './database/engine.js';
import { unitRunner } from './database/failure.js';
import { runOn } from './database/work.js';
import { newestDay, numbersByDays, oldestDay } from './rows/matched-days.js';
import { opened } from './sqlite-store.js';

const CACHE_KIB = 16 * 1024;

/** Opens the database, which must have been opened for writing before. Fails with `disk` or `storage`. */
export function openMatchReader({ directory, cacheKib = CACHE_KIB }: ReaderOptions): MatchReader {
  const db = opened(join(directory, 'sales.db'), { readonly: true }, (reading) => reading.pragma(`cache_size = -${cacheKib}`));
  const unit = unitRunner();
  return {
    tenantsToMatch: (rules) => unit(() => runOn(db, tenantsToMatch(rules)).map(({ id }) => id)),
    rowsToMatch: async (tenantId, read) => {
      await unit(() => void db.exec('BEGIN'));
      try {
        return await read(await sourceOf(db, unit, tenantId));
      } finally {
        endReading(db);
      }
    },
    close: () => unit(() => void db.close()),
  };
}

/** Nothing was written that could be lost, and whatever made the reading fail says more than a failure to end it. */
function endReading(db: Database): void {
  try {
    if (db.inTransaction) db.exec('ROLLBACK');
  } catch {
    // The next reading fails then, too, and says so.
  }
}

function tenantsToMatch(rules: string): Work<{ id: string }[]> {
  return all(
    sql`SELECT tenant.id FROM match_progress JOIN tenant USING (tenant_key)
      WHERE seen IS NOT ${seenOf(text('tenant.tenant_key'))} OR seen_rules IS NOT ${rules} ORDER BY tenant_key`,
  );
}

/** More would live long enough to be moved by the garbage collector, of fewer each takes longer. */
const ROWS_AT_ONCE = 250;

async function sourceOf(db: Database, unit: ReturnType<typeof unitRunner>, tenantId: string): Promise<MatchSource> {
  const answer = <Result>(work: Work<Result>) => unit(() => runOn(db, work));
  const tenantKey = await answer(tenantKeyOf(tenantId));
  return matchSource(tenantKey, {
    answer,
    rowsAtOnce: ROWS_AT_ONCE,
    newestDay: async () => newestDay(db, tenantKey),
    oldestDay: async () => oldestDay(db, tenantKey),
    numbers: async (kind, days) => numbersByDays(db, tenantKey, kind, days),
  });
}
