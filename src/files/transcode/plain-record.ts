/**
 * Cuts a plain record into its cells: one line, no quote but around whole cells, nothing that JSON escapes in ASCII, and none of the words
 * by which other steps tell totals from sales. Anything else is for the long way.
 */
import { beginsWithTotalsWord, isCarriedForward, mayBeWord } from '../rows/totals-cells.js';
import { isRefundWord } from '../words/refund-words.js';
import { CellMemo } from './cell-memo.js';

const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;
const QUOTE = 0x22;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const DELETE = 0x7f;
/** The first byte of the letters from À to ÿ in UTF-8; others may begin white space, which has to be looked at. */
const LATIN = 0xc3;

/** Kinds of bytes within a cell: of its content, or to be looked at. */
const kinds = (delimiter: number, isUtf8: boolean): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => {
    const isContent = byte >= BLANK && byte !== QUOTE && byte !== BACKSLASH && byte !== DELETE && byte !== delimiter;
    return isContent && (byte < 0x80 || isUtf8) ? 0 : 1;
  });

/** By the first two bytes of a cell, whether it may begin with a word for a total. */
const mayBegin = new Uint8Array(65_536);
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const seconds = Array.from({ length: DELETE - BLANK }, (_, index) => String.fromCharCode(BLANK + index));
for (const first of letters.flatMap((letter) => [letter, letter.toUpperCase()])) {
  for (const second of seconds) {
    // The first test of such a word looks at up to three characters.
    const begins = [first + second, ...letters.map((third) => first + second + third)];
    if (begins.some(mayBeWord)) mayBegin[(first.charCodeAt(0) << 8) | second.charCodeAt(0)] = 1;
  }
}

/** What a cell says beside its value. */
interface CellWords {
  ofTotals: boolean;
  ofRefund: boolean;
}

export interface PlainRecords {
  /** Where the cells of the last record begin and end, by column. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Cuts the record that begins at `at`. Returns where its line ends; -1 where it is not plain, or does not end before `limit`. */
  cut(bytes: Buffer, at: number, limit: number): number;
  /** Where the next line begins, whose record ends at `end`. */
  after(bytes: Buffer, end: number): number;
}

/**
 * Cuts records of `width` cells. `mayRefund`: the columns in which a word for a refund is known to be dealt with.
 */
export function plainRecords(width: number, delimiter: number, isUtf8: boolean, mayRefund: ReadonlySet<number>): PlainRecords {
  const starts = new Int32Array(width);
  const ends = new Int32Array(width);
  const isOdd = kinds(delimiter, isUtf8);
  /** In quotes it is content, unless JSON escapes it. */
  const mayQuote = delimiter > BLANK && delimiter !== BACKSLASH;
  const words = new CellMemo<CellWords>((cell) => {
    const text = cell.toString('utf8');
    return { ofTotals: beginsWithTotalsWord(text) || isCarriedForward(text), ofRefund: isRefundWord(text) };
  });
  const isWord = (bytes: Buffer, start: number, end: number, column: number): boolean => {
    const { ofTotals, ofRefund } = words.of(bytes, start, end);
    return ofTotals || (ofRefund && !mayRefund.has(column));
  };
  /** Whether the content that begins there is more than a value. */
  const isSuspect = (bytes: Buffer, start: number, end: number, column: number): boolean => {
    const first = bytes[start] as number;
    if (first <= NINE) return first <= BLANK;
    if (first >= 0x80 && first !== LATIN) return true;
    const second = end - start > 1 ? (bytes[start + 1] as number) : 0;
    // All other words are whole cells, and have no digits.
    return (mayBegin[(first << 8) | second] === 1 || !hasDigit(bytes, start, end)) && isWord(bytes, start, end, column);
  };
  return {
    starts,
    ends,
    cut(bytes, at, limit) {
      let column = 0;
      let next = at;
      for (;;) {
        const isQuoted = bytes[next] === QUOTE;
        const start = isQuoted ? next + 1 : next;
        let end = start;
        while (end < limit && (isOdd[bytes[end] as number] === 0 || (isQuoted && mayQuote && bytes[end] === delimiter))) end++;
        if (end >= limit || column === width) return -1;
        if (isQuoted && bytes[end] !== QUOTE) return -1;
        starts[column] = start;
        ends[column] = end;
        if (end > start && isSuspect(bytes, start, end, column)) return -1;
        column++;
        next = isQuoted ? end + 1 : end;
        const byte = bytes[next];
        if (byte === delimiter) next++;
        else if (byte === LF || (byte === CR && bytes[next + 1] === LF)) return column === width && next < limit ? next : -1;
        else return -1;
      }
    },
    after: (bytes, end) => (bytes[end] === CR ? end + 2 : end + 1),
  };
}

function hasDigit(bytes: Buffer, start: number, end: number): boolean {
  // From behind: numbers and codes end in digits.
  for (let at = end - 1; at >= start; at--) {
    const byte = bytes[at] as number;
    if (byte >= ZERO && byte <= NINE) return true;
  }
  return false;
}
