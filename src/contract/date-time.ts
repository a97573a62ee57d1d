/**
 * The two date formats of the interface: a calendar date and an instant with a mandatory offset.
 * Dates travel and are stored as the text that was given; this file only says whether a text is one, and which instant it names.
 * Each row has up to three of them, so they are read character by character, without patterns and objects.
 */

/** Matches what {@link instantOf} accepts, but for impossible days and hours; for documents. */
export const dateTimePattern = '^(\\d{4}-\\d{2}-\\d{2})T(\\d{2}):(\\d{2}):(\\d{2})(?:\\.(\\d{1,7}))?(Z|[+-]\\d{2}:\\d{2})$';

const DATE_CHARS = 10;
/** `yyyy-MM-ddTHH:mm:ss`. */
const SECONDS_CHARS = 19;
/** `±hh:mm`. */
const OFFSET_CHARS = 6;
/** The finest fraction that the interface takes: 100 nanoseconds. */
const FRACTION_DIGITS_MAX = 7;
const TICKS_PER_SECOND = 10_000_000n;
/** Ticks of so many whole seconds are a multiple of 2^7 below 2^60, which a double holds exactly. Some 3,600 years. */
const EXACT_SECONDS = 2 ** 53 / 78_125;

const DASH = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const COLON = 0x3a;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;

/** Whether `text` is a day of the Gregorian calendar as yyyy-MM-dd, years 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  return text.length === DATE_CHARS && startsWithDate(text);
}

/** Days since 1970 of the calendar date with which `text` begins; null where it begins with none. */
export function daysOf(text: string): number | null {
  return startsWithDate(text) ? daysSince1970(digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2)) : null;
}

/** Whether `text` names an instant, as {@link instantOf} reads it. */
export function isDateTime(text: string): boolean {
  const end = fractionEnd(text);
  return end !== -1 && offsetMinutes(text, end) !== null;
}

/**
 * The instant that `text` (yyyy-MM-ddTHH:mm:ss, optional fraction of 1–7 digits, `Z` or ±hh:mm) names,
 * in ticks of 100 ns since 1970-01-01T00:00:00Z; null when the text names none.
 */
export function instantOf(text: string): bigint | null {
  const end = fractionEnd(text);
  const offset = end === -1 ? null : offsetMinutes(text, end);
  if (offset === null) return null;
  const seconds = wholeSeconds(text, offset);
  let fraction = end === SECONDS_CHARS ? 0 : digits(text, SECONDS_CHARS + 1, end - SECONDS_CHARS - 1);
  for (let digit = end - SECONDS_CHARS - 1; digit < FRACTION_DIGITS_MAX && fraction > 0; digit++) fraction *= 10;
  return BigInt(seconds) * TICKS_PER_SECOND + BigInt(fraction);
}

/** As {@link instantOf}; a number where one is exact, since a bigint takes longer to make and to store. */
export function ticksOf(text: string): bigint | number | null {
  const end = fractionEnd(text);
  const offset = end === SECONDS_CHARS ? offsetMinutes(text, end) : null;
  const seconds = offset === null ? Number.POSITIVE_INFINITY : wholeSeconds(text, offset);
  return Math.abs(seconds) < EXACT_SECONDS ? seconds * Number(TICKS_PER_SECOND) : instantOf(text);
}

/** The second in which the instant that `text` names lies, since 1970; 0 when it names none. Cheaper than {@link instantOf}. */
export function secondsOf(text: string): number {
  return momentOf(text) ?? 0;
}

/** As {@link secondsOf}; null when it names none. */
export function momentOf(text: string): number | null {
  const end = fractionEnd(text);
  const offset = end === -1 ? null : offsetMinutes(text, end);
  return offset === null ? null : wholeSeconds(text, offset);
}

/** Seconds since 1970, without the fraction, of a date-time with this offset in minutes. */
function wholeSeconds(text: string, offset: number): number {
  const days = daysSince1970(digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2));
  return days * 86_400 + digits(text, 11, 2) * 3_600 + (digits(text, 14, 2) - offset) * 60 + digits(text, 17, 2);
}

function startsWithDate(text: string): boolean {
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return false;
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The index after the seconds and their fraction; -1 where date and time are none. */
function fractionEnd(text: string): number {
  if (!startsWithDate(text) || text.charCodeAt(DATE_CHARS) !== LETTER_T) return -1;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return -1;
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return -1;
  if (text.charCodeAt(SECONDS_CHARS) !== POINT) return SECONDS_CHARS;
  let end = SECONDS_CHARS + 1;
  while (digits(text, end, 1) !== -1) end++;
  const count = end - SECONDS_CHARS - 1;
  return count >= 1 && count <= FRACTION_DIGITS_MAX ? end : -1;
}

/** Minutes of the offset that is the rest of `text` from `at` on; null where that is no offset. */
function offsetMinutes(text: string, at: number): number | null {
  const sign = text.charCodeAt(at);
  if (sign === LETTER_Z) return text.length === at + 1 ? 0 : null;
  if ((sign !== PLUS && sign !== DASH) || text.length !== at + OFFSET_CHARS || text.charCodeAt(at + 3) !== COLON) return null;
  const hours = digits(text, at + 1, 2);
  const minutes = digits(text, at + 4, 2);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null;
  return (sign === DASH ? -1 : 1) * (hours * 60 + minutes);
}

/** The number that `count` ASCII digits from `at` on are; -1 where they are not all digits, or the text ends before. */
function digits(text: string, at: number, count: number): number {
  if (at + count > text.length) return -1;
  let number = 0;
  for (let index = at; index < at + count; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** Days from 1970-01-01 to a day of the Gregorian calendar. Years are counted from March, so that a leap day is the last of its year. */
function daysSince1970(year: number, month: number, day: number): number {
  const fromMarch = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const leapDays = Math.floor(fromMarch / 4) - Math.floor(fromMarch / 100) + Math.floor(fromMarch / 400);
  return fromMarch * 365 + leapDays + dayOfYear - 719_468;
}
