/**
 * Reads the single values of a plain body where they stand: texts, amounts, days and times. What they do not know they give back to the
 * contract, or leave undefined, for the long way.
 */
import { isUnmaskedCard } from '../../contract/card-number.js';
import { isCalendarDate, isDateTime } from '../../contract/date-time.js';
import { textCharsMax } from '../../contract/limits.js';

/** A place in a body, which is ASCII; what reads there moves it on. */
export interface Cursor {
  readonly bytes: Buffer;
  /** The same bytes, for reading four at a time. */
  readonly view: DataView;
  at: number;
  /** A piece of the body as text, from index `windowAt` on. */
  window: string;
  windowAt: number;
}

/**
 * The engine keeps a text as long as a part of it is used. A whole body would outlive the time in which garbage costs nothing; pieces of a
 * few rows do not.
 */
const WINDOW_BYTES = 8_192;

/** The text between two places. */
export function textAt(cursor: Cursor, start: number, end: number): string {
  if (start < cursor.windowAt || end > cursor.windowAt + cursor.window.length) {
    cursor.windowAt = start;
    cursor.window = cursor.bytes.toString('latin1', start, Math.max(end, start + WINDOW_BYTES));
  }
  return cursor.window.slice(start - cursor.windowAt, end - cursor.windowAt);
}

const QUOTE = 0x22;
const PLUS = 0x2b;
const DASH = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const UPPER_E = 0x45;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const BACKSLASH = 0x5c;
const LOWER_E = 0x65;
const BLANK = 0x20;

/** A text of at most so many characters; undefined where none stands here, or one that has to be looked at more closely. */
export function scanText(cursor: Cursor, charsMax = textCharsMax): string | undefined {
  const { at } = cursor;
  const end = textEnd(cursor, at);
  if (end >= 0) {
    cursor.at = end + 1;
    return end - at - 1 <= charsMax ? textAt(cursor, at + 1, end) : undefined;
  }
  return end === ESCAPED ? scanEscaped(cursor, charsMax) : undefined;
}

const NONE = -1;
const ESCAPED = -2;

/** Where the closing quote of the text stands that begins at `at`; negative where it holds an escape, or is none. */
function textEnd({ bytes, view }: Cursor, at: number): number {
  if (bytes[at] !== QUOTE) return NONE;
  const { length } = bytes;
  let index = at + 1;
  while (index + WORD <= length && isPlainWord(view.getInt32(index))) index += WORD;
  for (; index < length; index++) {
    const byte = bytes[index] as number;
    if (byte === QUOTE) return index;
    if (byte === BACKSLASH) return ESCAPED;
    if (byte < BLANK) return NONE;
  }
  return NONE;
}

export const WORD = 4;
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080;

/**
 * Whether none of four ASCII bytes is a quote, a backslash or below a blank: subtracting borrows into the high bit of the first byte that is.
 */
function isPlainWord(word: number): boolean {
  const toQuote = word ^ (QUOTE * ONES);
  const toBackslash = word ^ (BACKSLASH * ONES);
  return (((toQuote - ONES) | (toBackslash - ONES) | (word - BLANK * ONES)) & HIGH_BITS) === 0;
}

function scanEscaped(cursor: Cursor, charsMax: number): string | undefined {
  const { bytes, at } = cursor;
  let end = at + 1;
  while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1;
  const value = parsed(textAt(cursor, at, end + 1));
  if (value === undefined || value.length > charsMax || !value.isWellFormed()) return undefined;
  cursor.at = end + 1;
  return value;
}

function parsed(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    return undefined;
  }
}

/** A double keeps every decimal of as many digits, and so is the quotient of two whole numbers that are exact themselves. */
const DIGITS_MAX = 15;
const POWERS = Array.from({ length: DIGITS_MAX + 1 }, (_, digits) => 10 ** digits);

/** A number without exponent and of few digits; undefined for any other. */
export function scanAmount(cursor: Cursor): number | undefined {
  const { bytes } = cursor;
  const first = bytes[cursor.at] === DASH ? cursor.at + 1 : cursor.at;
  let at = first;
  let whole = 0;
  let point = -1;
  for (; ; at++) {
    const byte = bytes[at] as number;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) whole = whole * 10 + digit;
    else if (byte === POINT && point < 0) point = at;
    else break;
  }
  const decimals = point < 0 ? 0 : at - point - 1;
  const digits = at - first - (point < 0 ? 0 : 1);
  if (digits > DIGITS_MAX || digits === decimals || (point >= 0 && decimals === 0)) return undefined;
  if (bytes[first] === ZERO && digits - decimals > 1) return undefined;
  if (bytes[at] === LOWER_E || bytes[at] === UPPER_E) return undefined;
  const amount = decimals === 0 ? whole : whole / (POWERS[decimals] as number);
  const value = first === cursor.at ? amount : -amount;
  cursor.at = at;
  return value;
}

/** `yyyy-MM-dd`. */
const DATE_CHARS = 10;
/** `yyyy-MM-ddTHH:mm:ss`. */
const SECONDS_CHARS = 19;
const WITH_Z_CHARS = 20;
const WITH_OFFSET_CHARS = 25;

export function scanBusinessDate(cursor: Cursor): string | undefined {
  const { bytes, at } = cursor;
  if (bytes[at + DATE_CHARS + 1] !== QUOTE || !isDay(cursor, at + 1)) return undefined;
  const day = scanText(cursor);
  return day?.length === DATE_CHARS ? day : undefined;
}

export function scanDateTime(cursor: Cursor): string | undefined {
  const { at } = cursor;
  const text = scanText(cursor);
  if (text === undefined) return undefined;
  const isPlain = cursor.at - at - 2 === text.length && isDay(cursor, at + 1) && isTime(cursor.bytes, at + 1, text.length);
  return isPlain || isDateTime(text) ? text : undefined;
}

/** The last day that was one, since most rows have the day of the row before. */
let knownDay = -1;

/** Whether a day of the calendar stands there. */
function isDay(cursor: Cursor, at: number): boolean {
  const { bytes } = cursor;
  if (bytes[at + 4] !== DASH || bytes[at + 7] !== DASH) return false;
  const day =
    twoDigits(bytes, at) * 1_000_000 + twoDigits(bytes, at + 2) * 10_000 + twoDigits(bytes, at + 5) * 100 + twoDigits(bytes, at + 8);
  if (day === knownDay) return true;
  if (!isCalendarDate(textAt(cursor, at, at + DATE_CHARS))) return false;
  knownDay = day;
  return true;
}

/** Whether the rest of a text of so many characters, whose day is right, is a time to the second with its offset. */
function isTime(bytes: Uint8Array, at: number, length: number): boolean {
  if (bytes[at + DATE_CHARS] !== LETTER_T || bytes[at + 13] !== COLON || bytes[at + 16] !== COLON) return false;
  if (!(twoDigits(bytes, at + 11) <= 23 && twoDigits(bytes, at + 14) <= 59 && twoDigits(bytes, at + 17) <= 59)) return false;
  const sign = bytes[at + SECONDS_CHARS];
  if (length === WITH_Z_CHARS) return sign === LETTER_Z;
  if (length !== WITH_OFFSET_CHARS || (sign !== PLUS && sign !== DASH) || bytes[at + 22] !== COLON) return false;
  return twoDigits(bytes, at + 20) <= 23 && twoDigits(bytes, at + 23) <= 59;
}

/** Not a number where they are no digits: it is then neither below nor equal to any. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - ZERO;
  const ones = (bytes[at + 1] as number) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Whether the text holds no full card number. */
export function isMaskedCard(text: string): boolean {
  return !isUnmaskedCard(text);
}
