/**
 * A page of a list, as JSON: finds which rows are on it, mostly in an index alone, and then reads those. Every call is given what it may
 * reach.
 */
import { SalesError } from '../../../contract/problem.js';
import type { ListQuery } from '../../../contract/query.js';
import { andRowWithin, type Reach, rowsWithin } from '../../access/scope.js';
import { rowsOf, seqsOfUpload } from '../../lists/bounds.js';
import { conditionsOf } from '../../lists/conditions.js';
import { rowsNear } from '../../lists/rows-near.js';
import { transactionColumns } from '../../lists/transaction-columns.js';
import { arrays, sql, type Work } from '../../sql/work.js';
import { type JsonRow, listJson } from '../../transaction-json.js';
import { lateRows } from './amount-order.js';
import { findSeqsAtOnce } from './list-at-once.js';
import { type Condition, findSeqs, type Search } from './list-paths.js';

const sortKeys = { TransactionDate: 'date', Amount: 'amount' } as const;
const directions = { Ascending: 'ASC', Descending: 'DESC' } as const;
const empty = listJson([], false);

/** The largest pages for which {@link listAtOnce} tries. */
const AT_ONCE_ROWS_MAX = 100;

/** A TransactionList as JSON. */
export function* listTransactions(reach: Reach, query: ListQuery): Work<string> {
  const search = yield* searchOf(reach, query);
  return search ? yield* listPage(reach, query, yield* findSeqs(search)) : empty;
}

/** The same if it takes only a moment, because the page is among the first rows that the search meets; otherwise null. */
export function* listAtOnce(reach: Reach, query: ListQuery): Work<string | null> {
  // Whether a row belongs to a unit can rarely be seen in an index, so even the first rows may take a while.
  if (query.pageSize > AT_ONCE_ROWS_MAX || reach.limit) return null;
  const search = yield* searchOf(reach, query);
  if (!search) return empty;
  const seqs = yield* findSeqsAtOnce(search);
  return seqs && (yield* listPage(reach, query, seqs));
}

/** What a list asks for; null where the page cannot hold any row. */
export function* searchOf(reach: Reach, query: ListQuery): Work<Search | null> {
  const { tenantKey } = reach;
  const offset = (query.pageNumber - 1) * query.pageSize;
  if (offset >= (yield* rowsOf(tenantKey, 'transactions'))) return null;
  // The upload may be of any user: those of its rows that belong to the scope's units are in the scope.
  const seqs = query.uploadId === undefined ? null : yield* seqsOfUpload(tenantKey, 'Sales', query.uploadId);
  if (seqs === undefined) return null;
  return {
    tenantKey,
    conditions: [...conditionsOf(query), ...(reach.limit ? [yield* nearUnits(reach), withinUnits(reach)] : [])],
    seqs,
    sortKey: sortKeys[query['sorting.key']],
    direction: directions[query['sorting.direction']],
    late: yield* lateRows(),
    offset,
    // One row more than fits on the page shows whether another page follows.
    limit: query.pageSize + 1,
  };
}

/** The page of a list as JSON: of the seqs that were found for it, one more than fits where another page follows. */
function* listPage(reach: Reach, query: ListQuery, seqs: readonly number[]): Work<string> {
  return listJson(yield* pageRows(reach, query, seqs), seqs.length > query.pageSize);
}

/** The rows of the page. */
export function* pageRows(reach: Reach, { pageSize }: ListQuery, seqs: readonly number[]): Work<JsonRow[]> {
  const shown = seqs.slice(0, pageSize);
  // One statement for all rows, in the order of the seqs: each further statement would cost as much as finding its row.
  const found = yield* arrays<JsonRow>(
    sql`SELECT ${transactionColumns.list} FROM json_each(${JSON.stringify(shown)}) AS wanted
      CROSS JOIN "transaction" AS sale ON sale.seq = wanted.value
      CROSS JOIN upload ON upload.tenant_key = ${reach.tenantKey} AND upload.upload_key = sale.upload_key
      WHERE sale.tenant_key = ${reach.tenantKey}${andRowWithin(reach)}`,
  );
  if (!shown.every((seq, index) => found[index]?.[0] === seq)) {
    throw new SalesError('internal', 'An index leads to rows that are not there.');
  }
  return found;
}

/** Condition: a row may belong to the units of the scope, judging by its terminal. */
export function* nearUnits(reach: Reach): Work<Condition> {
  const { near, isNarrow } = yield* rowsNear(reach);
  return { within: near, isNarrow };
}

/** Condition: a row belongs to the units of the scope. */
export function withinUnits(reach: Reach): Condition {
  return { within: rowsWithin(reach) };
}
