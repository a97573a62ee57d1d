/**
 * Which format a text is in and which delimiter a table has, judged by content and never by the file's name. Reads no values.
 */
import { parse } from 'csv-parse/sync';
import { jsonFault } from '../contract/json-fault.js';
import { cellOptions } from './csv-options.js';
import { isKnownName } from './header-words.js';
import type { TextReader } from './text.js';
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

/** What stands before the first record that is a row. */
export interface TableStart {
  delimiter: string;
  /** Characters to pass over (blank lines, a `sep=` line), and the line that follows them. */
  skip: number;
  line: number;
}

/** In order of preference where two fit equally. */
const delimiters = [',', ';', '\t', '|'] as const;
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?[ \t]*(?:\r\n|\r|\n|$)/i;

/**
 * Finds where the table begins and its delimiter: `given`, else the one of Excel's `sep=` line, else the one by which the most
 * cells of the header are known fields, then the one that gives the most cells.
 */
export async function detectTable(reader: TextReader, given?: string): Promise<TableStart> {
  // A CR at the end may be half of a CRLF.
  await readUntil(reader, (ahead) => headerText(ahead) !== null && !ahead.endsWith('\r'));
  const separator = SEPARATOR_LINE.exec(reader.ahead);
  if (!separator) return { delimiter: given ?? bestDelimiter(headerText(reader.ahead) ?? firstLine(reader.ahead)), skip: 0, line: 1 };
  return { delimiter: given ?? separator[1] ?? ',', skip: separator[0].length, line: 2 };
}

/** The first record that is not blank, its quotes counted and not understood; null when its end is not there yet. */
function headerText(ahead: string): string | null {
  let quotes = 0;
  let start = 0;
  for (let at = 0; at < ahead.length; at++) {
    const character = ahead[at];
    if (character === '"') quotes++;
    if ((character !== '\n' && character !== '\r') || quotes % 2 === 1) continue;
    const record = ahead.slice(start, at);
    if (record.trim() !== '') return record;
    start = at + 1;
  }
  return null;
}

function firstLine(text: string): string {
  return text.trimStart().split(/[\r\n]/, 1)[0] ?? '';
}

function bestDelimiter(header: string): string {
  let best: { delimiter: string; known: number; cells: number } = { delimiter: ',', known: -1, cells: 0 };
  for (const delimiter of delimiters) {
    const cells = headerCells(header, delimiter);
    const known = cells.filter(isKnownName).length;
    if (known > best.known || (known === best.known && cells.length > best.cells)) best = { delimiter, known, cells: cells.length };
  }
  return best.delimiter;
}

/** None where the quotes of the header do not fit the delimiter. */
function headerCells(header: string, delimiter: string): string[] {
  try {
    return parse(header, cellOptions(delimiter))[0] ?? [];
  } catch {
    return [];
  }
}
