/**
 * SQL that adds amounts up exactly. As in contract/amount: an amount within the noise of a whole number of units of 10⁻⁴ is exactly that. Those are
 * added up as integers, and are so small that no sum is out of range; the others are told one by one. Cases stand within cases, because what is out
 * of range must not be multiplied.
 */
import { amountNoise } from '../../contract/amount.js';
import type { Decimal } from '../../contract/decimal.js';

const isSmall = (amount: string) => `abs(${amount}) < 1e8`;

/** The amount in units of 10⁻⁴, rounded, as a double. */
export const rounded = (amount: string) => `round(${amount} * 10000)`;
/** Whether it is a whole number of them. */
export const isWhole = (amount: string) => `abs(${rounded(amount)} / 10000 - ${amount}) <= ${amountNoise}`;

/** The same as an integer; null for one that is too large. */
export const units = (amount: string) => `CASE WHEN ${isSmall(amount)} THEN CAST(${rounded(amount)} AS bigint) END`;
/** Whether it can be added up in units. */
export const isPlain = (amount: string) =>
  `CASE WHEN ${amount} IS NULL THEN true WHEN ${isSmall(amount)} THEN ${isWhole(amount)} ELSE false END`;
/** The sum as text, of which no digit is lost. */
export const sumOf = (value: string) => `CAST(sum(${value}) AS text)`;

export const UNITS_SCALE = 4;
export const unitsOf = (sum: string | null): Decimal => ({ digits: BigInt(sum ?? 0), scale: UNITS_SCALE });
