/**
 * A page of a list: which rows are on it, found in an index alone, then those rows. Knows nothing of access: the tenant comes in as a key.
 */
import type { Database } from 'better-sqlite3';
import { instantOf } from '../../contract/date-time.js';
import type { TransactionList } from '../../contract/operations.js';
import type { ListQuery } from '../../contract/query.js';
import { type Condition, findSeqs, type Search } from './list-paths.js';
import { type IdentifiedRow, matchStateCodes, selectListed, stateCodes, toTransaction } from './rows.js';
import { statement } from './statements.js';
import { findUpload } from './uploads.js';

const sortColumns = { TransactionDate: 'transactionTicks', Amount: 'amount' } as const;
const directions = { Ascending: 'ASC', Descending: 'DESC' } as const;
const empty: TransactionList = { items: [], hasMore: false };

export function listTransactions(db: Database, tenantKey: number, query: ListQuery): TransactionList {
  const offset = (query.pageNumber - 1) * query.pageSize;
  if (offset >= transactionsOf(db, tenantKey)) return empty;
  const upload = query.uploadId === undefined ? null : findUpload(db, tenantKey, query.uploadId);
  if (upload === undefined) return empty;
  const search: Search = {
    tenantKey,
    conditions: conditionsOf(query),
    seqs: upload && { from: upload.firstSeq, to: upload.firstSeq + upload.rows },
    sortColumn: sortColumns[query['sorting.key']],
    direction: directions[query['sorting.direction']],
  };
  // One row more than the page tells whether another page follows.
  const seqs = findSeqs(db, search, query.pageSize + 1, offset);
  const select = statement(db, selectListed);
  const rows = seqs.slice(0, query.pageSize).map((seq) => select.get(tenantKey, tenantKey, seq) as IdentifiedRow);
  return { items: rows.map(toTransaction), hasMore: seqs.length > query.pageSize };
}

/** A page that begins after the last row of all needs no look at any. */
function transactionsOf(db: Database, tenantKey: number): number {
  return statement(db, 'SELECT transactions FROM tenant WHERE tenantKey = ?').pluck().get(tenantKey) as number;
}

function conditionsOf(query: ListQuery): Condition[] {
  const given: [Condition['column'], Condition['operator'], unknown][] = [
    ['terminalId', '=', query.terminalId],
    ['brandId', '=', query.brandId],
    ['currency', '=', query.currency],
    ['amount', '>=', query.amountFrom],
    ['amount', '<=', query.amountTo],
    ['transactionTicks', '>=', ticks(query.transactionDateFrom)],
    ['transactionTicks', '<=', ticks(query.transactionDateTo)],
    ['transactionState', '=', query.transactionState && stateCodes[query.transactionState]],
    ['transactionMatchState', '=', query.transactionMatchState && matchStateCodes[query.transactionMatchState]],
  ];
  return given.filter(([, , value]) => value !== undefined).map(([column, operator, value]) => ({ column, operator, value }));
}

function ticks(dateTime: string | undefined): bigint | null | undefined {
  return dateTime === undefined ? undefined : instantOf(dateTime);
}
