/**
 * A page of a list, as JSON: which rows are on it, mostly found in an index alone, then those rows. What may be reached comes in with
 * every call.
 */
import type { Database } from 'better-sqlite3';
import { instantOf } from '../../contract/date-time.js';
import { SalesError } from '../../contract/problem.js';
import type { ListQuery } from '../../contract/query.js';
import { lateRows } from './amount-order.js';
import { findSeqsAtOnce } from './list-at-once.js';
import { type Condition, type FieldCondition, findSeqs, type Search } from './list-paths.js';
import { rowsNear } from './location-terminals.js';
import { addTransactionJson, type JsonRow, matchStateCodes, selectListed, stateCodes } from './rows.js';
import { andRowWithin, type Reach, rowsWithin } from './scope.js';
import { statement } from './statements.js';
import { seqsOfUpload } from './uploads.js';

const sortKeys = { TransactionDate: 'date', Amount: 'amount' } as const;
const directions = { Ascending: 'ASC', Descending: 'DESC' } as const;
const empty = listJson([], false);

/** Pages for which {@link listAtOnce} is worth trying. */
const AT_ONCE_ROWS_MAX = 100;

export function listTransactions(db: Database, reach: Reach, query: ListQuery): string {
  const search = searchOf(db, reach, query);
  return search ? pageOf(db, reach, query, findSeqs(db, search)) : empty;
}

/** The page where it is among the first rows that the search meets, so that it takes a moment; else null. */
export function listAtOnce(db: Database, reach: Reach, query: ListQuery): string | null {
  // Whether a row belongs to a unit is mostly not to be seen in an index: even the first rows may take a while.
  if (query.pageSize > AT_ONCE_ROWS_MAX || reach.limit) return null;
  const search = searchOf(db, reach, query);
  if (!search) return empty;
  const seqs = findSeqsAtOnce(db, search);
  return seqs && pageOf(db, reach, query, seqs);
}

/** Null where no row can be on the page. */
function searchOf(db: Database, { tenantKey, limit }: Reach, query: ListQuery): Search | null {
  const offset = (query.pageNumber - 1) * query.pageSize;
  if (offset >= transactionsOf(db, tenantKey)) return null;
  // Of whichever user: the rows that it holds of the scope's units are the scope's.
  const seqs = query.uploadId === undefined ? null : seqsOfUpload(db, tenantKey, query.uploadId);
  if (seqs === undefined) return null;
  return {
    tenantKey,
    conditions: [...conditionsOf(query), ...(limit ? [{ within: rowsNear(db, tenantKey, limit) }, { within: rowsWithin(limit) }] : [])],
    seqs,
    sortKey: sortKeys[query['sorting.key']],
    direction: directions[query['sorting.direction']],
    late: lateRows(db),
    offset,
    // One row more than the page tells whether another page follows.
    limit: query.pageSize + 1,
  };
}

function pageOf(db: Database, { tenantKey, limit }: Reach, { pageSize }: ListQuery, seqs: readonly number[]): string {
  const within = andRowWithin(limit);
  const shown = seqs.slice(0, pageSize);
  // One statement for all of them: each further one would cost as much as it finds.
  const select = statement(db, selectListed + within.sql).raw();
  const found = select.all(JSON.stringify(shown), tenantKey, tenantKey, ...within.values) as JsonRow[];
  // The rows come in the order of the seqs.
  if (!shown.every((seq, index) => found[index]?.[0] === seq)) {
    throw new SalesError('internal', 'An index leads to rows that are not there.');
  }
  return listJson(found, seqs.length > pageSize);
}

/** Of all parts at once: to make the text of each row first and then put those together takes longer, the more the more rows there are. */
function listJson(rows: readonly JsonRow[], hasMore: boolean): string {
  const parts = ['{"items":['];
  for (const [index, row] of rows.entries()) {
    if (index > 0) parts.push(',');
    addTransactionJson(parts, row);
  }
  parts.push(`],"hasMore":${hasMore}}`);
  return parts.join('');
}

/** A page that begins after the last row of all needs no look at any. */
function transactionsOf(db: Database, tenantKey: number): number {
  return statement(db, 'SELECT transactions FROM tenant WHERE tenantKey = ?').pluck().get(tenantKey) as number;
}

function conditionsOf(query: ListQuery): Condition[] {
  const given: [FieldCondition['column'], FieldCondition['operator'], unknown][] = [
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
