/**
 * Converts local times of an IANA zone into offsets from UTC, by the engine's own data. A time that the clock skips has none, one that it
 * shows twice has two; which one is meant is not decided here.
 */

/** An IANA time zone. */
export interface TimeZone {
  name: string;
  /**
   * The offsets, in seconds, at which the zone's clock shows `localSeconds` (counted from 1970-01-01T00:00:00 on that clock): none, one or
   * two, the earlier instant first.
   */
  offsetsAt(localSeconds: number): readonly number[];
}

/** A stretch of time with one offset, in seconds, up to the next segment. */
interface Segment {
  /** Seconds since 1970-01-01 in UTC. */
  from: number;
  offset: number;
}

const DAY = 86_400;

/** The zone of that IANA name; null where there is none. */
export function timeZoneNamed(name: string): TimeZone | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
  const byYear = new Map<number, readonly Segment[]>();
  const segmentsOf = (year: number) => {
    const known = byYear.get(year);
    if (known) return known;
    const segments = segmentsIn(Date.UTC(year) / 1_000 - 2 * DAY, Date.UTC(year + 1) / 1_000 + 2 * DAY, format);
    byYear.set(year, segments);
    return segments;
  };
  return {
    name,
    offsetsAt(localSeconds) {
      const segments = segmentsOf(new Date(localSeconds * 1_000).getUTCFullYear());
      const offsets: number[] = [];
      for (const [index, { from, offset }] of segments.entries()) {
        const instant = localSeconds - offset;
        if (instant >= from && instant < (segments[index + 1]?.from ?? Number.POSITIVE_INFINITY)) offsets.push(offset);
      }
      return offsets;
    },
  };
}

const HALF_YEAR_DAYS = 182;

/** Whether two zones have the same offset on that day (`yyyy-MM-dd`) and in the other half of the year. */
export function isSameAt(day: string, one: TimeZone, other: TimeZone): boolean {
  const noon = Date.parse(`${day}T12:00:00Z`) / 1_000;
  return [noon, noon + HALF_YEAR_DAYS * DAY].every((at) => one.offsetsAt(at)[0] === other.offsetsAt(at)[0]);
}

/** Compares one day with the next, since no zone changes its clock twice within a day. */
function segmentsIn(from: number, to: number, format: Intl.DateTimeFormat): Segment[] {
  const segments: Segment[] = [{ from: Number.NEGATIVE_INFINITY, offset: offsetAt(from, format) }];
  for (let at = from; at < to; at += DAY) {
    const before = offsetAt(at, format);
    const after = offsetAt(at + DAY, format);
    if (before === after) continue;
    let [last, first] = [at, at + DAY];
    while (first - last > 1) {
      const middle = Math.floor((last + first) / 2);
      if (offsetAt(middle, format) === before) last = middle;
      else first = middle;
    }
    segments.push({ from: first, offset: after });
  }
  return segments;
}

const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

function offsetAt(seconds: number, format: Intl.DateTimeFormat): number {
  const [, sign, hours, minutes, rest] = OFFSET.exec(format.format(seconds * 1_000)) ?? [];
  const offset = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0);
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
