/**
 * A page of a list, as JSON: which rows are on it, found in an index alone, then those rows. Knows nothing of access: the tenant comes in as a key.
 */
import type { Database } from 'better-sqlite3';
import { instantOf } from '../../contract/date-time.js';
import type { ListQuery } from '../../contract/query.js';
import { type Condition, findSeqs, findSeqsAtOnce, type Search } from './list-paths.js';
import { type JsonRow, matchStateCodes, selectListed, stateCodes, transactionJson } from './rows.js';
import { statement } from './statements.js';
import { findUpload } from './uploads.js';

const sortKeys = { TransactionDate: 'date', Amount: 'amount' } as const;
const directions = { Ascending: 'ASC', Descending: 'DESC' } as const;
const empty = listJson([], false);

/** Pages for which {@link listAtOnce} is worth trying. */
const AT_ONCE_ROWS_MAX = 100;

export function listTransactions(db: Database, tenantKey: number, query: ListQuery): string {
  const search = searchOf(db, tenantKey, query);
  return search ? pageOf(db, search, query, findSeqs(db, search)) : empty;
}

/** The page where it is among the first rows that the search meets, so that it takes a moment; else null. */
export function listAtOnce(db: Database, tenantKey: number, query: ListQuery): string | null {
  if (query.pageSize > AT_ONCE_ROWS_MAX || query.uploadId !== undefined) return null;
  const search = searchOf(db, tenantKey, query);
  if (!search) return empty;
  const seqs = findSeqsAtOnce(db, search);
  return seqs && pageOf(db, search, query, seqs);
}

/** Null where no row can be on the page. */
function searchOf(db: Database, tenantKey: number, query: ListQuery): Search | null {
  const offset = (query.pageNumber - 1) * query.pageSize;
  if (offset >= transactionsOf(db, tenantKey)) return null;
  const upload = query.uploadId === undefined ? null : findUpload(db, tenantKey, query.uploadId);
  if (upload === undefined) return null;
  return {
    tenantKey,
    conditions: conditionsOf(query),
    seqs: upload && { from: upload.firstSeq, to: upload.firstSeq + upload.rows },
    sortKey: sortKeys[query['sorting.key']],
    direction: directions[query['sorting.direction']],
    offset,
    // One row more than the page tells whether another page follows.
    limit: query.pageSize + 1,
  };
}

function pageOf(db: Database, { tenantKey }: Search, { pageSize }: ListQuery, seqs: readonly number[]): string {
  const select = statement(db, selectListed).raw();
  const items = seqs.slice(0, pageSize).map((seq) => transactionJson(select.get(tenantKey, tenantKey, seq) as JsonRow));
  return listJson(items, seqs.length > pageSize);
}

function listJson(items: readonly string[], hasMore: boolean): string {
  return `{"items":[${items.join(',')}],"hasMore":${hasMore}}`;
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
