/** From one result to the next: which matches end, which begin, and which stay and so keep their id. A match is its rows. */
import type { How } from './decide.js';

/** Rows by the caller's numbers. */
export interface MatchOfRows {
  /** The number of the level that found it. */
  level: number;
  how: How;
  sales: readonly number[];
  records: readonly number[];
}

export interface MatchPlan<Before> {
  ended: Before[];
  begun: MatchOfRows[];
  /** Of the same rows, found by another rule or way. */
  changed: { before: Before; after: MatchOfRows }[];
}

/** Equal for the same rows in any order. */
export function rowsKey({ sales, records }: Pick<MatchOfRows, 'sales' | 'records'>): string {
  const ids = (some: readonly number[]) => (some.length === 1 ? String(some[0]) : [...some].sort((one, other) => one - other).join());
  return `${ids(sales)}|${ids(records)}`;
}

export function planOf<Before extends MatchOfRows>(before: Iterable<Before>, after: Iterable<MatchOfRows>): MatchPlan<Before> {
  const ended = new Map<string, Before>();
  for (const match of before) ended.set(rowsKey(match), match);
  const plan: MatchPlan<Before> = { ended: [], begun: [], changed: [] };
  for (const match of after) {
    const key = rowsKey(match);
    const same = ended.get(key);
    if (same === undefined) plan.begun.push(match);
    else if (same.level !== match.level || same.how !== match.how) plan.changed.push({ before: same, after: match });
    ended.delete(key);
  }
  plan.ended = [...ended.values()];
  return plan;
}
