/** Sales that matching sets aside as paid in cash: their state, and the reason by which they are open, come and go together. */
import { matchStateCodes } from '../../codes.js';
import { asideKey, setAside, takenBack } from '../../match-rows.js';
import { rowNumber } from '../../matching.js';
import { statement } from '../database/statements.js';
import { appendHistory } from './history.js';
import { closeRow, type Ending } from './matches.js';
import { noteMatchState } from './upload-values.js';

/** Of sales that are open, by their numbers in their table; those that are set aside already stay so. */
export function setSalesAside({ db, tenantKey, at, reason, by }: Ending, seqs: readonly number[]): void {
  const put = statement(
    db,
    `UPDATE "transaction" SET match_state = ${matchStateCodes.NotApplicable}, match_key = ${asideKey}
     WHERE tenant_key = ? AND seq = ? AND match_state = ${matchStateCodes.Unmatched} AND match_key IS NULL RETURNING upload_key`,
  ).pluck();
  for (const seq of seqs) {
    const uploadKey = put.get(tenantKey, seq) as number | undefined;
    if (uploadKey === undefined) continue;
    appendHistory(db, { tenantKey, uploadKey, at, reason, by, row: { seq, ...setAside } });
  }
  noteMatchState(db, tenantKey, matchStateCodes.NotApplicable, seqs);
}

/** They are Unmatched again, and nothing is told of them; others stay as they are. `sql`: of which sales, found by `index`. */
export function takeSalesBack(
  { db, tenantKey, at, reason, by }: Ending,
  sql: string,
  values: readonly unknown[],
  index = 'NOT INDEXED',
): void {
  const back = statement(
    db,
    `UPDATE "transaction" ${index} SET match_state = ${matchStateCodes.Unmatched}, match_key = NULL
     WHERE tenant_key = ? AND match_key = ${asideKey} AND ${sql} RETURNING seq, upload_key`,
  ).all(tenantKey, ...values) as { seq: number; uploadKey: number }[];
  for (const { seq, uploadKey } of back) {
    appendHistory(db, { tenantKey, uploadKey, at, reason, by, row: { seq, ...takenBack } });
    closeRow(db, tenantKey, rowNumber('Sales', seq));
  }
}

/** For {@link takeSalesBack}: sales by their numbers, as JSON. */
export const isOneOf = 'seq IN (SELECT value FROM json_each(?))';
