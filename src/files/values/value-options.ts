/** What the flags say about how values are read. */
import { SalesError } from '../../contract/problem.js';
import type { ValueFlags } from '../input/mapping-rules.js';
import type { DecimalSign } from './amount-text.js';
import { type DateFormat, dateFormatOf } from './date-text.js';
import { nearestZone, type TimeZone, timeZoneNamed } from './time-zone.js';

/** What the flags mean. */
export interface ValueOptions {
  /** Null: the column decides. */
  decimal: DecimalSign | null;
  /** Null: the column decides. */
  dateFormat: DateFormat | null;
  /** The zone of times that state none; null where none was given. */
  zone: TimeZone | null;
  /** The time of day of dates that have none, as HH:mm:ss; null where none was given. */
  time: string | null;
}

/** What the flags mean. Fails with `usage` where the date format, the zone or the time is invalid. */
export function valueOptionsOf({ decimal, dateFormat, timezone, time }: ValueFlags): ValueOptions {
  const format = dateFormat === undefined || dateFormat === 'auto' ? null : dateFormatOf(dateFormat);
  if (format === null && dateFormat !== undefined && dateFormat !== 'auto')
    throw new SalesError('usage', `The date format ${JSON.stringify(dateFormat)} cannot be understood.`, {
      hint: 'Write it with d, M and y, for example dd/MM/yyyy or MM/dd/yyyy HH:mm; or excel for the days of Excel',
    });
  return {
    decimal: decimal === 'auto' ? null : (decimal ?? null),
    dateFormat: format,
    zone: timezone === undefined ? null : zoneNamed(timezone),
    time: time === undefined ? null : timeOfDay(time),
  };
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

function timeOfDay(text: string): string {
  const [whole, , seconds] = TIME_OF_DAY.exec(text) ?? [];
  if (whole === undefined)
    throw new SalesError('usage', `The time of day ${JSON.stringify(text)} cannot be understood.`, {
      hint: 'Write it as HH:mm, for example 12:00',
    });
  return seconds === undefined ? `${whole}:00` : whole;
}

/** The zone of that IANA name. Fails with `usage` where there is none. */
export function zoneNamed(name: string): TimeZone {
  const zone = timeZoneNamed(name);
  if (zone) return zone;
  const nearest = nearestZone(name);
  throw new SalesError('usage', `There is no time zone ${JSON.stringify(name)}.`, {
    hint: nearest ? `Do you mean ${nearest}?` : 'Give its IANA name, for example Europe/Zurich',
  });
}
