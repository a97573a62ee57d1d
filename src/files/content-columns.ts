/** What the cells of the first rows say of a column whose name says nothing. It speaks only where every cell agrees. */
import { code as currencyNamed } from 'currency-codes';
import { hasCardNumber } from '../contract/card-number.js';
import type { TransactionField } from '../contract/transaction.js';
import { isBlank } from './blank.js';
import { brandSpelt } from './brands.js';
import { dateIn, dateOrders, dayAlone, timeAlone, undecidedFormat } from './date-text.js';

type Sample = readonly (readonly string[])[];

const MASKED = /^(?=.*\d{4}$)(?=.*[*xX•·#]{2})[\d*xX•·#]{4,6}[\d*xX•·#\s.-]{6,20}$/;
const TIME = /^\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,7})?)?(?:\s?[AaPp]\.?[Mm]\.?)?$/;

/** Codes of currencies that are codes of countries, too: a column of them may be where the card was issued. */
const ALSO_COUNTRIES = ['BTN', 'CHE', 'MKD', 'SLE'];

const tests: readonly (readonly [TransactionField, (cell: string) => boolean])[] = [
  ['currency', (cell) => /^[A-Z]{3}$/.test(cell) && currencyNamed(cell) !== undefined && !ALSO_COUNTRIES.includes(cell)],
  ['brandId', (cell) => brandSpelt(cell) !== null],
  ['cardNumberMasked', (cell) => MASKED.test(cell) || hasCardNumber(cell)],
];

/** The columns of `open` that can only be a field, field by field. */
export function fieldByContent(open: readonly number[], sample: Sample): [TransactionField, number[]][] {
  return tests.map(([field, isOne]) => [field, open.filter((column) => every(cellsOf(column, sample), isOne))]);
}

/**
 * Of the columns `times`, by their names, those that are the time of day for a date in `date`, which has none but midnight: some cells may
 * be wrong. In a rejects file all may be, which is why they are there.
 */
export function withTime(date: readonly number[], times: readonly number[], sample: Sample, isOfRejects: boolean): number[] {
  const [day, more] = date;
  if (day === undefined || more !== undefined || cellsOf(day, sample).some((cell) => dayAlone(cell).includes(':'))) return [];
  return times.filter((column) => {
    const cells = cellsOf(column, sample);
    return isOfRejects || cells.filter((cell) => TIME.test(timeAlone(cell))).length > cells.length / 2;
  });
}

/** The columns of `open` that have nothing but dates, each with the column of the time of day that is surely its own. */
export function dateColumns(open: readonly number[], times: readonly number[], sample: Sample, isOfRejects: boolean): number[][] {
  const isDate = (cell: string) =>
    !/^\d+(?:[.,]\d+)?$/.test(cell) && [null, ...dateOrders].some((order) => !('fault' in dateIn(cell, { ...undecidedFormat, order })));
  return open
    .filter((column) => every(cellsOf(column, sample), isDate))
    .map((column) => {
      const [time, second] = withTime([column], times, sample, isOfRejects);
      return time === undefined || second !== undefined ? [column] : [column, time];
    });
}

function cellsOf(column: number, sample: Sample): string[] {
  return sample.map((cells) => (cells[column] ?? '').trim()).filter((cell) => !isBlank(cell));
}

function every(cells: readonly string[], isOne: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.every(isOne);
}
