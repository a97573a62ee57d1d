/** What is asked of matching, of a store that keeps no matches yet. */
import { SalesError } from '../../contract/problem.js';
import type { TenantReader, TenantStore } from '../store.js';

const unmatched = () => Promise.reject(new SalesError('notFound', 'Sales are not matched yet by a server on PostgreSQL.'));

export const unmatchedReads = {
  listMatches: unmatched,
  matchRun: unmatched,
  match: unmatched,
  matchFacts: unmatched,
  matchSettings: unmatched,
} satisfies Partial<TenantReader>;
export const unmatchedWrites = { askToMatch: unmatched, changeMatchSettings: unmatched } satisfies Partial<TenantStore>;
