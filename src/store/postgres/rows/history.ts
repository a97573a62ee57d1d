/** The changes of transactions: appended with each. */
import type { StateCodes } from '../../codes.js';
import type { Session } from '../database/session.js';

export interface Change {
  /** Null for a change of the whole upload. */
  row: { seq: number; from: StateCodes; to: StateCodes } | null;
}

/** What changes have in common. */
export interface ChangeOrigin {
  tenantKey: number;
  uploadKey: number;
  at: string;
  reason: string;
  by: string;
}

/** A change with all that its entry says. */
export type WholeChange = Change & Omit<ChangeOrigin, 'tenantKey'>;

/** Must run in the transaction that makes the changes, under the tenant's lock. */
export function appendHistory(session: Session, { tenantKey, ...origin }: ChangeOrigin, changes: readonly Change[]): Promise<void> {
  return appendChanges(
    session,
    tenantKey,
    changes.map(({ row }) => ({ ...origin, row })),
  );
}

/** The same of changes of several uploads. Those of one upload are appended in their order. */
export async function appendChanges(session: Session, tenantKey: number, changes: readonly WholeChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ row }) => row);
  await session.run(
    `INSERT INTO history
       (tenant_key, upload_key, history_key, at, reason, actor, seq, state_from, state_to, match_state_from, match_state_to)
     SELECT $1, upload_key, (SELECT coalesce(max(history_key), 0) FROM history WHERE tenant_key = $1 AND upload_key = changed.upload_key)
       + row_number() OVER (PARTITION BY upload_key ORDER BY place), at, reason, actor, seq, state_from, state_to, match_state_from, match_state_to
     FROM unnest($2::bigint[], $3::timestamptz[], $4::text[], $5::text[], $6::bigint[], $7::int[], $8::int[], $9::int[], $10::int[])
       WITH ORDINALITY AS changed (upload_key, at, reason, actor, seq, state_from, state_to, match_state_from, match_state_to, place)`,
    tenantKey,
    changes.map(({ uploadKey }) => uploadKey),
    changes.map(({ at }) => at),
    changes.map(({ reason }) => reason),
    changes.map(({ by }) => by),
    rows.map((row) => row?.seq ?? null),
    rows.map((row) => row?.from.transactionState ?? null),
    rows.map((row) => row?.to.transactionState ?? null),
    rows.map((row) => row?.from.transactionMatchState ?? null),
    rows.map((row) => row?.to.transactionMatchState ?? null),
  );
}
