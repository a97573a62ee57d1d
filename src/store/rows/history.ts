/** The changes of rows, appended with each. */
import type { StateCodes } from '../codes.js';
import { perDatabase, runEach, sql, text, type Work } from '../sql/work.js';

/** A change of a row, or of a whole upload, where `row` is null. */
export interface NotedChange {
  uploadKey: number;
  at: string;
  reason: string;
  by: string;
  row: { seq: number; from: StateCodes; to: StateCodes } | null;
}

const columns = {
  place: 'int',
  upload_key: 'bigint',
  at: 'timestamptz',
  reason: 'text',
  actor: 'text',
  seq: 'bigint',
  state_from: 'int',
  state_to: 'int',
  match_state_from: 'int',
  match_state_to: 'int',
} as const;

/** The key of a new row, from what is given for it. */
const historyKey = (tenantKey: number) =>
  perDatabase(
    text('NULL'),
    sql`(SELECT coalesce(max(history_key), 0) FROM history WHERE tenant_key = ${tenantKey} AND upload_key = given.upload_key)
      + row_number() OVER (PARTITION BY given.upload_key ORDER BY given.place)`,
  );

/** Must run in the transaction that makes the changes. Those of one upload are appended in their order. */
export function* appendChanges(tenantKey: number, changes: readonly NotedChange[]): Work<void> {
  yield* runEach(
    columns,
    changes.map(({ uploadKey, at, reason, by, row }, place) => [
      ...[place, uploadKey, at, reason, by, row?.seq ?? null, row?.from.transactionState ?? null, row?.to.transactionState ?? null],
      ...[row?.from.transactionMatchState ?? null, row?.to.transactionMatchState ?? null],
    ]),
    ({ value, from }) => sql`INSERT INTO history
        (tenant_key, upload_key, history_key, at, reason, actor, seq, state_from, state_to, match_state_from, match_state_to)
      SELECT ${tenantKey}, ${value.upload_key}, ${historyKey(tenantKey)}, ${value.at}, ${value.reason}, ${value.actor}, ${value.seq},
        ${value.state_from}, ${value.state_to}, ${value.match_state_from}, ${value.match_state_to} ${from}`,
  );
}
