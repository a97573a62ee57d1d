/** Single rows of either kind, as lists show them. */

import type { SettlementRecord } from '../../contract/records.js';
import type { Transaction } from '../../contract/transaction.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import { rowNumber, rowOfNumber } from '../matching.js';
import { among, anyTenant, join, notIndexed } from '../sql/dialect.js';
import { arrays, sql, type Work } from '../sql/work.js';
import { type JsonRow, transactionJson } from '../transaction-json.js';
import { recordsAt } from './records.js';
import { transactionColumns } from './transaction-columns.js';

/** A row as lists show it. */
export type RowWithId = { kind: 'Sales'; id: string; row: Transaction } | { kind: 'Settlement'; id: string; row: SettlementRecord };

/** Rows within reach, by their numbers. */
export function* listedRows(reach: Reach, numbers: readonly number[]): Work<Map<number, RowWithId>> {
  const rows = new Map<number, RowWithId>();
  const seqs = { Sales: [] as number[], Settlement: [] as number[] };
  for (const { kind, seq } of numbers.map(rowOfNumber)) seqs[kind].push(seq);
  if (seqs.Sales.length > 0) {
    for (const json of yield* salesAt(reach, seqs.Sales)) {
      const row = JSON.parse(transactionJson(json)) as Transaction;
      rows.set(rowNumber('Sales', json[0]), { kind: 'Sales', id: row.transactionId, row });
    }
  }
  if (seqs.Settlement.length > 0) {
    for (const [seq, row] of yield* recordsAt(reach, seqs.Settlement))
      rows.set(rowNumber('Settlement', seq), { kind: 'Settlement', id: row.recordId, row });
  }
  return rows;
}

function* salesAt(reach: Reach, seqs: readonly number[]): Work<JsonRow[]> {
  const tenant = anyTenant(reach.tenantKey);
  return yield* arrays<JsonRow>(
    sql`SELECT ${transactionColumns.list} FROM "transaction" AS sale ${notIndexed}
      ${join} upload ON upload.tenant_key = ${tenant} AND upload.upload_key = sale.upload_key
      WHERE sale.tenant_key = ${tenant} AND sale.seq ${among(seqs)}${andRowWithin(reach)}`,
  );
}
