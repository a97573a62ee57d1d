/**
 * How files with a header are read: one document for each header, of the tenant or of a user of some units. The row of the tenant has no user: its
 * user_key is 0. One that is taken back is gone, and begins with version 1 when it is kept again.
 */

import { readingsMax } from '../../contract/limits.js';
import { SalesError } from '../../contract/problem.js';
import { type KeptReading, Reading } from '../../contract/readings.js';
import type { AuditEntry, RequestOrigin } from '../audit.js';
import { all, first, run, sql, type Work } from '../sql/work.js';
import { tenantObject } from './audit.js';

export interface ReadingChange {
  header: string;
  /** Version of the reading that is replaced; 0 for none. */
  version: number;
  /** Null takes it back. */
  reading: Reading | null;
  by: string;
  from: RequestOrigin;
}

const OF_TENANT = 0;

/** The reading of the user in the scope of some units, or else the tenant's; with the version of the one that this scope may change. */
export function* reading(tenantKey: number, userKey: number | undefined, header: string): Work<KeptReading> {
  const key = userKey ?? OF_TENANT;
  const found = yield* all<{ userKey: number; version: number; document: string }>(
    sql`SELECT user_key, version, document FROM reading
      WHERE tenant_key = ${tenantKey} AND header = ${header} AND (user_key = ${key} OR user_key = ${OF_TENANT})`,
  );
  const own = found.find((row) => row.userKey === key);
  const kept = own ?? found[0];
  const isOwn = own !== undefined && userKey !== undefined;
  return { reading: kept ? Reading.parse(JSON.parse(kept.document)) : null, isOwn, version: own?.version ?? 0 };
}

/**
 * Must run in the tenant's turn. Returns the version that was found, and the note for the audit trail; null where nothing changes: another has changed
 * it meanwhile, or, `isAgain`, where nobody knows whether it was done already, it was. Fails with `validation` where the tenant has as many as it may.
 */
export function* changeReading(
  tenantKey: number,
  userKey: number | undefined,
  isAgain: boolean,
  { header, version, reading: wanted, by, from }: ReadingChange,
): Work<[version: number, note: AuditEntry | null]> {
  const key = userKey ?? OF_TENANT;
  const own = yield* first<{ version: number; document: string }>(
    sql`SELECT version, document FROM reading WHERE tenant_key = ${tenantKey} AND header = ${header} AND user_key = ${key}`,
  );
  const before = own?.version ?? 0;
  const document = wanted && JSON.stringify(wanted);
  const isDone = document === null ? before === 0 : before === version + 1 && own?.document === document;
  if (isDone && (isAgain || before === version)) return [version, null];
  if (before !== version) return [before, null];
  if (document === null) {
    yield* run(sql`DELETE FROM reading WHERE tenant_key = ${tenantKey} AND header = ${header} AND user_key = ${key}`);
  } else {
    if (before === 0) yield* mustHaveRoom(tenantKey);
    yield* run(
      sql`INSERT INTO reading (tenant_key, user_key, header, version, document)
        VALUES (${tenantKey}, ${key}, ${header}, ${version + 1}, ${document})
        ON CONFLICT (tenant_key, header, user_key) DO UPDATE SET version = excluded.version, document = excluded.document`,
    );
  }
  const details = { header, digest: wanted?.digest ?? null, holdsFor: userKey === undefined ? 'tenant' : 'user' };
  const action = wanted ? 'reading.set' : 'reading.take-back';
  return [version, { actor: by, ...from, action, object: yield* tenantObject(tenantKey), outcome: 'done', details }];
}

function* mustHaveRoom(tenantKey: number): Work<void> {
  const kept = yield* first<{ count: number }>(sql`SELECT count(*) AS count FROM reading WHERE tenant_key = ${tenantKey}`);
  if (kept && kept.count < readingsMax) return;
  const message = `The tenant keeps ${readingsMax} readings, which is all it may: take one back that is not used any more. The audit trail names their headers`;
  throw new SalesError('validation', undefined, { errors: { reading: [message] } });
}
