/** The changes of transactions, appended with each. */
import type { StateCodes } from '../../codes.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

export interface Change {
  tenantKey: number;
  uploadKey: number;
  at: string;
  reason: string;
  by: string;
  /** Null for a change of the whole upload. */
  row: { seq: number; from: StateCodes; to: StateCodes } | null;
}

/** Must run in the transaction that makes the change. */
export function appendHistory(db: Database, { tenantKey, uploadKey, at, reason, by, row }: Change): void {
  statement(
    db,
    `INSERT INTO history (tenant_key, upload_key, seq, at, state_from, state_to, match_state_from, match_state_to, reason, actor)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    tenantKey,
    uploadKey,
    row?.seq ?? null,
    at,
    row?.from.transactionState ?? null,
    row?.to.transactionState ?? null,
    row?.from.transactionMatchState ?? null,
    row?.to.transactionMatchState ?? null,
    reason,
    by,
  );
}
