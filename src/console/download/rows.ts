/** The rows that match, for a file that is made in the browser, each once, even while others arrive or are withdrawn. */
import { everyTransaction, isAskedFor, type LeftOut, partTeller } from '../../contract/every-transaction.js';
import type { Transaction } from '../../contract/transaction.js';
import { api } from '../api.js';
import type { Parameters } from '../router.js';

/** What a browser's tab holds without trouble, and a worksheet, too. More is for the command line, which writes as it reads. */
export const rowsMax = 200_000;

interface Gathered {
  rows: Transaction[];
  /** Whether there were more than {@link rowsMax}. */
  isCut: boolean;
  leftOut: LeftOut;
}

/**
 * By date, the oldest first. Duplicates and rows that were not imported are there where `areAll`, or the filters, ask for them. Fails as
 * {@link everyTransaction} does.
 */
export async function gather(
  filters: Parameters,
  areAll: boolean,
  signal: AbortSignal,
  onRows: (count: number) => void,
): Promise<Gathered> {
  const rows: Transaction[] = [];
  const leftOut: LeftOut = { duplicates: 0, notImported: 0 };
  const partsOf = partTeller((query) => api.matches(query, signal));
  const asked = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value ?? undefined]));
  for await (const items of everyTransaction({ host: location.host, list: api.transactions }, asked, signal)) {
    const parts = await partsOf(items);
    for (const row of items) {
      const part = parts.get(row.transactionId) ?? 'imported';
      if (part === 'imported' || areAll || isAskedFor(part, asked)) rows.push(row);
      else leftOut[part] += 1;
    }
    onRows(Math.min(rows.length, rowsMax));
    if (rows.length > rowsMax) return { rows: rows.slice(0, rowsMax), isCut: true, leftOut };
  }
  return { rows, isCut: false, leftOut };
}
