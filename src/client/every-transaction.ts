/**
 * All transactions that match, each once, also while others arrive. Pages by number shift when a row comes in before them; so after
 * each page the next request begins at the date that was reached, and only rows of one and the same date are paged through.
 */
import { instantOf } from '../contract/date-time.js';
import { pageSizeMax } from '../contract/limits.js';
import { SalesError } from '../contract/problem.js';
import type { Transaction } from '../contract/transaction.js';
import type { SalesApi } from './api.js';
import type { QueryValues } from './routes.js';

/**
 * Groups of transactions, by date from the oldest on; those without a date come first. Rows that were there at the start are never left
 * out and never repeated. Fails as `api.list` does, and with `protocol` where the server keeps neither order nor filter.
 */
export async function* everyTransaction(
  api: Pick<SalesApi, 'list' | 'host'>,
  filters: QueryValues,
  signal?: AbortSignal,
): AsyncGenerator<readonly Transaction[]> {
  const sorting = { 'sorting.key': 'TransactionDate', 'sorting.direction': 'Ascending', pageSize: pageSizeMax };
  const given = filters.transactionDateFrom;
  let from = given === undefined ? undefined : String(given);
  let pageNumber = 1;
  /** Of the page before: what may come again. */
  let seen = new Set<string>();
  for (;;) {
    const { items, hasMore } = await api.list({ ...filters, ...sorting, transactionDateFrom: from, pageNumber }, signal);
    checkOrder(items, from, api.host);
    const fresh = items.filter(({ transactionId }) => !seen.has(transactionId));
    if (fresh.length > 0) yield fresh;
    const last = items.at(-1);
    if (!last || !hasMore) return;
    seen = new Set(items.map(({ transactionId }) => transactionId));
    if (isLater(last.transactionDate, from)) {
      from = last.transactionDate ?? undefined;
      pageNumber = 1;
    } else pageNumber += 1;
  }
}

function isLater(date: string | null, from: string | undefined): boolean {
  return date !== null && (from === undefined || ticks(date) > ticks(from));
}

/** A server that pays no heed to either would be asked for ever. */
function checkOrder(items: readonly Transaction[], from: string | undefined, host: string): void {
  let before = from;
  for (const { transactionDate } of items) {
    if (before !== undefined && (transactionDate === null || ticks(transactionDate) < ticks(before))) {
      throw new SalesError('protocol', `${host} lists transactions in another order than asked for, so that none could be told for sure.`);
    }
    before = transactionDate ?? before;
  }
}

/** A date that is none sorts last here, whatever the server thinks of it. */
function ticks(date: string): bigint {
  return instantOf(date) ?? 2n ** 63n;
}
