/**
 * Days and months as people name them, turned into exact instants with an offset: the first and the last of the period.
 * Which zone a day is in is told by the caller; the calendar of zones is Intl's.
 */
import { InvalidArgumentError } from 'commander';
import { instantOf, isCalendarDate } from '../../contract/date-time.js';
import type { Host } from '../terminal/host.js';

interface DateContext {
  nowMs: number;
  /** IANA name. */
  timeZone: string;
}

interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

const DAY_MS = 86_400_000;

/** Flags that name a range of days. */
export interface DateFlags {
  from?: string | undefined;
  to?: string | undefined;
  timezone?: string | undefined;
}

/**
 * Both ends as instants; undefined where there is no bound. Fails with commander's InvalidArgumentError on a date that is none, naming its flag: dates
 * are read only once the zone is known, so commander cannot.
 */
export function instantsOf(
  { from, to, timezone }: DateFlags,
  host: Pick<Host, 'clock' | 'timeZone'>,
  [first, last] = ['--from', '--to'],
): Pick<DateFlags, 'from' | 'to'> {
  const read = (flag = '', text: string | undefined, instant: typeof fromInstant) => {
    try {
      return text === undefined ? undefined : instant(text, { nowMs: host.clock.nowMs(), timeZone: timezone ?? host.timeZone });
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      throw new InvalidArgumentError(`${flag} ${text} is not usable. ${error.message}`);
    }
  };
  return { from: read(first, from, fromInstant), to: read(last, to, toInstant) };
}

/** The first instant of `text`; commander's InvalidArgumentError when it names no time. */
export function fromInstant(text: string, context: DateContext): string {
  const period = periodOf(text, context);
  return typeof period === 'string' ? period : startOf(period.first, context.timeZone);
}

/** The last instant of `text`: of a day or month, the last that the interface can write. */
export function toInstant(text: string, context: DateContext): string {
  const period = periodOf(text, context);
  if (typeof period === 'string') return period;
  // What people write for "for ever" has no day after it that could be written.
  if (period.next.year > 9_999) return '9999-12-31T23:59:59.9999999Z';
  const nextMs = Date.parse(startOf(period.next, context.timeZone));
  const last = localText(nextMs - 1_000, context.timeZone);
  return last.replace(/(:\d{2})([+-]\d{2}:\d{2})$/, '$1.9999999$2');
}

/** An IANA zone that this machine knows; commander's InvalidArgumentError for another. */
export function knownTimeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('It must be a time zone such as Europe/Zurich.');
  }
}

function periodOf(text: string, { nowMs, timeZone }: DateContext): { first: CalendarDay; next: CalendarDay } | string {
  if (instantOf(text) !== null) return text;
  const back = text === 'today' ? 0 : text === 'yesterday' ? 1 : Number(/^-(\d{1,5})d$/.exec(text)?.[1] ?? Number.NaN);
  if (!Number.isNaN(back)) {
    const first = shifted(dayAt(nowMs, timeZone), -back);
    return { first, next: shifted(first, 1) };
  }
  if (isCalendarDate(text)) {
    const first = dayOf(text);
    return { first, next: shifted(first, 1) };
  }
  if (/^\d{4}-\d{2}$/.test(text) && isCalendarDate(`${text}-01`)) {
    const first = dayOf(`${text}-01`);
    const next = first.month === 12 ? { year: first.year + 1, month: 1, day: 1 } : { ...first, month: first.month + 1 };
    return { first, next };
  }
  throw new InvalidArgumentError('It must be today, yesterday, -7d, 2026-11, 2026-11-20 or 2026-11-20T14:03:59+01:00.');
}

function dayOf(text: string): CalendarDay {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
}

function shifted(day: CalendarDay, days: number): CalendarDay {
  const date = new Date(midnightMs(day) + days * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** In UTC. `Date.UTC` takes the years 0 to 99 for those of the twentieth century. */
function midnightMs({ year, month, day }: CalendarDay): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function dayAt(ms: number, timeZone: string): CalendarDay {
  return dayOf(localText(ms, timeZone).slice(0, 10));
}

/** Midnight, or where the clock jumps over it, the first moment after. */
function startOf(day: CalendarDay, timeZone: string): string {
  const asUtcMs = midnightMs(day);
  const offsets = [asUtcMs - DAY_MS, asUtcMs + DAY_MS].map((ms) => offsetMinutes(ms, timeZone));
  const wanted = new Date(asUtcMs).toISOString().slice(0, 10);
  const candidates = offsets.map((minutes) => asUtcMs - minutes * 60_000).sort((a, b) => a - b);
  const first = candidates.find((ms) => localText(ms, timeZone).startsWith(wanted));
  return localText(first ?? asUtcMs, timeZone);
}

function offsetMinutes(ms: number, timeZone: string): number {
  const local = localText(ms, timeZone);
  return Math.round((Date.parse(`${local.slice(0, 19)}Z`) - ms) / 60_000);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  formats.set(timeZone, format);
  return format;
}

/** yyyy-MM-ddTHH:mm:ss±hh:mm in the zone. */
export function localText(ms: number, timeZone: string): string {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const offset = /GMT([+-]\d{2}:\d{2})/.exec(parts.timeZoneName ?? '')?.[1] ?? '+00:00';
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}${offset}`;
}
