/** Single rows of either kind, as lists show them. */
import type { SettlementRecord } from '../../../contract/records.js';
import type { UploadKind } from '../../../contract/states.js';
import type { Transaction } from '../../../contract/transaction.js';
import type { RowWithId } from '../../match-lists.js';
import { shownRecord } from '../../record-row.js';
import { type JsonRow, transactionJson } from '../../transaction-json.js';
import { andRowWithin, anyTenant, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { listedColumns } from '../rows/rows.js';
import { inOrderOf, recordsAt } from './records.js';

/** Those of the seqs that are within reach, in the same order. */
export async function listedRows(session: Session, reach: Reach, kind: UploadKind, seqs: readonly number[]): Promise<RowWithId[]> {
  if (seqs.length === 0) return [];
  if (kind === 'Sales') return listedSales(session, reach, seqs);
  const records = await recordsAt(session, reach, seqs);
  return records.map((record) => ({ kind, id: record.recordId, row: shownRecord(record) as unknown as SettlementRecord }));
}

async function listedSales(session: Session, reach: Reach, seqs: readonly number[]): Promise<RowWithId[]> {
  const values = new Values();
  const [tenant, wanted] = [values.add(reach.tenantKey), values.add(seqs)];
  const found = await session.arrays<JsonRow>(
    `SELECT ${listedColumns} FROM transaction AS sale
     JOIN upload ON upload.tenant_key = ${anyTenant(tenant)} AND upload.upload_key = sale.upload_key
     WHERE sale.tenant_key = ${anyTenant(tenant)} AND sale.seq = ANY(${wanted}::bigint[])${andRowWithin(reach, values)}`,
    ...values.list,
  );
  return inOrderOf(seqs, found).map((json) => {
    const row = JSON.parse(transactionJson(json)) as Transaction;
    return { kind: 'Sales', id: row.transactionId, row };
  });
}
