/** One transaction in detail, as JSON. */
import { partsOfId } from '../../ids.js';
import { type JsonRow, transactionJson } from '../../transaction-json.js';
import { andRowWithin, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { detailedColumns, seqOfId } from '../rows/rows.js';

/** A TransactionDetail as JSON; null where there is no such transaction within reach. */
export async function transactionDetail(session: Session, reach: Reach, id: string): Promise<string | null> {
  const { firstId, index } = partsOfId(id);
  const values = new Values();
  const [tenant, first, place] = [values.add(reach.tenantKey), values.add(firstId.toString('hex')), values.add(index)];
  const [row] = await session.arrays<JsonRow>(
    `SELECT ${detailedColumns} FROM transaction AS sale
     JOIN upload ON upload.tenant_key = ${tenant} AND upload.upload_key = sale.upload_key
     WHERE sale.tenant_key = ${tenant} AND sale.seq = (${seqOfId(tenant, first, place)})${andRowWithin(reach, values)}`,
    ...values.list,
  );
  return row ? transactionJson(row) : null;
}
