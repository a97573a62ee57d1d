/** The data as the server asks for it; on which threads it is done is not its business. Types only. */
import type { SalesError } from '../contract/problem.js';
import type { ListQuery } from '../contract/query.js';
import type { UploadRequestBytes } from '../importing/receive.js';
import type { RequestOrigin } from '../store/audit.js';
import type { Binding, HistoryEntry, StagedUpload, Store, Upgrade, Upload } from '../store/store.js';

export interface TenantData extends Readonly<Binding> {
  /** Takes an upload; see importing/receive. The memory of `body` may be taken away from the caller. */
  receive(request: UploadRequestBytes): Promise<StagedUpload>;
  upload(uploadId: string): Promise<Upload | null>;
  /** A TransactionDetail as JSON. */
  transaction(transactionId: string): Promise<string | null>;
  /** The oldest first; null where there is no such transaction. */
  history(transactionId: string): Promise<HistoryEntry[] | null>;
  /** See the store's methods of these names. */
  reprocess(uploadId: string, by: string, from: RequestOrigin): Promise<Upload | null>;
  withdraw(uploadId: string, by: string, from: RequestOrigin): Promise<Upload | null>;
  restore(uploadId: string, by: string, from: RequestOrigin): Promise<Upload | null>;
  /** A TransactionList as JSON: it is made where it is read. */
  listTransactions(query: ListQuery): Promise<string>;
}

export interface Data
  extends Pick<Store, 'userByName' | 'isEmpty' | 'figures' | 'setUp' | 'pruneIdempotencyKeys' | 'audit' | 'checkWritable'> {
  tenant(binding: Binding): TenantData;
  /** How much work waits, by what it waits for. */
  waiting(): Record<string, number>;
  /** Fulfilled when the data cannot be used any more. */
  readonly failed: Promise<SalesError>;
  /** Ends after the work under way. */
  close(): Promise<void>;
}

export interface DataOptions {
  /** Import could not go on with an upload; it will be tried again. */
  onImportError: (error: unknown, uploadId: string | null) => void;
  /** The database is about to be brought to a newer schema; a backup is being made, which may take its time. */
  onUpgrade?: (upgrade: Upgrade) => void;
}
