/**
 * The rows that match, for a file that is made in the browser, each once, even while others arrive or are withdrawn. Numbered pages shift when a
 * row before them comes or goes; so after each page the next request begins at the date that was reached, and only rows of one date are paged
 * through. There each page begins with rows of the page before: if they are missing from it, some rows have left, and the date is read again. The
 * command line does the same (src/client/http/every-transaction.ts).
 */
import type { Transaction } from '../../contract/transaction.js';
import { api, CallError } from '../api.js';
import type { Parameters } from '../router.js';
import { words } from '../words.js';

const PAGE_ROWS = 500;
/** How often one date is read again: rows leave once in a while. */
const WALKS_AGAIN_MAX = 20;
/** What a browser's tab holds without trouble, and a worksheet, too. More is for the command line, which writes as it reads. */
export const rowsMax = 200_000;

export interface Gathered {
  rows: Transaction[];
  /** Whether there were more than {@link rowsMax}. */
  isCut: boolean;
}

/** Fails with {@link CallError}, also where rows of one date never stay the same. */
export async function gather(filters: Parameters, signal: AbortSignal, onRows: (count: number) => void): Promise<Gathered> {
  const rows = new Map<string, Transaction>();
  const sorting = { 'sorting.key': 'TransactionDate', 'sorting.direction': 'Ascending' };
  let from = filters.transactionDateFrom ?? null;
  /** How many rows of this date were walked through, and the last of them. */
  let walked = 0;
  let lastId = '';
  let walksAgain = 0;
  for (;;) {
    const page = pageWith(walked);
    const { items, hasMore } = await api.transactions({ ...filters, ...sorting, transactionDateFrom: from, ...page }, signal);
    if (walked > 0 && !items.some(({ transactionId }) => transactionId === lastId)) {
      if (++walksAgain > WALKS_AGAIN_MAX) throw new CallError(0, words.export.changed);
      walked = 0;
      continue;
    }
    for (const row of items) rows.set(row.transactionId, row);
    onRows(rows.size);
    const last = items.at(-1);
    if (!last || !hasMore) return { rows: [...rows.values()], isCut: false };
    if (rows.size >= rowsMax) return { rows: [...rows.values()].slice(0, rowsMax), isCut: true };
    if (isLater(last.transactionDate, from)) {
      from = last.transactionDate;
      walked = 0;
      walksAgain = 0;
    } else {
      walked = (page.pageNumber - 1) * page.pageSize + items.length;
      lastId = last.transactionId;
    }
  }
}

/** A page that begins with the last of so many rows, or at most half a page sooner. */
function pageWith(walked: number): { pageSize: number; pageNumber: number } {
  for (let pageSize = PAGE_ROWS; walked > 0 && pageSize > 1; pageSize--) {
    const before = walked % pageSize;
    if (before > 0 && 2 * before <= pageSize) return { pageSize, pageNumber: Math.floor(walked / pageSize) + 1 };
  }
  return { pageSize: PAGE_ROWS, pageNumber: 1 };
}

/** To the millisecond: dates that differ by less are walked through like one. */
function isLater(date: string | null, from: Parameters[string]): boolean {
  return date !== null && (from === null || Date.parse(date) > Date.parse(String(from)));
}
