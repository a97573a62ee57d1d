/**
 * A page of the transactions that match what stands on a slip: a reference, an order, a place, the last digits of a card; or why they are open.
 * There is no index for what stands on slips, for it would slow every upload: the rows themselves are read, all or those of a terminal, an upload
 * or a few days.
 */
import type { SearchQuery } from '../../../contract/query.js';
import type { Reach } from '../../access/scope.js';
import { type FieldCondition, slipConditions } from '../../lists/conditions.js';
import { asFound } from '../../lists/found-rows.js';
import { listJson } from '../../transaction-json.js';
import type { Database } from '../database/engine.js';
import { restrictionOf } from '../database/restriction.js';
import { runOn } from '../database/run-at-once.js';
import { lateRows } from './amount-order.js';
import { listPage, pageRows, searchOf } from './list.js';
import { findSeqs, hasFewer, type IndexPath, type Search, seqsOn } from './list-paths.js';

/** Found by date, a row costs about as much as this many that are read as they lie. */
const ROWS_PER_FOUND = 3;

/** A FoundTransactionList as JSON. */
export function searchTransactions(db: Database, reach: Reach, query: SearchQuery, now: Date): string {
  const search = searchOf(db, reach, query);
  if (!search) return listPage(db, reach, query, []);
  const slips = runOn(db, slipConditions(reach, query, now)).map((slip) => ({ within: restrictionOf(slip) }));
  const sought = { ...search, conditions: [...search.conditions, ...slips] };
  // Open rows of one reason are found by their seqs.
  const path = () => (query.openReason === undefined ? pathOf(db, sought) : null);
  const seqs = slips.length === 0 ? findSeqs(db, search) : seqsOn(db, sought, path());
  const rows = runOn(db, asFound(reach, pageRows(db, reach, query, seqs)));
  return listJson(rows, seqs.length > query.pageSize);
}

/** The index by which fewest rows are read; null for the table in its own order. */
function pathOf(db: Database, { tenantKey, conditions, seqs }: Search): IndexPath | null {
  if (seqs) return null;
  const fields = conditions.filter((condition): condition is FieldCondition => !('within' in condition));
  const dates = fields.filter(({ column }) => column === 'ticks');
  const terminals = fields.filter(({ column }) => column === 'terminal_id');
  if (terminals.length > 0) return { index: 'transaction_terminal', narrowing: [...terminals, ...dates] };
  if (dates.length === 0) return null;
  const byDate: IndexPath = { index: 'transaction_date', narrowing: dates };
  const { after, count } = lateRows(db);
  return hasFewer(db, { tenantKey, seqs }, byDate, (after + count) / ROWS_PER_FOUND) ? byDate : null;
}
