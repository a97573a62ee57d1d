/** What was said of how values are read, by flags, and what it means. */
import { SalesError } from '../../contract/problem.js';
import type { DecimalSign } from './amount-text.js';
import { type DateFormat, dateFormatOf } from './date-text.js';
import { nearestZone, type TimeZone, timeZoneNamed } from './time-zone.js';

/** As it was said, plain data. */
export interface ValueFlags {
  /** Of amounts in a table; by the column's values when absent. */
  decimal?: 'auto' | DecimalSign;
  /** Of dates in a table, as `dd/MM/yyyy`, or `excel`; by the column's values when absent. */
  dateFormat?: string;
  /** IANA name of the zone of local times in a table. */
  timezone?: string;
}

export interface ValueOptions {
  /** Null: the column decides. */
  decimal: DecimalSign | null;
  dateFormat: DateFormat | null;
  zone: TimeZone | null;
}

/** Fails with `usage` where a format or a zone is none. */
export function valueOptionsOf({ decimal, dateFormat, timezone }: ValueFlags): ValueOptions {
  const format = dateFormat === undefined || dateFormat === 'auto' ? null : dateFormatOf(dateFormat);
  if (format === null && dateFormat !== undefined && dateFormat !== 'auto')
    throw new SalesError('usage', `The date format ${JSON.stringify(dateFormat)} cannot be understood.`, {
      hint: 'Write it with d, M and y, for example dd/MM/yyyy or MM/dd/yyyy HH:mm; or excel for the days of Excel',
    });
  return {
    decimal: decimal === 'auto' ? null : (decimal ?? null),
    dateFormat: format,
    zone: timezone === undefined ? null : zoneNamed(timezone),
  };
}

/** Fails with `usage` where there is none of that name. */
export function zoneNamed(name: string): TimeZone {
  const zone = timeZoneNamed(name);
  if (zone) return zone;
  const nearest = nearestZone(name);
  throw new SalesError('usage', `There is no time zone ${JSON.stringify(name)}.`, {
    hint: nearest ? `Do you mean ${nearest}?` : 'Give its IANA name, for example Europe/Zurich',
  });
}
