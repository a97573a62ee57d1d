/**
 * A page of the transactions that match what stands on a slip: a reference, an order, a place, the last digits of a card; or why they are open.
 * There is no index for what stands on slips, for it would slow every upload: the rows themselves are read, all or those of a terminal, an upload
 * or a few days.
 */
import type { SearchQuery } from '../../../contract/query.js';
import type { Reach } from '../../access/scope.js';
import { type FieldCondition, slipConditions } from '../../lists/conditions.js';
import { asFound } from '../../lists/found-rows.js';
import type { Work } from '../../sql/work.js';
import { listJson } from '../../transaction-json.js';
import { pageRows, searchOf } from './list.js';
import { findSeqs, hasFewer, type IndexPath, type Search, seqsOn } from './list-paths.js';

/** Found by date, a row costs about as much as this many that are read as they lie. */
const ROWS_PER_FOUND = 3;

/** A FoundTransactionList as JSON. */
export function* searchTransactions(reach: Reach, query: SearchQuery, now: Date): Work<string> {
  const search = yield* searchOf(reach, query);
  if (!search) return listJson([], false);
  const slips = (yield* slipConditions(reach, query, now)).map((within) => ({ within }));
  const sought = { ...search, conditions: [...search.conditions, ...slips] };
  // Open rows of one reason are found by their seqs.
  const path = slips.length === 0 || query.openReason !== undefined ? null : yield* pathOf(sought);
  const seqs = slips.length === 0 ? yield* findSeqs(search) : yield* seqsOn(sought, path);
  return listJson(yield* asFound(reach, yield* pageRows(reach, query, seqs)), seqs.length > query.pageSize);
}

/** The index by which fewest rows are read; null for the table in its own order. */
function* pathOf({ tenantKey, conditions, seqs, late }: Search): Work<IndexPath | null> {
  if (seqs) return null;
  const fields = conditions.filter((condition): condition is FieldCondition => !('within' in condition));
  const dates = fields.filter(({ column }) => column === 'ticks');
  const terminals = fields.filter(({ column }) => column === 'terminal_id');
  if (terminals.length > 0) return { index: 'transaction_terminal', narrowing: [...terminals, ...dates] };
  if (dates.length === 0) return null;
  const byDate: IndexPath = { index: 'transaction_date', narrowing: dates };
  return (yield* hasFewer({ tenantKey, seqs }, byDate, (late.after + late.count) / ROWS_PER_FOUND)) ? byDate : null;
}
