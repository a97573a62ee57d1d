/** The list query: filters to conditions with bound values, sorting, one page. Knows nothing of access: the tenant comes in as a key. */
import type { Database } from 'better-sqlite3';
import { instantOf } from '../../contract/date-time.js';
import type { TransactionList } from '../../contract/operations.js';
import type { ListQuery } from '../../contract/query.js';
import { listSelection, matchStateCodes, stateCodes, type TransactionRow, toTransaction } from './rows.js';
import { findUpload } from './uploads.js';

interface Condition {
  sql: string;
  values: unknown[];
}

const sortColumns = { TransactionDate: 'transactionTicks', Amount: 'amount' } as const;
const directions = { Ascending: 'ASC', Descending: 'DESC' } as const;

export function listTransactions(db: Database, tenantKey: number, query: ListQuery): TransactionList {
  const conditions =
    query.uploadId === undefined ? [{ sql: 'tenantKey = ?', values: [tenantKey] }] : ofUpload(db, tenantKey, query.uploadId);
  if (!conditions) return { items: [], hasMore: false };
  conditions.push(...filters(query));
  const direction = directions[query['sorting.direction']];
  // One row more than the page tells whether another page follows. Ids rise with seq, so seq breaks ties as the id would.
  const sql = `SELECT ${listSelection} FROM "transaction"
    WHERE ${conditions.map((condition) => condition.sql).join(' AND ')}
    ORDER BY ${sortColumns[query['sorting.key']]} ${direction}, seq ${direction}
    LIMIT ? OFFSET ?`;
  const offset = (query.pageNumber - 1) * query.pageSize;
  const rows = db.prepare(sql).all(...conditions.flatMap((condition) => condition.values), query.pageSize + 1, offset) as TransactionRow[];
  return { items: rows.slice(0, query.pageSize).map(toTransaction), hasMore: rows.length > query.pageSize };
}

/** The rows of an upload stand together; null when the tenant has no such upload. The plus keeps SQLite from walking an index instead. */
function ofUpload(db: Database, tenantKey: number, uploadId: string): Condition[] | null {
  const upload = findUpload(db, tenantKey, uploadId);
  return upload
    ? [{ sql: '+tenantKey = ? AND seq >= ? AND seq < ?', values: [tenantKey, upload.firstSeq, upload.firstSeq + upload.rows] }]
    : null;
}

function filters(query: ListQuery): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, value: unknown) => {
    if (value !== undefined) conditions.push({ sql, values: [value] });
  };
  add('terminalId = ?', query.terminalId);
  add('brandId = ?', query.brandId);
  add('currency = ?', query.currency);
  add('amount >= ?', query.amountFrom);
  add('amount <= ?', query.amountTo);
  add('transactionTicks >= ?', ticks(query.transactionDateFrom));
  add('transactionTicks <= ?', ticks(query.transactionDateTo));
  add('transactionState = ?', query.transactionState && stateCodes[query.transactionState]);
  add('transactionMatchState = ?', query.transactionMatchState && matchStateCodes[query.transactionMatchState]);
  return conditions;
}

function ticks(dateTime: string | undefined): bigint | null | undefined {
  return dateTime === undefined ? undefined : instantOf(dateTime);
}
