/** The words that the command line has, too, as pages show them: what stands within a sentence there stands alone here. */
import type { ListedUpload } from '../../contract/upload.js';
import type { SharedWords } from '../../words/en.js';

/** What an upload brought; servers of earlier versions do not tell. */
export type BroughtKind = ListedUpload['kind'];

export function shownWords(words: SharedWords) {
  const { payouts, closing, reasons, countedRows, countedTransactions, countedRecords } = words;
  return {
    ...words,
    payouts: { ...payouts, statuses: capitals(payouts.statuses) },
    closing: { ...closing, states: capitals(closing.states), statesWithin: closing.states },
    reasons: capitals(reasons),
    /** `12 rows`, or `12 settlement records`. */
    rowsOf: (count: number, kind: BroughtKind): string => (kind === 'Settlement' ? countedRecords(count) : countedRows(count)),
    /** `12 transactions`, or `12 settlement records`. */
    brought: (count: number, kind: BroughtKind): string => (kind === 'Settlement' ? countedRecords(count) : countedTransactions(count)),
  };
}

function capitals<Name extends string>(words: Readonly<Record<Name, string>>): Record<Name, string> {
  const entries = Object.entries<string>(words).map(([name, text]) => [name, text.slice(0, 1).toUpperCase() + text.slice(1)]);
  return Object.fromEntries(entries) as Record<Name, string>;
}
