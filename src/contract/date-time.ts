/**
 * The two date formats of the interface: a calendar date and an instant with a mandatory offset.
 * Dates travel and are stored as the text that was given; this file only says whether a text is one, and which instant it names.
 */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,7}))?(Z|[+-]\d{2}:\d{2})$/;
/** Matches what {@link instantOf} accepts, but for impossible days and hours; for documents. */
export const dateTimePattern = DATE_TIME.source;

/** 100 nanoseconds: the finest fraction (7 digits) that the interface takes. */
const TICKS_PER_MS = 10_000n;

/** Whether `text` is a day of the Gregorian calendar as yyyy-MM-dd, years 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (!parts) return false;
  const year = Number(parts[1]);
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  return day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * The instant that `text` (yyyy-MM-ddTHH:mm:ss, optional fraction of 1–7 digits, `Z` or ±hh:mm) names,
 * in ticks of 100 ns since 1970-01-01T00:00:00Z; null when the text names none.
 */
export function instantOf(text: string): bigint | null {
  const parts = DATE_TIME.exec(text);
  if (!parts) return null;
  const [, date = '', hour = '', minute = '', second = '', fraction = '', offset = ''] = parts;
  if (!isCalendarDate(date)) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const offsetMinutes = offsetMinutesOf(offset);
  if (offsetMinutes === null) return null;
  const utcMs = Date.parse(`${date}T${hour}:${minute}:${second}Z`) - offsetMinutes * 60_000;
  return BigInt(utcMs) * TICKS_PER_MS + BigInt(fraction.padEnd(7, '0'));
}

function offsetMinutesOf(offset: string): number | null {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(4, 6));
  if (hours > 23 || minutes > 59) return null;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
