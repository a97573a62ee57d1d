/** One transaction in detail, as JSON. */
import { partsOfId } from '../../ids.js';
import { detailJson, type JsonRow } from '../../transaction-json.js';
import { andRowWithin, anyTenant, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { commentOf, isTold } from '../rows/match-told.js';
import { detailedColumns, seqOfId } from '../rows/rows.js';

/** A TransactionDetail as JSON; null where there is no such transaction within reach. */
export async function transactionDetail(session: Session, reach: Reach, id: string): Promise<string | null> {
  const { firstId, index } = partsOfId(id);
  const values = new Values();
  const [tenant, first, place] = [values.add(reach.tenantKey), values.add(firstId.toString('hex')), values.add(index)];
  const [found] = await session.arrays<[...JsonRow, comment: string | null, matchKey: number | null, told: boolean]>(
    `SELECT ${detailedColumns}, sale.comment, sale.match_key, ${isTold('Sales', tenant)} FROM transaction AS sale
     JOIN upload ON upload.tenant_key = ${anyTenant(tenant)} AND upload.upload_key = sale.upload_key
     WHERE sale.tenant_key = ${anyTenant(tenant)} AND sale.seq = (${seqOfId(tenant, first, place)})${andRowWithin(reach, values)}`,
    ...values.list,
  );
  if (!found) return null;
  const [seq, firstSeq, firstTransactionId, amount, others, imported, matchKey, told] = found;
  const row: JsonRow = [seq, firstSeq, firstTransactionId, amount, others];
  return detailJson(row, told ? await commentOf(session, reach, { kind: 'Sales', seq, matchKey }, imported) : imported);
}
