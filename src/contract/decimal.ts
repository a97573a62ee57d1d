/** Decimal numbers of any size and fineness, for sums that must not lose a digit. Adding and taking away are all that it can do. */

/** `digits` × 10^-`scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
/** Money is written with two decimals at least. */
const DECIMALS_MIN = 2;

/** A finite double as the shortest decimal text that names it, which is what was sent: 0.1 is exactly 0.1. */
export function decimalOf(amount: number): Decimal {
  return decimalFrom(String(amount)) ?? { digits: 0n, scale: 0 };
}

/** The number that `text` writes, such as `-12.50`; null where it is none. */
export function decimalFrom(text: string): Decimal | null {
  const parts = NUMBER.exec(text);
  if (!parts) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const scale = fraction.length - Number(exponent);
  const magnitude = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -scale));
  return { digits: sign ? -magnitude : magnitude, scale: Math.max(0, scale) };
}

export function plus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { digits: digitsAt(one, scale) + digitsAt(other, scale), scale };
}

/** The sum of two texts; one that is no number counts as none. */
export function textSum(one: string, other: string): string {
  const none: Decimal = { digits: 0n, scale: 0 };
  return textOfDecimal(plus(decimalFrom(one) ?? none, decimalFrom(other) ?? none));
}

export function minus(one: Decimal, { digits, scale }: Decimal): Decimal {
  return plus(one, { digits: -digits, scale });
}

function digitsAt({ digits, scale }: Decimal, wanted: number): bigint {
  return wanted === scale ? digits : digits * 10n ** BigInt(wanted - scale);
}

/** `-12.50`: with two decimals, and more only as far as they are needed. */
export function textOfDecimal(decimal: Decimal): string {
  const scale = Math.max(decimal.scale, DECIMALS_MIN);
  const digits = digitsAt(decimal, scale);
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const cut = text.length - scale;
  let end = text.length;
  while (end > cut + DECIMALS_MIN && text[end - 1] === '0') end--;
  return `${digits < 0n ? '-' : ''}${text.slice(0, cut)}.${text.slice(cut, end)}`;
}
