import type { RowField } from './record-kind.js';

export const relations = ['same', 'sameAmount', 'sum', 'largest', 'only', 'sameMoment'] as const;

/**
 * Columns that were taken as one because they agree in the first rows: two of the same amounts, a sum and its parts, a moment in several
 * columns. It has to hold in every row. Columns are indexes from 0. Plain data: it is stored, and sent between threads.
 */
export interface Agreement {
  field: RowField;
  /** The columns that the field is. */
  columns: readonly number[];
  /**
   * What it is of `others`: the same text, the same amount, the sum of all, the largest, the only one that is not 0, or the same moment, as far
   * as each of them goes.
   */
  is: (typeof relations)[number];
  /** Each may be several columns together, as a day and a time. */
  others: readonly (readonly number[])[];
}
