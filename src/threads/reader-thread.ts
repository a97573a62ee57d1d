/** A thread that searches, on its own connection, which can only read. */
import { type FailureData, failureData } from '../contract/failure-data.js';
import type { Binding } from '../store/access.js';
import type { SearchQueries, StoreReader, TenantSearches } from '../store/store.js';
import { openerIn } from './opener.js';

export interface SearchTask<Name extends keyof SearchQueries> {
  /** The size of the thread's database cache. */
  cacheKib: number;
  binding: Binding;
  name: Name;
  query: SearchQueries[Name];
}

export type SearchAnswer = { json: string } | { failure: FailureData };

const [, , module = '', directory = ''] = process.argv;
// When the thread starts: later, there may be no files left that the process may open.
const opener = await openerIn(module);
let store: StoreReader | null = null;

export default async function search<Name extends keyof SearchQueries>(task: SearchTask<Name>): Promise<SearchAnswer> {
  const { cacheKib, binding, name, query } = task;
  try {
    store ??= opener.openReader({ directory, cacheKib });
    const tenant: TenantSearches = store.tenant(binding.tenantId, binding.scope);
    return { json: await tenant[name](query) };
  } catch (error) {
    return { failure: failureData(error) };
  }
}
