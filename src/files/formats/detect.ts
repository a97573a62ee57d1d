/**
 * Detects which format a text is in, and where a table's header is and which delimiter it has. Judges by content, never by the file's name,
 * and reads no values.
 */
import { jsonFault } from '../../contract/json-fault.js';
import type { UploadKind } from '../../contract/states.js';
import { recordCharsMax } from '../input/unusable.js';
import { isBlank } from '../text/blank.js';
import { placeAfter } from '../text/lines.js';
import type { TextReader } from '../text/text.js';
import { knownMeaning } from '../words/header-words.js';
import { headerCells } from './csv-cells.js';
import { recordCutter } from './csv-records.js';
import { listsIn } from './json-lists.js';

export type Format = 'csv' | 'json' | 'ndjson';

/**
 * The format of the text ahead: CSV, unless the first non-blank character is `[` or `{`; then NDJSON if each line is JSON of its own, else
 * JSON. Reads ahead little further than the size limit of one record.
 */
export async function detectFormat(reader: TextReader): Promise<Format> {
  await readUntil(reader, (ahead) => /\S/.test(ahead));
  if (!/^\s*[[{]/.test(reader.ahead)) return 'csv';
  await readUntil(reader, (ahead) => /^\s*\S[^\n]*\n\s*\S/.test(ahead));
  const [first = '', second] = reader.ahead.trimStart().split(/\n\s*/, 2);
  return isNdjson(first.trim(), second) ? 'ndjson' : 'json';
}

/** Whether each line is a JSON text of its own. `second` is the next non-blank line; undefined or empty where there is none. */
function isNdjson(first: string, second: string | undefined): boolean {
  const fault = jsonFault(first);
  if (!fault) return second ? true : first.startsWith('{') && listsIn(first).length === 0;
  // An incomplete first line begins a document that spans several lines. A line that is malformed in itself is still NDJSON if it ends like
  // an object and another object follows it: then only that row is at fault.
  return fault.message !== 'the text ends too early' && first.endsWith('}') && second?.startsWith('{') === true;
}

async function readUntil(reader: TextReader, enough: (ahead: string) => boolean): Promise<void> {
  while (!enough(reader.ahead) && reader.ahead.length <= recordCharsMax && (await reader.more()));
}

/** The lines above a header; what they say is found out where columns are planned. */
export interface Titles {
  texts: readonly string[];
  /** How many lines to skip, as `--skip-rows` counts them. */
  lines: number;
}

export const noTitles: Titles = { texts: [], lines: 0 };

/** What the user said about a table, and where it begins. */
export interface TableFlags {
  /** What its rows are, whose names tell a header from titles; absent: sales. */
  kind?: UploadKind;
  /** One character; detected from the header when absent. */
  delimiter?: string;
  /** How many lines stand before the header; detected when absent. */
  skipRows?: number;
  /** There is no header: the first line is already a row. */
  noHeader?: boolean;
}

/** Whether the cells of a record are a header that stands below other tables of its file. */
type IsBelowOthers = (cells: readonly string[]) => boolean;

/** In order of preference, for when two fit equally well. */
const delimiters = [',', ';', '\t', '|'] as const;
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?[ \t]*(?:\r\n|\r|\n|$)/i;
/** How many records are searched for a header. */
export const TITLES_MAX = 30;
/** A record below titles must name at least this many fields to be the header. */
export const NAMED_MIN = 2;

/**
 * Finds the header and the delimiter. The delimiter is the given one, else the one of Excel's `sep=` line, else the one under which most
 * cells of the header are known fields, else the one that gives the most cells. The header is the first record; where that names too few
 * fields, it is a later one, since some tables have titles above them. A record that `isBelowOthers` comes before all of them. `skip`: how many
 * characters stand before it (titles, blank lines, a `sep=` line); `line`: the number of the line that follows them.
 */
export async function detectTable(
  reader: TextReader,
  { kind, delimiter, skipRows, noHeader }: TableFlags = {},
  isBelowOthers: IsBelowOthers = () => false,
) {
  const wanted = (skipRows ?? 0) + (noHeader || skipRows !== undefined ? 1 : TITLES_MAX);
  // A CR at the end may be the first half of a CRLF.
  await readUntil(reader, (ahead) => headRecords(ahead, wanted).isWhole && !ahead.endsWith('\r'));
  const separator = SEPARATOR_LINE.exec(reader.ahead);
  const start = separator ? separator[0].length : 0;
  const given = delimiter ?? separator?.[1];
  if (skipRows !== undefined) {
    const skip = start + afterLines(reader.ahead.slice(start), skipRows);
    const [first] = headRecords(reader.ahead.slice(skip), 1).records;
    return {
      delimiter: given ?? headerIn(first?.text ?? '', kind).delimiter,
      skip,
      line: lineAfter(reader.ahead.slice(0, skip)),
      titles: noTitles,
    };
  }
  const { records } = headRecords(reader.ahead.slice(start), noHeader ? 1 : TITLES_MAX);
  const heads = records.map((record) => ({ ...record, ...headerIn(record.text, kind, given) }));
  const header = heads.find(({ cells }) => isBelowOthers(cells)) ?? heads[headerAt(heads)];
  const skip = header ? start + header.at : start;
  const line = lineAfter(reader.ahead.slice(0, skip));
  const titles = { texts: records.filter(({ at }) => start + at < skip).map(({ text }) => text), lines: line - (separator ? 2 : 1) };
  return { delimiter: (header ?? headerIn('', kind, given)).delimiter, skip, line, titles };
}

/** A record that may be the header, and how many fields its cells name, also where rows are not of the kind that was said. */
export interface Head {
  cells: readonly string[];
  known: number;
  knownAsOther: number;
}

/** The words that a header has at least, where it names too few fields. */
const WORDS_MIN = 4;
const TITLE_CELLS_MAX = 2;

/**
 * The header among the first records, by its place: the first one, unless it names too few fields. Then the first that names enough, or else the
 * one that follows titles of one cell each, or of a name and its value: it names enough as rows of the other kind, or has words alone.
 */
export function headerAt(heads: readonly Head[]): number {
  const named = heads.findIndex(({ known }) => known >= NAMED_MIN);
  if (named >= 0) return named;
  const filled = heads.map(({ cells }) => cells.filter((cell) => !isBlank(cell)));
  const at = filled.findIndex(({ length }) => length > TITLE_CELLS_MAX);
  if ((heads[at]?.knownAsOther ?? 0) >= NAMED_MIN) return at;
  const [words = [], below = []] = filled.slice(at);
  const isHeader = words.length >= WORDS_MIN && below.length > 1 && words.every((word) => /^\s*\p{L}/u.test(word));
  return isHeader ? at : 0;
}

/**
 * The first non-blank records, at most `count`. Quotes are counted but not interpreted. `isWhole` is false where the text ended early, so
 * that the last record may be cut off.
 */
function headRecords(ahead: string, count: number): { records: { at: number; text: string }[]; isWhole: boolean } {
  const records: { at: number; text: string }[] = [];
  let quotes = 0;
  let start = 0;
  for (let at = 0; at < ahead.length && records.length < count; at++) {
    const character = ahead[at];
    if (character === '"') quotes++;
    if ((character !== '\n' && character !== '\r') || quotes % 2 === 1) continue;
    const text = ahead.slice(start, at);
    if (text.trim() !== '') records.push({ at: start, text });
    start = at + 1;
  }
  if (records.length >= count) return { records, isWhole: true };
  // An open quote reaches to the end of the text, so only the first line of the rest can be judged.
  const [rest = ''] = ahead
    .slice(start)
    .trimStart()
    .split(/[\r\n]/, 1);
  if (rest !== '') records.push({ at: start, text: rest });
  return { records, isWhole: false };
}

/** The number of the line that begins behind these. */
function lineAfter(text: string): number {
  return placeAfter(Buffer.from(text)).line;
}

/** The index just after the first `lines` lines. */
function afterLines(text: string, lines: number): number {
  const ends = /\r\n|\r|\n/g;
  for (let line = 0; line < lines; line++) if (!ends.exec(text)) return text.length;
  return ends.lastIndex;
}

/** The delimiter that fits best, or the given one, the header's cells under it, and how many fields they name. */
function headerIn(header: string, kind?: UploadKind, given?: string): Head & { delimiter: string } {
  let best: ReturnType<typeof headerIn> = { delimiter: given ?? ',', known: -1, knownAsOther: 0, cells: [] };
  for (const delimiter of given === undefined ? delimiters : [given]) {
    const cells = wholeCells(header, delimiter);
    const head = headOf(cells, kind);
    if (head.known > best.known || (head.known === best.known && cells.length > best.cells.length)) best = { delimiter, ...head };
  }
  return best;
}

/** The cells of a header; none where its quotes do not fit the delimiter, or it is too long. */
function wholeCells(header: string, delimiter: string): string[] {
  if (header.length > recordCharsMax) return [];
  const cutter = recordCutter(delimiter, 1);
  cutter.push(header);
  cutter.end();
  const record = cutter.next();
  return record === null || record.broken !== null ? [] : headerCells(record, delimiter);
}

/** A record as one that may be the header. */
export function headOf(cells: readonly string[], kind: UploadKind = 'Sales'): Head {
  const other = kind === 'Sales' ? 'Settlement' : 'Sales';
  return { cells, known: namedFields(cells, kind), knownAsOther: namedFields(cells, other) };
}

/** How many different fields the cells of a record name. */
function namedFields(cells: readonly string[], kind: UploadKind): number {
  return new Set(cells.map((cell) => knownMeaning(cell, kind)).filter((meaning) => meaning !== null)).size;
}
