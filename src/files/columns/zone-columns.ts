/**
 * Columns beside a local time that say more about it: the zone of each row, and AM or PM. What cannot be read there is a question, because
 * a time that is hours off looks like any other.
 */
import { isBlank } from '../text/blank.js';
import { rowZoneNamed } from '../values/row-zone.js';
import { isOfRejects } from '../words/field-names.js';
import { isNamed } from '../words/lexicon.js';
import type { Sample } from './sample.js';

/** A column that belongs to the time and cannot be read. */
export interface UnreadTime {
  column: number;
  says: 'zone' | 'half';
  /** One of its texts. */
  example: string;
}

const HALF = /^[ap]\.?m\.?$/i;
const OFFSET_BEHIND = /[:.h]\d{2}(?:[.,]\d+)?\s?(?:[ap]\.?m\.?)?\s?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;
const HOUR = /(?:^|[\sT])(\d{1,2})[:.h]\d{2}(?:[:.]\d{2})?(?:[.,]\d+)?$/;

/** "Created (UTC)", "created_utc", "UTC timestamp"; but not "UTC offset", "Time (UTC+1)", nor "UTC-5 timestamp". */
const OF_UTC = /UTC[)\]\s]*$|^UTC[\s_-](?!\P{L}*\d)/iu;
/** Names that end like that without being times in UTC: "Local time (offset from UTC)". */
const NOT_OF_UTC = /offset|versatz|décalage|differen[cz]|\b(?:not|nicht|non|pas|from)\b/i;

/** Whether the name of a column says that its times are in UTC. */
export function saysUtc(name: string): boolean {
  return OF_UTC.test(name.trim()) && !NOT_OF_UTC.test(name) && !namesZone(name);
}

/** Whether a column of that name may hold the zone of a time in other columns. */
export function namesZone(name: string): boolean {
  return isNamed('zone', name) || isNamed('zoneOrPlace', name);
}

/** Whether a column has only AM and PM, and no name that tells of something else: initials and shifts may be the same letters. */
export function saysHalf(column: number, header: readonly string[], sample: Sample): boolean {
  const name = header[column] ?? '';
  const cells = cellsOf(column, sample);
  // Rows may be in a rejects file because they say neither AM nor PM.
  if (cells.length === 0) return isNamed('halfOfDay', name) && isOfRejects(header);
  return (isNamed('halfOfDay', name) || isBlank(name)) && cells.every((cell) => HALF.test(cell));
}

/**
 * `date`, the columns of a date with its time, followed by those of `open` that have its AM or PM, and its zone. `unread` is one that
 * should have them but cannot be read; null where there is none.
 */
export function withHalfAndZone(
  date: readonly number[],
  open: readonly number[],
  header: readonly string[],
  sample: Sample,
): { columns: number[]; unread: UnreadTime | null } {
  const texts = sample.map((cells) => textOf(date, cells)).filter((text) => !isBlank(text));
  const half = halfOf(date, open, header, sample);
  const zone = date.some((column) => saysUtc(header[column] ?? '')) ? nothing : zoneOf(texts, open, header, sample);
  const columns = [...date, ...half.columns, ...zone.columns];
  return { columns, unread: half.unread ?? zone.unread };
}

function textOf(date: readonly number[], cells: readonly string[]): string {
  return date.map((column) => (cells[column] ?? '').trim()).join(' ');
}

interface FoundZones {
  columns: number[];
  unread: UnreadTime | null;
}

const nothing: FoundZones = { columns: [], unread: null };

function halfOf(date: readonly number[], open: readonly number[], header: readonly string[], sample: Sample): FoundZones {
  const [last = -1] = date.slice(-1);
  // A clock of 24 hours needs no such column.
  const isOfTwelve = (column: number) => {
    const rows = sample.filter((cells) => !isBlank(cells[column] ?? ''));
    const hours = rows.map((cells) => HOUR.exec(textOf(date, cells))?.[1]).filter((hour) => hour !== undefined);
    return (hours.length > 0 || isOfRejects(header)) && hours.every((hour) => Number(hour) >= 1 && Number(hour) <= 12);
  };
  const mayBe = open.filter((column) => (!isBlank(header[column] ?? '') || Math.abs(column - last) === 1) && isOfTwelve(column));
  const halves = mayBe.filter((column) => saysHalf(column, header, sample));
  const [only, second] = halves;
  if (only !== undefined && second === undefined) return { columns: [only], unread: null };
  const column = only ?? mayBe.find((one) => isNamed('halfOfDay', header[one] ?? ''));
  return unreadOf(column, 'half', sample);
}

function zoneOf(texts: readonly string[], open: readonly number[], header: readonly string[], sample: Sample): FoundZones {
  if (texts.every((text) => OFFSET_BEHIND.test(text))) return nothing;
  const isSure = (column: number) => isNamed('zone', header[column] ?? '');
  const named = open.filter((column) => namesZone(header[column] ?? ''));
  const read = named.find((column) => {
    const cells = cellsOf(column, sample);
    const known = cells.filter((cell) => rowZoneNamed(cell) !== null).length;
    // A few cells may be wrong: that is a fault of their rows.
    return cells.length > 0 && (isSure(column) ? known > cells.length / 2 : known === cells.length && cells.every(isNoPlace));
  });
  if (read !== undefined) return { columns: [read], unread: null };
  return unreadOf(named.find(isSure), 'zone', sample);
}

/** Whether a zone cannot be a place or a number: under a name that says little, London and Paris may be rooms, and Z a table. */
function isNoPlace(zone: string): boolean {
  return zone.includes('/') || /^[+\-−]/.test(zone);
}

function unreadOf(column: number | undefined, says: UnreadTime['says'], sample: Sample): FoundZones {
  const cells = column === undefined ? [] : cellsOf(column, sample);
  const example = cells.find((cell) => says === 'half' || rowZoneNamed(cell) === null);
  return column === undefined || example === undefined ? nothing : { columns: [], unread: { column, says, example } };
}

function cellsOf(column: number, sample: Sample): string[] {
  return sample.map((cells) => (cells[column] ?? '').trim()).filter((cell) => !isBlank(cell));
}
