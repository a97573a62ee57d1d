/** What is asked of matching, of a store that keeps no matches yet. */
import { SalesError } from '../../contract/problem.js';
import type { TenantStore } from '../store.js';

const unmatched = () => Promise.reject(new SalesError('notFound', 'Sales are not matched yet by a server on PostgreSQL.'));

type Unmatched = Pick<TenantStore, 'matchSettings' | 'changeMatchSettings'>;

export const unmatchedReads = { matchSettings: unmatched } satisfies Partial<Unmatched>;
export const unmatchedWrites = { changeMatchSettings: unmatched } satisfies Partial<Unmatched>;
