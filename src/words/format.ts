/**
 * Money, counts, dates, durations and sizes as people of a language and region read them. Money is written from exact decimal texts and
 * never calculated with: `Intl` takes the text itself, so that no digit goes through a double.
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

/** The decimal text of an amount of the API: the shortest one that names the double, which is what was sent. */
export function decimalOfAmount(amount: number): string {
  return String(amount);
}

export const isZero = (decimal: string): boolean => /^-?[0.]*$/.test(decimal);

/** Decimal text with the other sign; zero has none. */
export const negated = (decimal: string): string => (isZero(decimal) || decimal.startsWith('-') ? decimal.replace('-', '') : `-${decimal}`);

/** The exact sum of decimal texts, with as many decimals as they have, and two at least. */
export function sumText(decimals: readonly string[]): string {
  const places = Math.max(2, ...decimals.map((decimal) => decimal.split('.')[1]?.length ?? 0));
  const units = decimals.reduce((sum, decimal) => {
    const [whole = '', fraction = ''] = decimal.split('.');
    return sum + BigInt(whole + fraction.padEnd(places, '0'));
  }, 0n);
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const DECIMAL = /^-?\d+(?:\.(\d*))?$/;
const EXPONENTIAL = /^-?\d+(?:\.\d+)?e[+-]\d+$/;
/** The most that `Intl` writes. */
const FRACTION_DIGITS_MAX = 100;
/** Amounts stand below each other: Italian would group from five digits on. */
const useGrouping = 'always';
const BYTES_PER_STEP = 1_000;
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

export type LocaleFormat = ReturnType<typeof formatIn>;

/** Functions that write as people of `locale` do, such as `de-CH`. */
export function formatIn(locale: string) {
  const formats = new Map<string, Intl.NumberFormat>();
  /** A number format that is made once: making one costs more than a hundred uses. */
  const numberFormat = (least: number, most: number): Intl.NumberFormat => {
    const key = `${least} ${most}`;
    const known = formats.get(key);
    if (known) return known;
    const made = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most, useGrouping });
    formats.set(key, made);
    return made;
  };
  // Its types know numbers alone; texts are taken as exact since ES2023.
  const written = (decimal: string, least: number, most: number) => numberFormat(least, most).format(decimal as unknown as number);
  const countText = (count: number): string => numberFormat(0, 0).format(count);
  let plurals: Intl.PluralRules | null = null;
  /** `1 row`, `2 rows`, `12,000 rows`. */
  const many = (count: number, one: string, other: string): string => {
    plurals ??= new Intl.PluralRules(locale);
    return `${countText(count)} ${plurals.select(count) === 'one' ? one : other}`;
  };
  const unitText = (count: number, unit: string): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  let dayFormats: Record<'medium' | 'short', Intl.DateTimeFormat> | null = null;

  return {
    countText,
    many,

    /** Between whole and fraction. */
    point: (): string => written('0.5', 1, 1).slice(1, 2),

    /**
     * A decimal text such as `-1204331.1812` with the currency's decimals, and with more only where it has more: nothing is rounded. A text
     * that is no number is given back as it is.
     */
    moneyText: (decimal: string, currency: string | null): string => {
      const fraction = DECIMAL.exec(decimal);
      const least = decimalsOf(currency);
      if (fraction) return written(decimal, least, Math.max(least, (fraction[1] ?? '').replace(/0+$/, '').length));
      // An exponent: the shortest text of a very large or very small double.
      return EXPONENTIAL.test(decimal) ? written(decimal, least, FRACTION_DIGITS_MAX) : decimal;
    },

    /** A decimal text with the decimals that it has; a text that is no number as it is. */
    decimalText: (decimal: string): string => {
      const fraction = DECIMAL.exec(decimal);
      const places = fraction?.[1]?.length ?? 0;
      return fraction ? written(decimal, places, places) : decimal;
    },

    secondsText: (seconds: number): string => unitText(seconds, 'second'),

    daysText: (days: number): string => unitText(days, 'day'),

    /** In seconds up to two minutes, in minutes up to two hours, else in hours. */
    apartText: (seconds: number): string => {
      if (seconds < 120) return unitText(seconds, 'second');
      return seconds < 7_200 ? unitText(Math.round(seconds / 60), 'minute') : unitText(Math.round(seconds / 3_600), 'hour');
    },

    /** In days from two of them on, else in hours, or in minutes. */
    durationText: (seconds: number): string => {
      const hours = Math.floor(seconds / 3_600);
      if (hours >= 48) return unitText(Math.floor(hours / 24), 'day');
      return hours > 0 ? unitText(hours, 'hour') : unitText(Math.floor(seconds / 60), 'minute');
    },

    bytesText: (bytes: number): string => {
      let step = 0;
      let size = bytes;
      while (size >= BYTES_PER_STEP && step < units.length - 1) {
        size /= BYTES_PER_STEP;
        step++;
      }
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: units[step] as string,
        unitDisplay: step === 0 ? 'long' : 'short',
        maximumFractionDigits: size < 10 ? 1 : 0,
      }).format(size);
    },

    /** A calendar day, yyyy-MM-dd; what is none is given back as it is. */
    dayText: (day: string, short = false): string => {
      const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
      if (Number.isNaN(at)) return day;
      dayFormats ??= {
        medium: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
        short: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
      };
      return dayFormats[short ? 'short' : 'medium'].format(at);
    },

    /** Items of a sentence: `a, b and c`. */
    listText: (items: readonly string[]): string => new Intl.ListFormat(locale).format(items),
  };
}
