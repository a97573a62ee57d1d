/** A thread that answers lists, on its own connection, which can only read. */
import { type FailureData, failureData } from '../contract/failure-data.js';
import type { ListQuery } from '../contract/query.js';
import type { Binding, StoreReader } from '../store/store.js';
import type { StoreModule } from '../store/store-module.js';
import type { StorePlace } from './data.js';

export interface ListTask {
  place: StorePlace;
  /** The size of the thread's database cache. */
  cacheKib: number;
  binding: Binding;
  query: ListQuery;
}

/** `json` is a TransactionList. */
export type ListAnswer = { json: string } | { failure: FailureData };

let store: StoreReader | null = null;

export default async function list({ place: { module, directory }, cacheKib, binding, query }: ListTask): Promise<ListAnswer> {
  try {
    store ??= ((await import(module)) as { default: StoreModule }).default.openReader({ directory, cacheKib });
    return { json: await store.tenant(binding.tenantId, binding.scope).listTransactions(query) };
  } catch (error) {
    return { failure: failureData(error) };
  }
}
