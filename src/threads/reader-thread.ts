/** A thread that searches, on its own connection, which can only read. */
import { type FailureData, failureData } from '../contract/failure-data.js';
import type { SearchInput } from '../contract/inputs.js';
import type { SearchId } from '../contract/operations.js';
import type { Binding } from '../store/access.js';
import type { TenantSearches } from '../store/plain-work.js';
import type { StoreReader } from '../store/store.js';
import { openerIn } from './opener.js';

export interface SearchTask<Id extends SearchId> {
  /** The size of the thread's database cache. */
  cacheKib: number;
  binding: Binding;
  name: Id;
  query: SearchInput<Id>;
}

export type SearchAnswer = { json: string } | { failure: FailureData };

const [, , module = '', directory = ''] = process.argv;
// When the thread starts: later, there may be no files left that the process may open.
const opener = await openerIn(module);
let store: StoreReader | null = null;

export default async function search<Id extends SearchId>(task: SearchTask<Id>): Promise<SearchAnswer> {
  const { cacheKib, binding, name, query } = task;
  try {
    store ??= opener.openReader({ directory, cacheKib, now: () => new Date() });
    const tenant: TenantSearches = store.tenant(binding.tenantId, binding.scope);
    return { json: await tenant[name](query) };
  } catch (error) {
    return { failure: failureData(error) };
  }
}
