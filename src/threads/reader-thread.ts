/** A thread that answers lists, with a connection of its own that can only read. */
import { type FailureData, failureData } from '../contract/failure-data.js';
import type { ListQuery } from '../contract/query.js';
import { openSqliteReader } from '../store/sqlite/sqlite-store.js';
import type { StoreReader } from '../store/store.js';

export interface ListTask {
  directory: string;
  tenantId: string;
  query: ListQuery;
}

/** `json` is a TransactionList. */
export type ListAnswer = { json: string } | { failure: FailureData };

let store: StoreReader | null = null;

export default async function list({ directory, tenantId, query }: ListTask): Promise<ListAnswer> {
  try {
    store ??= openSqliteReader({ directory });
    return { json: await store.tenant(tenantId).listTransactions(query) };
  } catch (error) {
    return { failure: failureData(error) };
  }
}
