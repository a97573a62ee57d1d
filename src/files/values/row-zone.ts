/**
 * The zone that a row names beside its time: an offset, an IANA name, a name that Square writes, or an abbreviation that PayPal writes, in
 * English or German. Those that stand for several zones (CST, EST, BST, IST) do not count, unless the file is said to be from America.
 */
import { unguarded } from '../../contract/formula.js';
import { remembered } from '../words/remembered.js';
import { abbreviations, american, railsNames } from '../words/zone-names.js';
import { halfOfDay } from './date-text.js';
import { type TimeZone, timeZoneNamed } from './time-zone.js';

/**
 * A fixed offset (`Z` or ±hh:mm), or the zone whose offset depends on the time. An abbreviation is both: its offset, where the zone had that
 * then. CET is written in summer, too.
 */
export interface RowZone {
  offset: string | null;
  of: TimeZone | null;
}

const UTC = /^(?:Z|UTC|GMT)$/i;
const OFFSET = /^(?:UTC|GMT)?\s?([+\-−])(\d{1,2})(?::?(\d{2}))?$/i;
const HOURS_MAX = 14;
/** A time and the zone after it, which is letters, an offset, or both. AM, PM and "Uhr" belong to the time. */
const ZONED = new RegExp(
  String.raw`^(.*\d(?:\s?${halfOfDay}|\s?Uhr)?)\s+'?(?!${halfOfDay}$|Uhr$)((?:\p{L}\D*)?(?:[+\-−]\d{1,2}(?::?\d{2})?)?)$`,
  'iu',
);
const CHARS_MAX = 120;

/** The zone of that name; null where it is unknown. */
export const rowZoneNamed = remembered((name) => named(unguarded(name.trim())));

/** The same in a file whose local times are of `zone`, which tells what an abbreviation of several zones means. */
export function rowZoneNear(name: string, zone: TimeZone | null): RowZone | null {
  return rowZoneNamed(name) ?? (zone?.name.startsWith('America/') ? abbreviated(name.trim(), american) : null);
}

/** The same by the name alone, as if the file were from America: a guess, to be asked. */
export function rowZoneMeant(name: string): RowZone | null {
  return rowZoneNamed(name) ?? abbreviated(name.trim(), american);
}

const ABBREVIATED = /^(?!UTC$|GMT$)[A-Z]{3,4}$/;

/** Whether the text is a time with the abbreviation of a zone behind it, as `1:05 AM PDT`. */
export function endsInAbbreviation(text: string): boolean {
  const { time = '', zone = '' } = zonedParts(text) ?? {};
  // What stands behind an offset only names it.
  return ABBREVIATED.test(zone) && !/[+-]\d{2}:?\d{2}$/.test(time);
}

/** A time, split from the zone after it; null where there is none. */
export function zonedParts(text: string): { time: string; zone: string } | null {
  if (text.length > CHARS_MAX) return null;
  const [, time, zone] = ZONED.exec(text.trim()) ?? [];
  return time && zone ? { time, zone } : null;
}

function named(name: string): RowZone | null {
  if (UTC.test(name)) return { offset: 'Z', of: null };
  const offset = offsetIn(name);
  if (offset !== null) return { offset, of: null };
  const short = abbreviated(name, abbreviations);
  if (short) return short;
  // Other IANA names without a slash are abbreviations of several.
  const zone = timeZoneNamed(railsNames[name] ?? (name.includes('/') ? name : ''));
  return zone && { offset: null, of: zone };
}

function abbreviated(name: string, all: typeof abbreviations): RowZone | null {
  const [offset, place = ''] = all.get(name.toUpperCase()) ?? [];
  const of = timeZoneNamed(place);
  return offset !== undefined && of ? { offset, of } : null;
}

function offsetIn(name: string): string | null {
  const [, sign, hours = '', minutes = '00'] = OFFSET.exec(name) ?? [];
  if (sign === undefined || Number(hours) > HOURS_MAX || Number(minutes) > 59) return null;
  // Three digits leave open which ones are minutes.
  if (/\d{3}/.test(name) && !/\d{4}/.test(name)) return null;
  return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}
