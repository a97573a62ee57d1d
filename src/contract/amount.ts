/**
 * Money: decimal text to the double that the interface transports, and exact sums.
 * The only money arithmetic of the project. Sums are kept as integers in units of 10⁻⁴, the finest fraction that tills write.
 */

const PLAIN_DECIMAL = /^[+-]?\d+(?:\.\d+)?$/;
/** A double keeps every decimal of 15 significant digits, and not every one of 16. */
const SIGNIFICANT_DIGITS_MAX = 15;
/** Below it a double keeps fewer digits. */
const NORMAL_MIN = 2 ** -1022;
const FRACTION_DIGITS = 4;
/** Within it, an amount is one of four decimals with the noise of floating point: compared, added and searched as that one, and stored as given. */
export const amountNoise = 1e-9;

export type AmountReading = { amount: number } | { fault: string };

/**
 * Reads an amount written with digits, an optional sign and at most one decimal point: `12.50`, `-3`, `+0.05`.
 * Anything else is a fault, never a guess: `1.355,90` and `1,35` have a decimal comma, `1e3` an exponent.
 */
export function amountFromText(text: string): AmountReading {
  if (isShortDecimal(text)) return { amount: Number(text) };
  if (!PLAIN_DECIMAL.test(text)) {
    return { fault: text.includes(',') ? 'must have a decimal point, not a comma' : 'must be a decimal number such as 12.50' };
  }
  const significant = text.replace(/[+\-.]/g, '').replace(/^0+/, '');
  if (significant.replace(/0+$/, '').length > SIGNIFICANT_DIGITS_MAX) {
    return { fault: `has more than ${SIGNIFICANT_DIGITS_MAX} significant digits, which a number of the interface cannot carry` };
  }
  const amount = Number(text);
  const magnitude = Math.abs(amount);
  if (significant !== '' && (magnitude < NORMAL_MIN || magnitude > Number.MAX_VALUE)) {
    return { fault: 'is too large or too small for a number of the interface' };
  }
  return { amount };
}

/** What nearly every amount is: digits with at most one point within, at most 15 of them, so that none of the faults can be. */
function isShortDecimal(text: string): boolean {
  const first = text.charCodeAt(0) === DASH ? 1 : 0;
  if (text.length - first > SIGNIFICANT_DIGITS_MAX) return false;
  let points = 0;
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === POINT && at > first && at < text.length - 1) points++;
    else if (code < 0x30 || code > 0x39) return false;
  }
  return text.length > first && points <= 1;
}

const DASH = 0x2d;
const POINT = 0x2e;

/** `amount` in units of 10⁻⁴, without its noise; null when it is finer than that or too large to be money. */
export function tenThousandths(amount: number): bigint | null {
  const few = fewTenThousandths(amount);
  if (few !== null) return BigInt(few);
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount));
  if (!parts) return null;
  const [, sign = '', whole = '', fraction = ''] = parts;
  if (fraction.length > FRACTION_DIGITS) return null;
  const units = BigInt(whole + fraction.padEnd(FRACTION_DIGITS, '0'));
  return sign ? -units : units;
}

/** `amount` in units of 10⁻⁴ as a number, without its noise; null for amounts of more than 15 digits, or finer ones. */
export function fewTenThousandths(amount: number): number | null {
  const nearest = Math.round(amount * 10 ** FRACTION_DIGITS);
  const isNearest = Math.abs(nearest) < 10 ** SIGNIFICANT_DIGITS_MAX && Math.abs(nearest / 10 ** FRACTION_DIGITS - amount) <= amountNoise;
  // Zero has no sign.
  return isNearest ? nearest + 0 : null;
}

/** Whether it has more than four decimals, so that no sum and no match of it would be exact. */
export function isTooFine(amount: number): boolean {
  return fewTenThousandths(amount) === null && Number.isFinite(amount) && !Number.isInteger(amount) && tenThousandths(amount) === null;
}

/** The least double that is compared as `bound` or more; absent where there is no bound. */
export function atLeast(bound: number | undefined): number | undefined {
  if (bound === undefined) return undefined;
  const units = fewTenThousandths(bound);
  return units === null ? bound : units / 10 ** FRACTION_DIGITS - amountNoise;
}

/** The greatest double that is compared as `bound` or less; absent where there is no bound. */
export function atMost(bound: number | undefined): number | undefined {
  if (bound === undefined) return undefined;
  const units = fewTenThousandths(bound);
  return units === null ? bound : units / 10 ** FRACTION_DIGITS + amountNoise;
}

/** A sum in units of 10⁻⁴ as decimal text with two to four decimals: 12043311800n is `1204331.18`. */
export function decimalText(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(FRACTION_DIGITS + 1, '0');
  const whole = digits.slice(0, -FRACTION_DIGITS);
  const fraction = digits.slice(-FRACTION_DIGITS).replace(/0{1,2}$/, '');
  return `${units < 0n ? '-' : ''}${whole}.${fraction}`;
}
