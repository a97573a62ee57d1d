/** A thread that answers lists, on its own connection, which can only read. */
import { type FailureData, failureData } from '../contract/failure-data.js';
import type { ListQuery } from '../contract/query.js';
import { openSqliteReader } from '../store/sqlite/sqlite-store.js';
import type { Binding, StoreReader } from '../store/store.js';

export interface ListTask {
  directory: string;
  /** The size of the thread's database cache. */
  cacheKib: number;
  binding: Binding;
  query: ListQuery;
}

/** `json` is a TransactionList. */
export type ListAnswer = { json: string } | { failure: FailureData };

let store: StoreReader | null = null;

export default async function list({ directory, cacheKib, binding, query }: ListTask): Promise<ListAnswer> {
  try {
    store ??= openSqliteReader({ directory, cacheKib });
    return { json: await store.tenant(binding.tenantId, binding.scope).listTransactions(query) };
  } catch (error) {
    return { failure: failureData(error) };
  }
}
