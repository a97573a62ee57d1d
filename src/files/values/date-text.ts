/**
 * Reads dates and times as tills and spreadsheets write them. Some show by themselves which number is the day; for the others the order
 * must be known, which is decided elsewhere, from all values of the column. Two-digit years are 2000 to 2099. Knows no time zones.
 */
import { isCalendarDate } from '../../contract/date-time.js';
import type { Hint } from '../../contract/remedy.js';
import { monthNamed } from '../words/month-names.js';
import { remembered } from '../words/remembered.js';

/** The orders in which day, month and year are written as numbers. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** How to read dates that do not show it themselves. */
export interface DateFormat {
  /** Null: unknown. */
  order: DateOrder | null;
  /**
   * Given by the user: then it also holds for dates with dots, and for those without separators, which have an order of their own
   * otherwise.
   */
  isGiven: boolean;
  /** Plain numbers are Excel's day numbers. */
  excel: boolean;
}

export const undecidedFormat: DateFormat = { order: null, isGiven: false, excel: false };

/** What a text says as a date, perhaps with a time of day: a local one where there is no offset. */
export interface WrittenDate {
  /** yyyy-MM-dd, a day that exists. */
  day: string;
  /** HH:mm:ss with an optional fraction; null where the text has no time. */
  time: string | null;
  /** `Z` or ±hh:mm; null where the text has none. */
  offset: string | null;
  /** How it is written, as a pattern such as `dd.MM.yyyy HH:mm`. */
  form: string;
}

/** A date, or what is wrong with the text, worded to follow the name of its column. */
export type DateReading = WrittenDate | { fault: Hint };

const TEXT_CHARS_MAX = 60;
/** Seconds since 1970, from 2001 to 2038, perhaps with a fraction, or with the three digits of milliseconds behind them. */
const SINCE_1970 = /^([1-4]\d{9})(?:\.?(\d{3})|\.\d+)?$/;
/** Larger numbers are rather yyMMddHHmm, as banks write them: 2507211031. */
const SECONDS_MAX = 2 ** 31 - 1;
const NUMBERS = /^(\d{1,4})(\.\s?|[/-])(\d{1,2})(?:\.\s?|[/-])(\d{1,4})(?!\d)/;
const COMPACT = /^(\d{8})(\d{4}|\d{6})$/;
const COMPACT_DAY = /^\d{8}(?!\d)/;
const WEEKDAY = /^\p{L}{2,10}\.?,?\s+(?=\d|\p{L})/u;
/** No blank stands before the time: `18.07.201509:11:05`, as Fio banka writes it. */
const GLUED = /^(\d{1,2}([./-])\d{1,2}\2\d{4})(?=\d{2}:\d{2}(?::\d{2})?$)/;
const DAY_MONTH_NAME = /^(\d{1,2})(?:\.|st|nd|rd|th|er)?(\s|-)?\s?(\p{L}{3,9})\.?(?:\s|-|,\s)(\d{4}|\d{2})(?!\d)/u;
/** The American order; marketplaces write `Jul-10-26` (eBay's reports of orders). */
const MONTH_NAME_DAY = /^(\p{L}{3,9})(?:\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})|-(\d{1,2})-(\d{4}|\d{2}))(?!\d)/u;
/** AM or PM; Spanish has "p. m.", with a no-break space in what programs write (CLDR). */
export const halfOfDay = String.raw`[ap]\.?\s?m\.?`;
/** Go writes the name of the zone behind its offset, or the offset again: `+0000 UTC`. */
const NAME_BEHIND = String.raw`(?:(?<=\d)\s(?:[A-Z]{2,5}|[+-]\d{2,4}))?`;
const TIME = new RegExp(
  String.raw`^(\d{1,2})([:.h])(\d{2})(?:\2(\d{2})(?:[.,](\d{1,7})(?:\d{2}(?=\s[+-]\d{4}\s))?)?)?(?:\s?(${halfOfDay}))?(?:\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)${NAME_BEHIND})?(?:\s?Uhr)?$`,
  'i',
);
const COMPACT_TIME = /^(\d{2})(\d{2})(\d{2})?$/;
const noTime = { fault: 'has no time of day that can be read' };
const BETWEEN = /^(?:T|[.,]?\s+(?:um\s+|à\s+|at\s+|alle\s+|[-@]\s+)?|,)/i;

/** Midnight after a day: what databases and spreadsheets write where they know no time. */
const MIDNIGHT =
  /(?<=\d)(?:T|,?\s+)(?:0?0[:.]00(?:[:.]00(?:[.,]0+)?)?|12[:.]00(?:[:.]00)?\s?a\.?\s?m\.?)(?:\s?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?(?:\s?Uhr)?\s*$/i;
/** Day zero before a time: the day from which Access and Excel count, which they write where they know no day; or a spreadsheet's guard. */
const DAY_ZERO =
  /^\s*'(?=\d)|^\s*(?:1899[./-]12[./-]3[01]|19(?:00|04)[./-]0?1[./-]0?[01]|3[01][./-]12[./-]1899|12[./-]3[01][./-]1899|0?[01][./-]0?[01][./-]19(?:00|04))(?:T|,?\s+)(?=\d{1,2}[:.]\d)/i;

/** The text without a time of midnight (with or without an offset), which may mean no time at all; any other text as it is. */
export function dayAlone(text: string): string {
  return text.replace(MIDNIGHT, '');
}

/** The text without a day that is only a spreadsheet's day zero, and without its guard; any other text as it is. */
export function timeAlone(text: string): string {
  return text.replace(DAY_ZERO, '');
}

/** Reads `text`. Anything that is not clearly one day, with or without a time, is a fault. */
export function dateIn(text: string, format: DateFormat): DateReading {
  const trimmed = text.replace(/^[\s\u200e\u200f]+|^'(?=\d)|[\s\u200e\u200f]+$/g, '').replace(/\s{2,}/g, ' ');
  if (trimmed.length > TEXT_CHARS_MAX) return { fault: 'must be a date' };
  const excel = format.excel ? EXCEL.exec(trimmed) : null;
  if (excel) return excelDate(excel[1] ?? '', excel.slice(2).find((part) => part) ?? '');
  const counted = SINCE_1970.exec(trimmed);
  if (counted && Number(counted[1]) <= SECONDS_MAX) return instantOf(counted);
  const compact = COMPACT.exec(trimmed);
  if (compact) return whole(compactDay(compact[1] ?? '', format), compactTime(compact[2] ?? '') ?? noTime);
  const found = dayIn(trimmed, format) ?? dayIn(trimmed.replace(WEEKDAY, '').replace(GLUED, '$1 '), format);
  if (!found) return { fault: noDate(trimmed) };
  const { day, rest } = found;
  if ('fault' in day || rest === '') return whole(day, null);
  const between = BETWEEN.exec(rest)?.[0] ?? '';
  const time = between === '' ? null : timeIn(rest.slice(between.length));
  return time ? whole({ day: day.day, form: `${day.form}${between === 'T' ? 'T' : ' '}` }, time) : noTime;
}

function instantOf([text, seconds, thousandths]: RegExpExecArray): WrittenDate {
  const at = new Date(Number(seconds) * 1_000).toISOString();
  const time = `${at.slice(11, 19)}${thousandths === undefined ? '' : `.${thousandths}`}`;
  return { day: at.slice(0, 10), time, offset: 'Z', form: text.length === 13 ? 'milliseconds since 1970' : 'seconds since 1970' };
}

/** Whether a plain number is a moment of the years in which there are sales, since 1970 or as `20261120140359`: numbers of receipts may be as long. */
export function isMomentNumber(text: string): boolean {
  return /^1[4-9]\d{8}(?:\.\d+|\d{3})?$/.test(text) || (/^20\d{12}$/.test(text) && datesIn(text).length > 0);
}

/** The dates that a text may be, each under an order that fits, and the first where it needs none; plain numbers are none. */
export function datesIn(text: string): WrittenDate[] {
  if (SINCE_1970.test(text.trim())) return [];
  const readings = [null, ...dateOrders].map((order) => dateIn(text, { ...undecidedFormat, order }));
  return readings.filter((reading): reading is WrittenDate => !('fault' in reading));
}

interface Day {
  day: string;
  form: string;
}

function whole(day: Day | { fault: Hint }, time: Time | null | { fault: Hint }): DateReading {
  if ('fault' in day) return day;
  if (time === null) return { day: day.day, time: null, offset: null, form: day.form.trim() };
  if ('fault' in time) return time;
  return { day: day.day, time: time.time, offset: time.offset, form: `${day.form}${time.form}` };
}

/** The day that a text begins with, and what follows it; null where it begins with none. */
function dayIn(text: string, format: DateFormat): { day: Day | { fault: Hint }; rest: string } | null {
  const found = (day: Day | { fault: Hint }, length: number) => ({ day, rest: text.slice(length) });
  if (COMPACT_DAY.test(text)) return found(compactDay(text.slice(0, 8), format), 8);
  const numbers = NUMBERS.exec(text);
  if (numbers) return found(numbered(`${numbers[0]}|${format.order}|${format.isGiven}`), numbers[0].length);
  const named = DAY_MONTH_NAME.exec(text);
  const month = named && monthNamed(named[3] ?? '');
  if (named && month) {
    const sign = named[2] === '-' ? '-' : ' ';
    return found(dayOf(yearOf(named[4] ?? ''), month, Number(named[1]), `d${sign}MMM${sign}yyyy`), named[0].length);
  }
  const american = MONTH_NAME_DAY.exec(text);
  const first = american && monthNamed(american[1] ?? '');
  if (!american || !first) return null;
  const [, , day, year = '', dayOfHyphens, yearOfHyphens = ''] = american;
  const form = dayOfHyphens === undefined ? 'MMM d, yyyy' : 'MMM-d-yyyy';
  return found(dayOf(yearOf(year || yearOfHyphens), first, Number(day ?? dayOfHyphens), form), american[0].length);
}

/** The day of numbers, by them and the format that they are read under: rows of one day mostly come together. */
const numbered = remembered((key) => {
  const [text = '', order, isGiven] = key.split('|');
  const numbers = NUMBERS.exec(text);
  const known = dateOrders.find((one) => one === order) ?? null;
  return numbers ? ofNumbers(numbers, { order: known, isGiven: isGiven === 'true', excel: false }) : { fault: 'must be a date' };
});

function ofNumbers([text, a = '', sign = '', b = '', c = '']: RegExpExecArray, { order, isGiven }: DateFormat): Day | { fault: Hint } {
  const own = sign.charAt(0);
  if (text.split(own).length !== 3) return { fault: 'must be a date' };
  const join = (...parts: string[]) => parts.join(own);
  if (a.length === 4) return c.length <= 2 ? dayOf(Number(a), Number(b), Number(c), join('yyyy', 'MM', 'dd')) : { fault: 'must be a date' };
  const isShort = c.length === 2;
  if (a.length > 2 || (c.length !== 4 && !isShort)) return { fault: 'must be a date with a year of four or two digits' };
  const year = isShort ? 'yy' : 'yyyy';
  const known = own === '.' && !isGiven ? 'dmy' : order;
  if (known === 'dmy') return dayOf(yearOf(c), Number(b), Number(a), join('dd', 'MM', year));
  if (known === 'mdy') return dayOf(yearOf(c), Number(a), Number(b), join('MM', 'dd', year));
  if (known === 'ymd' && isShort && a.length === 2) return dayOf(yearOf(a), Number(b), Number(c), join('yy', 'MM', 'dd'));
  return { fault: known === null ? 'does not show which number is the day' : 'is not in the order of the other dates of the column' };
}

/**
 * Eight digits: the year comes first, unless another order is given. Only years from 2000 to 2099, so that no other number is taken for a
 * date.
 */
function compactDay(digits: string, { order, isGiven }: DateFormat): Day | { fault: Hint } {
  const known = isGiven ? order : 'ymd';
  const form = known === 'dmy' ? 'ddMMyyyy' : known === 'mdy' ? 'MMddyyyy' : 'yyyyMMdd';
  const part = (letters: string) => Number(digits.slice(form.indexOf(letters), form.indexOf(letters) + letters.length));
  const day = dayOf(part('yyyy'), part('MM'), part('dd'), form);
  return 'fault' in day || /^20/.test(day.day) ? day : { fault: 'must be a date' };
}

/** No sale with a two-digit year is of another century. */
function yearOf(digits: string): number {
  return digits.length === 2 ? 2_000 + Number(digits) : Number(digits);
}

/** Years outside are those of other calendars, such as 2569 in Thailand, or what databases write where they know no day. */
const YEARS = { min: 1_900, max: 2_199 };

function dayOf(year: number, month: number, day: number, form: string): Day | { fault: Hint } {
  if (year < YEARS.min || year > YEARS.max)
    return { fault: `must have a year from ${YEARS.min} to ${YEARS.max} of the Gregorian calendar` };
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return isCalendarDate(text) ? { day: text, form } : { fault: 'must be a day that exists' };
}

interface Time {
  time: string;
  offset: string | null;
  form: string;
}

/** A time of day with an optional offset; null where the text is not one. */
function timeIn(text: string): Time | null {
  if (COMPACT_TIME.test(text)) return compactTime(text);
  const parts = TIME.exec(text);
  if (!parts) return null;
  const [, hours = '', sign = ':', minutes = '', seconds, fraction, half, offset] = parts;
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half);
  const time = timeOf(hour, Number(minutes), Number(seconds ?? 0), fraction);
  const shown = `${half === undefined ? 'HH' : 'h'}${sign === 'h' ? "'h'" : sign}mm${seconds === undefined ? '' : `${sign}ss`}`;
  return time === null
    ? null
    : { time, offset: offsetText(offset), form: `${shown}${half === undefined ? '' : ' a'}${offset === undefined ? '' : ' XXX'}` };
}

function compactTime(digits: string): Time | null {
  const [, hour, minute, second] = COMPACT_TIME.exec(digits) ?? [];
  const time = timeOf(Number(hour), Number(minute), Number(second ?? 0), undefined);
  return time === null ? null : { time, offset: null, form: second === undefined ? 'HHmm' : 'HHmmss' };
}

/** The hour of the day for an hour on a twelve-hour clock; NaN where that clock has no such hour. */
function hourOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

function timeOf(hour: number, minute: number, second: number, fraction: string | undefined): string | null {
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return null;
  return `${two(hour)}:${two(minute)}:${two(second)}${fraction === undefined ? '' : `.${fraction}`}`;
}

function offsetText(offset: string | undefined): string | null {
  if (offset === undefined) return null;
  if (/^[A-Z]/i.test(offset)) return 'Z';
  return `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function noDate(text: string): Hint {
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) return ['is a plain number', '; if it is a day of Excel, say ', ['--date-format', 'excel']];
  return /(?![0-9])\p{Nd}/u.test(text) ? 'must be written with the digits 0 to 9' : 'must be a date';
}

/** A number of days, and the part of a day that is its time: behind a sign, or in a cell of its own. */
const EXCEL = /^(\d+)(?:[.,](\d+)|\s0?[.,](\d+)|\s(0))?$/;
/** 2000-01-01 and 2099-12-31, both included. */
const EXCEL_DAYS = { min: 36_526, max: 73_050 };
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);
const DAY_SECONDS = 86_400;
/** With this many decimals, a day number tells seconds apart. */
const SECOND_DIGITS = 5;

/** Excel's number of a day, with the time of day as its fraction. A fraction too short to tell the time is a fault. */
function excelDate(whole: string, fraction: string): DateReading {
  const days = Number(whole);
  if (days < EXCEL_DAYS.min || days > EXCEL_DAYS.max) return { fault: 'must be a day of Excel, a number from 36526 (2000-01-01) on' };
  const seconds = Number(`0.${fraction || '0'}`) * DAY_SECONDS;
  const isExact = Math.abs(seconds / 60 - Math.round(seconds / 60)) < 1e-6;
  if (fraction.length < SECOND_DIGITS && !isExact) return { fault: 'is rounded so that its time of day is lost' };
  const at = new Date(EXCEL_EPOCH_MS + (days * DAY_SECONDS + Math.round(seconds)) * 1_000).toISOString();
  return { day: at.slice(0, 10), time: fraction === '' ? null : at.slice(11, 19), offset: null, form: "Excel's days" };
}

/** Whether a text is the number of a day, of which a spreadsheet shows no date. */
export function isDayOfExcel(text: string): boolean {
  return /^\d{5}$/.test(text) && Number(text) >= EXCEL_DAYS.min && Number(text) <= EXCEL_DAYS.max;
}

/**
 * What the text of `--date-format` means: `excel`, `iso`, an order (`dmy`), or a pattern such as dd/MM/yyyy HH:mm; null where it is none of
 * these.
 */
export function dateFormatOf(text: string): DateFormat | null {
  const plain = text.trim();
  if (/^excel$/i.test(plain)) return { order: null, isGiven: false, excel: true };
  if (/^iso$/i.test(plain)) return { order: 'ymd', isGiven: true, excel: false };
  if (!/^[dDmMyYhHsSaXxZtT'./\-,:\s]+$/.test(plain)) return null;
  const date = plain.replace(/'[^']*'/g, ' ').replace(/[hH].*$/s, '');
  const month = date.includes('M') ? 'M' : 'm';
  const places = [date.search(/[dD]/), date.indexOf(month), date.search(/[yY]/)];
  if (places.some((place) => place === -1)) return null;
  const order = (['d', 'm', 'y'] as const).toSorted((a, b) => (places['dmy'.indexOf(a)] ?? 0) - (places['dmy'.indexOf(b)] ?? 0)).join('');
  return (dateOrders as readonly string[]).includes(order) ? { order: order as DateOrder, isGiven: true, excel: false } : null;
}
