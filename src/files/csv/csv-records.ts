/**
 * Cuts CSV text into records, each with the physical line where it starts. It knows quotes, delimiters and line ends, and no cells.
 * It is not csv-parse that does it, because that one counts a CRLF inside quotes as two lines and, after a broken quote, reads on inside it:
 * here a record with broken quotes ends with its first line, and the lines that it would have swallowed are read as records of their own.
 * Where the quotes are sound and yet seem to hide rows, every line of the record is broken: no line of a text is read as a sale.
 */
import type { SalesError } from '../../contract/problem.js';
import { isBlank } from '../blank.js';
import { recordCharsMax, unusable } from '../unusable.js';
import { cellsIn, closingQuote } from './csv-cells.js';

export interface RawRecord {
  /** From 1. */
  line: number;
  /** Without its line end. */
  text: string;
  /** It holds double quotes. */
  quoted: boolean;
  /** Why the quotes of the record cannot be read; null when they can. */
  broken: string | null;
  /** Of a record that came as cells, from a workbook. */
  cells?: string[];
  /** The cells that are numbers by their type, by index. */
  numbers?: ReadonlySet<number>;
}

export interface RecordCutter {
  /** Adds text. */
  push(text: string): void;
  /** Says that no more text comes. */
  end(): void;
  /** The next whole record; null when more text is needed, or at the end. Blank lines are passed over. Fails with `inputUnusable` on a record over the limit. */
  next(): RawRecord | null;
  /** To be told after the header: the number of cells that a record should have. */
  expectCells(count: number): void;
}

/**
 * A record of several lines, each of which could be a row of its own, may be an opening quote that was never closed and a later stray
 * one, with sales between them. From this width on the delimiters alone tell; in narrower tables an address could have as many.
 */
const SWALLOWED_CELLS_MIN = 6;
const LINE_END = /\r\n|\r|\n/g;

type Scan = { end: number } | { broken: string } | 'more';

/** The text that is not cut yet: it is told from `at` on, which is in line `line`. */
interface Uncut {
  readonly delimiter: string;
  text: string;
  at: number;
  line: number;
  /** No more text comes. */
  ended: boolean;
  readonly nextQuote: NextIndex;
  readonly nextLf: NextIndex;
  readonly nextCr: NextIndex;
}

/** A cutter for text whose first line has the number `firstLine`. `delimiter` is one character. */
export function recordCutter(delimiter: string, firstLine: number): RecordCutter {
  const cursors = { nextQuote: nextIndex('"'), nextLf: nextIndex('\n'), nextCr: nextIndex('\r') };
  const uncut: Uncut = { delimiter, text: '', at: 0, line: firstLine, ended: false, ...cursors };
  let cells = 0;
  /** The lines before `end` that may be rows or a text. */
  let unclear = { end: 0, why: '' };

  function nextRecord(): RawRecord | null {
    const { text, at, nextQuote } = uncut;
    if (at >= text.length) return null;
    const firstEnd = lineEnd(uncut, at);
    if (at < unclear.end) return take(uncut, firstEnd, unclear.why);
    // Most records: a line without quotes.
    if (firstEnd !== -1 && nextQuote(text, at) >= firstEnd && firstEnd - at <= recordCharsMax) return take(uncut, firstEnd, null);
    const found = scan(uncut);
    if (found !== 'more' && 'end' in found && nextQuote(text, at) < found.end) {
      const why = whyUnclear(text.slice(at, found.end), uncut, cells);
      if (why !== null) {
        unclear = { end: found.end, why };
        return nextRecord();
      }
    }
    const end = found === 'more' ? -1 : 'end' in found ? found.end : firstEnd;
    if ((end === -1 ? text.length : end) - at > recordCharsMax)
      throw tooLong(uncut, nextQuote(text, at) < (end === -1 ? text.length : end));
    if (found === 'more' || end === -1) return null;
    return take(uncut, end, 'broken' in found ? found.broken : null);
  }

  return {
    push(added) {
      unclear.end -= uncut.at;
      uncut.text = uncut.text.slice(uncut.at) + added;
      uncut.at = 0;
      for (const cursor of Object.values(cursors)) cursor.reset();
    },
    end() {
      uncut.ended = true;
    },
    next() {
      for (let record = nextRecord(); record !== null; record = nextRecord()) if (!isBlank(record.text)) return record;
      return null;
    },
    expectCells(count) {
      cells = count;
    },
  };
}

/** The index of the first line end from `from` on; the text's end for the last line; -1 when more text is needed. */
function lineEnd({ text, ended, nextLf, nextCr }: Uncut, from: number): number {
  const end = Math.min(nextLf(text, from), nextCr(text, from));
  // A CR that ends the text may be half of a CRLF.
  if (end < text.length && !(end === text.length - 1 && text[end] === '\r' && !ended)) return end;
  return ended ? Math.min(end, text.length) : -1;
}

/** Where the next record ends, cell by cell where there are quotes in it. */
function scan(uncut: Uncut): Scan {
  const { delimiter, text, at, nextQuote } = uncut;
  const end = lineEnd(uncut, at);
  if (nextQuote(text, at) >= (end === -1 ? text.length : end)) return end === -1 ? 'more' : { end };
  let from = at;
  for (;;) {
    if (text[from] === '"') {
      const after = scanQuoted(uncut, from);
      if (typeof after !== 'number') return after;
      from = after;
      continue;
    }
    const fieldEnd = lineEnd(uncut, from);
    if (fieldEnd === -1) return 'more';
    const stop = indexOr(text.indexOf(delimiter, from), fieldEnd);
    if (nextQuote(text, from) < stop) return { broken: 'a double quote stands inside a cell that does not begin with one' };
    if (stop === fieldEnd) return { end: fieldEnd };
    from = stop + 1;
  }
}

/** Where the cell begins that follows the one in quotes at `from`; how the record ends where none follows. */
function scanQuoted(uncut: Uncut, from: number): number | Scan {
  const { delimiter, text, at, ended } = uncut;
  const close = closingQuote(text, from + 1);
  if (close === -1 && !ended) return 'more';
  if ((close === -1 ? text.length : close) - at > recordCharsMax) throw tooLong(uncut, true);
  if (close === -1) return { broken: 'a cell begins with a double quote that is not closed' };
  const after = text[close + 1];
  if (after === undefined) return ended ? { end: close + 1 } : 'more';
  if (after === '\n' || after === '\r') return lineEnd(uncut, close + 1) === -1 ? 'more' : { end: close + 1 };
  if (after !== delimiter) return { broken: 'text follows the double quote that closes a cell, or a double quote is not closed' };
  return close + 2;
}

/** Cuts off the text up to `end`, and the line end behind it. */
function take(uncut: Uncut, end: number, broken: string | null): RawRecord {
  const { text, at, line, nextQuote } = uncut;
  const quoted = nextQuote(text, at) < end;
  const record = { line, text: text.slice(at, end), quoted, broken };
  uncut.line += 1 + (quoted && broken === null ? lineEndsIn(record.text) : 0);
  uncut.at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
  return record;
}

function tooLong({ line }: Uncut, inQuotes: boolean): SalesError {
  const what = inQuotes ? 'a double quote that opens in this record is not closed within' : 'the line is longer than';
  return unusable(`Line ${line}: ${what} ${recordCharsMax} characters.`, inputHint(inQuotes));
}

/** Why the lines of a record in quotes may be sales that a stray quote hides; null where they are none. */
function whyUnclear(record: string, { delimiter, line }: Uncut, cells: number): string | null {
  if (!hidesRows(record, delimiter, cells)) return null;
  const lines = `lines ${line} to ${line + lineEndsIn(record)}`;
  return `${lines} stand in double quotes as one cell, and look like rows: it is not known which of them are sales`;
}

function inputHint(inQuotes: boolean): string {
  return inQuotes
    ? 'Close the quote, or write a quote inside a cell twice ("")'
    : 'Check that the file is a CSV file, with one sale per line';
}

function hidesRows(record: string, delimiter: string, cells: number): boolean {
  if (cells < 2 || !/[\r\n]/.test(record)) return false;
  const lines = record.split(LINE_END);
  if (cells >= SWALLOWED_CELLS_MIN && lines.every((line) => line.split(delimiter).length >= cells)) return true;
  const [first = [], ...others] = lines.map((line) => cellsIn(line, delimiter));
  if (first.length < cells) return false;
  // Delimiters in the cell that begins with the quote push those behind it aside.
  first.splice(
    first.findIndex((cell) => cell.startsWith('"')),
    first.length - cells,
  );
  return others.some((other) => isAsWide(other, cells) && isRowLike(other, first));
}

/** Delimiters at the end of a line make no cells. */
function isAsWide(line: readonly string[], cells: number): boolean {
  return line.length >= cells && line.slice(cells).every(isBlank);
}

const DATE = /^ ?"?(?:\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}|\d{1,2}[. -] ?\p{L}{3,9}[. -] ?\d{2,4})(?!\d)/u;
const UNIT = String.raw`(?:[A-Z]{3}|Fr\.?|\p{Sc})?`;
const amountWith = (decimals: string) =>
  new RegExp(String.raw`^ ?"?${UNIT} ?[-+]?\d[\d'’]{0,15}(?:[.,]\d{3}){0,4}${decimals}-? ?${UNIT}"? ?$`, 'u');
const DECIMAL = amountWith(String.raw`[.,]\d{1,2}`);
const NUMBER = amountWith(String.raw`(?:[.,]\d{1,2})?`);

/** Whether a line has a date and an amount where the row has them. Without a date a whole number is none: addresses have them, too. */
function isRowLike(line: readonly string[], row: readonly string[]): boolean {
  const isShared = (own: RegExp, other: RegExp) => row.some((cell, index) => own.test(cell) && other.test(line[index] ?? ''));
  if (!row.some((cell) => DATE.test(cell))) return isShared(DECIMAL, DECIMAL);
  return isShared(DATE, DATE) && isShared(row.some((cell) => DECIMAL.test(cell)) ? DECIMAL : NUMBER, NUMBER);
}

function lineEndsIn(text: string): number {
  return text.match(LINE_END)?.length ?? 0;
}

function indexOr(index: number, limit: number): number {
  return index === -1 || index > limit ? limit : index;
}

interface NextIndex {
  (text: string, from: number): number;
  /** To be called when the text has changed. */
  reset(): void;
}

/** `indexOf` that remembers what it found, so that a text without the character is searched once and not once a record. */
function nextIndex(character: string): NextIndex {
  let searchedFrom = Number.POSITIVE_INFINITY;
  let found = -1;
  const next = (text: string, from: number): number => {
    if (from < searchedFrom || from > found) {
      const index = text.indexOf(character, from);
      searchedFrom = from;
      found = index === -1 ? Number.POSITIVE_INFINITY : index;
    }
    return found;
  };
  next.reset = () => {
    searchedFrom = Number.POSITIVE_INFINITY;
  };
  return next;
}
