/**
 * The member of a date-time. One that is written as the API wants it stays; a local time gets the day and the offset that the long way gives
 * to the first and the last minute of its hour, if it gives both the same.
 */
import { isCalendarDate } from '../../contract/date-time.js';
import { fieldReadings, type TransactionField } from '../../contract/transaction.js';
import type { FieldSource, Layout } from '../columns/layout.js';
import { valueIn } from '../rows/mapping.js';
import { CellMemo } from './cell-memo.js';
import { copyAll } from './json-text.js';
import type { MemberWriter } from './member.js';

const BLANK = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const DASH = 0x2d;
const ZERO = 0x30;
const COLON = 0x3a;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const DATE_CHARS = 10;
const WITH_Z_CHARS = 20;
const WITH_OFFSET_CHARS = 25;
/** `yyyy-MM-ddTHH`. */
const HOUR_CHARS = 13;
const SECONDS_CHARS = 19;

/** An hour as a file writes it, up to its minutes. */
interface Hour {
  /** Up to the hour, as the API wants it; null where times of this hour are not plain. */
  begin: Buffer | null;
  offset: Buffer;
  /** yyyyMMddHH. */
  clock: number;
}

const noHour: Hour = { begin: null, offset: Buffer.alloc(0), clock: 0 };

/** Null where times may be followed by a zone, or by AM and PM. */
export function dateTimeMember(layout: Layout, source: FieldSource, begin: Uint8Array): MemberWriter | null {
  const { index, field, reading } = source;
  if (reading !== null && (reading.kind !== 'date' || reading.hasRowZones || reading.hasHalf)) return null;
  const isOwn = field === 'transactionDate';
  const withSeconds = hourMemo(layout, source, [':00:00', ':59:59'], ['00:00', '59:59']);
  const withMinutes = hourMemo(layout, source, [':00', ':59'], ['00:00', '59:00']);
  const isDay = dayTest();
  return (row, out, at) => {
    const { bytes } = row;
    const [start, end] = [row.starts[index] as number, row.ends[index] as number];
    if (start === end) return at;
    let next = copyAll(out, at, begin);
    out[next++] = QUOTE;
    const value = next;
    let clock = isInterface(bytes, start, end) && isDay(bytes, start) ? clockOf(bytes, start) : 0;
    if (clock > 0) for (let place = start; place < end; place++) out[next++] = bytes[place] as number;
    else if (reading === null) return -1;
    else {
      const hasSeconds = bytes[end - 3] === COLON && bytes[end - 6] === COLON;
      const hourEnd = hasSeconds ? end - 6 : end - 3;
      const minutes = twoDigits(bytes, hourEnd + 1);
      const seconds = hasSeconds ? twoDigits(bytes, end - 2) : 0;
      if (hourEnd - start < 4 || bytes[hourEnd] !== COLON || !(minutes <= 59 && seconds <= 59)) return -1;
      const hour = (hasSeconds ? withSeconds : withMinutes).of(bytes, start, hourEnd);
      if (hour.begin === null) return -1;
      next = copyAll(out, next, hour.begin);
      next = twoAfterColon(out, twoAfterColon(out, next, minutes), seconds);
      next = copyAll(out, next, hour.offset);
      clock = hour.clock * 10_000 + minutes * 100 + seconds;
    }
    if (isOwn) {
      row.clock = clock;
      row.dateStart = value;
      row.dateEnd = next;
    }
    out[next] = QUOTE;
    return next + 1;
  };
}

/** Asks the long way for the first and the last time of an hour; `shown` is what they are then. */
function hourMemo(layout: Layout, source: FieldSource, [first, last]: [string, string], [begins, ends]: [string, string]): CellMemo<Hour> {
  const read = (text: string) => fieldReadings[source.field as TransactionField](valueIn(layout, source, text));
  return new CellMemo<Hour>((bytes) => {
    const cell = bytes.toString('utf8');
    const sign = bytes[bytes.length - 3];
    if ((sign !== BLANK && sign !== LETTER_T) || !/\d\d$/.test(cell)) return noHour;
    const [one, other] = [read(cell + first), read(cell + last)];
    if (typeof one !== 'string' || typeof other !== 'string') return noHour;
    const begin = one.slice(0, HOUR_CHARS);
    const offset = one.slice(SECONDS_CHARS);
    const isWhole = one === `${begin}:${begins}${offset}` && other === `${begin}:${ends}${offset}` && begin.endsWith(cell.slice(-2));
    if (!isWhole) return noHour;
    return { begin: Buffer.from(begin), offset: Buffer.from(offset), clock: Number(begin.replace(/\D/g, '')) };
  });
}

/** Whether it is a date-time to the second with its offset, but for the day. */
function isInterface(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length !== WITH_OFFSET_CHARS && length !== WITH_Z_CHARS) return false;
  if (bytes[start + DATE_CHARS] !== LETTER_T || bytes[start + 13] !== COLON || bytes[start + 16] !== COLON) return false;
  if (!(twoDigits(bytes, start + 11) <= 23 && twoDigits(bytes, start + 14) <= 59 && twoDigits(bytes, start + 17) <= 59)) return false;
  const sign = bytes[start + SECONDS_CHARS];
  if (length === WITH_Z_CHARS) return sign === LETTER_Z;
  if ((sign !== PLUS && sign !== DASH) || bytes[start + 22] !== COLON) return false;
  return twoDigits(bytes, start + 20) <= 23 && twoDigits(bytes, start + 23) <= 59;
}

/** Whether a day of the calendar stands there; remembers the last one. */
function dayTest(): (bytes: Buffer, start: number) => boolean {
  let known = -1;
  return (bytes, start) => {
    if (bytes[start + 4] !== DASH || bytes[start + 7] !== DASH) return false;
    const day = dayNumber(bytes, start);
    if (day === known) return true;
    if (!isCalendarDate(bytes.toString('latin1', start, start + DATE_CHARS))) return false;
    known = day;
    return true;
  };
}

function dayNumber(bytes: Uint8Array, start: number): number {
  const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2);
  return year * 10_000 + twoDigits(bytes, start + 5) * 100 + twoDigits(bytes, start + 8);
}

/** yyyyMMddHHmmss, of a date-time that was found to be one. */
function clockOf(bytes: Uint8Array, start: number): number {
  const time = twoDigits(bytes, start + 11) * 10_000 + twoDigits(bytes, start + 14) * 100 + twoDigits(bytes, start + 17);
  return dayNumber(bytes, start) * 1_000_000 + time;
}

/** Not a number where they are no digits. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - ZERO;
  const ones = (bytes[at + 1] as number) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function twoAfterColon(out: Uint8Array, at: number, number: number): number {
  const tens = Math.floor(number / 10);
  out[at] = COLON;
  out[at + 1] = ZERO + tens;
  out[at + 2] = ZERO + number - tens * 10;
  return at + 3;
}
