/**
 * The rows that match, page by page, for a file that is made in the browser. The API has only lists of pages: rows that arrive meanwhile could
 * shift them, so a row that was there already is left out, and the sort is by date ascending, where new ones come last.
 */
import type { Transaction } from '../../contract/transaction.js';
import { api } from '../api.js';
import type { Parameters } from '../router.js';

const PAGE_ROWS = 500;
/** What a browser's tab holds without trouble, and a worksheet, too. More is for the command line, which writes as it reads. */
export const rowsMax = 200_000;

export interface Gathered {
  rows: Transaction[];
  /** Whether there were more than {@link rowsMax}. */
  isCut: boolean;
}

export async function gather(filters: Parameters, signal: AbortSignal, onRows: (count: number) => void): Promise<Gathered> {
  const rows: Transaction[] = [];
  const seen = new Set<string>();
  const query = { ...filters, 'sorting.key': 'TransactionDate', 'sorting.direction': 'Ascending', pageSize: PAGE_ROWS };
  for (let pageNumber = 1; ; pageNumber++) {
    const { items, hasMore } = await api.transactions({ ...query, pageNumber }, signal);
    for (const row of items) {
      if (seen.has(row.transactionId)) continue;
      seen.add(row.transactionId);
      rows.push(row);
    }
    onRows(rows.length);
    if (!hasMore) return { rows, isCut: false };
    if (rows.length >= rowsMax) return { rows: rows.slice(0, rowsMax), isCut: true };
  }
}
