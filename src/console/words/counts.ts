/** Counts with the noun that they count. */
import type { ListedUpload } from '../../contract/upload.js';
import type { SharedWords } from '../../words/en.js';

/** What an upload brought; servers of earlier versions do not tell. */
export type BroughtKind = ListedUpload['kind'];

export const countsOf = ({ countedRows, countedTransactions, countedRecords }: SharedWords) => ({
  countedRows,
  countedTransactions,
  /** `12 rows`, or `12 settlement records`. */
  rowsOf: (count: number, kind: BroughtKind): string => (kind === 'Settlement' ? countedRecords(count) : countedRows(count)),
  /** `12 transactions`, or `12 settlement records`. */
  brought: (count: number, kind: BroughtKind): string => (kind === 'Settlement' ? countedRecords(count) : countedTransactions(count)),
});
