/**
 * Which format a text is in and which delimiter a table has, judged by content and never by the file's name. Reads no values.
 */
import { parse } from 'csv-parse/sync';
import { jsonFault } from '../contract/json-fault.js';
import { knownMeaning } from './columns/header-words.js';
import { noTitles, type Titles } from './columns/titles.js';
import { cellOptions } from './csv/csv-options.js';
import { lineCounter } from './text/lines.js';
import type { TextReader } from './text/text.js';
import { recordCharsMax } from './unusable.js';

export type Format = 'csv' | 'json' | 'ndjson';

/** The format of the text ahead: `[` or `{` first means JSON, anything else CSV. Reads ahead at most one record's limit. */
export async function detectFormat(reader: TextReader): Promise<Format> {
  await readUntil(reader, (ahead) => /\S/.test(ahead));
  if (!/^\s*[[{]/.test(reader.ahead)) return 'csv';
  await readUntil(reader, (ahead) => /^\s*\S[^\n]*\n\s*\S/.test(ahead));
  const [first = '', second] = reader.ahead.trimStart().split(/\n\s*/, 2);
  return isNdjson(first.trim(), second) ? 'ndjson' : 'json';
}

/** `second` is undefined or empty where there is no second line. */
function isNdjson(first: string, second: string | undefined): boolean {
  const fault = jsonFault(first);
  if (!fault) return second ? true : first.startsWith('{') && !holdsTransactions(first);
  // A first line that is no whole JSON is part of a document over many lines, unless it is wrong in itself and more objects follow.
  return fault.message !== 'the text ends too early' && first.endsWith('}') && second?.startsWith('{') === true;
}

function holdsTransactions(object: string): boolean {
  return Object.hasOwn(JSON.parse(object), 'transactions');
}

async function readUntil(reader: TextReader, enough: (ahead: string) => boolean): Promise<void> {
  while (!enough(reader.ahead) && reader.ahead.length <= recordCharsMax && (await reader.more()));
}

/** Where a table begins. */
export interface TableStart {
  delimiter: string;
  /** Characters to pass over (titles, blank lines, a `sep=` line), and the number of the line that follows them. */
  skip: number;
  line: number;
  /** The lines above the header, where it was found below some. */
  titles: Titles;
}

export interface TableFlags {
  /** One character; found in the header when absent. */
  delimiter?: string;
  /** Lines before the header; found when absent. */
  skipRows?: number;
  /** The first line is a row. */
  noHeader?: boolean;
}

/** In order of preference where two fit equally. */
const delimiters = [',', ';', '\t', '|'] as const;
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?[ \t]*(?:\r\n|\r|\n|$)/i;
/** A header is looked for in so many records. */
export const TITLES_MAX = 30;
/** Fields that a record must name to be a header behind titles. */
export const NAMED_MIN = 2;

/**
 * Finds the header and the delimiter: what was given, else the one of Excel's `sep=` line, else the one by which the most cells of the
 * header are known fields, then the one that gives the most cells. The header is the first record, or a later one that names several
 * fields where the first names fewer: titles stand above some tables.
 */
export async function detectTable(reader: TextReader, { delimiter, skipRows, noHeader }: TableFlags = {}): Promise<TableStart> {
  const wanted = (skipRows ?? 0) + (noHeader || skipRows !== undefined ? 1 : TITLES_MAX);
  // A CR at the end may be half of a CRLF.
  await readUntil(reader, (ahead) => headRecords(ahead, wanted).isWhole && !ahead.endsWith('\r'));
  const separator = SEPARATOR_LINE.exec(reader.ahead);
  const start = separator ? separator[0].length : 0;
  const given = delimiter ?? separator?.[1];
  if (skipRows !== undefined) {
    const skip = start + afterLines(reader.ahead.slice(start), skipRows);
    const [first] = headRecords(reader.ahead.slice(skip), 1).records;
    const { line } = lineCounter().after(reader.ahead.slice(0, skip));
    return { delimiter: given ?? headerIn(first?.text ?? '').delimiter, skip, line, titles: noTitles };
  }
  const { records } = headRecords(reader.ahead.slice(start), noHeader ? 1 : TITLES_MAX);
  const first = headerIn(records[0]?.text ?? '', given);
  const later = first.known < NAMED_MIN ? records.slice(1).map((record) => ({ ...record, ...headerIn(record.text, given) })) : [];
  const header = later.find(({ known }) => known >= NAMED_MIN);
  const skip = header ? start + header.at : start;
  const { line } = lineCounter().after(reader.ahead.slice(0, skip));
  const titles = { texts: records.filter(({ at }) => start + at < skip).map(({ text }) => text), lines: line - (separator ? 2 : 1) };
  return { delimiter: (header ?? first).delimiter, skip, line, titles };
}

/** The first records that are not blank, at most `count`, their quotes counted and not understood; the last may be cut off. */
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
  // An open quote reaches to the end: its first line is all that can be judged.
  const rest =
    ahead
      .slice(start)
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  if (rest !== '') records.push({ at: start, text: rest });
  return { records, isWhole: false };
}

/** The index behind so many lines. */
function afterLines(text: string, lines: number): number {
  const ends = /\r\n|\r|\n/g;
  for (let line = 0; line < lines; line++) if (!ends.exec(text)) return text.length;
  return ends.lastIndex;
}

function headerIn(header: string, given?: string): { delimiter: string; known: number } {
  let best: { delimiter: string; known: number; cells: number } = { delimiter: given ?? ',', known: -1, cells: 0 };
  for (const delimiter of given === undefined ? delimiters : [given]) {
    const cells = headerCells(header, delimiter);
    const known = namedFields(cells);
    if (known > best.known || (known === best.known && cells.length > best.cells)) best = { delimiter, known, cells: cells.length };
  }
  return best;
}

/** How many fields the cells of a record name. */
export function namedFields(cells: readonly string[]): number {
  return new Set(cells.map(knownMeaning).filter((meaning) => meaning !== null)).size;
}

/** None where the quotes of the header do not fit the delimiter. */
function headerCells(header: string, delimiter: string): string[] {
  try {
    return parse(header, cellOptions(delimiter))[0] ?? [];
  } catch {
    return [];
  }
}
