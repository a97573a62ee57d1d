/**
 * "Amount" is also a word for how many: where there is a price, small whole numbers under it may be pieces. Looks at names and at the first
 * rows.
 */
import { isBlank } from '../text/blank.js';
import { fieldNamed } from '../words/field-names.js';
import { speaksOf } from '../words/lexicon.js';
import type { Sample } from './sample.js';

const PIECES_MAX = 100;
const NUMBER = /^\D{0,4}\d[\d'’.,\s]*\D{0,4}$/;
const DECIMALS = /[.,]\d{1,2}\D{0,4}$/;

/** The columns that say how many pieces were sold. */
export function quantityColumns(header: readonly string[]): number[] {
  return header.flatMap((name, index) => (speaksOf('quantity', name) ? [index] : []));
}

/** The columns of `open` that may be the amount, where the column `amount` may be a quantity. */
export function pricesBeside(amount: number, header: readonly string[], open: readonly number[], sample: Sample): number[] {
  const name = (column: number) => header[column] ?? '';
  const cellsOf = (column: number) => sample.map((cells) => (cells[column] ?? '').trim()).filter((cell) => !isBlank(cell));
  // The contract's own name, and every other word for the amount, can only mean money; "Amount" may mean pieces.
  const isSure = name(amount).trim() === 'amount' || fieldNamed(name(amount)) !== 'amount';
  if (isSure || quantityColumns(header).length > 0 || !cellsOf(amount).every(isFew)) return [];
  return open.filter((column) => {
    const cells = cellsOf(column);
    return column !== amount && speaksOf('price', name(column)) && cells.every((cell) => NUMBER.test(cell)) && cells.some(isDecimal);
  });
}

function isFew(cell: string): boolean {
  return /^-?\d{1,3}(?:[.,]0{1,4})?$/.test(cell) && Math.abs(Number.parseInt(cell, 10)) <= PIECES_MAX;
}

function isDecimal(cell: string): boolean {
  return DECIMALS.test(cell);
}
