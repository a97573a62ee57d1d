/** A thread that searches, on its own connection, which can only read. */
import { type FailureData, failureData } from '../contract/failure-data.js';
import type { Binding, StoreReader, TenantSearches } from '../store/store.js';
import type { StoreModule } from '../store/store-module.js';
import type { SearchQuery, StorePlace } from './data.js';

export interface SearchTask {
  place: StorePlace;
  /** The size of the thread's database cache. */
  cacheKib: number;
  binding: Binding;
  name: keyof TenantSearches;
  query: SearchQuery<keyof TenantSearches>;
}

export type SearchAnswer = { json: string } | { failure: FailureData };

let store: StoreReader | null = null;

export default async function search({ place: { module, directory }, cacheKib, binding, name, query }: SearchTask): Promise<SearchAnswer> {
  try {
    store ??= ((await import(module)) as { default: StoreModule }).default.openReader({ directory, cacheKib });
    return { json: await store.tenant(binding.tenantId, binding.scope)[name](query) };
  } catch (error) {
    return { failure: failureData(error) };
  }
}
