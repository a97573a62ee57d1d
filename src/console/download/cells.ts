/**
 * Values of transactions as cells. Amounts are their exact decimals, all else is text, and no text is one that a spreadsheet would calculate:
 * by the same rule as `src/files/values/formula.ts`, which takes the apostrophe away again where the file is uploaded.
 */
import type { FoundTransaction } from '../../contract/found-transaction.js';
import { plainDecimal, typesText } from '../../words/plain-cells.js';

export type CellValue = { number: string } | { text: string };

const FORMULA = /^'*[=+\-@\t\r\0]|^'+\d[\d.,:/ +\-TZE]*$/i;
/** What an upload refuses as a number that Excel has rounded. */
const ROUNDED = /^-?\d(?:[.,]\d+)?E\+\d{1,3}$/i;
/** What an upload takes something away from, though the cell is a text by type. */
const SHORTENED = /^'+[=+\-@\t\r\0]|^'+\d[\d.,:/ +\-TZE]*$|^="[^"]+"$/i;

/** The text with an apostrophe before it where a spreadsheet might calculate it, or an upload think that one has. */
export function guardedText(text: string): string {
  return FORMULA.test(text) || ROUNDED.test(text) ? `'${text}` : text;
}

/** The text with an apostrophe before it, for a cell that is a text by type: only where an upload would read another text. */
export function guardedInWorkbook(text: string): string {
  return SHORTENED.test(text) || ROUNDED.test(text) ? `'${text}` : text;
}

export function cellOf(row: FoundTransaction, name: keyof FoundTransaction): CellValue {
  const value = row[name];
  if (typeof value === 'number') return { number: plainDecimal(value) };
  if (value === null || value === undefined) return { text: '' };
  return { text: Array.isArray(value) ? typesText(value) : value };
}
