export const relations = ['sum', 'largest', 'only'] as const;

/**
 * A column that was taken as the amount because of what the first rows tell of others beside it. It has to hold in every row. Columns are
 * indexes from 0. Plain data: it is stored, and sent between threads.
 */
export interface Agreement {
  column: number;
  /** What it is of `others`: the sum of all, the largest, or the only one that is not 0. */
  is: (typeof relations)[number];
  others: readonly number[];
}
