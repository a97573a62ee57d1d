/** Decisions for tests of a store. */
import type { Decide, EarlierRows, Moment, RowDecision } from '../../src/store/import-decisions.js';

/** A {@link Decide} that looks for nothing by itself; `moments` are those that may be asked about. */
export function decideBy(decisions: (earlier: EarlierRows) => readonly RowDecision[], moments?: readonly Moment[]): Decide {
  return { hashes: () => [], decisions: (_, earlier) => decisions(earlier), ...(moments && { moments: () => moments }) };
}

/** A {@link Decide} that imports none of the rows, and says nothing of them. */
export function leaving(rows: readonly unknown[]): Decide {
  return decideBy(() =>
    rows.map(() => ({ transactionState: 'Unprocessed', transactionMatchState: 'NotApplicable', comment: null, errors: [] })),
  );
}
