/** Decisions for tests of a store. */
import type { Decide, EarlierRows, RowDecision } from '../../src/store/decisions.js';

/** A {@link Decide} that looks for nothing by itself. */
export function decideBy(decisions: (earlier: EarlierRows) => readonly RowDecision[]): Decide {
  return { hashes: () => [], decisions: (_, earlier) => decisions(earlier) };
}
