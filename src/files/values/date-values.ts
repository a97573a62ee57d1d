/**
 * Turns the values of one date column into what the API takes: a day, or an instant with its offset. A local time gets the offset that its
 * zone had then. Where the clock skipped that time, or showed it twice, that is a fault, because nothing says which instant is meant.
 */
import { isCalendarDate } from '../../contract/date-time.js';
import type { RowField } from '../input/record-kind.js';
import { invalidCodes, type RowFaultCode } from '../input/row-faults.js';
import { remembered } from '../words/remembered.js';
import { CellFault } from './cell-values.js';
import { type DateFormat, type DateOrder, type DateReading, dateIn, type WrittenDate } from './date-text.js';
import { type RowZone, rowZoneNear, zonedParts } from './row-zone.js';
import { type TimeZone, timeZoneNamed } from './time-zone.js';

export const dateFields = ['businessDate', 'transactionDate', 'eftTransactionDate', 'settlementDate', 'payoutDate', 'respondBy'] as const;
export type DateField = (typeof dateFields)[number];

/** Whether the field is a day; the others are moments. */
export function isDay(field: RowField): boolean {
  return field === 'businessDate' || isDayOfPayout(field);
}

/** Whether it is a day at which an acquirer booked or paid, or wants an answer: the time that some write with it says nothing about a sale. */
function isDayOfPayout(field: RowField): boolean {
  return field === 'settlementDate' || field === 'payoutDate' || field === 'respondBy';
}

/** How the dates of a column are read, as data. */
export interface DateDecision {
  kind: 'date';
  field: DateField;
  format: DateFormat;
  /** The orders still possible, where none was decided. */
  orders: readonly DateOrder[];
  /** The name of the zone of times that state none; null where it is unknown. */
  zone: string | null;
  /** A time may be followed by the zone of its row. */
  hasRowZones: boolean;
  /** A twelve-hour time is followed by AM or PM, from a column of its own. */
  hasHalf: boolean;
  /** The time of day of dates that have none, as HH:mm:ss; null where they are faults. Of a businessDate: it is of the same column. */
  time: string | null;
}

/** A day where a moment is needed; of a settlement record it is enough. */
export class DayAlone extends CellFault {
  constructor(
    code: RowFaultCode,
    readonly day: string,
  ) {
    super(code, 'has no time of day');
  }
}

/** A reader for the text of one non-blank cell. */
export function dateReader(decision: DateDecision): (text: string) => string | CellFault {
  const code = invalidCodes[decision.field];
  const written = (text: string): WrittenDate | CellFault => {
    const reading = readUnder(text, decision);
    return 'fault' in reading ? new CellFault(code, reading.fault) : reading;
  };
  if (isDay(decision.field)) {
    return (text) => {
      // A plain yyyy-MM-dd is taken whatever its year, so that what was exported can be read back.
      if (isCalendarDate(text)) return text;
      const date = written(text);
      if (date instanceof CellFault) return date;
      const isAlone = decision.time !== null || date.time === null || /^00:00:00(?:\.0+)?$/.test(date.time);
      return isAlone || isDayOfPayout(decision.field) ? date.day : new CellFault(code, 'must be a day without a time');
    };
  }
  const zone = decision.zone === null ? null : timeZoneNamed(decision.zone);
  const offsetOfDay = daysOffset(zone);
  return (text) => {
    const zoned = decision.hasRowZones ? zonedParts(text) : null;
    if (zoned === null && isPlain(text)) return text;
    const own = zoned && rowZoneNear(zoned.zone, zone);
    if (zoned && !own) return new CellFault('TIME_ZONE_UNKNOWN', 'has an unknown time zone');
    const date = written(zoned ? zoned.time : text);
    if (date instanceof CellFault) return date;
    const time = date.time ?? decision.time;
    if (time === null) return new DayAlone(code, date.day);
    if (decision.hasHalf && date.time !== null && isOfTwelve(date)) return new CellFault(code, 'says neither AM nor PM, as other rows do');
    if (own && isOfOtherSeason(own, zone, date.day, time))
      return new CellFault('TIME_ZONE_UNKNOWN', `is in ${zoned?.zone}, which was not the time there on that day`);
    const known = date.offset ?? (own ? own.offset : offsetOfDay(date.day));
    const offset = known || offsetOf(date.day, time, own ? own.of : zone, code);
    return offset instanceof CellFault ? offset : `${date.day}T${time}${offset}`;
  };
}

/** Whether a time without AM and PM could be either. */
function isOfTwelve({ time, form }: WrittenDate): boolean {
  const hour = Number(time?.slice(0, 2));
  return hour >= 1 && hour <= 12 && !form.includes(' a');
}

/** The reading under the decided order, or the one that all possible orders agree on; else a fault. */
export function readUnder(text: string, { format, orders }: Pick<DateDecision, 'format' | 'orders'>): DateReading {
  const own = dateIn(text, format);
  if (!('fault' in own) || format.order !== null) return own;
  const readings = orders.map((order) => dateIn(text, { ...format, order }));
  const [first] = readings;
  const agree = first && !('fault' in first) && readings.every((one) => !('fault' in one) && one.day === first.day);
  return agree ? first : own;
}

const PLUS = 0x2b;
const DASH = 0x2d;
const COLON = 0x3a;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;

/** Whether the text is written as the API wants it, as far as a glance tells; the contract checks it later. */
function isPlain(text: string): boolean {
  const { length } = text;
  if (length < 20 || text.charCodeAt(10) !== LETTER_T || text.charCodeAt(4) !== DASH || text.charCodeAt(13) !== COLON) return false;
  if (text.charCodeAt(length - 1) === LETTER_Z) return true;
  const sign = text.charCodeAt(length - 6);
  return text.charCodeAt(length - 3) === COLON && (sign === PLUS || sign === DASH);
}

/**
 * Whether an abbreviation contradicts the date: CET in July. Not where the zone of the file has its offset then: MST is the time of Phoenix in
 * July, too.
 */
function isOfOtherSeason(own: RowZone, zone: TimeZone | null, day: string, time: string): boolean {
  if (own.offset === null || !own.of) return false;
  const offsets = [zone, own.of].flatMap((one) => one?.offsetsAt(secondsOf(day, time)) ?? []);
  return !offsets.map(offsetText).includes(own.offset);
}

/** The offset of all times of a day; empty where the clock changes on it, and where nothing is known. */
function daysOffset(zone: TimeZone | null): (day: string) => string {
  return remembered((day) => {
    const [first, last] = ['00:00:00', '23:59:59'].map((time) => zone?.offsetsAt(secondsOf(day, time)) ?? []);
    const [only, second] = new Set([...(first ?? []), ...(last ?? [])]);
    const isSame = first?.length === 1 && last?.length === 1 && second === undefined;
    return only !== undefined && isSame ? (offsetText(only) ?? '') : '';
  });
}

/** What the clock shows, in seconds from 1970. */
function secondsOf(day: string, time: string): number {
  return Date.parse(`${day}T${time.slice(0, 8)}Z`) / 1_000;
}

function offsetOf(day: string, time: string, zone: TimeZone | null, code: RowFaultCode): string | CellFault {
  if (!zone) return new CellFault(code, 'has no offset from UTC, and no time zone is known');
  const offsets = zone.offsetsAt(secondsOf(day, time));
  const [first, second] = offsets.map(offsetText);
  if (first === undefined) return new CellFault('LOCAL_TIME_SKIPPED', `does not exist in ${zone.name}: the clock was set forward past it`);
  if (second !== undefined)
    return new CellFault(
      'LOCAL_TIME_TWICE',
      `occurred twice in ${zone.name}, when the clock was set back: ${first} the first time, ${second} the second`,
    );
  return first ?? new CellFault(code, `is of a time when the offset of ${zone.name} had seconds`);
}

/** `+01:00`; null for an offset that is not a whole number of minutes, as before there were time zones. */
function offsetText(seconds: number): string | null {
  if (seconds % 60 !== 0) return null;
  const minutes = Math.abs(seconds) / 60;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
