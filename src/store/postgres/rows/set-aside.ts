/** Sales that matching sets aside as paid in cash: their state, and the reason by which they are open, come and go together. */
import { matchStateCodes, type StateCodes } from '../../codes.js';
import { asideKey, setAside, takenBack } from '../../match-rows.js';
import { rowNumber } from '../../matching.js';
import { anyTenant } from '../database/values.js';
import { appendChanges } from './history.js';
import { closeRows, type Ending } from './matches.js';

/** Of sales that are open, by their numbers in their table; those that are set aside already stay so. */
export async function setSalesAside(ending: Ending, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  const sql = `match_state = ${matchStateCodes.Unmatched} AND match_key IS NULL AND ${isOneOf}`;
  await change(ending, { ...setAside, matchKey: asideKey, sql, values: [seqs] });
}

/** They are Unmatched again, and nothing is told of them; others stay as they are. `sql`: of which sales, their values from `$3` on. */
export async function takeSalesBack(ending: Ending, sql: string, values: readonly unknown[]): Promise<void> {
  const back = await change(ending, { ...takenBack, matchKey: null, sql: `match_key = ${asideKey} AND ${sql}`, values });
  const numbers = back.map((seq) => rowNumber('Sales', seq));
  await closeRows(ending.session, ending.tenantKey, numbers);
}

/** For {@link takeSalesBack}: sales by their numbers. */
export const isOneOf = 'seq = ANY($3::bigint[])';

interface AsideChange {
  from: StateCodes;
  to: StateCodes;
  matchKey: number | null;
  sql: string;
  values: readonly unknown[];
}

async function change({ session, tenantKey, at, reason, by }: Ending, { from, to, matchKey, sql, values }: AsideChange): Promise<number[]> {
  const changed = await session.arrays<[seq: number, uploadKey: number]>(
    `UPDATE transaction SET match_state = ${to.transactionMatchState}, match_key = $2
     WHERE tenant_key = ${anyTenant('$1')} AND ${sql} RETURNING seq, upload_key`,
    tenantKey,
    matchKey,
    ...values,
  );
  const changes = changed.map(([seq, uploadKey]) => ({ at, reason, by, uploadKey, row: { seq, from, to } }));
  await appendChanges(session, tenantKey, changes);
  return changed.map(([seq]) => seq);
}
