/** Messages about rows, grouped by reason: what is wrong, how often, and where first. */

import { rowPlace } from '../../contract/states.js';

export interface Reason {
  reason: string;
  count: number;
  /** Indexes in the upload of the first rows with this reason. */
  indexes: number[];
}

const INDEXES_KEPT = 5;
const ABOUT_ROW = new RegExp(`^${rowPlace}\\.([^:]+): (.*)$`, 's');

export interface Reasons {
  /** The most frequent first. */
  reasons: Reason[];
  /** Messages about no row. */
  others: string[];
}

/** Counts an upload's `errors` by reason: `transactions[17].currency: is required` counts for `currency is required`. */
export function reasonsIn(errors: Iterable<string>): Reasons {
  const byReason = new Map<string, Reason>();
  const others: string[] = [];
  for (const error of errors) {
    const [, index, field, said] = ABOUT_ROW.exec(error) ?? [];
    if (index === undefined) others.push(error);
    else addReason(byReason, `${field} ${said}`, Number(index));
  }
  return { reasons: [...byReason.values()].sort((one, other) => other.count - one.count), others };
}

/** Counts one more row with the reason; of the rows' indexes only the first few are kept. */
export function addReason(byReason: Map<string, Reason>, reason: string, index: number): void {
  const known = byReason.get(reason) ?? { reason, count: 0, indexes: [] };
  byReason.set(reason, known);
  known.count += 1;
  if (known.indexes.length < INDEXES_KEPT) known.indexes.push(index);
}

/** `  12  currency is required   in transactions[17], [18], …` */
export function reasonLine({ reason, count, indexes }: Reason, width: number, placeOf: (index: number) => string): string {
  const more = count > indexes.length ? ', …' : '';
  return `  ${count.toLocaleString('en').padStart(width)}  ${reason}   ${indexes.map(placeOf).join(', ')}${more}`;
}

export function countWidth(reasons: readonly Reason[]): number {
  return Math.max(0, ...reasons.map(({ count }) => count.toLocaleString('en').length));
}
