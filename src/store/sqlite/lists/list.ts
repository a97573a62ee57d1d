/**
 * A page of a list, as JSON: finds which rows are on it, mostly in an index alone, and then reads those. Every call is given what it may
 * reach.
 */
import { atLeast, atMost } from '../../../contract/amount.js';
import { instantOf } from '../../../contract/date-time.js';
import { SalesError } from '../../../contract/problem.js';
import type { ListQuery } from '../../../contract/query.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import { seqsOfUpload } from '../../rows/uploads.js';
import { type JsonRow, listJson } from '../../transaction-json.js';
import { andRowWithin, type Reach, rowsWithin } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { runOn } from '../database/work.js';
import { rowsNear } from '../rows/location-terminals.js';
import { selectListed } from '../rows/rows.js';
import { lateRows } from './amount-order.js';
import { findSeqsAtOnce } from './list-at-once.js';
import { type FieldCondition, findSeqs, type Search } from './list-paths.js';

const sortKeys = { TransactionDate: 'date', Amount: 'amount' } as const;
const directions = { Ascending: 'ASC', Descending: 'DESC' } as const;
const empty = listJson([], false);

/** The largest pages for which {@link listAtOnce} tries. */
const AT_ONCE_ROWS_MAX = 100;

/** A TransactionList as JSON. */
export function listTransactions(db: Database, reach: Reach, query: ListQuery): string {
  const search = searchOf(db, reach, query);
  return search ? listPage(db, reach, query, findSeqs(db, search)) : empty;
}

/** The same if it takes only a moment, because the page is among the first rows that the search meets; otherwise null. */
export function listAtOnce(db: Database, reach: Reach, query: ListQuery): string | null {
  // Whether a row belongs to a unit can rarely be seen in an index, so even the first rows may take a while.
  if (query.pageSize > AT_ONCE_ROWS_MAX || reach.limit) return null;
  const search = searchOf(db, reach, query);
  if (!search) return empty;
  const seqs = findSeqsAtOnce(db, search);
  return seqs && listPage(db, reach, query, seqs);
}

/** What a list asks for; null where the page cannot hold any row. */
export function searchOf(db: Database, { tenantKey, limit }: Reach, query: ListQuery): Search | null {
  const offset = (query.pageNumber - 1) * query.pageSize;
  if (offset >= transactionsOf(db, tenantKey)) return null;
  // The upload may be of any user: those of its rows that belong to the scope's units are in the scope.
  const seqs = query.uploadId === undefined ? null : runOn(db, seqsOfUpload(tenantKey, 'Sales', query.uploadId));
  if (seqs === undefined) return null;
  return {
    tenantKey,
    conditions: [...conditionsOf(query), ...(limit ? [{ within: rowsNear(db, tenantKey, limit) }, { within: rowsWithin(limit) }] : [])],
    seqs,
    sortKey: sortKeys[query['sorting.key']],
    direction: directions[query['sorting.direction']],
    late: lateRows(db),
    offset,
    // One row more than fits on the page shows whether another page follows.
    limit: query.pageSize + 1,
  };
}

/** The page of a list as JSON: of the seqs that were found for it, one more than fits where another page follows. */
export function listPage(db: Database, { tenantKey, limit }: Reach, { pageSize }: ListQuery, seqs: readonly number[]): string {
  const within = andRowWithin(limit);
  const shown = seqs.slice(0, pageSize);
  // One statement for all rows: each further statement would cost as much as finding its row.
  const select = statement(db, selectListed + within.sql).raw();
  const found = select.all(JSON.stringify(shown), tenantKey, tenantKey, ...within.values) as JsonRow[];
  // The statement returns the rows in the order of the seqs.
  if (!shown.every((seq, index) => found[index]?.[0] === seq)) {
    throw new SalesError('internal', 'An index leads to rows that are not there.');
  }
  return listJson(found, seqs.length > pageSize);
}

/** How many rows a tenant has. A page that begins after its last row is empty, without looking at any. */
export function transactionsOf(db: Database, tenantKey: number): number {
  return statement(db, 'SELECT transactions FROM tenant WHERE tenant_key = ?').pluck().get(tenantKey) as number;
}

/** The filters of a list as conditions; all but `uploadId`. */
export function conditionsOf(query: Omit<ListQuery, 'pageSize' | 'pageNumber' | 'sorting.key' | 'sorting.direction'>): FieldCondition[] {
  const given: [FieldCondition['column'], FieldCondition['operator'], unknown][] = [
    ['terminal_id', '=', query.terminalId],
    ['brand_id', '=', query.brandId],
    ['currency', '=', query.currency],
    ['amount', '>=', atLeast(query.amountFrom)],
    ['amount', '<=', atMost(query.amountTo)],
    ['ticks', '>=', ticks(query.transactionDateFrom)],
    ['ticks', '<=', ticks(query.transactionDateTo)],
    ['state', '=', query.transactionState && stateCodes[query.transactionState]],
    ['match_state', '=', query.transactionMatchState && matchStateCodes[query.transactionMatchState]],
  ];
  return given.filter(([, , value]) => value !== undefined).map(([column, operator, value]) => ({ column, operator, value }));
}

function ticks(dateTime: string | undefined): bigint | null | undefined {
  return dateTime === undefined ? undefined : instantOf(dateTime);
}
