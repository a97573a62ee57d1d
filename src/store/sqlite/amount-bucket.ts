/**
 * Amounts in small steps, for an order that is cheap to write. Uploads come with amounts in any order: to put each in its exact place would
 * change a page for every row, and the log would carry each of them. Rows are added at the end of each bucket instead, and a list sorts
 * the buckets it meets.
 */

/** 1,024 buckets from one power of two to the next: each less than 0.1 % wide. */
const FRACTION_BITS = 10;
const SHIFT = 20 - FRACTION_BITS;
const double = new DataView(new ArrayBuffer(8));

/** Before the bucket of any amount, as rows without one come before all others. */
const NO_AMOUNT = -(2 ** 31);
export const firstBucket = NO_AMOUNT + 1;

/** A whole number that never falls where the amount rises; from the first bits of the double, which are sign, exponent and fraction. */
export function amountBucket(amount: unknown): number {
  if (typeof amount !== 'number') return NO_AMOUNT;
  // Minus zero is zero.
  double.setFloat64(0, amount === 0 ? 0 : amount);
  const bits = double.getInt32(0);
  return bits >= 0 ? bits >>> SHIFT : -1 - ((bits & 0x7fffffff) >>> SHIFT);
}
