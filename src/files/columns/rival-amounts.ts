/**
 * Takes away the columns that dispute the amount in vain, by their names or in every one of the first rows: what leaves one possible answer is
 * no question.
 */
import { amountsIn } from '../values/amount-text.js';
import { speaksOfTaxOrFee, speaksOfTip, speaksOfWholeWithTaxes } from '../words/header-words.js';
import { speaksOf } from '../words/lexicon.js';
import type { AmountColumns } from './amount-column.js';
import type { Sample } from './sample.js';

/** In fewer rows, equal values may be chance. */
const ROWS_MIN = 2;

/** Nothing, or a sign for it. */
const NOTHING = /^[\s-]*$/;

type Amounts = Pick<AmountColumns, 'columns' | 'beside'>;

/** `columns` that may be the amount, and those `beside` that put it in doubt, as far as the rows leave them. */
export function undisputed({ columns, beside }: Amounts, header: readonly string[], sample: Sample): Amounts {
  const name = (column: number) => header[column] ?? '';
  const isEmpty = (column: number) => sample.length > 0 && sample.every((cells) => isNothing(cells[column] ?? ''));
  const filled = columns.filter((column) => !isEmpty(column));
  if (filled.length === 0) return { columns, beside };
  const own = filled.filter((column) => !speaksOf('otherMoney', name(column)));
  const left = own.length > 0 ? own : filled;
  // The next file may have tips, and its amount would be what this one's is.
  const doubts = beside.filter((column) => !isEmpty(column) || speaksOfTip(name(column)));
  const only = oneOf(left, doubts, header, sample);
  // What one of them is, the others are a part of; only a tip beside may still be a part of it or not.
  return only === null
    ? { columns: left, beside: doubts }
    : { columns: [only], beside: doubts.filter((column) => speaksOfTip(name(column))) };
}

/** The one of `columns` that is the amount by its relation to the others, in every row; null where none is. */
function oneOf(columns: readonly number[], beside: readonly number[], header: readonly string[], sample: Sample): number | null {
  if (sample.length < ROWS_MIN) return null;
  const name = (column: number) => header[column] ?? '';
  const all = [...columns, ...beside];
  const [first = -1, ...others] = columns;
  // Where these are written, they say which of several it is, or nothing does: the next file may have some.
  const isTold = header.some((one) => speaksOf('discount', one) || speaksOfTaxOrFee(one) || speaksOfTip(one));
  if (!isTold && others.length > 0 && others.every((other) => sample.every((cells) => isSame(cells[first] ?? '', cells[other] ?? ''))))
    return first;
  const isLargest = (column: number) => all.every((other) => sample.every((cells) => !isLess(cells[column] ?? '', cells[other] ?? '')));
  const whole = columns.filter((column) => speaksOfWholeWithTaxes(name(column)));
  if (whole.length === 1 && whole.every(isLargest)) return whole[0] ?? null;
  const gross = columns.filter((column) => speaksOf('gross', name(column)));
  const isOfNet = all.every((column) => gross.includes(column) || speaksOf('net', name(column)));
  return gross.length === 1 && isOfNet && !isTold && gross.every(isLargest) ? (gross[0] ?? null) : null;
}

function isNothing(cell: string): boolean {
  const values = amountsIn(cell);
  return values.length > 0 ? values.every((value) => value === 0) : NOTHING.test(cell);
}

function isSame(one: string, other: string): boolean {
  const values = amountsIn(one);
  return one.trim() === other.trim() || amountsIn(other).some((value) => values.includes(value));
}

/** Whether an amount is surely less than another, signs aside. */
function isLess(one: string, other: string): boolean {
  const sizes = (cell: string) => amountsIn(cell).map(Math.abs);
  return Math.max(0, ...sizes(one)) < Math.min(...sizes(other), Number.POSITIVE_INFINITY) && amountsIn(other).length > 0;
}
