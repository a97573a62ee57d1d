/**
 * Converts local times of an IANA zone into offsets from UTC, by the engine's own data. A time that the clock skips has none, one that it
 * shows twice has two; which one is meant is not decided here.
 */
import { remembered } from '../words/remembered.js';

/** An IANA time zone. */
export interface TimeZone {
  name: string;
  /**
   * The offsets, in seconds, at which the zone's clock shows `localSeconds` (counted from 1970-01-01T00:00:00 on that clock): none, one or
   * two, the earlier instant first.
   */
  offsetsAt(localSeconds: number): readonly number[];
}

const DAY = 86_400;
/** No place on earth is further from UTC. */
const FIXED_MAX = 14 * 3_600;
const FIXED = /^([+-])(\d\d):(\d\d)$/;

/** The zone of that IANA name, or with that offset at all times, as `-03:00`; null where there is none. */
export function timeZoneNamed(name: string): TimeZone | null {
  const [, sign, hours, minutes] = FIXED.exec(name) ?? [];
  if (sign !== undefined) {
    const offset = secondsIn(sign, hours, minutes);
    return Math.abs(offset) > FIXED_MAX || Number(minutes) > 59 ? null : { name, offsetsAt: () => [offset] };
  }
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
  // No zone changes its clock twice within these three days.
  const around = remembered((day) => {
    const midnight = Number(day) * DAY;
    return [...new Set([offsetAt(midnight - DAY, format), offsetAt(midnight + 2 * DAY, format)])];
  });
  return {
    name,
    offsetsAt(localSeconds) {
      const offsets = around(String(Math.floor(localSeconds / DAY)));
      return offsets.length === 1 ? offsets : offsets.filter((offset) => offsetAt(localSeconds - offset, format) === offset);
    },
  };
}

const HALF_YEAR_DAYS = 182;

/** Whether two zones have the same offset on that day (`yyyy-MM-dd`) and in the other half of the year. */
export function isSameAt(day: string, one: TimeZone, other: TimeZone): boolean {
  return halvesOf(day).every((at) => one.offsetsAt(at)[0] === other.offsetsAt(at)[0]);
}

/** Whether a zone has the offset of another one on that day, or in the other half of the year: Zurich has that of CET, and Lisbon has not. */
export function isEverAt(day: string, one: TimeZone, other: TimeZone): boolean {
  return halvesOf(day).some((at) => one.offsetsAt(at)[0] === other.offsetsAt(at)[0]);
}

function halvesOf(day: string): number[] {
  const noon = Date.parse(`${day}T12:00:00Z`) / 1_000;
  return [noon, noon + HALF_YEAR_DAYS * DAY];
}

const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

function offsetAt(seconds: number, format: Intl.DateTimeFormat): number {
  const [, sign, hours, minutes, rest] = OFFSET.exec(format.format(seconds * 1_000)) ?? [];
  return secondsIn(sign, hours, minutes, rest);
}

function secondsIn(sign: string | undefined, hours = '0', minutes = '0', rest = '0'): number {
  const offset = Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest);
  return sign === '-' ? -offset : offset;
}

/** The zone whose name is nearest to a wrong one, such as `europe/zurich` or `Zurich`; null where none is near. */
export function nearestZone(name: string): string | null {
  const wanted = name.toLowerCase().replace(/[^a-z]/g, '');
  const zones = Intl.supportedValuesOf('timeZone');
  const plain = (zone: string) => zone.toLowerCase().replace(/[^a-z]/g, '');
  return wanted.length < 3
    ? null
    : (zones.find((zone) => plain(zone).endsWith(wanted)) ?? zones.find((zone) => plain(zone).includes(wanted)) ?? null);
}
