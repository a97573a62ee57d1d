/** Splits one CSV record into its cells. Where the record ends, and whether its quotes are sound, csv-records has found out before. */
import { parse } from 'csv-parse/sync';
import { unguarded, withoutFormula } from '../../contract/formula.js';
import { recordCharsMax } from '../input/unusable.js';

/** Options for a header, which may have a blank before a quote or a name. csv-parse counts bytes, the limit is in characters. */
const HEADER = { record_delimiter: '\n', relax_column_count: true, max_record_size: 4 * recordCharsMax, ltrim: true } as const;

/** The cells of a record, without the quotes around them. */
export function cellsOf({ text, quoted, cells }: { text: string; quoted: boolean; cells?: string[] }, delimiter: string): string[] {
  if (cells) return cells;
  return quoted ? cellsIn(text, delimiter) : text.split(delimiter);
}

/** The cells of a header with sound quotes, whose names may be written as `="Name"`. */
export function headerCells({ text, cells }: { text: string; cells?: string[] }, delimiter: string): string[] {
  if (cells) return cells;
  const plain = text.replace(/^\s*="/, '"').replaceAll(`${delimiter}="`, `${delimiter}"`);
  return (parse(plain, { ...HEADER, delimiter })[0] ?? []).map(unguarded);
}

/**
 * A cell that begins with a double quote, perhaps behind blanks or as `="0012"`, and has it closed right before a delimiter or at the end, is
 * unquoted; any other ends at the next delimiter. For a record with sound quotes that is all there is to it; one with broken quotes is split
 * as best it can be, for the person who will correct it.
 */
export function cellsIn(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const open = openingQuote(text, at);
    const close = open === -1 ? -1 : closingQuote(text, open + 1);
    if (close !== -1 && (close + 1 === text.length || text.charAt(close + 1) === delimiter)) {
      const cell = text.slice(open + 1, close);
      cells.push(cell.includes('"') ? withoutFormula(cell.replaceAll('""', '"')) : cell);
      at = close + 2;
    } else {
      const next = text.indexOf(delimiter, at);
      const end = next === -1 ? text.length : next;
      cells.push(text.slice(at, end));
      at = end + 1;
    }
  }
  return cells;
}

const QUOTE = 0x22;
const EQUALS = 0x3d;
const BLANK = 0x20;

/** The index of the double quote that opens the cell at `from`, perhaps behind blanks, or `=` as in `="0012"`; -1 where none does. */
export function openingQuote(text: string, from: number): number {
  let at = from;
  if (text.charCodeAt(at) === EQUALS) at += 1;
  else while (text.charCodeAt(at) === BLANK) at += 1;
  return text.charCodeAt(at) === QUOTE ? at : -1;
}

/** The index of the first double quote at or after `from` that is not doubled; -1 where there is none. */
export function closingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 2)) {
    if (text.charCodeAt(quote + 1) !== QUOTE) return quote;
  }
  return -1;
}
