/** A row on its way from bytes to bytes, and what writes a member of its JSON. Types only. */

/** A row while its members are written. */
export interface RowInBytes {
  bytes: Buffer;
  /** Where its cells begin and end, by column. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** In units of 10⁻⁴; not a number until the amount is written. */
  units: number;
  /** Empty until it is written. */
  currency: string;
  /** Its transactionDate, as the number yyyyMMddHHmmss; 0 until that is written. */
  clock: number;
  /** Where its transactionDate stands in what is written. */
  dateStart: number;
  dateEnd: number;
  /** A word in it means a refund. */
  isRefund: boolean;
}

/** Writes the member, a comma before it, and returns the index behind; the same index for a blank cell, -1 for one that is not plain. */
export type MemberWriter = (row: RowInBytes, out: Uint8Array, at: number) => number;
