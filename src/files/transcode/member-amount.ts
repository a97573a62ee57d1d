/** The member of an amount: digits with at most one decimal sign, as nearly every till writes them. */
import type { FieldSource } from '../columns/layout.js';
import { copyAll } from './json-text.js';
import type { MemberWriter } from './member.js';

const COMMA = 0x2c;
const DASH = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
/** Sums are in units of 10⁻⁴, and so many digits before the sign leave them exact. */
const DECIMALS_MAX = 4;
const WHOLE_DIGITS_MAX = 10;
const THOUSANDS_DIGITS = 3;
const POWERS = [1, 10, 100, 1_000, 10_000];

/** Null where amounts are in the smallest unit of their currency. */
export function amountMember({ index, reading }: FieldSource, begin: Uint8Array): MemberWriter | null {
  if (reading !== null && (reading.kind !== 'amount' || reading.isMinor)) return null;
  // Where the column did not show its decimal sign, only whole amounts are plain.
  const decimal = reading === null || reading.decimal === '.' ? POINT : reading.decimal === ',' ? COMMA : -1;
  const isCoarse = reading?.kind === 'amount' && reading.isCoarse === true;
  return (row, out, at) => {
    const { bytes } = row;
    const [start, end] = [row.starts[index] as number, row.ends[index] as number];
    if (start === end) return -1;
    const first = bytes[start] === DASH ? start + 1 : start;
    let number = 0;
    let sign = -1;
    for (let place = first; place < end; place++) {
      const digit = (bytes[place] as number) - ZERO;
      if (digit >= 0 && digit <= 9) number = number * 10 + digit;
      else if (bytes[place] === decimal && sign < 0) sign = place;
      else return -1;
    }
    const wholeEnd = sign < 0 ? end : sign;
    const whole = wholeEnd - first;
    const decimals = sign < 0 ? 0 : end - sign - 1;
    if (whole < 1 || whole > WHOLE_DIGITS_MAX || decimals > DECIMALS_MAX || (sign >= 0 && decimals === 0)) return -1;
    if (whole > 1 && bytes[first] === ZERO) return -1;
    // They may be thousands.
    if (decimals === THOUSANDS_DIGITS && isCoarse) return -1;
    // Minus nothing is zero, and is not written like that.
    if (number === 0 && first > start) return -1;
    const units = number * (POWERS[DECIMALS_MAX - decimals] as number);
    row.units = first > start ? -units : units;
    let next = copyAll(out, at, begin);
    for (let place = start; place < wholeEnd; place++) out[next++] = bytes[place] as number;
    let last = end;
    while (last > wholeEnd + 1 && bytes[last - 1] === ZERO) last--;
    if (last <= wholeEnd + 1) return next;
    out[next++] = POINT;
    for (let place = wholeEnd + 1; place < last; place++) out[next++] = bytes[place] as number;
    return next;
  };
}
