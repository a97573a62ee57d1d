/**
 * Whether a file was cut inside its last row: `12` of `1,269.50` is an amount, too. Only a row without a line end can be, and many programs
 * write none; what tells is its last cell, and how earlier files ended.
 */
import type { Layout } from '../columns/layout.js';
import { isNumberField } from '../input/record-kind.js';
import type { ReadFault } from '../input/row.js';
import { rowFault } from '../input/row-faults.js';
import { isBlank } from '../text/blank.js';

/** How the rows of a table end, as far as it is known. Plain data. */
export interface LastCells {
  /** The last column's cells in the first rows, each once, without those of a row that has no line end itself. */
  seen: readonly string[];
  /** The fewest cells that one of those rows has, the blank ones behind the last column included. */
  rowCells: number;
  /** How the cells of the first column are written in those rows, each form once. */
  begins: readonly string[];
  /** Earlier files with this header ended with a line end. */
  hadLineEnd: boolean;
}

const NOTE_CELLS_MAX = 2;

/** Whether a row of a table of `width` columns is a note at most, and no sale: it has no more than the first two cells. */
export function isNote(cells: readonly string[], width: number): boolean {
  return width > NOTE_CELLS_MAX + 1 && cells.slice(NOTE_CELLS_MAX).every(isBlank);
}

const BY_CELL = 'is in the last row, is not written like those above it, and no line end follows: the file may be cut';
const BY_FILE = 'is the last one, and no line end follows, as it did in earlier files with this header: the file may be cut';

/** The fault of a row whose line does not end, where it may be cut; null where nothing shows that. `cells` are all of its line. */
export function cutFault(layout: Layout, cells: readonly string[], { seen, rowCells, hadLineEnd }: LastCells): ReadFault | null {
  const { header, columns, fields } = layout;
  const index = header.length - 1;
  const cell = cells[index] ?? '';
  if (cells.length < rowCells || (cells.length === header.length && breaksForm(cell, seen, decimalSignIn(layout, index)))) {
    const column = columns[index];
    const source = fields.find((one) => columnsOf(one).includes(index));
    const field = source?.field ?? (column?.kind === 'item' ? 'additionalData' : null);
    return rowFault('ROW_CUT', BY_CELL, field, { column: header[index] ?? null, columnNumber: index + 1, value: cell });
  }
  return hadLineEnd ? rowFault('ROW_CUT', BY_FILE, null, null) : null;
}

function columnsOf({ index, more, debits }: Layout['fields'][number]): number[] {
  return [index, ...more, ...(debits === null ? [] : [debits])];
}

/** The decimal sign of a column of numbers, `none` where its values did not show one; null for any other column. */
function decimalSignIn({ fields }: Layout, index: number): '.' | ',' | 'none' | null {
  const source = fields.find((one) => isNumberField(one.field) && columnsOf(one).includes(index));
  if (!source) return null;
  return source.reading?.kind === 'amount' ? (source.reading.decimal ?? 'none') : '.';
}

/** Whether a cell could be the beginning of one that is written like those that were seen, and is not written like any of them. */
function breaksForm(cell: string, seen: readonly string[], decimal: ReturnType<typeof decimalSignIn>): boolean {
  if (isBlank(cell)) return seen.length > 0 && !seen.some(isBlank);
  if (seen.includes(cell)) return false;
  const own = formOf(cell, decimal);
  // Words are of any length: only the beginning of one that was seen is told.
  if (!own.form.includes('9') && decimal === null) return seen.some((other) => other.startsWith(cell));
  const forms = seen.filter((other) => !isBlank(other)).map((other) => formOf(other, decimal));
  const same = forms.filter(({ form }) => form === own.form);
  if (same.length === 0) return forms.some(({ form }) => form.startsWith(own.form));
  // Whole amounts are of any length, too.
  return (decimal === null || own.form !== '9') && same.every(({ last }) => last > own.last);
}

/**
 * How a text is written: a 9 for each run of digits and an A for each word, and how long the last of them is. Of a number, without what stands
 * before its first digit and between those that are grouped.
 */
export function formOf(cell: string, decimal: ReturnType<typeof decimalSignIn>): { form: string; last: number } {
  const text = decimal === null ? cell.trim() : number(cell, decimal);
  return {
    form: text.replace(/\d+/g, '9').replace(/\p{L}+/gu, 'A'),
    last: /(?:\d+|\p{L}+|)$/u.exec(text)?.[0].length ?? 0,
  };
}

function number(cell: string, decimal: string): string {
  const text = cell.trim().replace(/^\D+/, '');
  return text.replace(/(?<=\d)[.,'’\s](?=\d)/g, (sign) => (sign === decimal ? sign : ''));
}
