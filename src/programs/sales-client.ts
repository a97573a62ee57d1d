/** A client of a Sales API for programs: promises, lists as async iterators, every call with an AbortSignal. */
import { openApi, type SalesApi } from '../client/http/api.js';
import { baseUrlOf } from '../client/http/routes.js';
import { systemClock } from '../client/machine/clock.js';
import { everyTransaction } from '../contract/every-transaction.js';
import type { TransactionHistory } from '../contract/history.js';
import { pageSizeMax } from '../contract/limits.js';
import type { QueryValues } from '../contract/paths.js';
import type { SettlementRecord, SettlementRecordDetail } from '../contract/records.js';
import type { Transaction, TransactionDetail, TransactionMatchState, TransactionState } from '../contract/transaction.js';
import type { ListedUpload, UploadState } from '../contract/upload.js';
import type { JobTarget } from '../jobs/job-target.js';

export interface ClientOptions {
  /** `https://…`; the path before `/sales/v1/`, where there is one, included. */
  url: string;
  user: string;
  password: string;
  /** PEM of an authority to be trusted beside the built-in ones. */
  ca?: string;
  /** SHA-256 of the one key, or certificate, to be trusted, in hex. */
  pin?: string;
  customerId?: string;
  tenantId?: string;
  /** For an answer to begin, and for each pause inside it; until it is whole, ten times as long. */
  timeoutMs?: number;
}

/** A transaction must match all of them; bounds are inclusive. */
export interface TransactionFilter {
  uploadId?: string;
  transactionState?: TransactionState;
  transactionMatchState?: TransactionMatchState;
  terminalId?: string;
  brandId?: string;
  currency?: string;
  amountFrom?: number;
  amountTo?: number;
  /** Date-times with an offset. */
  transactionDateFrom?: string;
  transactionDateTo?: string;
}

/** A settlement record must match all of them; bounds are inclusive. */
export interface SettlementRecordFilter extends Omit<TransactionFilter, 'transactionState' | 'transactionMatchState'> {
  state?: TransactionState;
  matchState?: TransactionMatchState;
  type?: NonNullable<SettlementRecord['type']>;
  acquirerId?: string;
  merchantId?: string;
  payoutId?: string;
  /** Days, such as 2026-11-20. */
  settlementDateFrom?: string;
  settlementDateTo?: string;
}

export interface CallOptions {
  signal?: AbortSignal;
}

const TIMEOUT_MS_DEFAULT = 60_000;

/**
 * One server, as one user. Every call fails with a SalesError: `unauthorized`, `notFound`, `network`, `tlsTrust`, … It never repeats one.
 * The calls that are extensions fail with `notFound` on servers that lack them.
 */
export class SalesClient {
  /** The calls as they are, for what this class does not offer. */
  readonly api: SalesApi;
  /** What uploads are begun with. */
  readonly target: JobTarget;

  /** Connects with the first call. Fails with `usage` where the URL is not https. */
  constructor({ url, user, password, ca, pin, customerId, tenantId, timeoutMs = TIMEOUT_MS_DEFAULT }: ClientOptions) {
    const endpoint = baseUrlOf(url).href;
    this.api = openApi({ url: endpoint, user, password, ca, pin, customerId, tenantId, timeoutMs, nowMs: systemClock.nowMs });
    this.target = { endpoint, user, customer: customerId ?? null, tenant: tenantId ?? null };
  }

  /** Whether the server is there and lets this user in; fails where not. */
  async testAccess({ signal }: CallOptions = {}): Promise<void> {
    await this.api.testAccess(signal);
  }

  /** All that match, each once, by date from the oldest on, also while others come or go; read page by page as they are asked for. */
  async *transactions(filter: TransactionFilter = {}, { signal }: CallOptions = {}): AsyncGenerator<Transaction, void> {
    yield* oneByOne(everyTransaction(this.api, filter as QueryValues, signal), signal);
  }

  /** Settlement records that match, as {@link transactions} gives sales; those without a date of payment come first. An extension. */
  async *records(filter: SettlementRecordFilter = {}, { signal }: CallOptions = {}): AsyncGenerator<SettlementRecord, void> {
    const { host, records } = this.api;
    yield* oneByOne(everyTransaction({ host, list: records.list }, filter as QueryValues, signal), signal);
  }

  /** With its additional data, and why it is in its state. */
  transaction(transactionId: string): Promise<TransactionDetail> {
    return this.api.get(transactionId);
  }

  /** A settlement record, likewise. An extension. */
  record(recordId: string): Promise<SettlementRecordDetail> {
    return this.api.records.get(recordId);
  }

  /** How its state changed. An extension. */
  history(transactionId: string): Promise<TransactionHistory> {
    return this.api.history(transactionId);
  }

  uploadState(uploadId: string, { signal }: CallOptions = {}): Promise<UploadState> {
    return this.api.uploadState(uploadId, signal);
  }

  /** What the server has, the newest first. An extension. */
  async *uploads({ signal }: CallOptions = {}): AsyncGenerator<ListedUpload, void> {
    for (let pageNumber = 1, hasMore = true; hasMore; pageNumber++) {
      const page = await this.api.ask('listUploads', { query: { pageSize: pageSizeMax, pageNumber }, signal });
      yield* page.items;
      hasMore = page.hasMore && page.items.length > 0;
    }
  }

  /** Takes an upload back: its transactions do not count any more. An extension. */
  withdraw(uploadId: string): Promise<UploadState> {
    return this.api.ask('withdrawUpload', { path: { uploadId } });
  }

  /** Undoes {@link withdraw}. */
  restore(uploadId: string): Promise<UploadState> {
    return this.api.ask('restoreUpload', { path: { uploadId } });
  }

  close(): Promise<void> {
    return this.api.close();
  }
}

async function* oneByOne<Row>(pages: AsyncIterable<readonly Row[]>, signal: AbortSignal | undefined): AsyncGenerator<Row, void> {
  for await (const page of pages) {
    for (const row of page) {
      signal?.throwIfAborted();
      yield row;
    }
  }
}
