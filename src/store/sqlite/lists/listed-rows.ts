/** Single rows of either kind, as lists show them. */
import type { SettlementRecord } from '../../../contract/records.js';
import type { UploadKind } from '../../../contract/states.js';
import type { Transaction } from '../../../contract/transaction.js';
import type { RowWithId } from '../../match-lists.js';
import { shownRecord } from '../../record-row.js';
import { type JsonRow, transactionJson } from '../../transaction-json.js';
import { andRowWithin, type Reach } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { selectListed } from '../rows/rows.js';
import { recordsAt } from './records.js';

/** Those of the seqs that are within reach, in the same order. */
export function listedRows(db: Database, reach: Reach, kind: UploadKind, seqs: readonly number[]): RowWithId[] {
  return kind === 'Sales' ? listedSales(db, reach, seqs) : listedRecords(db, reach, seqs);
}

function listedSales(db: Database, { tenantKey, limit }: Reach, seqs: readonly number[]): RowWithId[] {
  const within = andRowWithin(limit);
  const select = statement(db, selectListed + within.sql).raw();
  const found = select.all(JSON.stringify(seqs), tenantKey, tenantKey, ...within.values) as JsonRow[];
  return found.map((json) => {
    const row = JSON.parse(transactionJson(json)) as Transaction;
    return { kind: 'Sales', id: row.transactionId, row };
  });
}

function listedRecords(db: Database, reach: Reach, seqs: readonly number[]): RowWithId[] {
  return recordsAt(db, reach, seqs).map((record) => ({
    kind: 'Settlement',
    id: record.recordId,
    row: shownRecord(record) as unknown as SettlementRecord,
  }));
}
