/**
 * The time zone in which times are shown and days begin: the browser's own until its user chooses another. Kept in the browser.
 */
import { signal } from '@preact/signals';
import { locale } from './language.js';
import { recall, remember } from './memory.js';

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Time zones to choose from, the browser's own and UTC first. */
export const zones: readonly string[] = [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

export const zone = signal(known(recall('zone')) ?? own);

export function chooseZone(name: string): void {
  zone.value = known(name) ?? own;
  remember('zone', zone.value);
}

function known(name: string | null): string | null {
  return name !== null && zones.includes(name) ? name : null;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatIn(name: string, style: 'shown' | 'parts'): Intl.DateTimeFormat {
  const key = `${name} ${style}`;
  const made = formats.get(key);
  if (made) return made;
  const two = '2-digit';
  const time = { hour: two, minute: two, second: two, hourCycle: 'h23' } as const;
  const format =
    style === 'shown'
      ? new Intl.DateTimeFormat(locale, { timeZone: name, year: 'numeric', month: 'short', day: two, ...time })
      : new Intl.DateTimeFormat('en-CA', { timeZone: name, year: 'numeric', month: two, day: two, ...time });
  formats.set(key, format);
  return format;
}

/** An instant as date and time in the chosen zone; what is none is given back as it is. */
export function timeText(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : formatIn(zone.value, 'shown').format(at);
}

/** What a clock in the chosen zone shows, as if that were UTC. */
function wallMs(atMs: number): number {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatIn(zone.value, 'parts').formatToParts(atMs)) parts[type] = value;
  return Date.parse(`${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`);
}

/** The day of an instant in the chosen zone, yyyy-MM-dd. */
export function dayOf(instant: string | number | Date): string {
  return new Date(wallMs(new Date(instant).getTime())).toISOString().slice(0, 10);
}

/** The time of day of an instant in the chosen zone, HH:mm:ss. */
export function clockOf(instant: string): string {
  return new Date(wallMs(Date.parse(instant))).toISOString().slice(11, 19);
}

export const today = (): string => dayOf(Date.now());

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

const MS_PER_MINUTE = 60_000;

/** `2026-11-20T00:00:00+01:00`: a day and time of the chosen zone as the API takes an instant. `fraction` such as `.9999999` goes behind the seconds. */
export function instantAt(day: string, time: string, fraction = ''): string {
  const wall = Date.parse(`${day}T${time}Z`);
  // Twice, because the offset may differ between the first guess and the instant itself.
  let at = wall - offsetMs(wall);
  at = wall - offsetMs(at);
  const minutes = Math.round((wall - at) / MS_PER_MINUTE);
  const sign = minutes < 0 ? '-' : '+';
  const two = (number: number) => String(Math.trunc(number)).padStart(2, '0');
  return `${day}T${time}${fraction}${sign}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

function offsetMs(atMs: number): number {
  return wallMs(atMs) - Math.floor(atMs / 1_000) * 1_000;
}

/** The first and last instant of a day in the chosen zone, to the finest fraction that the API takes. */
export const startOfDay = (day: string): string => instantAt(day, '00:00:00');
export const endOfDay = (day: string): string => instantAt(day, '23:59:59', '.9999999');
