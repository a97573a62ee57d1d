/**
 * Money, counts, dates and sizes as people read them, in the browser's language. Money is written from exact decimal texts and never
 * calculated with: `Intl` takes the text itself, so that no digit goes through a double.
 */

const decimalsByCurrency = new Map<string, number>();

/** How many decimals a currency has: 2 of EUR, 0 of JPY, 3 of KWD; 2 for what is no currency. */
export function decimalsOf(currency: string | null): number {
  if (currency === null) return 2;
  const known = decimalsByCurrency.get(currency);
  if (known !== undefined) return known;
  let decimals = 2;
  try {
    decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    // Stored texts may be no codes at all.
  }
  decimalsByCurrency.set(currency, decimals);
  return decimals;
}

const formats = new Map<string, Intl.NumberFormat>();

/** A number format that is made once: making one costs more than a hundred uses. */
function numberFormat(least: number, most: number): Intl.NumberFormat {
  const key = `${least} ${most}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(undefined, { minimumFractionDigits: least, maximumFractionDigits: most });
  formats.set(key, made);
  return made;
}

/** The most that `Intl` writes. */
const FRACTION_DIGITS_MAX = 100;

/**
 * A decimal text such as `-1204331.1812` with the currency's decimals, and with more only where it has more: nothing is rounded. A text that is
 * no number is given back as it is.
 */
export function moneyText(decimal: string, currency: string | null): string {
  const fraction = /^-?\d+(?:\.(\d*))?$/.exec(decimal);
  const least = decimalsOf(currency);
  if (fraction) {
    const digits = (fraction[1] ?? '').replace(/0+$/, '').length;
    // Its types know numbers alone; texts are taken as exact since ES2023.
    return numberFormat(least, Math.max(least, digits)).format(decimal as unknown as number);
  }
  // An exponent: the shortest text of a very large or very small double.
  if (/^-?\d+(?:\.\d+)?e[+-]\d+$/.test(decimal)) return numberFormat(least, FRACTION_DIGITS_MAX).format(decimal as unknown as number);
  return decimal;
}

/** The decimal text of an amount of the API: the shortest one that names the double, which is what was sent. */
export function decimalOfAmount(amount: number): string {
  return String(amount);
}

const counts = new Intl.NumberFormat();
export const countText = (count: number): string => counts.format(count);

const plurals = new Intl.PluralRules('en');
/** `1 row`, `2 rows`, `12,000 rows`. */
export function many(count: number, one: string, other = `${one}s`): string {
  return `${countText(count)} ${plurals.select(count) === 'one' ? one : other}`;
}

const BYTES_PER_STEP = 1_000;
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
export function bytesText(bytes: number): string {
  let step = 0;
  let size = bytes;
  while (size >= BYTES_PER_STEP && step < units.length - 1) {
    size /= BYTES_PER_STEP;
    step++;
  }
  const unit = units[step] as string;
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 ? 1 : 0,
  }).format(size);
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A calendar day, yyyy-MM-dd, in the language of the browser; what is none is given back as it is. */
export function dayText(day: string, short = false): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) return day;
  return (short ? shortDayFormat : dayFormat).format(at);
}
