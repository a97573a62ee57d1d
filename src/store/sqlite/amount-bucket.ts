/**
 * Amounts in coarse steps, for an index that is cheap to write. Uploads come with amounts in any order: in an index by the amount itself,
 * every row of every upload would change a page of its own, and the log would carry each of them. In an index by bucket, rows are
 * added at the end of each bucket, and a list sorts the buckets it meets.
 */

/** 128 buckets from one power of two to the next: each less than 1 % wide. */
const FRACTION_BITS = 7;
const SHIFT = 20 - FRACTION_BITS;
const double = new DataView(new ArrayBuffer(8));

/** A whole number that never falls where the amount rises; from the first bits of the double, which are sign, exponent and fraction. */
export function amountBucket(amount: number): number {
  // Minus zero is zero.
  double.setFloat64(0, amount === 0 ? 0 : amount);
  const bits = double.getInt32(0);
  return bits >= 0 ? bits >>> SHIFT : -1 - ((bits & 0x7fffffff) >>> SHIFT);
}
