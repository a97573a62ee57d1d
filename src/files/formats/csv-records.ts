/**
 * Cuts CSV text into records, each with the physical line where it starts. Knows quotes, delimiters and line ends, but no cells. Not left
 * to csv-parse, which counts a CRLF inside quotes as two lines and, after a broken quote, reads on inside it. Here a record with broken
 * quotes ends with its first line, and the lines that it would have swallowed are records of their own. Where the quotes are sound and yet
 * seem to hide rows, every line of the record is broken, so that no line of a quoted text is taken for a sale.
 */
import type { SalesError } from '../../contract/problem.js';
import type { RowFaultCode } from '../input/row-faults.js';
import { recordCharsMax, unusable } from '../input/unusable.js';
import { isBlank } from '../text/blank.js';
import { cellsIn, closingQuote, openingQuote } from './csv-cells.js';

/** A record as it was cut from a text, or read from a workbook; not yet judged. */
export interface RawRecord {
  /** The physical line where it starts, from 1. */
  line: number;
  /** Without its line end. */
  text: string;
  /** It contains double quotes. */
  quoted: boolean;
  /** Why its quotes cannot be read; null when they can. */
  broken: string | null;
  /** The text ends with it, and no line end follows. */
  isUnended?: boolean;
  /** The cells of a record that came as cells and not as text, from a workbook or JSON. */
  cells?: string[];
  /** The indexes of the cells that are numbers by type. */
  numbers?: ReadonlySet<number>;
  /** What else is known of a record that came as JSON. */
  json?: JsonRecord;
}

/** What a record that came as JSON has beside its cells. */
export interface JsonRecord {
  given: unknown;
  /** Why it is not an object; null where it is. */
  code: RowFaultCode | null;
  /** Members that are in none of the columns. */
  others: readonly { name: string; text: string }[];
}

/**
 * If every line of a record could be a row of its own, its opening quote may never have been closed, and the closing one be a stray quote
 * further down, with sales in between. From this many columns on, the delimiters alone tell; in narrower tables an address could have as
 * many.
 */
const SWALLOWED_CELLS_MIN = 6;
const LINE_END = /\r\n|\r|\n/g;

type Scan = { end: number } | { broken: string } | 'more';

/** The text not yet cut: it begins at index `at`, in line `line`. */
interface Uncut {
  readonly delimiter: string;
  text: string;
  at: number;
  line: number;
  /** No more text will come. */
  ended: boolean;
  readonly nextQuote: NextIndex;
  readonly nextLf: NextIndex;
  readonly nextCr: NextIndex;
}

export type RecordCutter = ReturnType<typeof recordCutter>;

/**
 * Takes text in pieces, whose first line has the number `firstLine`, and gives back records, as soon as they are whole. `delimiter` is one
 * character.
 */
export function recordCutter(delimiter: string, firstLine: number) {
  const cursors = { nextQuote: nextIndex('"'), nextLf: nextIndex('\n'), nextCr: nextIndex('\r') };
  const uncut: Uncut = { delimiter, text: '', at: 0, line: firstLine, ended: false, ...cursors };
  let cells = 0;
  /** Each line before `end` is broken, since it may be a row or part of a quoted text. */
  let unclear = { end: 0, why: '' };

  function nextRecord(): RawRecord | null {
    const { text, at, nextQuote } = uncut;
    if (at >= text.length) return null;
    const firstEnd = lineEnd(uncut, at);
    if (at < unclear.end) return take(uncut, firstEnd, unclear.why);
    // Most records are a line without quotes.
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
    /** Adds text. */
    push(added: string): void {
      unclear.end -= uncut.at;
      uncut.text = uncut.text.slice(uncut.at) + added;
      uncut.at = 0;
      for (const cursor of Object.values(cursors)) cursor.reset();
    },
    /** Says that no more text will come. */
    end(): void {
      uncut.ended = true;
    },
    /**
     * The next whole record; null when more text is needed, or at the end. Skips blank lines. Fails with `inputUnusable` on a record over the
     * size limit.
     */
    next(): RawRecord | null {
      for (let record = nextRecord(); record !== null; record = nextRecord()) if (!isBlank(record.text)) return record;
      return null;
    },
    /** To be called after the header, with the number of cells that a record should have. */
    expectCells(count: number): void {
      cells = count;
    },
    /** The physical line that the next text begins in, where no text is left; null where some is. */
    lineOfNext: (): number | null => (uncut.at >= uncut.text.length ? uncut.line : null),
    /** Says that so many lines, with all of their records, went another way. */
    passLines(count: number): void {
      uncut.line += count;
    },
  };
}

/** The index of the first line end at or after `from`; the end of the text for the last line; -1 when more text is needed. */
function lineEnd({ text, ended, nextLf, nextCr }: Uncut, from: number): number {
  const end = Math.min(nextLf(text, from), nextCr(text, from));
  // A CR at the end of the text may be the first half of a CRLF.
  if (end < text.length && !(end === text.length - 1 && text[end] === '\r' && !ended)) return end;
  return ended ? Math.min(end, text.length) : -1;
}

/** Where the next record ends; found cell by cell if it has quotes. */
function scan(uncut: Uncut): Scan {
  const { delimiter, text, at, nextQuote } = uncut;
  const end = lineEnd(uncut, at);
  if (nextQuote(text, at) >= (end === -1 ? text.length : end)) return end === -1 ? 'more' : { end };
  let from = at;
  for (;;) {
    const open = openingQuote(text, from);
    if (open !== -1) {
      const after = scanQuoted(uncut, open);
      if (typeof after !== 'number') return after;
      from = after;
      continue;
    }
    const fieldEnd = lineEnd(uncut, from);
    if (fieldEnd === -1) return 'more';
    const next = text.indexOf(delimiter, from);
    const stop = next === -1 ? fieldEnd : Math.min(next, fieldEnd);
    if (nextQuote(text, from) < stop) return { broken: 'a double quote stands inside a cell that does not begin with one' };
    if (stop === fieldEnd) return { end: fieldEnd };
    from = stop + 1;
  }
}

/** The index of the cell that follows the quoted one at `from`; where none follows, how the record ends. */
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

/** Cuts off the text up to `end`, and the line end after it. */
function take(uncut: Uncut, end: number, broken: string | null): RawRecord {
  const { text, at, line, nextQuote } = uncut;
  const quoted = nextQuote(text, at) < end;
  const record: RawRecord = { line, text: text.slice(at, end), quoted, broken };
  if (end === text.length) record.isUnended = true;
  uncut.line += 1 + (quoted && broken === null ? lineEndsIn(record.text) : 0);
  uncut.at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
  return record;
}

function tooLong({ line }: Uncut, inQuotes: boolean): SalesError {
  const [what, hint] = inQuotes
    ? ['a double quote that opens in this record is not closed within', 'Close the quote, or write a quote inside a cell twice ("")']
    : ['the line is longer than', 'Check that the file is a CSV file, with one sale per line'];
  return unusable(`Line ${line}: ${what} ${recordCharsMax} characters.`, hint);
}

/** Why the lines of a quoted record may be sales that a stray quote hides; null where they do not look like that. */
function whyUnclear(record: string, { delimiter, line }: Uncut, cells: number): string | null {
  if (!hidesRows(record, delimiter, cells)) return null;
  const lines = `lines ${line} to ${line + lineEndsIn(record)}`;
  return `${lines} stand in double quotes as one cell, and look like rows: it is not known which of them are sales`;
}

function hidesRows(record: string, delimiter: string, cells: number): boolean {
  if (cells < 2 || !/[\r\n]/.test(record)) return false;
  const lines = record.split(LINE_END);
  if (cells >= SWALLOWED_CELLS_MIN && lines.every((line) => line.split(delimiter).length >= cells)) return true;
  const [first = [], ...others] = lines.map((line) => cellsIn(line, delimiter));
  if (first.length < cells) return false;
  // Delimiters inside the cell that begins with the quote have shifted the cells after it.
  first.splice(
    first.findIndex((cell) => cell.startsWith('"')),
    first.length - cells,
  );
  // Delimiters at the end of a line do not make it wider.
  return others.some((other) => other.length >= cells && other.slice(cells).every(isBlank) && isRowLike(other, first));
}

const DATE = /^ ?"?(?:\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}|\d{1,2}[. -] ?\p{L}{3,9}[. -] ?\d{2,4})(?!\d)/u;
const UNIT = String.raw`(?:[A-Z]{3}|Fr\.?|\p{Sc})?`;
const amountWith = (decimals: string) =>
  new RegExp(String.raw`^ ?"?${UNIT} ?[-+]?\d[\d'’]{0,15}(?:[.,]\d{3}){0,4}${decimals}-? ?${UNIT}"? ?$`, 'u');
const DECIMAL = amountWith(String.raw`[.,]\d{1,2}`);
const NUMBER = amountWith(String.raw`(?:[.,]\d{1,2})?`);

/**
 * Whether a line has a date and an amount in columns where the row has them. In a row without a date, a whole number is not taken for an
 * amount, because addresses contain numbers, too.
 */
function isRowLike(line: readonly string[], row: readonly string[]): boolean {
  const isShared = (own: RegExp, other: RegExp) => row.some((cell, index) => own.test(cell) && other.test(line[index] ?? ''));
  if (!row.some((cell) => DATE.test(cell))) return isShared(DECIMAL, DECIMAL);
  return isShared(DATE, DATE) && isShared(row.some((cell) => DECIMAL.test(cell)) ? DECIMAL : NUMBER, NUMBER);
}

function lineEndsIn(text: string): number {
  return text.match(LINE_END)?.length ?? 0;
}

interface NextIndex {
  (text: string, from: number): number;
  /** Must be called when the text has changed. */
  reset(): void;
}

/** An `indexOf` that remembers what it found, so that a text without the character is searched once, not once per record. */
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
