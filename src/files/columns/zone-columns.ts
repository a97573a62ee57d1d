/**
 * Columns beside a local time that say more about it: the zone of each row, and AM or PM. What cannot be read there is a question, because
 * a time that is hours off looks like any other.
 */
import { isBlank } from '../text/blank.js';
import { halfOfDay } from '../values/date-text.js';
import { rowZoneMeant, rowZoneNamed } from '../values/row-zone.js';
import { isEverAt, isSameAt, type TimeZone, timeZoneNamed } from '../values/time-zone.js';
import { zoneIn, zoneStatedIn } from '../words/header-words.js';
import { isNamed } from '../words/lexicon.js';
import { elsewhere } from '../words/zone-names.js';
import { onlyOf, type TableHead, textIn } from './table-head.js';

/** A column that belongs to the time and cannot be read. */
export interface UnreadTime {
  column: number;
  says: 'zone' | 'half';
  /** One of its texts. */
  example: string;
}

const HALF = new RegExp(`^${halfOfDay}$`, 'i');
const OFFSET_BEHIND = new RegExp(String.raw`[:.h]\d{2}(?:[.,]\d+)?\s?(?:${halfOfDay})?\s?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$`, 'i');
const HOUR = /(?:^|[\sT])(\d{1,2})[:.h]\d{2}(?:[:.]\d{2})?(?:[.,]\d+)?$/;

/** "Created (UTC)", "created_utc", "UTC timestamp"; but not "UTC offset", "Time (UTC+1)", nor "UTC-5 timestamp". */
const OF_UTC = /UTC[)\]\s]*$|^UTC[\s_-](?!\P{L}*\d)/iu;
/** Names that end like that without being times in UTC: "Local time (offset from UTC)". */
const NOT_OF_UTC = /offset|versatz|décalage|differen[cz]|\b(?:not|nicht|non|pas|from)\b/i;

/** What the name of a column states of the zone of its times. */
export interface StatedZone {
  name: string;
  zone: TimeZone;
  /** The offsets of an abbreviation, which stands for several zones, and in summer often for the time of winter; none where the zone is certain. */
  offsets: readonly TimeZone[];
}

/** The zone that a name states, by its own name, an offset, UTC, GMT, or an abbreviation; null where there is none. */
export function zoneStated(name: string): StatedZone | null {
  const text = zoneIn(name) ?? zoneStatedIn(name) ?? (OF_UTC.test(name.trim()) ? 'UTC' : null);
  const meant = text === null || NOT_OF_UTC.test(name) || namesZone(name) ? null : rowZoneMeant(text);
  const zone = meant && (meant.of ?? timeZoneNamed(meant.offset === 'Z' ? 'UTC' : (meant.offset ?? '')));
  const offsets = meant?.of ? [meant.offset, elsewhere.get(text ?? '')].flatMap((offset) => timeZoneNamed(offset ?? '') ?? []) : [];
  return zone && { name, zone, offsets };
}

/** Whether the name of a column leaves no doubt about the zone of its times. */
export function isZoneSure(name: string): boolean {
  return zoneStated(name)?.offsets.length === 0;
}

/** Whether the times of a zone may be those that a name states. */
export function agrees({ zone, offsets }: Pick<StatedZone, 'zone' | 'offsets'>, given: TimeZone, day: string): boolean {
  return isSameAt(day, given, zone) || offsets.some((one) => isEverAt(day, given, one));
}

/** Whether a column of that name may hold the zone of a time in other columns. */
export function namesZone(name: string): boolean {
  return isNamed('zone', name) || isNamed('zoneOrPlace', name);
}

/** Whether a column has only AM and PM, and no name that tells of something else: initials and shifts may be the same letters. */
export function saysHalf(column: number, head: TableHead): boolean {
  const name = head.name(column);
  // Rows may be in a rejects file because they say neither AM nor PM.
  if (head.cells(column).length === 0) return isNamed('halfOfDay', name) && head.isOfRejects;
  return (isNamed('halfOfDay', name) || isBlank(name)) && head.every(column, (cell) => HALF.test(cell));
}

/** A zone that is surely one, such as Europe/Paris or +01:00: under a name that says little, London and Paris may be rooms, and Z a table. */
const NO_PLACE = /\/|^[+\-−]/;

interface FoundTimes {
  columns: number[];
  unread: UnreadTime | null;
}

const nothing: FoundTimes = { columns: [], unread: null };

/**
 * `date`, the columns of a date with its time, followed by those of `open` that have its AM or PM, and its zone. `unread` is one that
 * should have them but cannot be read; null where there is none.
 */
export function withHalfAndZone(date: readonly number[], open: readonly number[], head: TableHead): FoundTimes {
  const half = halfOf(date, open, head);
  const zone = date.some((column) => isZoneSure(head.name(column))) ? nothing : zoneOf(date, open, head);
  return { columns: [...date, ...half.columns, ...zone.columns], unread: half.unread ?? zone.unread };
}

function halfOf(date: readonly number[], open: readonly number[], head: TableHead): FoundTimes {
  // A clock of 24 hours needs no such column.
  const isOfTwelve = (column: number) => {
    const rows = head.rows.filter((cells) => !isBlank(cells[column] ?? ''));
    const hours = rows.flatMap((cells) => HOUR.exec(textIn(date, cells))?.[1] ?? []).map(Number);
    return (hours.length > 0 || head.isOfRejects) && hours.every((hour) => hour >= 1 && hour <= 12);
  };
  const isBeside = (column: number) => !isBlank(head.name(column)) || Math.abs(column - (date.at(-1) ?? -1)) === 1;
  const mayBe = open.filter((column) => isBeside(column) && isOfTwelve(column));
  const halves = mayBe.filter((column) => saysHalf(column, head));
  const only = onlyOf(halves);
  if (only !== undefined) return { columns: [only], unread: null };
  return unreadOf(halves[0] ?? mayBe.find((one) => isNamed('halfOfDay', head.name(one))), 'half', head);
}

function zoneOf(date: readonly number[], open: readonly number[], head: TableHead): FoundTimes {
  const texts = head.rows.map((cells) => textIn(date, cells)).filter((text) => !isBlank(text));
  if (texts.every((text) => OFFSET_BEHIND.test(text))) return nothing;
  const isSure = (column: number) => isNamed('zone', head.name(column));
  const named = open.filter((column) => namesZone(head.name(column)));
  const read = named.find((column) => {
    const cells = head.cells(column);
    const known = cells.filter((cell) => rowZoneNamed(cell) !== null).length;
    // A few cells may be wrong: that is a fault of their rows.
    return (
      cells.length > 0 && (isSure(column) ? known > cells.length / 2 : known === cells.length && cells.every((cell) => NO_PLACE.test(cell)))
    );
  });
  return read === undefined ? unreadOf(named.find(isSure), 'zone', head) : { columns: [read], unread: null };
}

function unreadOf(column: number | undefined, says: UnreadTime['says'], head: TableHead): FoundTimes {
  const cells = column === undefined ? [] : head.cells(column);
  const example = cells.find((cell) => says === 'half' || rowZoneNamed(cell) === null);
  return column === undefined || example === undefined ? nothing : { columns: [], unread: { column, says, example } };
}
